import { AGING_BUCKETS, type Aging, type AgingBucket, type AgingGap, type AgingSide, ageItems } from "#main/domain/aging/aging.ts";
import type { AgingTieOut } from "#main/domain/tie-outs/aging-tie-out.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { mergeVolatile } from "#main/store/database/mirror-relations.ts";
import { prepared } from "#main/store/database/query.ts";
import { agingTieOut } from "#main/store/tie-outs/aging-tie-out.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, instantFromMs, localDay } from "#shared/kernel/instant.ts";
import type { Money } from "#shared/model/books/money.ts";
import type { Party } from "#shared/model/books/party.ts";
import { agingItems } from "./aging-items.ts";
import { keptParts } from "./kept-aging.ts";

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
  const input = { side, asOfDate, baseCurrency, entityId };
  const own = aged(reader, input, parties);
  const aging = entityId === undefined ? own : { ...own, gaps: [...own.gaps, ...ofNoEntity(reader, input)] };
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

/** The totals of that aging alone, which takes no contact into hand. */
export function agingTotals(reader: MirrorReader, input: AgingInput): Aging["totals"] {
  return aged(reader, input, null).totals;
}

/** The unapplied cash of that aging alone, without a walk over every invoice. */
export function unappliedCash(reader: MirrorReader, input: AgingInput): Aging["unappliedCash"] {
  return aged(reader, { ...input, unappliedOnly: true }, partiesOf(reader)).unappliedCash;
}

type Asked = Omit<AgingInput, "entityId"> & { readonly entityId?: string | null | undefined; readonly unappliedOnly?: boolean };

/** From the sums that are kept and the items that they leave out; from all items where no sums are kept. */
function aged(reader: MirrorReader, input: Asked, parties: Parties | null): Aging {
  const { side, asOfDate, baseCurrency, entityId, unappliedOnly = false } = input;
  const readOn = dayOfAmounts(mirrorAsOf(reader), asOfDate);
  const parts = keptParts(reader, input, parties);
  const question = { side, asOfDate, rebuilt: asOfDate < readOn, unappliedOnly, touchedOnly: parts !== null };
  const items = agingItems(reader, { ...question, ...(entityId === undefined ? {} : { entityId }) }, parties ?? new Map());
  return ageItems(items, { asOfDate, readOn, baseCurrency }, parts ?? []);
}

/** What names no entity is owed to some entity, and is in the aging of none. */
function ofNoEntity(reader: MirrorReader, { side, asOfDate }: AgingInput): AgingGap[] {
  const parts = keptParts(reader, { side, asOfDate, baseCurrency: null, entityId: null }, null);
  const rebuilt = asOfDate < dayOfAmounts(mirrorAsOf(reader), asOfDate);
  const items = agingItems(reader, { side, asOfDate, rebuilt, entityId: null, touchedOnly: parts?.length === 0 }, new Map());
  return [...items].map(({ id }) => ({ documentId: id, reason: "entity_unknown" }));
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
  return asOf === null ? asOfDate : localDay(asOf);
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
