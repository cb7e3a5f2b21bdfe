import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { NO_APPROVAL } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import type { LedgerWrites, PreparedCall, WriteContext } from "../writing.ts";
import { createDocument } from "./writing/create.ts";
import { applyCredit } from "./writing/credit.ts";
import { callsOf, type Element } from "./writing/element.ts";
import { look } from "./writing/find-outcome.ts";
import { TAX_WITHOUT_CODE } from "./writing/line-body.ts";
import { outcomesOf } from "./writing/outcomes.ts";
import { createPayment } from "./writing/payment.ts";
import { readBack } from "./writing/read-back.ts";
import { type Asking, type At, Refused } from "./writing/refused.ts";
import { updateDocument } from "./writing/update.ts";
import { withdraw, withdrawalsOf } from "./writing/withdraw.ts";

/** Writing to Ledger A: objects are sent in arrays, each call has an idempotency key, and each object succeeds or fails on its own. */
export const writesA: LedgerWrites = {
  taxWithoutCode: TAX_WITHOUT_CODE,
  refusal,
  withdrawals: withdrawalsOf,
  prepare,
  outcomes: (_context, call, response) => outcomesOf(call, response),
  look,
  readBack,
};

function refusal(context: WriteContext, operation: WriteOperation): Failure | null {
  if (operation.kind === "approve") {
    // Rule 12: submitting is a flag that any user may set, so that approval stays with the service.
    return unsupported(NO_APPROVAL);
  }
  if (operation.kind === "create_integration_item") {
    return unsupported("Lines in this ledger take an account directly, so no item is needed.");
  }
  if (postsBankByJournal(context, operation))
    return unsupported(
      "This ledger doesn't allow bank or card accounts in journals. Enter the transfer or payment in the ledger, then sync.",
    );
  const action = actionOf(operation);
  const actions = context.discovery.adapterFacts.actions;
  const allowed = action === null || typeof actions !== "object" || actions === null ? undefined : Object.entries(actions);
  if (allowed?.some(([name, isAllowed]) => name === action && isAllowed === false) !== true) return null;
  return unsupported(`The user who connected this ledger isn't allowed to do this (ledger permission ${action}).`);
}

function postsBankByJournal(context: WriteContext, operation: WriteOperation): boolean {
  if (operation.kind !== "create_document" || operation.document.type !== "journal") return false;
  return operation.document.lines.some(({ accountId }) => accountId !== undefined && context.account(accountId)?.role === "bank");
}

/** The action by which the ledger tells whether the signed-in user may do it; null where it has none. */
function actionOf(operation: WriteOperation): string | null {
  if (operation.kind !== "create_document") return null;
  const { type, status } = operation.document;
  const state = status === "open" ? "Approved" : "Draft";
  if (type === "purchase_bill") return `Create${state}Bill`;
  return type === "sales_invoice" ? `Create${state}Invoice` : null;
}

function unsupported(message: string): Failure {
  return { code: "not_supported", message };
}

function* prepare(context: WriteContext, operations: readonly WriteOperation[]): Asking<Result<readonly PreparedCall[], Failure>> {
  const elements: Element[] = [];
  try {
    for (const [index, operation] of operations.entries()) {
      const at: At = (field) => (operations.length > 1 ? `operations[${index}].${field}` : field);
      elements.push(...(yield* elementsOf(context, operation, index, at)));
    }
  } catch (error) {
    if (error instanceof Refused) return fail(error.failure);
    throw error;
  }
  return ok(callsOf(context, elements));
}

function* elementsOf(context: WriteContext, operation: WriteOperation, index: number, at: At): Asking<readonly Element[]> {
  switch (operation.kind) {
    case "create_document":
      return [yield* createDocument(context, operation.document, index, at)];
    case "update_document":
      return [yield* updateDocument(context, operation, index, at)];
    case "void":
    case "delete":
      return [yield* withdraw(context, operation, index, at)];
    case "create_payment":
      return createPayment(context, operation.payment, index, at);
    case "apply_credit":
      return yield* applyCredit(context, operation, index, at);
    default:
      throw new Refused(
        refusal(context, operation) ?? unsupported("Tieout can't make this change in this ledger. Make it in the ledger, then sync."),
      );
  }
}
