import { AGING_BUCKETS, type Aging, type AgingBucket, type AgingGap, type AgingSide, ageItems } from "#main/domain/aging/aging.ts";
import type { AgingTieOut } from "#main/domain/tie-outs/aging-tie-out.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { mergeVolatile } from "#main/store/database/mirror-relations.ts";
import { prepared } from "#main/store/database/query.ts";
import { agingTieOut } from "#main/store/tie-outs/aging-tie-out.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { Money } from "#shared/model/books/money.ts";
import type { Party } from "#shared/model/books/party.ts";
import { agingItems, type ItemsQuestion } from "./aging-items.ts";

export interface AgingReport extends Aging {
  /** The oldest read among the mirror's streams; null while one has never been read. */
  readonly asOf: Instant | null;
  readonly asOfDate: CalendarDate;
  readonly side: AgingSide;
  readonly buckets: readonly AgingBucket[];
  readonly tieOut: AgingTieOut;
}

export interface AgingInput {
  readonly side: AgingSide;
  readonly asOfDate: CalendarDate;
  readonly baseCurrency: string | null;
  /** One legal entity alone; `baseCurrency` is then that of its books. */
  readonly entityId?: string | undefined;
}

/** The aging of one side of the mirror at a date (rules 6 and 16), tied to what the ledger itself says of it. */
export function agingReport(reader: MirrorReader, { side, asOfDate, baseCurrency, entityId }: AgingInput): AgingReport {
  const asOf = mirrorAsOf(reader);
  const readOn = dayOfAmounts(asOf, asOfDate);
  const parties = partiesOf(reader);
  const question = { side, asOfDate, rebuilt: asOfDate < readOn };
  const items = agingItems(reader, { ...question, ...(entityId === undefined ? {} : { entityId }) }, parties);
  const own = ageItems(items, { asOfDate, readOn, baseCurrency });
  const aging = entityId === undefined ? own : { ...own, gaps: [...own.gaps, ...ofNoEntity(reader, question)] };
  const balances = new Map<string, Money>();
  for (const [id, party] of parties) if (party[side] !== undefined) balances.set(id, party[side]);
  return {
    asOf,
    asOfDate,
    side,
    buckets: AGING_BUCKETS,
    ...aging,
    tieOut: agingTieOut(reader, aging, { side, asOfDate, baseCurrency, entityId, history: asOfDate < readOn, balances }),
  };
}

/** What names no entity is owed to some entity, and is in the aging of none. */
function ofNoEntity(reader: MirrorReader, question: Pick<ItemsQuestion, "side" | "asOfDate" | "rebuilt">): AgingGap[] {
  const items = agingItems(reader, { ...question, entityId: null }, new Map());
  return [...items].map(({ id }) => ({ documentId: id, reason: "entity_unknown" }));
}

/** The unapplied cash of that aging alone, without a walk over every invoice. */
export function unappliedCash(reader: MirrorReader, { side, asOfDate, baseCurrency }: AgingInput): Aging["unappliedCash"] {
  const readOn = dayOfAmounts(mirrorAsOf(reader), asOfDate);
  const items = agingItems(reader, { side, asOfDate, rebuilt: asOfDate < readOn, unappliedOnly: true }, partiesOf(reader));
  return ageItems(items, { asOfDate, readOn, baseCurrency }).unappliedCash;
}

/** How fresh the whole mirror is: as fresh as its oldest stream. */
export function mirrorAsOf(reader: MirrorReader): Instant | null {
  const row = prepared(reader.db, "SELECT MIN(completed_ms) AS oldest, COUNT(*) - COUNT(completed_ms) AS unread FROM stream").get() as {
    readonly oldest: number | null;
    readonly unread: number;
  };
  return row.oldest === null || row.unread > 0 ? null : instantFromMs(row.oldest);
}

/** The day that the mirror's amounts are of. Until everything was read once, they are taken as being of the date asked for. */
export function dayOfAmounts(asOf: Instant | null, asOfDate: CalendarDate): CalendarDate {
  return asOf === null ? asOfDate : (asOf.slice(0, 10) as CalendarDate);
}

type Parties = ReadonlyMap<string, Pick<Party, "id" | "name" | AgingSide>>;

/** Every party with its balances, by id. */
export function partiesOf(reader: MirrorReader): Parties {
  const rows = prepared(
    reader.db,
    "SELECT body, volatile FROM entity JOIN source_record USING (rec_no) WHERE kind = 'party' AND removed_ms IS NULL",
  ).all() as { readonly body: string; readonly volatile: string | null }[];
  return new Map(rows.map((row) => mergeVolatile(row.body, row.volatile) as Party).map((party) => [party.id, party]));
}
