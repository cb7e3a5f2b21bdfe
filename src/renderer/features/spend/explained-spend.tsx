import { readFigureId } from "../../format/addresses/figure-id.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatPeriod } from "../../format/dates/date.ts";
import { spanOfMonth, spanText } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import { changeFigureChoice } from "../../state/views/figure-choices.ts";
import { recordAddress } from "../../state/window/screen-address.ts";
import type { ExplainedFigure } from "../../ui/figures/figure-panel.tsx";
import { FigureTransactions } from "../../ui/figures/figure-transactions.tsx";
import type { Gap } from "../../ui/figures/gap-list.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import { type SpendDrill, spendDrill } from "./spend-drill.ts";
import { SERIES_LABELS } from "./spend-labels.ts";
import { SERIES, type Spend, spendLines } from "./spend-rows.ts";

/** What the figures of spend do not know. */
export function spendGaps(spend: Spend): Gap[] {
  const { billedUnknown } = spend.series.committed;
  if (billedUnknown.length === 0) return [];
  const message = t(
    "For some lines of {count, plural, one {1 purchase order} other {{shown} purchase orders}} dated {dates}, the ledger doesn't report how much was billed. “On order” includes these lines in full.",
    { count: billedUnknown.length, shown: formatCount(billedUnknown.length), dates: spanText(spend) },
  );
  return [{ message, recordIds: billedUnknown, count: billedUnknown.length }];
}

/** A figure of spend by its line and series, or all of them, with the documents behind it. */
export function explainedSpend(clientId: string, id: string, spend: Spend): ExplainedFigure {
  const { rowKey, columnId } = readFigureId(id);
  const line = spendLines(spend).find(({ key }) => key === rowKey);
  const days = [t("Dates"), spanText(spend)] as const;
  const common = { of: "spend" as const, source: "mirror" as const, asOf: spend.asOf, gaps: spendGaps(spend), checks: [] };
  if (line === undefined || line.kind === "month")
    return {
      ...common,
      title: t("Spend, {spend}", { spend: spanText(spend) }),
      place: `spend/${spend.from}/${spend.to}`,
      amounts: [],
      facts: [days, ...SERIES.map((name) => [SERIES_LABELS[name], spend.series[name].contains] as const)],
      documents: (
        <p>
          {t(
            "Press Enter on a figure to see the transactions behind it. Totals, “On order” figures and rows such as “No vendor” don't open.",
          )}
        </p>
      ),
    };
  const series = SERIES.find((name) => name === columnId) ?? "accrued";
  return {
    ...common,
    title: [formatPeriod(line.month), line.label, SERIES_LABELS[series]]
      .filter((part, at, all) => part !== "" && all.indexOf(part) === at)
      .join(", "),
    place: `spend/${rowKey}/${series}`,
    amounts: [{ amount: line.figures[series] ?? null, currency: line.currency }],
    facts: [
      [t("Month"), formatPeriod(line.month)],
      [SERIES_LABELS[series], spend.series[series].contains],
    ],
    documents: <Behind clientId={clientId} drill={spendDrill(line, series)} isOrders={series === "committed"} />,
  };
}

interface BehindProps {
  readonly clientId: string;
  readonly drill: SpendDrill | null;
  readonly isOrders: boolean;
}

function Behind({ clientId, drill, isOrders }: BehindProps) {
  if (drill === null)
    return (
      <p className={panel.quiet}>
        {isOrders
          ? t("Purchase orders aren't posted, so there are no transactions behind this figure.")
          : t("Transactions without an account, vendor or dimension value can't be listed here.")}
      </p>
    );
  if (drill.kind === "documents") return <FigureTransactions clientId={clientId} filter={drill.filter} />;
  const span = spanOfMonth(drill.month);
  return (
    <a
      href={`#${recordAddress(clientId, "accounts", drill.accountId)}`}
      // The postings of the figure's month, whatever days that screen showed before.
      onClick={() => (span === null ? undefined : changeFigureChoice(clientId, span))}
    >
      {t("Account ledger, with every posting")}
    </a>
  );
}
