import { recordName } from "#shared/model/labels/record-name.ts";
import { NO_APPROVAL } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { AnswerUnreadable, type LedgerRequest, type LedgerResponse, type PageRecord } from "../adapter.ts";
import type { ItemResult, LedgerWrites, PreparedCall, WriteContext, WrittenRecord } from "../writing.ts";
import { kindOf } from "./transaction-kinds.ts";
import { readTransactionsById } from "./transaction-pages.ts";
import { changeRefusal, currencyRefusal, draftRefusal } from "./writing/draft-refusal.ts";
import { explainRejection } from "./writing/explain.ts";
import { lookFor } from "./writing/find-outcome.ts";
import { prepareCalls } from "./writing/prepare.ts";
import { ownId } from "./writing/record-body.ts";
import { recordOfType } from "./writing/record-types.ts";

/** Writing through the record service: one record a call, found again by its external id (rules 28, 30). */
export const writesC: LedgerWrites = {
  refusal,
  withdrawals: (_context, id) => (recordOfType(id.slice(0, id.indexOf(":"))) === undefined ? [] : ["delete"]),
  prepare: prepareCalls,
  outcomes,
  look: lookFor,
  explain: explainRejection,
  readBack,
};

function refusal(context: WriteContext, operation: WriteOperation): Failure | null {
  switch (operation.kind) {
    case "create_document":
      return draftRefusal(context, operation.document);
    case "create_integration_item":
      return no("Tieout can't create items in this ledger. Create the item in the ledger, then sync.");
    case "void":
      return no("Tieout can't void records in this ledger. Delete the record, or reverse it with a journal.");
    case "approve":
      if (!context.discovery.capabilities.hasApprovalWorkflow) return no(NO_APPROVAL);
      return operation.approved
        ? null
        : no("Tieout can't send transactions back for correction in this ledger. Do that in the ledger itself.");
    case "create_payment":
      return currencyRefusal(context, operation.payment.currency);
    case "apply_credit":
      return creditRefusal(operation.fromId);
    default: {
      const record = recordOfType(operation.id.slice(0, operation.id.indexOf(":")));
      if (record === undefined) {
        const mirrored = context.record(operation.id);
        const name = mirrored === undefined ? `Transaction ${operation.id}` : recordName(mirrored);
        return { ...no(`${name} can't be changed from Tieout.`), next: "Make the change in the ledger, then sync." };
      }
      return operation.kind === "update_document" ? changeRefusal(context, operation, record) : null;
    }
  }
}

function creditRefusal(id: string): Failure | null {
  if (id.startsWith("CustCred:") || id.startsWith("VendCred:")) return null;
  return no("Tieout can't apply deposits and prepayments in this ledger. Apply them in the ledger.");
}

function no(message: string): Failure {
  return { code: "not_supported", message };
}

/** A success has no body: a new record's address is in `Location`. It does not mean that it is approved (rule 12). */
function outcomes(_context: WriteContext, call: PreparedCall, response: LedgerResponse): readonly ItemResult[] {
  return call.items.map(({ operation, part, entityType, ledgerId }): ItemResult => {
    const made = ledgerId ?? /\/(\d+)(?:[?#].*)?$/.exec(response.headers.location ?? "")?.[1];
    // It was taken, and which record it became is not known: it is looked for by its reference.
    if (made === undefined) throw new AnswerUnreadable("the ledger accepted the new record but didn't return its ID");
    return { operation, part, outcome: "accepted", entityType, ledgerId: made };
  });
}

/** The records and what moved with them, composed as the streams compose them, so that the mirror can't tell them apart. */
function* readBack(
  context: WriteContext,
  written: readonly WrittenRecord[],
): Generator<LedgerRequest, readonly (PageRecord & { readonly stream: string })[], LedgerResponse> {
  const ids = new Map<string, Set<string>>();
  const add = (type: string, id: string) => ids.set(type, (ids.get(type) ?? new Set()).add(id));
  for (const { entityType, ledgerId, alsoMoved } of written) {
    add(entityType, ledgerId);
    for (const id of alsoMoved) add(id.slice(0, id.indexOf(":")), ownId(id));
  }
  const records: (PageRecord & { readonly stream: string })[] = [];
  for (const [type, wanted] of ids) {
    const kind = kindOf(type);
    if (kind === undefined) continue;
    const found = yield* readTransactionsById(kind, context, [...wanted]);
    records.push(...found.map((record) => ({ ...record, stream: `transactions.${kind.type.toLowerCase()}` })));
  }
  return records;
}
