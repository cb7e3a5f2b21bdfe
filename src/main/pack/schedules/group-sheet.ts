import { columnLetters, type Sheet, type SheetCell, type SheetRow } from "#main/pack/workbook/sheet.ts";
import type { GroupReport } from "#shared/model/consolidation/consolidation.ts";
import type { PackFacts } from "../pack-facts.ts";
import { gapNotes, openStatus, spoken } from "./labels.ts";

const FIRST_AMOUNT = 2;

/** Schedule S: the groups that the client is in, entity by entity, with eliminations and the rates used; nothing when it is in none. */
export function groupSheets({ order }: PackFacts): Sheet[] {
  const problems = order.groups.flatMap(({ name, problem }) => (problem === null ? [] : [{ name, problem }]));
  const made = order.groups.flatMap(({ reports }) => reports).map(reportSheet);
  return problems.length === 0 ? made : [...made, problemSheet(problems, made.length)];
}

function problemSheet(problems: readonly { readonly name: string; readonly problem: string }[], at: number): Sheet {
  return {
    ref: at === 0 ? "S" : `S${at + 1}`,
    title: "Consolidation open",
    source: "groups that can not be consolidated",
    notes: [],
    currency: null,
    columns: [
      { title: "Group", kind: "text", width: 36 },
      { title: "Why", kind: "text", width: 100 },
    ],
    rows: () => problems.map(({ name, problem }) => ({ cells: [name, problem] })),
    ...openStatus(problems.length, "can not be made"),
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
          "elimination",
          `${pair.name}: ${spoken(pair.outcome)}${pair.reason === null ? "" : `, ${pair.reason}`}`,
          ...report.columns.map((_, column) => (column === width - 1 ? pair.difference : null)),
        ],
      }),
    ),
    ...[...rates.values()].map(
      (rate): SheetRow => ({
        cells: ["rate", `${rate.from} to ${rate.to}, ${spoken(rate.kind)} at ${rate.day}: ${rate.rate} (${rate.source})`],
      }),
    ),
  ];
  return {
    ref: at === 0 ? "S" : `S${at + 1}`,
    title: `Consolidation ${report.statement === "trial-balance" ? "TB" : report.statement === "profit-and-loss" ? "P&L" : "BS"}`,
    source: `${report.name}, version ${report.version}, ${report.from} to ${report.to}, as of ${report.asOf ?? "no complete read yet"}`,
    notes: [
      ...report.notes,
      ...report.members.flatMap(({ name, gaps }) => gapNotes(gaps, () => null).map((note) => `${name}: ${note}`)),
      "The last column is the sum of the others, live; an elimination pair shows what was left of it.",
    ],
    currency: report.currency,
    columns: [
      { title: "Key", kind: "text", width: 14 },
      { title: "Line", kind: "text", width: 44 },
      ...report.columns.map(({ label }) => ({ title: label, kind: "amount" as const, width: 18 })),
    ],
    rows: () => rows,
    ...openStatus(open, "pairs not eliminated"),
  };
}
