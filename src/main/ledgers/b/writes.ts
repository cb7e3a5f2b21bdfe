import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import type { LedgerRequest, LedgerResponse } from "../adapter.ts";
import type { LedgerWrites, PreparedCall, WriteContext } from "../writing.ts";
import { callsOf } from "./writing/calls.ts";
import { lookFor } from "./writing/find-outcome.ts";
import { outcomesOf } from "./writing/outcomes.ts";
import { planOperation } from "./writing/plan-operation.ts";
import type { PlannedWrite } from "./writing/planned-write.ts";
import { readBackOf } from "./writing/read-back.ts";
import { refusalOf, withdrawalsOf } from "./writing/refusal.ts";
import { refuseInput, WriteRefused } from "./writing/refused.ts";

/** How Ledger B is written to: versioned records, `requestid` on every write, batches, voids by operation. */
export const writesB: LedgerWrites = {
  refusal: refusalOf,
  withdrawals: (_context, id) => withdrawalsOf(id),
  prepare: prepareB,
  outcomes: (_context, call, response) => outcomesOf(call, response),
  look: lookFor,
  readBack: readBackOf,
};

function* prepareB(
  context: WriteContext,
  operations: readonly WriteOperation[],
): Generator<LedgerRequest, Result<readonly PreparedCall[], Failure>, LedgerResponse> {
  let planning = -1;
  try {
    refuseTwice(operations);
    const writes: PlannedWrite[] = [];
    for (const [index, operation] of operations.entries()) {
      planning = index;
      writes.push(yield* planOperation(context, operation, index));
    }
    return ok(callsOf(context, writes));
  } catch (cause) {
    if (!(cause instanceof WriteRefused)) throw cause;
    return fail(operations.length > 1 && planning >= 0 ? within(cause.failure, planning) : cause.failure);
  }
}

/** In a job of several operations the field says in which of them it is. */
function within(failure: Failure, index: number): Failure {
  return failure.field === undefined ? failure : { ...failure, field: `operations[${index}].${failure.field}` };
}

/** Two changes of one record in one job: the second would be made against a version that the first ends. */
function refuseTwice(operations: readonly WriteOperation[]): void {
  const seen = new Set<string>();
  for (const [index, operation] of operations.entries()) {
    if (operation.kind !== "update_document" && operation.kind !== "void" && operation.kind !== "delete") continue;
    if (seen.has(operation.id)) refuseInput(`operations[${index}].id`, "One transaction is changed twice in this update.");
    seen.add(operation.id);
  }
}
