import { columnTitle } from "#main/pack/schedules/statement-sheet.ts";
import { decimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { t } from "#shared/language/t.ts";
import { type PrintedRow, printedTable } from "./pdf.ts";
import { printAmount, printText } from "./print-text.ts";
import { commentaryOn, periodWords, type ReportFacts, type ReportPart } from "./report-facts.ts";
import { ratioTable, summaryCharts } from "./summary-charts.ts";

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
      printedTable({
        heads: [currency, periodWords(manifest.period), prior === undefined ? "Before" : columnTitle(prior, true), "Change"],
        rows,
        widths: ["*", 95, 125, 95],
        rightFrom: 1,
      }),
      { text: "Ratios", style: "section" },
      ...ratioTable(facts.summary),
      ...summaryCharts(facts.summary),
    ],
  };
}

function figuresOf({ profitAndLoss, balanceSheet, cashFlow }: ReportFacts["facts"]): Figure[] {
  const row = (statement: typeof profitAndLoss, section: string, kind: string) =>
    statement.rows.find((one) => one.section === section && one.kind === kind)?.amounts ?? [];
  const line = (key: string) => balanceSheet.lines.find((one) => one.key === key)?.amounts ?? [];
  const closing = cashFlow.lines.filter(({ kind }) => kind === "balance").at(-1)?.amounts ?? [];
  const figures: readonly (readonly [string, readonly string[], boolean])[] = [
    ["All income", row(profitAndLoss, "revenue", "section_total"), false],
    ["All expenses", row(profitAndLoss, "expense", "section_total"), false],
    [t("Net income"), row(profitAndLoss, "result", "computed"), true],
    ["Cash at end of period", closing, false],
    ["Total assets", line("total_assets"), false],
    ["Total liabilities", line("total_liabilities"), false],
    ["Equity", line("total:equity"), true],
  ];
  return figures.flatMap(([label, [now, before], strong]) => (now === undefined ? [] : [{ label, now, before: before ?? "0", strong }]));
}
