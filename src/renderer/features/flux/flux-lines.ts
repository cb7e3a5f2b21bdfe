import { useState } from "react";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { type DecimalString, decimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { percentOf } from "#shared/kernel/percent.ts";
import type { FluxSection } from "#shared/model/reports/flux.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import type { FluxView } from "../../state/views/flux-view.ts";
import type { LineKind } from "../../ui/grid/grid-sections.ts";
import { bySizeOfChange, isCompared, isInView } from "./flux-labels.ts";

/** A line of the table: an account, or a part of a statement with the sums of all its accounts. */
export type FluxLine =
  | { readonly kind: "row"; readonly key: string; readonly row: FluxRow }
  | {
      readonly kind: "section";
      readonly key: string;
      /** What its figures are the sums of. */
      readonly title: string;
      /** How many of its accounts are listed below; null where all are. */
      readonly listed: string | null;
      /** Both together. */
      readonly label: string;
      readonly current: DecimalString;
      readonly comparative: DecimalString | null;
      readonly change: DecimalString | null;
      readonly percent: DecimalString | null;
    };

export const SECTIONS: readonly { readonly value: FluxSection; readonly word: string }[] = [
  { value: "income", word: t("Income") },
  { value: "cost_of_sales", word: t("Cost of sales") },
  { value: "operating_expenses", word: t("Operating expenses") },
  { value: "other_income", word: t("Other income") },
  { value: "other_expenses", word: t("Other expenses") },
  { value: "current_assets", word: t("Current assets") },
  { value: "noncurrent_assets", word: t("Noncurrent assets") },
  { value: "current_liabilities", word: t("Current liabilities") },
  { value: "noncurrent_liabilities", word: t("Noncurrent liabilities") },
  { value: "equity", word: t("Equity") },
];

/** The name of a section's sums where they aren't those of the statement: only the balance sheet adds the year's earnings to equity. */
const SUM_WORDS: Partial<Readonly<Record<FluxSection, string>>> = { equity: t("Equity before current year earnings") };

export function kindOfLine({ kind }: FluxLine): LineKind {
  return kind === "row" ? "row" : "head";
}

/** The part of its statement that a row is in, in words. */
export function sectionWords({ section }: FluxRow): string {
  return SECTIONS.find(({ value }) => value === section)?.word ?? "";
}

/** The rows shown, under the parts of the statements that they are in; the sums there are those of every account of the part. */
export function fluxLines(all: readonly FluxRow[], shown: readonly FluxRow[], grouped: boolean): readonly FluxLine[] {
  const lineOf = (row: FluxRow): FluxLine => ({ kind: "row", key: row.accountId, row });
  const rows = bySizeOfChange(shown);
  if (!grouped) return rows.map(lineOf);
  return SECTIONS.flatMap(({ value, word }) => {
    const own = rows.filter((row) => row.section === value);
    if (own.length === 0) return [];
    return [
      sectionLine(
        value,
        SUM_WORDS[value] ?? word,
        // What has nothing on either side is in no statement of these dates: it isn't counted here either.
        all.filter((row) => row.section === value && (isCompared(row) || own.includes(row))),
        own.length,
      ),
      ...own.map(lineOf),
    ];
  });
}

function sectionLine(key: string, title: string, rows: readonly FluxRow[], shown: number): FluxLine {
  const sum = (amounts: readonly (DecimalString | null)[]) =>
    sumDecimals([decimal("0.00"), ...amounts.filter((amount) => amount !== null)]);
  const current = sum(rows.map((row) => row.current));
  // The sums are those of the whole section, so it says when only some of its accounts are below.
  const counts = { shown: formatCount(shown), accounts: formatCount(rows.length) };
  const listed = shown === rows.length ? null : t("{shown} of {accounts} accounts", counts);
  const label = listed === null ? title : t("{section} ({shown} of {accounts} accounts in this view)", { section: title, ...counts });
  const isCompared = rows.some(({ comparative }) => comparative !== null);
  const comparative = isCompared ? sum(rows.map((row) => row.comparative)) : null;
  return {
    ...{ kind: "section", key: `section ${key}`, title, listed, label, current, comparative },
    change: comparative === null ? null : subtractDecimals(current, comparative),
    percent: comparative === null ? null : percentOf(current, comparative),
  };
}

/** The rows of a view, and those that were in it when it was opened: a row keeps its place after it is signed off. */
export function useStayingRows({ rows, comparison }: FluxReview, view: FluxView): readonly FluxRow[] {
  const key = `${comparison} ${view}`;
  const now = rows.filter((row) => isInView(row, view)).map(({ accountId }) => accountId);
  const [seen, setSeen] = useState({ key, ids: now });
  const ids = seen.key === key ? [...new Set([...seen.ids, ...now])] : now;
  if (seen.key !== key || ids.length !== seen.ids.length) setSeen({ key, ids });
  return rows.filter(({ accountId }) => ids.includes(accountId));
}
