import { asOfName, dayName, rangeName } from "#shared/kernel/readable.ts";
import type { CashFlow } from "#shared/model/reports/statement-layout.ts";

/** A cash-flow statement as lines of text, figures flush right, with its gaps and whether it ties. */
export function cashFlowText({ title, currency, columns, lines, asOf, ties, gaps }: CashFlow): string[] {
  const table = [
    ["", ...columns.map(({ from, to }) => rangeName(from, to))],
    ...lines.map(({ kind, label, amounts }) => [kind === "line" ? `  ${label}` : label, ...amounts]),
  ];
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((cells) => cells[at]?.length ?? 0)));
  const shown = table.map((cells) =>
    cells
      .map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  return [
    `Cash flow, ${title.charAt(0).toLowerCase()}${title.slice(1)}, ${currency}, as of ${asOfName(asOf)}`,
    ...shown,
    ties ? "Ties to the movement of the bank accounts." : `Doesn't tie to the bank accounts at ${dayName(columns[0]?.to ?? "")}.`,
    ...(gaps.length === 0 ? [] : ["", "Known gaps in these figures:", ...gaps.map(({ message }) => message)]),
  ];
}
