import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { DocumentRow, PaymentRow } from "#main/store/database/schema-client.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { directionCode, documentTypeCode, unappliedKindCode } from "#main/store/records/codes.ts";
import { packId } from "#main/store/records/identifiers.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { dayName, moneyName } from "#shared/kernel/readable.ts";
import { message, t } from "#shared/language/t.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import { type DocumentType, isSale, type UnappliedKind } from "#shared/model/books/document.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { contactAfter } from "#shared/model/labels/record-name.ts";
import { recordNumber } from "./record-number.ts";

const DOCUMENT_WORDS: Readonly<Record<DocumentType, string>> = {
  sales_invoice: "Invoice",
  purchase_bill: "Bill",
  sales_credit: "Credit note",
  purchase_credit: message("Vendor credit"),
  cash_sale: "Cash sale",
  cash_purchase: "Expense",
  journal: "Journal",
};

/** `short` leaves out amount and date, for lists that have columns of their own for them. */
type NameForm = "whole" | "short";

/** A document as people speak of it: its kind, number, party, amount and date; never an id. */
export function documentName(reader: MirrorReader, row: DocumentRow, form: NameForm = "whole"): string {
  const own = row.number ?? row.reference;
  const party = partyName(reader, row);
  const type = documentTypeCode.decode(row.type);
  const kind = unappliedKindOf(row);
  const what = kind === undefined ? t(DOCUMENT_WORDS[type]) : codeLabel(kind);
  const short = `${what}${own === null ? "" : ` ${own}`}${contactAfter(type, party, kind)}`;
  if (form === "short") return short;
  const amount = unpackAmount(row.total, row.scales, 0, "total", row.exact);
  const money = moneyName({ amount: amount ?? "", currency: reader.words.text(row.currency_word) });
  return `${short} (${money}, ${dayName(fromDayNumber(row.issue_day))})`;
}

/** The kind of an overpayment, prepayment or deposit, which is stored as a credit; undefined for every other document. */
export function unappliedKindOf({ unapplied_kind: kind }: Pick<DocumentRow, "unapplied_kind">): UnappliedKind | undefined {
  return kind === null ? undefined : unappliedKindCode.decode(kind);
}

/** What a document is called by: its kind where it has one, else its type. */
export function namedType(row: Pick<DocumentRow, "type" | "unapplied_kind">): DocumentType | UnappliedKind {
  return unappliedKindOf(row) ?? documentTypeCode.decode(row.type);
}

/** The name of a document or payment by its id; null for anything else. */
export function documentNameOf(reader: MirrorReader, id: string, form: NameForm = "whole"): string | null {
  const document = recordNumber(reader, id, "document");
  if (document !== null)
    return documentName(reader, prepared(reader.db, "SELECT * FROM document WHERE rec_no = ?").get(document) as DocumentRow, form);
  const payment = recordNumber(reader, id, "payment");
  return payment === null
    ? null
    : paymentName(reader, prepared(reader.db, "SELECT * FROM payment WHERE rec_no = ?").get(payment) as PaymentRow, form);
}

/** A payment as people speak of it. */
export function paymentName(reader: MirrorReader, row: PaymentRow, form: NameForm = "whole"): string {
  const party = partyName(reader, row);
  const isIn = directionCode.decode(row.direction) === "received";
  const whom = party === null ? "" : ` ${isIn ? "from" : "to"} ${party}`;
  const reference = row.reference === null ? "" : ` ${row.reference}`;
  const short = `Payment${reference} ${isIn ? "received" : "made"}${whom}`;
  if (form === "short") return short;
  const amount = unpackAmount(row.amount, row.scales, 0, "amount", row.exact);
  const money = moneyName({ amount: amount ?? "", currency: reader.words.text(row.currency_word) });
  return `${short} (${money}, ${dayName(fromDayNumber(row.day))})`;
}

/** The name of a record's contact as it is now; the one that the record gives where the contact wasn't read. */
export function partyName(reader: MirrorReader, { party_word: word, party_name: given }: PartyColumns): string | null {
  if (word === null) return given;
  return entityLabel(reader, reader.words.text(word)) ?? given;
}

type PartyColumns = Pick<DocumentRow, "party_word" | "party_name">;

/** What a ledger's line says of the document or payment that it comes from. */
interface PostedRecord {
  readonly isDocument: boolean;
  readonly type: DocumentType | "receipt" | "payment";
  readonly unappliedKind?: UnappliedKind;
  /** Its number or reference. */
  readonly number: string | null;
  readonly contact: string | null;
}

/** A document or payment by its id; null where it wasn't read. */
export function postedRecord(reader: MirrorReader, id: string): PostedRecord | null {
  const document = recordNumber(reader, id, "document");
  if (document !== null) {
    const row = prepared(
      reader.db,
      "SELECT type, unapplied_kind, number, reference, party_word, party_name FROM document WHERE rec_no = ?",
    ).get(document) as Pick<DocumentRow, "type" | "unapplied_kind" | "number" | "reference"> & PartyColumns;
    const type = documentTypeCode.decode(row.type);
    const unappliedKind = unappliedKindOf(row);
    // Money without lines of its own is stored as a credit.
    const told =
      unappliedKind === undefined ? { type } : { type: isSale(type) ? ("receipt" as const) : ("payment" as const), unappliedKind };
    return { isDocument: true, ...told, number: row.number ?? row.reference, contact: partyName(reader, row) };
  }
  const payment = recordNumber(reader, id, "payment");
  if (payment === null) return null;
  const row = prepared(reader.db, "SELECT direction, reference, party_word, party_name FROM payment WHERE rec_no = ?").get(payment) as Pick<
    PaymentRow,
    "direction" | "reference"
  > &
    PartyColumns;
  const type = directionCode.decode(row.direction) === "received" ? "receipt" : "payment";
  return { isDocument: false, type, number: row.reference, contact: partyName(reader, row) };
}

/** The name of a party, account (with its code), item, dimension or period; null when it was not read. */
export function entityLabel(reader: MirrorReader, id: string): string | null {
  const find = prepared(
    reader.db,
    `SELECT CASE WHEN kind = 'account' AND label <> body ->> 'name' THEN label || ' ' || (body ->> 'name') ELSE label END
     FROM entity WHERE id = ? AND kind IN ('party', 'account', 'item', 'dimension', 'period')`,
  ).pluck();
  return (find.get(id) as string | undefined) ?? null;
}

/** The legal entities of a ledger: discovery knows their names, and no record of the mirror has them. */
export type EntityNames = readonly { readonly id: string; readonly name: string }[];

/** A text with names in place of the ids of records, periods, dimension values and legal entities. */
export function withNames(reader: MirrorReader, text: string, entities: EntityNames): string {
  const valued = text.replaceAll(/([\w:-]+)=([^\s|,;]+)/g, (all, dimensionId: string, valueId: string) => {
    const dimension = dimensionOf(reader, dimensionId);
    if (dimension === null) return all;
    return `${dimension.name} ${dimension.values.find(({ id }) => id === valueId)?.name ?? "unknown"}`;
  });
  return valued.replaceAll(
    /[A-Za-z]\w*:[^\s|,;=]+/g,
    (id) => entityLabel(reader, id) ?? entities.find((entity) => entity.id === id)?.name ?? documentNameOf(reader, id, "short") ?? id,
  );
}

function dimensionOf(reader: MirrorReader, id: string): Dimension | null {
  const body = prepared(reader.db, "SELECT body FROM entity WHERE kind = 'dimension' AND id = ?").pluck().get(id) as string | undefined;
  return body === undefined ? null : (JSON.parse(body) as Dimension);
}

/** A field of a document's history in words: a line by its place, not by its id. */
export function fieldName(reader: MirrorReader, recNo: number, field: string): string {
  if (!field.startsWith("line ")) return field;
  const own = field.slice("line ".length);
  if (own.startsWith("#")) return `line ${own.slice(1)}`;
  const find = prepared(reader.db, "SELECT line_no FROM document_line WHERE rec_no = ? AND line_id = ?").pluck();
  const place = find.get(recNo, packId(own)) as number | undefined;
  return place === undefined ? "a former line" : `line ${place}`;
}
