import type { Content } from "pdfmake/interfaces.js";
import { columnTitle } from "#main/pack/schedules/statement-sheet.ts";
import { decimal, isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import { GREY, type PrintedRow, printedTable } from "./pdf.ts";
import { printAmount, printText } from "./print-text.ts";
import { commentaryOn, periodWords, type ReportFacts, type ReportPart } from "./report-facts.ts";

interface Figure {
  readonly label: string;
  readonly now: string;
  readonly before: string;
  readonly strong: boolean;
}

/** One page: management's commentary, and the figures that an owner asks for first beside those of the month before. */
export function summaryPart({ facts, manifest }: ReportFacts): ReportPart {
  const figures = figuresOf(facts);
  const { currency } = manifest;
  const change = ({ now, before }: Figure) => subtractDecimals(decimal(now), decimal(before));
  const rows = figures.map(
    (figure): PrintedRow => ({
      cells: [printText(figure.label), ...[figure.now, figure.before, change(figure)].map((amount) => printAmount(amount, currency))],
      ...(figure.strong ? { look: "strong" as const } : {}),
    }),
  );
  const prior = facts.profitAndLoss.columns[1];
  return {
    title: "Summary",
    subtitle: periodWords(manifest.period),
    content: [
      ...commentaryOn(facts, "summary"),
      ...bars(figures.slice(0, 3), currency),
      printedTable({
        heads: [currency, periodWords(manifest.period), prior === undefined ? "Before" : columnTitle(prior, true), "Change"],
        rows,
        widths: ["*", 95, 125, 95],
        rightFrom: 1,
      }),
    ],
  };
}

function figuresOf({ profitAndLoss, balanceSheet, cashFlow }: ReportFacts["facts"]): Figure[] {
  const row = (statement: typeof profitAndLoss, section: string, kind: string) =>
    statement.rows.find((one) => one.section === section && one.kind === kind)?.amounts ?? [];
  const line = (key: string) => balanceSheet.lines.find((one) => one.key === key)?.amounts ?? [];
  const closing = cashFlow.lines.filter(({ kind }) => kind === "balance").at(-1)?.amounts ?? [];
  const figures: readonly (readonly [string, readonly string[], boolean])[] = [
    ["Income", row(profitAndLoss, "revenue", "section_total"), false],
    ["Expenses", row(profitAndLoss, "expense", "section_total"), false],
    ["Net profit", row(profitAndLoss, "result", "computed"), true],
    ["Cash at the end of the month", closing, false],
    ["Total assets", line("total_assets"), false],
    ["Total liabilities", line("total_liabilities"), false],
    ["Equity", line("total:equity"), true],
  ];
  return figures.flatMap(([label, [now, before], strong]) => (now === undefined ? [] : [{ label, now, before: before ?? "0", strong }]));
}

const BAR_WIDTH = 300;
const NOW = "#1F4E79";
const BEFORE = "#C3CAD6";

/** Bars of this month and the one before; their length is the only thing that is rounded. */
function bars(figures: readonly Figure[], currency: string): Content[] {
  const largest = Math.max(...figures.flatMap(({ now, before }) => [Math.abs(Number(now)), Math.abs(Number(before))]), 0);
  if (largest === 0 || figures.every(({ now, before }) => isZero(decimal(now)) && isZero(decimal(before)))) return [];
  const bar = (amount: string, color: string, y: number) => ({
    ...{ type: "rect" as const, x: 0, y, h: 8, color, w: Math.max(1, (Math.abs(Number(amount)) / largest) * BAR_WIDTH) },
  });
  return [
    ...figures.map(
      ({ label, now, before }): Content => ({
        columns: [
          { text: printText(label), width: 90, margin: [0, 4, 0, 0] },
          { canvas: [bar(now, NOW, 0), bar(before, BEFORE, 10)], width: BAR_WIDTH + 10 },
          { text: printAmount(now, currency), width: "*", alignment: "right", margin: [0, 4, 0, 0] },
        ],
        margin: [0, 0, 0, 6],
      }),
    ),
    { text: "Dark: this month. Light: the month before.", style: "note", color: GREY, margin: [90, 0, 0, 16] },
  ];
}
