import type { AccountSum } from "#main/domain/postings/account-sum.ts";
import { mirrorAsOf } from "#main/store/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { cashBasis } from "#main/store/postings/cash-basis.ts";
import { recordIds } from "#main/store/postings/posting-records.ts";
import { figureSource } from "#main/store/postings/posting-source.ts";
import { postedWithoutEntity, postingSums } from "#main/store/postings/posting-sums.ts";
import { reconstructionGaps } from "#main/store/postings/stored-gaps.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { sumDecimals } from "#shared/kernel/decimal.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import type { AccountingBasis } from "#shared/model/reports/ledger-report.ts";
import type { FigureGap, FigureSource } from "#shared/model/reports/statement.ts";

/** What is asked of the books as a whole. */
export interface SumsSetting {
  readonly basis: AccountingBasis;
  readonly baseCurrency: string;
  /** What the ledger posts without a record (`Discovery.unlistedPostings`); a gap of figures that are put together from records. */
  readonly unlistedPostings?: readonly string[] | undefined;
  readonly entityId?: string | undefined;
}

/** Days, both included; `from` null is since the beginning. */
export interface SumsSpan {
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
}

/** Where figures come from and what they lack: goes with every result (rules 17 and 18). */
export interface Provenance {
  readonly source: FigureSource;
  /** What the figures are, which is what was asked for unless a gap says otherwise. */
  readonly basis: AccountingBasis;
  readonly asOf: Instant | null;
  readonly gaps: readonly FigureGap[];
}

export interface AccountSums extends Provenance {
  /** Amounts in base currency; accounts without postings are left out. */
  readonly rows: readonly AccountSum[];
}

/** What was posted per account in a span of days (rule 17). */
export function accountSums(reader: MirrorReader, question: SumsSetting & SumsSpan): AccountSums {
  const { sums, ...provenance } = sumsOfSpans(reader, question, [question]);
  return { ...provenance, rows: sums[0] ?? [] };
}

/** The same for many spans, which may overlap: every day is read once. `sums` are in the order of the spans. */
export function sumsOfSpans(
  reader: MirrorReader,
  setting: SumsSetting,
  spans: readonly SumsSpan[],
): Provenance & { readonly sums: readonly (readonly AccountSum[])[] } {
  const cash = setting.basis === "cash" ? cashBasis(reader, setting) : null;
  const source = figureSource(reader);
  const ofEntity = source === "reconstructed" || setting.entityId === undefined ? {} : { entityId: setting.entityId };
  const asked = piecesOf(spans);
  const pieces = asked.map((piece) => {
    const rows = postingSums(reader, { ...piece, ...ofEntity });
    return { piece, rows: cash === null ? rows : cash.apply(rows, piece) };
  });
  const sums = spans.map((span) => addedUp(pieces.filter(({ piece }) => isWithin(piece, span)).flatMap(({ rows }) => rows)));
  return {
    source: asked.length === 0 ? "mirror" : source,
    basis: setting.basis,
    asOf: mirrorAsOf(reader),
    gaps: mergedGaps([
      ...unreadGaps(reader),
      ...(cash?.gaps ?? []),
      ...runsOf(asked).flatMap((run) =>
        source === "reconstructed" ? reconstructedGaps(reader, setting, run) : ledgerGaps(reader, setting, run),
      ),
    ]),
    sums,
  };
}

function reconstructedGaps(reader: MirrorReader, { entityId, unlistedPostings = [] }: SumsSetting, run: SumsSpan): FigureGap[] {
  return [...reconstructionGaps(reader, run, unlistedPostings), ...(entityId === undefined ? [] : [NO_ENTITY])];
}

function ledgerGaps(reader: MirrorReader, { entityId }: SumsSetting, run: SumsSpan): FigureGap[] {
  return entityId === undefined ? [] : entityGaps(reader, run);
}

/** What can be in no entity's figures, because its postings do not say whose they are. */
function entityGaps(reader: MirrorReader, span: SumsSpan): FigureGap[] {
  const { recNos, count } = postedWithoutEntity(reader, span);
  if (count === 0) return [];
  return [{ code: "entity_unknown", message: ENTITY_UNKNOWN, recordIds: recordIds(reader, recNos), count }];
}

const ENTITY_UNKNOWN =
  "Postings without a legal entity are only included in figures for the whole company. Postings that an earlier version of Tieout synced get their legal entity at the next full resync.";

const NO_ENTITY: FigureGap = {
  code: "entity_not_possible",
  message: "These figures cover the whole company. They can't be split by legal entity.",
  recordIds: [],
  count: 0,
};

/** Splits days at every end of a span, so that no pieces overlap and each is entirely within a span. */
function piecesOf(spans: readonly SumsSpan[]): SumsSpan[] {
  const asked = spans.filter(({ from, to }) => from === null || from <= to);
  const starts = new Set<CalendarDate | null>(asked.flatMap(({ from, to }) => [from, addDays(to, 1)]));
  const ordered = [...starts].sort((a, b) => (a === b ? 0 : a === null || (b !== null && a < b) ? -1 : 1));
  return ordered.slice(0, -1).flatMap((from, at) => {
    const piece = { from, to: addDays(ordered[at + 1] as CalendarDate, -1) };
    return asked.some((span) => isWithin(piece, span)) ? [piece] : [];
  });
}

/** Pieces that follow on each other as one, because what they lack takes as long to find for a month as for all of them. */
function runsOf(pieces: readonly SumsSpan[]): SumsSpan[] {
  const runs: SumsSpan[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last !== undefined && piece.from === addDays(last.to, 1)) runs[runs.length - 1] = { from: last.from, to: piece.to };
    else runs.push(piece);
  }
  return runs;
}

function isWithin(piece: SumsSpan, span: SumsSpan): boolean {
  return piece.to <= span.to && (span.from === null || (piece.from !== null && piece.from >= span.from));
}

function addedUp(rows: readonly AccountSum[]): AccountSum[] {
  const byAccount = new Map<string | null, AccountSum[]>();
  for (const row of rows) {
    const known = byAccount.get(row.accountId);
    if (known === undefined) byAccount.set(row.accountId, [row]);
    else known.push(row);
  }
  return [...byAccount].map(([accountId, own]) => ({
    accountId,
    debit: sumDecimals(own.map(({ debit }) => debit)),
    credit: sumDecimals(own.map(({ credit }) => credit)),
    net: sumDecimals(own.map(({ net }) => net)),
  }));
}

/** Streams that have never been read to their end: what they hold is in no figure. */
function unreadGaps(reader: MirrorReader): FigureGap[] {
  const labels = prepared(reader.db, "SELECT label FROM stream WHERE first_completed_ms IS NULL ORDER BY name").pluck().all() as string[];
  if (labels.length === 0) return [];
  return [{ code: "not_read", message: `Not fully synced yet: ${labels.join(", ")}. Figures may be incomplete.`, recordIds: [], count: 0 }];
}

const RECORDS_SHOWN = 100;

/** One gap for each thing that is said; the runs share no record. */
function mergedGaps(gaps: readonly FigureGap[]): FigureGap[] {
  const merged = new Map<string, FigureGap>();
  for (const gap of gaps) {
    const key = `${gap.code} ${gap.message}`;
    const known = merged.get(key);
    merged.set(
      key,
      known === undefined
        ? gap
        : {
            ...gap,
            recordIds: [...new Set([...known.recordIds, ...gap.recordIds])].slice(0, RECORDS_SHOWN),
            count: known.count + gap.count,
            ...(known.about === undefined || gap.about === undefined
              ? {}
              : { about: { ...gap.about, currencies: [...new Set([...known.about.currencies, ...gap.about.currencies])].sort() } }),
          },
    );
  }
  return [...merged.values()];
}
