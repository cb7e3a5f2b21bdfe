import { type Aging, type AgingItem, type AgingSide, type AppliedPart, ageItems, type NamedParty } from "#main/domain/aging/aging.ts";
import type { AgingInput } from "#main/store/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { mergeVolatile } from "#main/store/database/mirror-relations.ts";
import { prepared } from "#main/store/database/query.ts";
import type { AllocationRow, DocumentRow, PaymentRow } from "#main/store/database/schema-client.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { directionCode, documentStatusCode, documentTypeCode, paymentStatusCode, unappliedKindCode } from "#main/store/records/codes.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { Party } from "#shared/model/books/party.ts";

const SIDES = {
  receivable: { charge: "sales_invoice", credit: "sales_credit", direction: "received" },
  payable: { charge: "purchase_bill", credit: "purchase_credit", direction: "made" },
} as const;

/** Aging by the plain rule: every document, payment and allocation that may matter, read into memory. */
export function agingInMemory(reader: MirrorReader, { side, asOfDate, baseCurrency }: AgingInput, readOn: CalendarDate): Aging {
  const items = itemsOf(reader, side, asOfDate, asOfDate < readOn, partiesOf(reader));
  return ageItems(items, { asOfDate, readOn, baseCurrency });
}

type Parties = ReadonlyMap<string, Pick<Party, "id" | "name" | AgingSide>>;

function partiesOf(reader: MirrorReader): Parties {
  const rows = prepared(
    reader.db,
    "SELECT body, volatile FROM entity JOIN source_record USING (rec_no) WHERE kind = 'party' AND removed_ms IS NULL",
  ).all() as { readonly body: string; readonly volatile: string | null }[];
  return new Map(rows.map((row) => mergeVolatile(row.body, row.volatile) as Party).map((party) => [party.id, party]));
}

type Sourced<Row> = Row & { readonly source_id: unknown; readonly entity_word: number };

/** Charges, credits and payments that may have been open at the date; all of them when it must be rebuilt. */
function* itemsOf(reader: MirrorReader, side: AgingSide, asOfDate: CalendarDate, rebuilt: boolean, parties: Parties): Generator<AgingItem> {
  const { charge, credit, direction } = SIDES[side];
  const applied = appliedParts(reader, rebuilt ? null : dayNumber(asOfDate));
  const open = (column: string) => (rebuilt || applied.size > 0 ? "" : `AND (${column} <> 0 OR ${column} IS NULL)`);
  // Drafts and documents awaiting approval are owed by nobody yet; voided and deleted ones no more.
  const live = (["open", "part_paid", "paid"] as const).map(documentStatusCode.encode).join(",");
  const documents = prepared(
    reader.db,
    `SELECT document.*, source_id, entity_word FROM document JOIN source_record USING (rec_no)
     WHERE type IN (?, ?) AND status IN (${live}) AND issue_day <= ? AND removed_ms IS NULL ${open("outstanding")}`,
  );
  const day = dayNumber(asOfDate);
  for (const row of documents.iterate(documentTypeCode.encode(charge), documentTypeCode.encode(credit), day))
    yield documentItem(reader, row as Sourced<DocumentRow>, applied, parties);
  const payments = prepared(
    reader.db,
    `SELECT payment.*, source_id, entity_word FROM payment JOIN source_record USING (rec_no)
     WHERE direction = ? AND status = ? AND day <= ? AND removed_ms IS NULL ${open("unapplied")}`,
  );
  for (const row of payments.iterate(directionCode.encode(direction), paymentStatusCode.encode("posted"), day))
    yield paymentItem(reader, row as Sourced<PaymentRow>, applied, parties);
}

function documentItem(
  reader: MirrorReader,
  row: Sourced<DocumentRow>,
  applied: ReadonlyMap<string, AppliedPart[]>,
  parties: Parties,
): AgingItem {
  const id = idOf(reader, row);
  const isCredit = documentTypeCode.decode(row.type).endsWith("_credit");
  return {
    id,
    party: partyOf(reader, row, parties),
    currency: reader.words.text(row.currency_word),
    date: fromDayNumber(row.issue_day),
    dueDate: row.due_day === null ? null : fromDayNumber(row.due_day),
    total: unpackAmount(row.total, row.scales, 0, "total", row.exact) as DecimalString,
    totalBase: unpackAmount(row.total_base, row.scales, 1, "totalBase", row.exact) ?? null,
    outstanding: unpackAmount(row.outstanding, row.scales, 2, "outstanding", row.exact) as DecimalString,
    unapplied: !isCredit ? null : row.unapplied_kind === null ? "credit" : unappliedKindCode.decode(row.unapplied_kind),
    applied: applied.get(id) ?? [],
  };
}

function paymentItem(
  reader: MirrorReader,
  row: Sourced<PaymentRow>,
  applied: ReadonlyMap<string, AppliedPart[]>,
  parties: Parties,
): AgingItem {
  const id = idOf(reader, row);
  return {
    id,
    party: partyOf(reader, row, parties),
    currency: reader.words.text(row.currency_word),
    date: fromDayNumber(row.day),
    dueDate: null,
    total: unpackAmount(row.amount, row.scales, 0, "amount", row.exact) as DecimalString,
    totalBase: null,
    outstanding: unpackAmount(row.unapplied, row.scales, 1, "unapplied", row.exact) as DecimalString,
    unapplied: "payment",
    applied: applied.get(id) ?? [],
  };
}

/** Allocations by both of their ends: those after a day, or all of them. */
function appliedParts(reader: MirrorReader, after: number | null): Map<string, AppliedPart[]> {
  const rows = prepared(
    reader.db,
    `SELECT allocation.* FROM allocation JOIN source_record USING (rec_no) WHERE removed_ms IS NULL ${after === null ? "" : "AND day > ?"}`,
  ).iterate(...(after === null ? [] : [after])) as IterableIterator<AllocationRow>;
  const applied = new Map<string, AppliedPart[]>();
  for (const row of rows) {
    const part: AppliedPart = {
      amount: unpackAmount(row.amount, row.scales, 0, "amount", row.exact) as DecimalString,
      currency: reader.words.text(row.currency_word),
      date: row.day === null ? null : fromDayNumber(row.day),
    };
    for (const id of [row.from_id, row.to_id]) {
      const known = applied.get(id);
      if (known === undefined) applied.set(id, [part]);
      else known.push(part);
    }
  }
  return applied;
}

function idOf(reader: MirrorReader, row: Sourced<object>): string {
  return `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`;
}

function partyOf(
  reader: MirrorReader,
  row: { readonly party_word: number | null; readonly party_name: string | null },
  parties: Parties,
): NamedParty | null {
  if (row.party_word === null) return null;
  const id = reader.words.text(row.party_word);
  return { id, name: parties.get(id)?.name ?? row.party_name ?? id };
}
