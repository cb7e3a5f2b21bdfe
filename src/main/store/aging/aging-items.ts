import type { AgingItem, AgingSide, AppliedPart, NamedParty } from "#main/domain/aging/aging.ts";
import { ID_TEXT } from "#main/store/database/aging-sum-table.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { AllocationRow, DocumentRow, PaymentRow } from "#main/store/database/schema-client.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { directionCode, documentStatusCode, documentTypeCode, paymentStatusCode, unappliedKindCode } from "#main/store/records/codes.ts";
import { packId } from "#main/store/records/identifiers.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";

const SIDES = {
  receivable: { charge: "sales_invoice", credit: "sales_credit", direction: "received" },
  payable: { charge: "purchase_bill", credit: "purchase_credit", direction: "made" },
} as const;

export interface ItemsQuestion {
  readonly side: AgingSide;
  readonly asOfDate: CalendarDate;
  /** The date is before the day of the amounts, so that they are rebuilt from allocations. */
  readonly rebuilt: boolean;
  /** Only what belongs to this party; null: only what belongs to none. */
  readonly partyId?: string | null;
  /** Only what belongs to this legal entity; null: only what names none. */
  readonly entityId?: string | null;
  /** Credits and payments alone: charges, which are most of the documents, are not walked. */
  readonly unappliedOnly?: boolean;
  /** Only what the sums that are kept don't say (`aging_touched`). */
  readonly touchedOnly?: boolean;
}

export type AgingParties = ReadonlyMap<string, { readonly name: string }>;

/**
 * Charges, credits and payments that were open at the date, and those whose history has a gap. What
 * was settled by then and is explained never leaves SQL, and allocations are read of the others only,
 * so that a million documents pass through little memory.
 */
export function* agingItems(reader: MirrorReader, question: ItemsQuestion, parties: AgingParties): Generator<AgingItem> {
  const appliedOf = (id: string, hasApplied: boolean) => (hasApplied ? appliedTo(reader, id, question) : []);
  for (const { row, hasApplied } of candidates<DocumentRow>(reader, question, "document")) {
    const id = idOf(reader, row);
    yield { ...documentItem(reader, row, parties), id, applied: appliedOf(id, hasApplied) };
  }
  for (const { row, hasApplied } of candidates<PaymentRow>(reader, question, "payment")) {
    const id = idOf(reader, row);
    yield { ...paymentItem(reader, row, parties), id, applied: appliedOf(id, hasApplied) };
  }
}

type Sourced<Row> = Row & { readonly rec_no: number; readonly source_id: unknown; readonly entity_word: number };

/** What differs between the two tables that aging reads. */
interface Aged {
  readonly from: string;
  readonly where: string;
  readonly values: readonly unknown[];
  readonly total: "total" | "amount";
  readonly open: "outstanding" | "unapplied";
}

function aged(
  reader: MirrorReader,
  { side, asOfDate, partyId, entityId, rebuilt, unappliedOnly, touchedOnly }: ItemsQuestion,
  table: "document" | "payment",
): Aged {
  const { charge, credit, direction } = SIDES[side];
  const day = dayNumber(asOfDate);
  const from = touchedOnly === true ? `aging_touched g CROSS JOIN ${table} t ON t.rec_no = g.rec_no` : `${table} t`;
  // Of what is open now there is an index, and far more was issued by the date: the plus keeps SQLite from walking all of that.
  const unindexed = rebuilt ? "" : "+";
  const word = (id: string | null) => (id === null ? null : (reader.words.find(id) ?? -1));
  const narrowed = `${partyId === undefined ? "" : "AND t.party_word IS ?"} ${entityId === undefined ? "" : "AND t.entity_id_word IS ?"}`;
  const narrowedTo = [...(partyId === undefined ? [] : [word(partyId)]), ...(entityId === undefined ? [] : [word(entityId)])];
  if (table === "payment") {
    const values = [directionCode.encode(direction), paymentStatusCode.encode("posted"), day, ...narrowedTo];
    return {
      from,
      where: `t.direction = ? AND t.status = ? AND ${unindexed}t.day <= ? ${narrowed}`,
      values,
      total: "amount",
      open: "unapplied",
    };
  }
  // Drafts and documents awaiting approval are owed by nobody yet; voided and deleted ones no more.
  const live = (["open", "part_paid", "paid"] as const).map(documentStatusCode.encode).join(",");
  const values = [documentTypeCode.encode(unappliedOnly ? credit : charge), documentTypeCode.encode(credit), day, ...narrowedTo];
  return {
    from,
    where: `t.type IN (?, ?) AND t.status IN (${live}) AND ${unindexed}t.issue_day <= ? ${narrowed}`,
    values,
    total: "total",
    open: "outstanding",
  };
}

/** A row, and whether it has allocations that the question is about. */
interface Candidate<Row> {
  readonly row: Sourced<Row>;
  readonly hasApplied: boolean;
}

function* candidates<Row>(reader: MirrorReader, question: ItemsQuestion, table: "document" | "payment"): Generator<Candidate<Row>> {
  const ask = aged(reader, question, table);
  const day = dayNumber(question.asOfDate);
  if (question.rebuilt) {
    const rows = prepared(reader.db, rebuiltText(ask)).iterate(day, day, ...ask.values);
    for (const row of rows as IterableIterator<Sourced<Row> & Record<"applied_to" | "applied_from", number | null>>)
      yield { row, hasApplied: row.applied_to !== null || row.applied_from !== null };
    return;
  }
  const later = endsOfLater(reader, day);
  const from = `SELECT t.*, r.source_id, r.entity_word FROM ${ask.from} JOIN source_record r ON r.rec_no = t.rec_no WHERE ${ask.where} AND r.removed_ms IS NULL`;
  // Two questions, because the first is answered by the index of what is open; amounts beyond 2^53 are text.
  for (const open of [`t.${ask.open} <> 0`, `t.${ask.open} IS NULL`]) {
    const rows = prepared(reader.db, `${from} AND ${open}`).iterate(...ask.values);
    for (const row of rows as IterableIterator<Sourced<Row>>) yield { row, hasApplied: later.has(row.rec_no) };
  }
  // Settled by an allocation that is dated after the date asked for.
  const settled = prepared(reader.db, `${from} AND t.${ask.open} = 0 AND t.rec_no = ?`);
  for (const recNo of later) for (const row of settled.all(...ask.values, recNo) as Sourced<Row>[]) yield { row, hasApplied: true };
}

/** Allocations of a record that was removed no longer count. */
const HELD = "a.rec_no NOT IN (SELECT rec_no FROM source_record WHERE removed_ms IS NOT NULL)";

/**
 * What an end of allocations sums to. An allocation that asks for a closer look (dated later, without
 * a date, in another currency, kept as text) makes the sum a real number instead of an integer.
 */
function appliedText(end: "to_id" | "from_id"): string {
  const odd = "a.amount IS NULL OR a.day IS NULL OR a.day > ? OR a.currency_word <> t.currency_word";
  return `(SELECT SUM(IIF(${odd}, 0.5, a.amount)) FROM allocation a WHERE a.${end} = ${ID_TEXT} AND ${HELD})`;
}

/** Of all that was issued by the date: what is open now, was settled later, or is not explained. */
function rebuiltText({ from, where, total, open }: Aged): string {
  // The limit keeps the sums from being worked out once more for every condition.
  return `SELECT * FROM (
      SELECT t.*, r.source_id, r.entity_word, ${appliedText("to_id")} AS applied_to, ${appliedText("from_id")} AS applied_from
      FROM ${from} JOIN source_record r ON r.rec_no = t.rec_no JOIN word w ON w.word_no = r.entity_word
      WHERE ${where} AND r.removed_ms IS NULL LIMIT -1)
    WHERE ${open} IS NULL OR ${total} IS NULL OR ${open} <> 0 OR typeof(applied_to) = 'real' OR typeof(applied_from) = 'real'
      OR ${total} - COALESCE(applied_to, 0) - COALESCE(applied_from, 0) <> ${open}`;
}

/** Records at either end of an allocation that is dated after a day. */
function endsOfLater(reader: MirrorReader, day: number): Set<number> {
  const later = `SELECT from_id, to_id FROM allocation a WHERE day > ? AND ${HELD}`;
  const found = new Set<number>();
  for (const { from_id, to_id } of prepared(reader.db, later).iterate(day) as IterableIterator<Pick<AllocationRow, "from_id" | "to_id">>)
    for (const id of [from_id, to_id]) for (const recNo of numbersOf(reader, id)) found.add(recNo);
  return found;
}

function numbersOf(reader: MirrorReader, id: string): number[] {
  const colon = id.indexOf(":");
  const entity = reader.words.find(id.slice(0, colon));
  if (entity === null) return [];
  const find = prepared(reader.db, "SELECT rec_no FROM source_record WHERE source_id = ? AND entity_word = ?").pluck();
  return find.all(packId(id.slice(colon + 1)), entity) as number[];
}

type ItemFacts = Omit<AgingItem, "id" | "applied">;

function documentItem(reader: MirrorReader, row: Sourced<DocumentRow>, parties: AgingParties): ItemFacts {
  const isCredit = documentTypeCode.decode(row.type).endsWith("_credit");
  return {
    party: partyOf(reader, row, parties),
    currency: reader.words.text(row.currency_word),
    date: fromDayNumber(row.issue_day),
    dueDate: row.due_day === null ? null : fromDayNumber(row.due_day),
    total: unpackAmount(row.total, row.scales, 0, "total", row.exact) as DecimalString,
    totalBase: unpackAmount(row.total_base, row.scales, 1, "totalBase", row.exact) ?? null,
    outstanding: unpackAmount(row.outstanding, row.scales, 2, "outstanding", row.exact) as DecimalString,
    unapplied: !isCredit ? null : row.unapplied_kind === null ? "credit" : unappliedKindCode.decode(row.unapplied_kind),
  };
}

function paymentItem(reader: MirrorReader, row: Sourced<PaymentRow>, parties: AgingParties): ItemFacts {
  return {
    party: partyOf(reader, row, parties),
    currency: reader.words.text(row.currency_word),
    date: fromDayNumber(row.day),
    dueDate: null,
    total: unpackAmount(row.amount, row.scales, 0, "amount", row.exact) as DecimalString,
    totalBase: null,
    outstanding: unpackAmount(row.unapplied, row.scales, 1, "unapplied", row.exact) as DecimalString,
    unapplied: "payment",
  };
}

/** The allocations at one record: all of them when the date is rebuilt, else those dated later. */
function appliedTo(reader: MirrorReader, id: string, { asOfDate, rebuilt }: ItemsQuestion): AppliedPart[] {
  const later = rebuilt ? "" : "AND a.day > ?";
  return (["to_id", "from_id"] as const).flatMap((end) => {
    const rows = prepared(reader.db, `SELECT a.* FROM allocation a WHERE a.${end} = ? AND ${HELD} ${later}`);
    return (rows.all(id, ...(rebuilt ? [] : [dayNumber(asOfDate)])) as AllocationRow[]).map((row) => ({
      amount: unpackAmount(row.amount, row.scales, 0, "amount", row.exact) as DecimalString,
      currency: reader.words.text(row.currency_word),
      date: row.day === null ? null : fromDayNumber(row.day),
    }));
  });
}

function idOf(reader: MirrorReader, row: Sourced<object>): string {
  return `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`;
}

function partyOf(
  reader: MirrorReader,
  row: { readonly party_word: number | null; readonly party_name: string | null },
  parties: AgingParties,
): NamedParty | null {
  if (row.party_word === null) return null;
  const id = reader.words.text(row.party_word);
  return { id, name: parties.get(id)?.name ?? row.party_name ?? id };
}
