import type { z } from "zod";
import type { Contract, MethodName, MethodOutput } from "#shared/contract/index.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { Caller } from "../door.ts";

/** One handler per method: parsed input and who waits for the answer in, a value or a failure out. */
export type Handlers = {
  readonly [M in MethodName]: (input: z.output<Contract[M]["input"]>, caller: Caller) => Promise<Result<MethodOutput<M>, Failure>>;
};
