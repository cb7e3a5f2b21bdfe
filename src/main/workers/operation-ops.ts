import type { ClientBooks } from "#main/operations/client-books.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

type Answer = Result<unknown, Failure>;

/** An operation as it reaches a thread: its name, what the router parsed, and what the core knows. */
export interface OperationMessage extends Act {
  readonly name: string;
  readonly input: unknown;
  readonly prepared: unknown;
}
export type ClientOperationMessage<Source> = Source & ClientBooks & OperationMessage;

export interface OperationOps<Source> {
  "operation.read": [ClientOperationMessage<Source>, Answer];
  /** Like `operation.read`, on a thread that nobody waits for. */
  "operation.later": [ClientOperationMessage<Source>, Answer];
  "operation.write": [ClientOperationMessage<Source>, Answer];
  "firm.operation.read": [OperationMessage, Answer];
  "firm.operation.write": [OperationMessage, Answer];
}

/** Those that only read. */
export const OPERATION_READ_OPS = ["operation.read", "firm.operation.read"] as const;

const ALL = [
  ...OPERATION_READ_OPS,
  "operation.later",
  "operation.write",
  "firm.operation.write",
] as const satisfies (keyof OperationOps<unknown>)[];
const NAMES: ReadonlySet<string> = new Set(ALL);

/** True for a message that names a declared operation. */
export function isOperation(op: string): boolean {
  return NAMES.has(op);
}
