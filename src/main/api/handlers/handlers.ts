import type { z } from "zod";
import type { Contract, MethodName, MethodOutput } from "#shared/contract/index.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";

/** One handler per method: parsed input in, a value or a failure out. */
export type Handlers = {
  readonly [M in MethodName]: (input: z.output<Contract[M]["input"]>) => Promise<Result<MethodOutput<M>, Failure>>;
};
