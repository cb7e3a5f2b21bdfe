import { sumDecimals } from "#shared/kernel/decimal.ts";
import { moneyName } from "#shared/kernel/readable.ts";
import { chooseContact, contactAfter } from "#shared/model/labels/record-name.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";
import { textAtPath } from "../../record-field.ts";
import type { WriteContext } from "../../writing.ts";
import { decodePage, parseRecord } from "../decode.ts";
import { type InvoiceType, invoiceRecordsRequest, recordsRequest } from "../requests.ts";
import { draftBasis, headerFields, marked, refuseUnsupportedFields, statedTotal, statusWord } from "./draft-fields.ts";
import type { Element } from "./element.ts";
import type { Expected } from "./expected.ts";
import { equals } from "./filter.ts";
import { textWithin } from "./json.ts";
import { BASIS_CODES, newLine } from "./line-body.ts";
import { labelOf, type Noun, nouns } from "./nouns.ts";
import { type Asking, type At, badInput, Refused } from "./refused.ts";

/** A new document. A number that must be unique is asked for first. @throws Refused */
export function* createDocument(context: WriteContext, draft: DocumentDraft, operation: number, at: At): Asking<Element> {
  const noun = nouns[draft.type];
  refuseUnsupportedFields(context, noun, draft, at);
  if (noun.typeWord !== undefined && draft.party === undefined) throw badInput(at("party.id"), chooseContact(draft.type));
  if (noun.endpoint === "BankTransactions" && draft.totalAccountId === undefined)
    throw badInput(at("totalAccountId"), "Choose the bank or card account.");
  const element = newElement(context, noun, draft, operation, at);
  if (isNumbered(noun, draft)) yield* refuseTakenNumber(context, noun, draft.number as string, at);
  return element;
}

/** Sales documents with a number can be found by it, because numbers are unique in the ledger. */
function isNumbered(noun: Noun, draft: DocumentDraft): boolean {
  return noun.numberIsUnique && draft.number !== undefined;
}

function newElement(context: WriteContext, noun: Noun, draft: DocumentDraft, operation: number, at: At): Element {
  const basis = draftBasis(noun, draft);
  const mark = context.reference(operation, 0);
  const numbered = isNumbered(noun, draft);
  const own = noun.referenceField === "Narration" ? draft.memo : draft.reference;
  // What a customer reads on an invoice stays free of our mark wherever the number does its work.
  const reference = numbered ? own : marked(own, mark, at(noun.referenceField === "Narration" ? "memo" : "reference"));
  const scope = { context, isJournal: noun.typeWord === undefined, basis };
  const object = {
    Type: noun.typeWord,
    Status: statusWord(noun, draft.status, at),
    ...headerFields(context, noun, draft, at),
    [noun.referenceField]: reference,
    LineAmountTypes: BASIS_CODES[basis],
    [noun.linesField]: draft.lines.map((line, index) => newLine(scope, line, (field) => at(`lines[${index}].${field}`))),
  };
  return {
    // POST changes the record that has the number already, so that a number goes with PUT, which only makes.
    method: numbered ? "PUT" : "POST",
    path: `/${noun.endpoint}`,
    query: writeQuery(noun),
    collection: noun.endpoint,
    object,
    item: {
      operation,
      part: 0,
      title: titleOf(context, noun, draft),
      reference: numbered ? (draft.number as string) : mark,
      entityType: noun.entityType,
      ledgerId: null,
      expected: expectedOf(noun, draft, object, numbered, reference) satisfies Expected,
    },
  };
}

/** Each object answers for itself, and unit prices keep their four decimals. */
export function writeQuery(noun: Noun): Readonly<Record<string, string>> {
  return { summarizeErrors: "false", ...(noun.endpoint === "ManualJournals" ? {} : { unitdp: "4" }) };
}

function expectedOf(
  noun: Noun,
  draft: DocumentDraft,
  object: Element["object"],
  numbered: boolean,
  reference: string | undefined,
): Extract<Expected, { look: "made" }> {
  const { endpoint, idField, typeWord } = noun;
  const contact = textWithin(object, "Contact", "ContactID");
  const ledgerTotal = draft.total?.amount;
  return {
    look: "made",
    endpoint,
    ...(typeWord === undefined ? {} : { typeWord }),
    idField,
    field: numbered ? (noun.numberField as string) : noun.referenceField,
    text: numbered ? (draft.number as string) : (reference as string),
    facts: {
      Date: draft.issueDate,
      SubTotal: sumDecimals(draft.lines.map(({ net }) => net.amount)),
      ...(contact === undefined ? {} : { ContactID: contact }),
      ...(noun.numberField === undefined || draft.number === undefined ? {} : { [noun.numberField]: draft.number }),
    },
    promised: {
      ...(draft.number === undefined || noun.numberField === undefined ? {} : { number: draft.number }),
      ...(reference === undefined ? {} : { [noun.referenceField === "Narration" ? "memo" : "reference"]: reference }),
      ...(ledgerTotal === undefined || draft.type === "journal" ? {} : { total: ledgerTotal }),
      ...(draft.tax?.amount === undefined ? {} : { "tax.amount": draft.tax.amount.amount }),
      ...promisedTaxes(draft.lines),
    },
  };
}

/** Taxes of lines that people were shown, whether or not they were sent. */
export function promisedTaxes(lines: DocumentDraft["lines"]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap(({ tax }, index) => (tax?.amount === undefined ? [] : [[`lines[${index}].tax.amount`, tax.amount.amount]])),
  );
}

function* refuseTakenNumber(context: WriteContext, noun: Noun, number: string, at: At): Asking<void> {
  const field = noun.numberField as string;
  const request =
    noun.endpoint === "Invoices"
      ? invoiceRecordsRequest(context, noun.typeWord as InvoiceType, { and: equals(field, number) })
      : recordsRequest(context, "CreditNotes", `Type=="${noun.typeWord}" AND ${equals(field, number)}`);
  const answer = yield request;
  const taken = decodePage(answer, noun.endpoint).records.some((bytes) => textAtPath(parseRecord(bytes), "Status") !== "DELETED");
  if (!taken) return;
  throw new Refused({
    code: "already_exists",
    message: `The ledger already has ${labelOf(noun).toLowerCase()} ${number}.`,
    field: at("number"),
  });
}

function titleOf(context: WriteContext, noun: Noun, draft: DocumentDraft): string {
  const name = draft.number ?? draft.reference ?? (noun.typeWord === undefined ? draft.memo : undefined);
  const party = draft.party === undefined ? "" : contactAfter(draft.type, context.party(draft.party.id)?.name ?? draft.party.id);
  return `${labelOf(noun)}${name === undefined ? "" : ` ${name}`}${party}, ${moneyName({ amount: statedTotal(draft), currency: draft.currency })}${isNet(draft) ? " before tax" : ""}`;
}

/** The ledger works out a tax that nobody stated, so that the amount leaves it out. */
function isNet({ type, total, tax, lines }: DocumentDraft): boolean {
  if (type === "journal" || total !== undefined || tax?.amount !== undefined || tax?.basis === "none") return false;
  return lines.some((line) => line.tax !== undefined && line.tax.amount === undefined && (line.tax.components ?? []).length > 0);
}
