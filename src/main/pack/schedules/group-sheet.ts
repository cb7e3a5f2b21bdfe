import { columnLetters, type Sheet, type SheetCell, type SheetRow } from "#main/pack/workbook/sheet.ts";
import { asOfName, dayName } from "#shared/kernel/readable.ts";
import { type GroupReport, isCombined, NOTHING_ELIMINATED } from "#shared/model/consolidation/consolidation.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { PackFacts } from "../pack-facts.ts";
import { gapNotes, openStatus } from "./labels.ts";

const FIRST_AMOUNT = 2;

/** Schedule S: the client's groups entity by entity, with eliminations and exchange rates. Empty when it is in none. */
export function groupSheets({ order }: PackFacts): Sheet[] {
  const problems = order.groups.flatMap(({ name, problem }) => (problem === null ? [] : [{ name, problem }]));
  const made = order.groups.flatMap(({ reports }) => reports).map(reportSheet);
  return problems.length === 0 ? made : [...made, problemSheet(problems, made.length)];
}

function problemSheet(problems: readonly { readonly name: string; readonly problem: string }[], at: number): Sheet {
  return {
    ref: at === 0 ? "S" : `S${at + 1}`,
    title: "Not consolidated",
    source: "Groups that couldn't be consolidated",
    notes: [],
    currency: null,
    columns: [
      { title: "Group", kind: "text", width: 36 },
      { title: "Reason", kind: "text", width: 100 },
    ],
    rows: () => problems.map(({ name, problem }) => ({ cells: [name, problem] })),
    ...openStatus(problems.length, "not consolidated"),
  };
}

function reportSheet(report: GroupReport, at: number): Sheet {
  const open = report.eliminations.filter(({ outcome }) => outcome !== "eliminated").length;
  const rates = new Map(
    report.rows.flatMap(({ parts }) => parts.flatMap(({ rate }) => (rate === null ? [] : [[JSON.stringify(rate), rate]]))),
  );
  const width = report.columns.length;
  const rows: SheetRow[] = [
    ...report.rows.map((row): SheetRow => {
      const amounts = row.amounts.map((value, column): SheetCell => {
        if (column < width - 1) return value;
        const [first, last] = [columnLetters(FIRST_AMOUNT), columnLetters(FIRST_AMOUNT + width - 2)];
        return { value, formula: (own) => `ROUND(SUM(${first}${own}:${last}${own}),4)` };
      });
      return { cells: [row.key.slice(0, 60), row.label, ...amounts], look: row.kind === "account" ? "plain" : "strong" };
    }),
    ...report.eliminations.map(
      (pair): SheetRow => ({
        cells: [
          "Elimination",
          `${pair.name}: ${pair.outcome === "difference" ? "difference" : codeLabel(pair.outcome)}${pair.reason === null ? "" : `. ${pair.reason}`}`,
          ...report.columns.map((_, column) => (column === width - 1 ? pair.difference : null)),
        ],
      }),
    ),
    ...[...rates.values()].map(
      ({ from, to, kind, day, rate, source }): SheetRow => ({
        cells: [
          "Rate",
          `${from} to ${to}, ${codeLabel(kind)} ${kind === "average" ? "through" : "on"} ${dayName(day)}: ${rate} (${source})`,
        ],
      }),
    ),
  ];
  return {
    ref: at === 0 ? "S" : `S${at + 1}`,
    title: `${isCombined(report) ? "Combined" : "Consolidation"} ${report.statement === "trial-balance" ? "TB" : report.statement === "profit-and-loss" ? "P&L" : "BS"}`,
    source: `${report.name}, group version ${report.version}, ${dayName(report.from)} to ${dayName(report.to)}, as of ${asOfName(report.asOf)}`,
    notes: [
      ...(isCombined(report) ? [NOTHING_ELIMINATED] : []),
      ...report.notes,
      ...report.members.flatMap(({ name, gaps }) =>
        gapNotes(gaps, () => null).map((note) => note.replace(/^Note: /, () => `Note for ${name}: `)),
      ),
      "The last column is the total of the other columns. In an elimination row, the last column is the amount that wasn't eliminated. It is blank if the pair couldn't be eliminated.",
    ],
    currency: report.currency,
    columns: [
      { title: "Key", kind: "text", width: 14 },
      { title: "Line", kind: "text", width: 44 },
      ...report.columns.map(({ label }) => ({ title: label, kind: "amount" as const, width: 18 })),
    ],
    rows: () => rows,
    ...openStatus(open, "not eliminated", isCombined(report) ? "Nothing eliminated" : undefined),
  };
}
