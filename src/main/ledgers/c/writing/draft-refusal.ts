import type { WriteContext } from "#main/ledgers/writing.ts";
import { compareDecimals, isZero } from "#shared/kernel/decimal.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";
import { chooseContact } from "#shared/model/labels/record-name.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { DocumentChanges, DocumentDraft, LineDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import { factsOf } from "../facts.ts";
import { type RecordName, recordOfDocument } from "./record-types.ts";

type Update = Extract<WriteOperation, { readonly kind: "update_document" }>;

const STATUS_INSTEAD = {
  open: "If the transaction is awaiting approval, approve it instead.",
  awaiting_approval: "Change it in the ledger, then sync.",
  draft: "This ledger has no drafts.",
} as const;

const JOURNAL_CONTACT = "A journal in this ledger can't have a contact. Add contacts to its lines in the ledger instead.";

/** What a new document asks for and the record service would not be told: it is refused by its field, never dropped. */
export function draftRefusal(context: WriteContext, draft: DocumentDraft): Failure | null {
  if (draft.status === "draft") return no("This ledger has no drafts. Keep the draft in Tieout.", "status");
  if (draft.type !== "journal" && draft.party === undefined) return no(chooseContact(draft.type), "party.id");
  if (draft.type === "journal" && draft.party !== undefined) return no(JOURNAL_CONTACT, "party.id");
  if (draft.type === "journal" && draft.totalAccountId !== undefined)
    return no("A journal in this ledger has no account for its total. Choose accounts on its lines instead.", "totalAccountId");
  return (
    currencyRefusal(context, draft.currency) ??
    taxRefusal(draft.tax, undefined, "tax") ??
    linesRefusal(context, recordOfDocument(draft.type), draft.lines, undefined, "lines")
  );
}

/** The same for a change. What it repeats of the record as it is asks for nothing. */
export function changeRefusal(context: WriteContext, { id, changes }: Update, record: RecordName): Failure | null {
  const before = context.record(id)?.document;
  if (before === undefined) return no(`Transaction ${id} isn't in this client's books or can't be changed from Tieout.`, "id");
  if (changes.party !== undefined && changes.party.id !== before.partyId)
    return no(
      before.type === "journal" ? JOURNAL_CONTACT : "The contact can't be changed. Delete the transaction and enter it again.",
      "changes.party.id",
    );
  if (changes.status !== undefined && changes.status !== before.status)
    return no(`The status can't be set directly. ${STATUS_INSTEAD[changes.status]}`, "changes.status");
  if (changes.totalAccountId !== undefined && changes.totalAccountId !== before.totalAccountId)
    return no("You can't change the account that the total posts to.", "changes.totalAccountId");
  return (
    clearingRefusal(context, changes) ??
    taxRefusal(changes.tax, before.tax, "changes.tax") ??
    lineIdRefusal(changes.lines ?? [], before) ??
    linesRefusal(context, record, changes.lines ?? [], before, "changes.lines")
  );
}

/** Fields that this ledger keeps filled, or doesn't know. */
function clearingRefusal(context: WriteContext, { cleared = [], lines = [] }: DocumentChanges): Failure | null {
  if (cleared.includes("party")) return no("In this ledger, a transaction's contact can't be removed.", "changes.party.id");
  if (cleared.includes("entityId")) return no("In this ledger, a transaction's legal entity can't be removed.", "changes.entityId");
  if (cleared.includes("exchangeRate"))
    return no("In this ledger, a foreign-currency transaction's exchange rate can be changed but not removed.", "changes.exchangeRate");
  const taxed = lines.findIndex((line) => line.cleared?.includes("tax") === true);
  if (taxed >= 0) return no("The ledger calculates tax itself, so the tax code can't be removed.", `changes.lines[${taxed}].tax`);
  for (const [index, { clearedDimensions = [] }] of lines.entries()) {
    const unknown = clearedDimensions.find((id) => !isKept(context, id));
    if (unknown !== undefined) return wrong(`The ledger has no dimension with the ID ${unknown}.`, `changes.lines[${index}].dimensions`);
  }
  return null;
}

/** Money in a currency that has no id here would be booked in another one. */
export function currencyRefusal(context: WriteContext, currency: string): Failure | null {
  if (currency === context.discovery.organisation.baseCurrency) return null;
  if (Object.values(factsOf(context.discovery).currencies).includes(currency)) return null;
  return { code: "invalid_input", message: `${currency} isn't set up in this ledger.`, field: "currency" };
}

function linesRefusal(
  context: WriteContext,
  record: RecordName,
  lines: readonly LineDraft[],
  before: MappedDocument | undefined,
  field: string,
): Failure | null {
  for (const [index, line] of lines.entries()) {
    const at = (name: string) => `${field}[${index}].${name}`;
    if ((line.kind === "item" ? record.itemLines : record.accountLines) === null)
      return no(`Each line of this transaction needs ${record.itemLines === null ? "an account" : "an item"}.`, at("kind"));
    const standing = before?.lines.find(({ id }) => id === line.id);
    const refusal = taxRefusal(line.tax, standing?.tax, at("tax")) ?? dimensionRefusal(context, line, at);
    if (refusal !== null) return refusal;
  }
  return null;
}

function lineIdRefusal(lines: readonly LineDraft[], before: MappedDocument): Failure | null {
  const seen = new Set<string>();
  for (const [index, { id }] of lines.entries()) {
    if (id === undefined) continue;
    if (seen.has(id) || !before.lines.some((line) => line.id === id))
      return wrong(`The transaction has no line ${id}, or the line is listed twice.`, `changes.lines[${index}].id`);
    seen.add(id);
  }
  return null;
}

/** Rule 21: no tax is sent to this ledger, so none is promised. */
function taxRefusal(tax: DocumentDraft["tax"], before: DocumentDraft["tax"], field: string): Failure | null {
  const amount = tax?.amount?.amount;
  const code = tax?.components?.[0]?.code;
  const now = before?.amount?.amount;
  const isNew = amount !== undefined && !isZero(amount) && (now === undefined || compareDecimals(amount, now) !== 0);
  if (!isNew && (code === undefined || code === before?.components?.[0]?.code)) return null;
  return no("The ledger calculates tax, so you can't enter it.", isNew ? `${field}.amount` : `${field}.components`);
}

function dimensionRefusal(context: WriteContext, line: LineDraft, at: (name: string) => string): Failure | null {
  for (const [index, { dimensionId, fannedFromHeader }] of line.dimensions.entries()) {
    if (fannedFromHeader === true) continue;
    if (!isKept(context, dimensionId))
      return wrong(`The ledger has no dimension with the ID ${dimensionId}.`, at(`dimensions[${index}].dimensionId`));
  }
  return null;
}

/** Whether the ledger itself keeps the dimension. */
function isKept(context: WriteContext, dimensionId: string): boolean {
  return context.discovery.capabilities.dimensions.some(({ id, ownedBy }) => id === dimensionId && ownedBy === "source");
}

function wrong(message: string, field: string): Failure {
  return { code: "invalid_input", message, field };
}

/** What the ledger could keep, and its record service takes from nobody. */
function no(message: string, field: string): Failure {
  return { code: "not_supported", message, field };
}
