import type { LedgerRequest } from "#main/ledgers/adapter.ts";
import type { Look, PreparedCall, PreparedItem, WriteContext } from "#main/ledgers/writing.ts";
import { compareDecimals, type DecimalString } from "#shared/kernel/decimal.ts";
import { t } from "#shared/language/t.ts";
import { changedInLedger } from "../../changed-in-ledger.ts";
import { readDay } from "../dates.ts";
import { type InvoiceType, invoiceRecordsRequest, recordsRequest } from "../requests.ts";
import { shows } from "./compare.ts";
import { countLike } from "./credit.ts";
import { contentOf, readCurrent, recordsOf } from "./current.ts";
import { type Expected, expectedOf } from "./expected.ts";
import { equals, equalsDay, equalsId } from "./filter.ts";
import { type JsonObject, objectsIn, readJsonObject, textIn, textWithin } from "./json.ts";
import { type Asking, Refused } from "./refused.ts";

type Made = Extract<Expected, { look: "made" }>;
type Changed = Extract<Expected, { look: "changed" }>;
type Allocated = Extract<Expected, { look: "allocated" }>;
type Finding =
  | { readonly found: "present"; readonly ledgerId: string }
  | { readonly found: "absent" }
  | { readonly found: "changed" | "several" | "refused"; readonly message: string };

/** Looks for each item of a call whose answer was lost. Reads only. @throws AnswerUnreadable */
export function* look(context: WriteContext, call: PreparedCall): Asking<readonly Look[]> {
  const looks: Look[] = [];
  for (const item of call.items) {
    const { operation, part, entityType } = item;
    const finding = yield* lookForItem(context, item);
    looks.push(finding.found === "present" ? { operation, part, entityType, ...finding } : { operation, part, ...finding });
  }
  return looks;
}

function* lookForItem(context: WriteContext, item: PreparedItem): Asking<Finding> {
  try {
    return yield* lookFor(context, item, expectedOf(item.expected));
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    return { found: "refused", message: cause.message };
  }
}

function lookFor(context: WriteContext, item: PreparedItem, expected: Expected): Asking<Finding> {
  const id = item.ledgerId ?? "";
  switch (expected.look) {
    case "made":
      return lookForNew(context, expected);
    case "changed":
      return lookAtChanged(context, expected, item);
    case "payment_deleted":
      return lookAtPayment(context, id);
    case "allocated":
      return lookAtCredit(context, expected, id);
  }
}

function* lookForNew(context: WriteContext, expected: Made): Asking<Finding> {
  const found = yield* search(context, expected, equals(expected.field, expected.text));
  const exact = found.filter((record) => textIn(record, expected.field) === expected.text);
  const byNumber = expected.field === "InvoiceNumber" || expected.field === "CreditNoteNumber";
  if (exact.length > 1 && !byNumber) {
    return {
      found: "several",
      message: `The ledger has ${exact.length} records with the ${expected.field === "Narration" ? "memo" : "reference"} “${expected.text}”.`,
    };
  }
  // A deleted draft frees its number, so an older one with the same number proves nothing about ours.
  const first = byNumber ? (exact.find((record) => textIn(record, "Status") !== "DELETED") ?? exact[0]) : exact[0];
  if (first === undefined) return yield* lookForTwin(context, expected);
  if (byNumber && (!isAlike(first, expected) || textIn(first, "Status") === "DELETED")) {
    return {
      found: "changed",
      message: `The ledger's transaction with the number ${expected.text} is deleted or differs from this update. Check it in the ledger before you send this update again.`,
    };
  }
  return { found: "present", ledgerId: textIn(first, expected.idField) ?? "" };
}

/**
 * Some organisations don't keep a reference on bills and vendor credits, so our mark is lost. If a record
 * matches in everything else and carries no mark, the write can't be reported as absent.
 */
function* lookForTwin(context: WriteContext, expected: Made): Asking<Finding> {
  const { ContactID, Date: day } = expected.facts;
  const isPurchase = expected.typeWord === "ACCPAY" || expected.typeWord === "ACCPAYCREDIT";
  if (!isPurchase || ContactID === undefined || day === undefined) return { found: "absent" };
  const sameDay = yield* search(context, expected, `${equalsId("Contact.ContactID", ContactID)} AND ${equalsDay("Date", day)}`);
  const twins = sameDay.filter(
    (record) => !(textIn(record, "Reference") ?? "").includes("tieout-") && !isDeleted(record) && isAlike(record, expected),
  );
  if (twins.length === 0) return { found: "absent" };
  return {
    found: "several",
    message: t(
      "The ledger has a record with the same vendor, date, number and amount. The reference that Tieout adds is missing, but the record may still come from this update.",
    ),
  };
}

function isAlike(record: JsonObject, { facts }: Made): boolean {
  const day = readDay(textIn(record, "DateString"), textIn(record, "Date"), "Date");
  const net = textIn(record, "SubTotal") ?? "0";
  const number = textIn(record, "InvoiceNumber") ?? textIn(record, "CreditNoteNumber");
  return (
    day === facts.Date &&
    textWithin(record, "Contact", "ContactID") === facts.ContactID &&
    number === (facts.InvoiceNumber ?? facts.CreditNoteNumber) &&
    compareDecimals(net as DecimalString, (facts.SubTotal ?? "0") as DecimalString) === 0
  );
}

function isDeleted(record: JsonObject): boolean {
  return textIn(record, "Status") === "DELETED" || textIn(record, "Status") === "VOIDED";
}

function* search(context: WriteContext, { endpoint, typeWord }: Made, condition: string): Asking<JsonObject[]> {
  const answer = yield searchRequest(context, endpoint, typeWord, condition);
  return recordsOf(answer, endpoint).map((bytes) => readJsonObject(new TextDecoder().decode(bytes)));
}

function searchRequest(context: WriteContext, endpoint: Made["endpoint"], typeWord: string | undefined, condition: string): LedgerRequest {
  if (endpoint === "Invoices") return invoiceRecordsRequest(context, typeWord as InvoiceType, { and: condition });
  return recordsRequest(context, endpoint, typeWord === undefined ? condition : `Type=="${typeWord}" AND ${condition}`);
}

function* lookAtChanged(context: WriteContext, expected: Changed, { ledgerId, act }: PreparedItem): Asking<Finding> {
  const { endpoint, typeWord, stream, before, sent } = expected;
  const id = ledgerId ?? "";
  const current = yield* readCurrent(context, { endpoint, typeWord }, id);
  if (current === null) return { found: "changed", message: "The transaction was deleted in the ledger." };
  if (shows(current.record, readJsonObject(sent))) return { found: "present", ledgerId: id };
  if (contentOf(context, stream, current.text) === before) return { found: "absent" };
  return { found: "changed", message: changedInLedger(act) };
}

function* lookAtPayment(context: WriteContext, id: string): Asking<Finding> {
  const current = yield* readCurrent(context, { endpoint: "Payments" }, id);
  if (current !== null && textIn(current.record, "Status") !== "DELETED") return { found: "absent" };
  return { found: "present", ledgerId: id };
}

function* lookAtCredit(context: WriteContext, { endpoint, invoiceId, amount, count }: Allocated, id: string): Asking<Finding> {
  const current = yield* readCurrent(context, { endpoint }, id);
  if (current === null) return { found: "changed", message: "The credit was deleted in the ledger." };
  const now = countLike(objectsIn(current.record, "Allocations"), invoiceId, amount);
  return now >= count ? { found: "present", ledgerId: id } : { found: "absent" };
}
