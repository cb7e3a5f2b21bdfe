import { AGING_BUCKETS, type AgingSide, type NamedParty, type OpenPart, type UnappliedCashKind } from "#main/domain/aging/aging.ts";
import { agingSteps, isSteady, STEP_COLUMNS, STEP_PLACES } from "#main/domain/aging/aging-steps.ts";
import { hasAgingSums, KINDS, KINDS_A_SIDE } from "#main/store/database/aging-sum-table.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { unappliedKindCode } from "#main/store/records/codes.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, fromTenThousandths } from "#shared/kernel/decimal.ts";
import { EVERYONE, monthOfDay, plus, readItem, readSteps, type Sum } from "./aging-sums.ts";

export interface KeptQuestion {
  readonly side: AgingSide;
  readonly asOfDate: CalendarDate;
  readonly baseCurrency: string | null;
  /** One legal entity alone; null: what names none. */
  readonly entityId?: string | null | undefined;
  /** Credits and payments alone. */
  readonly unappliedOnly?: boolean | undefined;
}

interface Place {
  readonly party_word: number;
  readonly kind: number;
  readonly currency_word: number;
  readonly scales: number;
}

type Tally = Place & { readonly sums: Sum[] };

/**
 * What was open at a date by the sums that are kept, without the items that changed since (`aging_touched`), which have to be
 * aged one by one.
 * @param parties null: added up over all contacts
 * @returns null where no sums are kept yet
 */
export function keptParts(
  reader: MirrorReader,
  question: KeptQuestion,
  parties: ReadonlyMap<string, { readonly name: string }> | null,
): OpenPart[] | null {
  if (!hasAgingSums(reader.db)) return null;
  const tallies = new Map<string, Tally>();
  const tallyOf = ({ party_word, kind, currency_word, scales }: Place): Sum[] => {
    const key = `${kind} ${party_word} ${currency_word} ${scales}`;
    let tally = tallies.get(key);
    if (tally === undefined) {
      tally = { party_word, kind, currency_word, scales, sums: Array.from({ length: STEP_COLUMNS }, () => 0) };
      tallies.set(key, tally);
    }
    return tally.sums;
  };
  addMonths(reader, question, parties === null, tallyOf);
  addDays(reader, question, parties === null, tallyOf);
  takeTouched(reader, question, parties === null, tallyOf);
  const open = [...tallies.values()].filter(({ sums }) => sums[STEP_PLACES.documents] !== 0);
  const named = parties === null ? () => null : namesOf(reader, open, parties);
  return open.map((tally) => partOf(reader, tally, named(tally.party_word), question.baseCurrency));
}

function kindsOf({ side, unappliedOnly }: KeptQuestion): number[] {
  const first = side === "receivable" ? 0 : KINDS_A_SIDE;
  const kinds = Array.from({ length: KINDS_A_SIDE }, (_, at) => first + at);
  return unappliedOnly === true ? kinds.slice(1) : kinds;
}

/** The legal entity that a question is about as its sums have it; undefined: all of them. */
function entityOf(reader: MirrorReader, { entityId }: KeptQuestion): number | undefined {
  if (entityId === undefined) return undefined;
  return entityId === null ? 0 : (reader.words.find(entityId) ?? -1);
}

/** Which rows of a table of sums a question is about. */
function scope(reader: MirrorReader, question: KeptQuestion, isTotal: boolean): { readonly where: string; readonly values: object } {
  const entity = entityOf(reader, question);
  const party = isTotal ? `party_word = ${EVERYONE}` : `party_word > ${EVERYONE}`;
  return {
    // One by one: by a range of kinds, the rest of the table's key would not be looked up.
    where: `kind IN (${kindsOf(question).join(",")}) AND ${party} ${entity === undefined ? "" : "AND entity_id_word = @entity"}`,
    values: { month: monthOfDay(dayNumber(question.asOfDate)), ...(entity === undefined ? {} : { entity }) },
  };
}

const SUMS = ["current", "late_30", "late_60", "late_90", "older", "documents", "base", "without_base"] as const;

function addMonths(reader: MirrorReader, question: KeptQuestion, isTotal: boolean, tallyOf: (place: Place) => Sum[]): void {
  const { where, values } = scope(reader, question, isTotal);
  // In groups of the table's key, entities included, which come in its order: any others would be sorted, which takes as long again.
  const text = `SELECT kind, party_word, currency_word, scales, ${SUMS.map((name) => `SUM(${name})`).join(", ")} FROM aging_month
    WHERE ${where} AND month < @month GROUP BY kind, party_word, currency_word, entity_id_word, scales`;
  for (const row of prepared(reader.db, text).safeIntegers().raw().iterate(values) as IterableIterator<bigint[]>) {
    const [kind, party_word, currency_word, scales] = row.slice(0, 4).map(Number) as [number, number, number, number];
    const sums = tallyOf({ kind, party_word, currency_word, scales });
    for (let column = 0; column < STEP_COLUMNS; column++) sums[column] = plus(sums[column] as Sum, smaller(row[4 + column] as bigint));
  }
}

function smaller(sum: bigint): Sum {
  const number = Number(sum);
  return Number.isSafeInteger(number) ? number : sum;
}

/** The days of the date's own month, up to it. */
function addDays(reader: MirrorReader, question: KeptQuestion, isTotal: boolean, tallyOf: (place: Place) => Sum[]): void {
  const { where, values } = scope(reader, question, isTotal);
  const text = `SELECT kind, party_word, currency_word, scales, steps FROM aging_day WHERE ${where} AND month = @month`;
  const day = dayNumber(question.asOfDate);
  const end = (day - monthOfDay(day) + 1) * STEP_COLUMNS;
  for (const row of prepared(reader.db, text).iterate(values) as IterableIterator<Place & { readonly steps: string }>) {
    const sums = tallyOf(row);
    for (const [code, sum] of readSteps(row.steps)) {
      if (code >= end) break;
      sums[code % STEP_COLUMNS] = plus(sums[code % STEP_COLUMNS] as Sum, sum);
    }
  }
}

/** Takes off what the sums say of items that changed since. */
function takeTouched(reader: MirrorReader, question: KeptQuestion, isTotal: boolean, tallyOf: (place: Place) => Sum[]): void {
  const kinds = new Set(kindsOf(question));
  const entity = entityOf(reader, question);
  const day = dayNumber(question.asOfDate);
  const touched = prepared(reader.db, "SELECT was FROM aging_touched WHERE was IS NOT NULL").pluck();
  for (const was of touched.iterate() as IterableIterator<string>) {
    const item = readItem(was);
    if (!kinds.has(item.kind) || (entity !== undefined && item.entity !== entity) || !isSteady(item)) continue;
    const place = { kind: item.kind, party_word: isTotal ? EVERYONE : item.party, currency_word: item.currency, scales: item.scales };
    const sums = tallyOf(place);
    for (const [at, column, more] of agingSteps(item)) if (at <= day) sums[column] = plus(sums[column] as Sum, -more);
  }
}

function partOf(reader: MirrorReader, tally: Tally, party: NamedParty | null, baseCurrency: string | null): OpenPart {
  const { currency_word, scales, sums } = tally;
  const currency = reader.words.text(currency_word);
  const amount = (sum: Sum | undefined, scale: number): DecimalString => fromTenThousandths(sum ?? 0, scale);
  const buckets = Object.fromEntries(
    AGING_BUCKETS.flatMap((bucket, at) => (sums[at] === 0 ? [] : [[bucket, amount(sums[at], scales % 8)]])),
  ) as OpenPart["buckets"];
  const open = amount(sums.slice(0, AGING_BUCKETS.length).reduce(plus, 0), scales % 8);
  const known = sums[STEP_PLACES.withoutBase] === 0 ? amount(sums[STEP_PLACES.base], scales >> 3) : null;
  const base = currency === baseCurrency ? open : known;
  return { party, currency, unapplied: unappliedOf(tally.kind), buckets, open, base, documents: Number(sums[STEP_PLACES.documents]) };
}

function unappliedOf(kind: number): UnappliedCashKind | null {
  const ofSide = kind % KINDS_A_SIDE;
  if (ofSide === KINDS.charge) return null;
  if (ofSide === KINDS.credit) return "credit";
  return ofSide === KINDS.payment ? "payment" : unappliedKindCode.decode(ofSide - KINDS.unapplied);
}

/** Names of contacts; of one that was never read, the name that its documents or payments have. */
function namesOf(reader: MirrorReader, open: readonly Tally[], parties: ReadonlyMap<string, { readonly name: string }>) {
  const unread = [...new Set(open.map(({ party_word }) => party_word))].filter(
    (word) => word !== 0 && parties.get(reader.words.text(word)) === undefined,
  );
  const spelled = unread.length === 0 ? new Map<number, string>() : spellings(reader, unread);
  return (word: number): NamedParty | null => {
    if (word === 0) return null;
    const id = reader.words.text(word);
    return { id, name: parties.get(id)?.name ?? spelled.get(word) ?? id };
  };
}

function spellings(reader: MirrorReader, words: readonly number[]): Map<number, string> {
  const text = `SELECT party_word, MIN(name) FROM (SELECT party_word, name FROM party_spelling UNION ALL SELECT party_word, party_name FROM payment)
    WHERE party_word IN (SELECT value FROM json_each(?)) AND name IS NOT NULL GROUP BY party_word`;
  return new Map(prepared(reader.db, text).raw().all(JSON.stringify(words)) as [number, string][]);
}
