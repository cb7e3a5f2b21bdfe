import type { Content } from "pdfmake/interfaces.js";
import { AGING_BUCKETS, type Aging, type AgingRow, type AgingSide, type AgingTotal, type BucketAmounts } from "#main/domain/aging/aging.ts";
import { agingCheckWords } from "#main/pack/schedules/labels.ts";
import { agingReport } from "#main/store/aging/aging.ts";
import {
  absoluteDecimal,
  compareDecimals,
  type DecimalString,
  decimal,
  negateDecimal,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { counted, dayName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { type PrintedRow, printedTable } from "./pdf.ts";
import { printAmount, printText } from "./print-text.ts";
import { commentaryOn, type ReportFacts, type ReportPart } from "./report-facts.ts";

/** Contacts of a side that are named, so that both sides fit on a page. */
const NAMED_MAX = 9;
const ZERO = decimal("0");
const NOTHING_OPEN = {
  ...(Object.fromEntries(AGING_BUCKETS.map((bucket) => [bucket, ZERO])) as Record<(typeof AGING_BUCKETS)[number], DecimalString>),
  ...{ outstanding: ZERO, base: null, documents: 0 },
};

/** Receivables and payables by age: who owes and is owed most, and the totals. */
export function agingPart(report: ReportFacts): ReportPart {
  return {
    title: t("Receivables and payables"),
    subtitle: `As of ${dayName(report.manifest.period.end)}, aged by due date`,
    landscape: true,
    content: [...commentaryOn(report.facts, "receivables_payables"), ...side(report, "receivable"), ...side(report, "payable")],
  };
}

function side({ facts: { reader, order, currency }, edition }: ReportFacts, which: AgingSide): Content[] {
  const aging = agingReport(reader, { side: which, asOfDate: order.period.end, baseCurrency: currency });
  const { totals, tieOut } = aging;
  const rows = totals.flatMap((total) => agingRows(aging, total, Math.max(2, Math.floor(NAMED_MAX / totals.length))));
  const checked = agingCheckWords(tieOut);
  const unapplied = "Unapplied credits and payments are negative and aren't deducted from outstanding amounts.";
  return [
    { text: which === "receivable" ? t("Receivables") : t("Payables"), style: "section", headlineLevel: 2 },
    rows.length === 0
      ? { text: "Nothing outstanding.", style: "note" }
      : printedTable({
          heads: [
            ...["Contact", "Currency"],
            ...AGING_BUCKETS.map((bucket) => (bucket === "current" ? "Current" : `${bucket} days`)),
            ...["Outstanding", "Unapplied"],
          ],
          rows,
          widths: [190, 44, ...AGING_BUCKETS.map(() => 62), 66, 62],
          rightFrom: 2,
          padding: [1.3, 0.8],
        }),
    { text: printText(edition === "client" ? unapplied : `${checked} ${unapplied}`), style: "note", margin: [0, 4, 0, 0] },
  ];
}

/** The largest contacts in a currency, what all others come to, and the total. */
export function agingRows({ rows, unappliedCash }: Aging, total: AgingTotal, most: number): PrintedRow[] {
  const { currency } = total;
  const open = rows.filter((row) => row.currency === currency);
  // Who has nothing open but unapplied cash is a contact of the table as well: its columns add up to the total.
  const owing = new Set(open.map(({ party }) => party?.id));
  const cashOnly = new Map(
    unappliedCash.filter((one) => one.currency === currency && !owing.has(one.party?.id)).map(({ party }) => [party?.id, party]),
  );
  const own = [...open, ...[...cashOnly.values()].map((party): AgingRow => ({ ...NOTHING_OPEN, party, currency }))].sort((a, b) =>
    compareDecimals(absoluteDecimal(b.outstanding), absoluteDecimal(a.outstanding)),
  );
  // One contact more takes no more room than a line that says so.
  const named = own.length <= most + 1 ? own : own.slice(0, most);
  const others = own.slice(named.length);
  const unapplied = ({ party }: AgingRow) =>
    sumDecimals([
      ZERO,
      ...unappliedCash.filter((one) => one.currency === currency && one.party?.id === party?.id).map(({ amount }) => amount),
    ]);
  const cells = (name: string, amounts: BucketAmounts & { readonly outstanding: DecimalString }, cash: DecimalString) => [
    printText(name),
    printText(currency),
    ...[...AGING_BUCKETS.map((bucket) => amounts[bucket]), amounts.outstanding, negateDecimal(cash)].map((amount) =>
      printAmount(amount, currency),
    ),
  ];
  const shown = named.map((row) => ({ row, cash: unapplied(row) }));
  const left = {
    ...Object.fromEntries(AGING_BUCKETS.map((bucket) => [bucket, sumDecimals([ZERO, ...others.map((row) => row[bucket])])])),
    outstanding: sumDecimals([ZERO, ...others.map(({ outstanding }) => outstanding)]),
  } as BucketAmounts & { readonly outstanding: DecimalString };
  const leftCash = subtractDecimals(total.unappliedCash, sumDecimals([ZERO, ...shown.map(({ cash }) => cash)]));
  return [
    ...shown.map(({ row, cash }): PrintedRow => ({ cells: cells(row.party?.name ?? "No contact", row, cash) })),
    ...(others.length === 0 ? [] : [{ cells: cells(counted(others.length, "other contact"), left, leftCash) }]),
    { cells: cells("Total", total, total.unappliedCash), look: "strong" },
  ];
}
