import { z } from "zod";
import type { DaySpan } from "#main/domain/flux/flux-spans.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { type Contribution, contributions } from "#main/store/postings/contributions.ts";
import { addDays, calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { calendarDateString, decimalString } from "#shared/model/books/money.ts";
import type { FluxFigure, FluxFigures, FluxQuestion } from "./flux-figures.ts";

/** What a row of the review is signed on: its figures and every record's contribution. */
export const fluxInput = z.object({
  v: z.literal(1),
  period: z.string(),
  comparison: z.string(),
  account: z.string(),
  current: decimalString,
  comparative: decimalString.nullable(),
  spans: z.array(z.object({ from: calendarDateString, to: calendarDateString, inputs: z.array(z.tuple([z.string(), decimalString])) })),
});
export type FluxInput = z.infer<typeof fluxInput>;

/** The key of a review: two comparisons of one period are two reviews. */
export function reviewKey({ period, comparison, trailing }: Pick<FluxQuestion, "period" | "comparison" | "trailing">): string {
  return `${period.id}|${comparison}${comparison === "trailing_average" ? `:${trailing}` : ""}|`;
}

/** Inputs of some rows, by account, as text in a fixed form: the same books give the same text. */
export function fluxInputs(
  reader: MirrorReader,
  question: FluxQuestion,
  figures: FluxFigures,
  rows: readonly FluxFigure[],
): ReadonlyMap<string, string> {
  const read = spanReader(reader, rows);
  return new Map(
    rows.map((row) => {
      const spans = spansOf(row, figures).map((span) => ({ ...span, inputs: inputsOf(read(span), row) }));
      const input: FluxInput = {
        v: 1,
        period: question.period.id,
        comparison: reviewKey(question).split("|")[1] ?? "",
        account: row.accountId,
        current: canonicalDecimal(row.current),
        comparative: row.comparative === null ? null : canonicalDecimal(row.comparative),
        spans,
      };
      return [row.accountId, JSON.stringify(input)];
    }),
  );
}

/** The days of the records behind a row: both sides of a result, and the movement between two balances. */
export function spansOf({ statement }: FluxFigure, { current, comparatives }: FluxFigures): readonly DaySpan[] {
  if (statement === "profit_and_loss") return [current, ...comparatives];
  const oldest = comparatives[0];
  return [oldest === undefined ? current : { from: addDays(calendarDate(oldest.to), 1), to: current.to }];
}

/** Records of a span by account, each span read once for all rows. */
export function spanReader(reader: MirrorReader, rows: readonly FluxFigure[]) {
  const accountIds = new Set(rows.map(({ accountId }) => accountId));
  const known = new Map<string, ReadonlyMap<string, readonly Contribution[]>>();
  return (span: DaySpan): ReadonlyMap<string, readonly Contribution[]> => {
    const key = `${span.from} ${span.to}`;
    const found = known.get(key) ?? byAccount(contributions(reader, span, accountIds));
    known.set(key, found);
    return found;
  };
}

function byAccount(all: readonly Contribution[]): ReadonlyMap<string, readonly Contribution[]> {
  const grouped = new Map<string, Contribution[]>();
  for (const one of all) {
    const key = one.accountId ?? "";
    const known = grouped.get(key);
    if (known === undefined) grouped.set(key, [one]);
    else known.push(one);
  }
  return grouped;
}

function inputsOf(found: ReadonlyMap<string, readonly Contribution[]>, row: FluxFigure): FluxInput["spans"][number]["inputs"] {
  return (found.get(row.accountId) ?? [])
    .filter(({ amount }) => !isZero(amount))
    .map(({ recordId, amount }): [string, DecimalString] => [recordId, canonicalDecimal(shown(row, amount))])
    .sort(([a], [b]) => compareText(a, b));
}

/** A posting with the sign of the row's figures. */
export function shown({ account }: Pick<FluxFigure, "account">, amount: DecimalString): DecimalString {
  return account.class === "asset" || account.class === "expense" ? amount : negateDecimal(amount);
}
