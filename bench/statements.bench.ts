import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { PostingWriter } from "#main/store/postings/posting-writer.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import { addDays, type CalendarDate, dayNumber, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, sumDecimals, toTenThousandths } from "#shared/kernel/decimal.ts";
import { type Duck, loadPostings, startDuck } from "./support/duck.ts";
import { type Absent, type Figure, type Line, type Spread, spreadOf } from "./support/figure.ts";
import { LAST_DAY, millionDocuments } from "./support/million-documents.ts";
import { inScratch } from "./support/mirror.ts";
import { processStopwatchMs, stopwatchMs } from "./support/stopwatch.ts";

/** Documents for each one that the other goals count: a million in a whole run. */
const TIMES = 10;
/** Different days that are asked for in a round. */
const ASKED = 20;
const ANY_DAY_MS = 10;
const MONTH_END_MS = 3;

/**
 * P12: the trial balance of a million documents with three million lines, on any day and at the end of a month, from the
 * general-ledger feed and from documents. The baseline is DuckDB over the same postings in memory.
 */
export async function runStatementsBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  return inScratch(async (home) => {
    const count = documents * TIMES;
    const { db, reader } = millionDocuments(home, "statements", count);
    const duck = await startDuck();
    if (typeof duck === "string") return [{ id: "P12", what: "trial balance / DuckDB", reason: duck } satisfies Absent];
    const lines: Line[] = [];
    for (const hasGlFeed of [true, false]) {
      // Posting is part of a sync, so it isn't timed here.
      new PostingWriter(reader, { baseCurrency: "GBP", hasGlFeed }).catchUp();
      await loadPostings(duck, db, home, hasGlFeed ? 0 : 1);
      const of = `of ${count.toLocaleString("en-GB")} documents ${hasGlFeed ? "from the feed" : "without a feed"}`;
      const days = Array.from({ length: ASKED }, (_, at) => addDays(LAST_DAY, -(at * 31 + 12)));
      lines.push(await lineOf(`trial balance ${of} on any day / DuckDB`, ANY_DAY_MS, { reader, duck, days, rounds }));
      const ends = days.map((day) => monthEnd(day));
      lines.push(await lineOf(`trial balance ${of} at a month end / DuckDB`, MONTH_END_MS, { reader, duck, days: ends, rounds }));
    }
    duck.close();
    db.close();
    return lines;
  });
}

interface Sides {
  readonly reader: MirrorReader;
  readonly duck: Duck;
  readonly days: readonly CalendarDate[];
  readonly rounds: number;
}

/** Both sides in turns; the mean day of each round, because a day takes less than the steps of the CPU's clock. The first round warms up and does not count. */
async function lineOf(what: string, goalMs: number, { reader, duck, days, rounds }: Sides): Promise<Figure> {
  const taken = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    let began = stopwatchMs();
    const ours = days.map((day) => movement(reader, day));
    const oursMs = (stopwatchMs() - began) / days.length;
    began = processStopwatchMs();
    const theirs: unknown[][][] = [];
    for (const day of days) theirs.push(await duck.rows(trialBalanceText(day)));
    const baselineMs = (processStopwatchMs() - began) / days.length;
    for (const [at, rows] of theirs.entries()) {
      const debits = rows.reduce((sum, row) => sum + BigInt(row[2] as bigint), 0n);
      if (BigInt(toTenThousandths(ours[at] as DecimalString) ?? -1) !== debits)
        throw new Error(`DuckDB's debits of ${days[at]} are others`);
    }
    if (round === 0) continue;
    taken.ours.push(oursMs);
    taken.baseline.push(baselineMs);
  }
  const spreads: { readonly ours: Spread; readonly baseline: Spread } = { ours: spreadOf(taken.ours), baseline: spreadOf(taken.baseline) };
  const goals = [{ of: "ours", sense: "≤", value: goalMs } as const, { of: "ratio", sense: "≥", value: 1 } as const];
  return { id: "P12", what, ...spreads, unit: "ms", ratio: "gain", goals };
}

/** What was debited in the month so far. */
function movement(reader: MirrorReader, to: CalendarDate) {
  const yearEnd = { month: 3, day: 31 };
  const { rows, totals } = trialBalanceReport(reader, { from: monthStart(to), to, basis: "accrual", baseCurrency: "GBP", yearEnd });
  if (totals.debit !== totals.credit || totals.debit === "0.00") throw new Error("the trial balance does not balance");
  return sumDecimals([decimal("0"), ...rows.map(({ debit }) => debit)]);
}

/** Opening balance, debits and net of every account. */
function trialBalanceText(to: CalendarDate): string {
  const [first, last] = [dayNumber(monthStart(to)), dayNumber(to)];
  return `SELECT account, SUM(amount) FILTER (WHERE day < ${first}), CAST(COALESCE(SUM(GREATEST(amount, 0)) FILTER (WHERE day >= ${first}), 0) AS BIGINT),
    SUM(amount) FILTER (WHERE day >= ${first}) FROM posting WHERE day <= ${last} GROUP BY account`;
}
