import { dayName, insideSentence, moneyName } from "#shared/kernel/readable.ts";
import { recordName } from "#shared/model/labels/record-name.ts";
import type { Withdrawal, WriteOperation } from "#shared/model/ledger/write.ts";
import type { MirroredRecord, WriteContext } from "../../writing.ts";
import { writeQuery } from "./create.ts";
import { changedMeanwhile, contentOf, readCurrent } from "./current.ts";
import type { Element } from "./element.ts";
import { textIn } from "./json.ts";
import { idWithin, nouns } from "./nouns.ts";
import { type Asking, type At, Refused } from "./refused.ts";
import { mirroredRecord, readTarget, titleOf } from "./target.ts";
import { changedExpectation } from "./update.ts";

type Withdrawing = Extract<WriteOperation, { kind: "void" | "delete" }>;

/** The status that withdraws a record in a given status. */
const documentEnds: Readonly<Record<string, string>> = { DRAFT: "DELETED", SUBMITTED: "DELETED", AUTHORISED: "VOIDED" };
const ends: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Invoices: documentEnds,
  CreditNotes: documentEnds,
  BankTransactions: { AUTHORISED: "DELETED" },
  ManualJournals: { DRAFT: "DELETED", POSTED: "VOIDED" },
};

/** What has been paid can be voided once its payments are deleted. */
const PAID = "PAID";

/** What taking back a record comes to in the status that the mirror has. */
export function withdrawalsOf(context: WriteContext, recordId: string): readonly Withdrawal[] {
  const { document, payment } = context.record(recordId) ?? {};
  if (payment !== undefined) return idWithin(recordId, "Payment") === undefined ? [] : ["delete"];
  if (document === undefined || document.unappliedKind !== undefined) return [];
  const status = document.sourceStatus === PAID ? "AUTHORISED" : (document.sourceStatus ?? "");
  const end = ends[nouns[document.type].endpoint]?.[status];
  return end === undefined ? [] : [actOf(end)];
}

function actOf(end: string): Withdrawal {
  return end === "VOIDED" ? "void" : "delete";
}

/**
 * Takes a record back. Void and delete are one act here: the record's status decides which word the
 * ledger has for it, and the title says it before anything is sent. @throws Refused
 */
export function* withdraw(context: WriteContext, operation: Withdrawing, index: number, at: At): Asking<Element> {
  const mirrored = mirroredRecord(context, operation.id, operation.seenHash, at);
  if (mirrored.payment !== undefined) return yield* deletePayment(context, operation, mirrored, index, at);
  const target = yield* readTarget(context, operation.id, operation.seenHash, at);
  const { noun, id, document, current } = target;
  const status = textIn(current.record, "Status") ?? "";
  const end = ends[noun.endpoint]?.[status];
  const title = titleOf(context, noun, document);
  if (end === undefined) {
    const isPaid = status === PAID;
    const why = status === "" ? "the ledger doesn't report its status" : `it's ${isPaid ? "paid or applied" : status.toLowerCase()}`;
    const message = `${recordName(mirrored)} can't be voided or deleted, because ${why}.`;
    const next = isPaid
      ? { next: "Under Allocations on the transaction, delete its payments first. Applied credits can only be removed in the ledger." }
      : {};
    throw new Refused({ code: "invalid_input", message, field: at("id"), ...next });
  }
  const sent = { Status: end };
  return {
    method: "POST",
    path: `/${noun.endpoint}`,
    query: writeQuery(noun),
    collection: noun.endpoint,
    object: { [noun.idField]: id, ...sent },
    item: {
      operation: index,
      part: 0,
      title: `${actOf(end) === "void" ? "Void" : "Delete"} ${insideSentence(title)}`,
      reference: null,
      act: actOf(end),
      entityType: noun.entityType,
      ledgerId: id,
      expected: changedExpectation(target, sent, {}),
    },
  };
}

function* deletePayment(context: WriteContext, operation: Withdrawing, mirrored: MirroredRecord, index: number, at: At): Asking<Element> {
  const { payment, raw } = mirrored;
  const id = idWithin(operation.id, "Payment");
  if (id === undefined || payment === undefined) {
    throw new Refused({
      code: "not_supported",
      message: "This payment is part of another transaction, so it can't be deleted on its own.",
      field: at("id"),
    });
  }
  const title = `payment of ${moneyName(payment.amount)} on ${dayName(payment.date)}`;
  const current = yield* readCurrent(context, { endpoint: "Payments" }, id);
  if (current === null || textIn(current.record, "Status") !== "AUTHORISED") {
    throw new Refused({ code: "conflict", message: `The ${title} was deleted in the ledger.`, next: "Sync the client. Nothing was sent." });
  }
  const [seen, now] = [contentOf(context, "payments", raw), contentOf(context, "payments", current.text)];
  if (seen !== now) throw changedMeanwhile(`The ${title}`, `GET /Payments/${id}`, raw, current, [seen, now]);
  return {
    method: "POST",
    path: `/Payments/${id}`,
    query: {},
    collection: null,
    object: { Status: "DELETED" },
    item: {
      operation: index,
      part: 0,
      title: `Delete ${insideSentence(title)}`,
      reference: null,
      act: "delete",
      entityType: "Payment",
      ledgerId: id,
      expected: { look: "payment_deleted" },
    },
  };
}
