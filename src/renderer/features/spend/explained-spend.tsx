import { BehindDocuments } from "../../blocks/behind-documents.tsx";
import type { ExplainedFigure } from "../../blocks/figure-panel.tsx";
import type { Gap } from "../../components/gap-list.tsx";
import panel from "../../components/side-panel.module.css";
import { formatPeriod } from "../../format/date.ts";
import { readFigureId } from "../../format/figure-id.ts";
import { spanWords } from "../../format/span.ts";
import { t } from "../../language/t.ts";
import { recordAddress } from "../../state/place.ts";
import { type SpendDrill, spendDrill } from "./spend-drill.ts";
import { SERIES, type Spend, spendLines } from "./spend-lines.ts";
import { SERIES_WORDS } from "./spend-words.ts";

/** What the figures of spend do not know. */
export function spendGaps({ series: { committed } }: Spend): Gap[] {
  const { billedUnknown } = committed;
  if (billedUnknown.length === 0) return [];
  const message = t("orders of which it is not known how much has been billed. Committed holds all of what was ordered on those lines.");
  return [{ message, recordIds: billedUnknown, count: billedUnknown.length }];
}

/** A figure of spend by its line and series, or all of them, with the documents behind it. */
export function explainedSpend(clientId: string, id: string, spend: Spend): ExplainedFigure {
  const { rowKey, columnId } = readFigureId(id);
  const line = spendLines(spend).find(({ key }) => key === rowKey);
  const days = [t("Days"), spanWords(spend)] as const;
  const common = { of: "spend" as const, source: "mirror" as const, asOf: spend.asOf, gaps: spendGaps(spend), checks: [] };
  if (line === undefined)
    return {
      ...common,
      title: t("Spend, {spend}", { spend: spanWords(spend) }),
      place: `spend/${spend.from}/${spend.to}`,
      amounts: [],
      facts: [days, ...SERIES.map((name) => [SERIES_WORDS[name], spend.series[name].contains] as const)],
      documents: <p>{t("Enter on a figure leads to the documents behind it.")}</p>,
    };
  const series = SERIES.find((name) => name === columnId) ?? "accrued";
  return {
    ...common,
    title: [formatPeriod(line.month), line.label, SERIES_WORDS[series]]
      .filter((part, at, all) => part !== "" && all.indexOf(part) === at)
      .join(", "),
    place: `spend/${rowKey}/${series}`,
    amounts: [{ amount: line.figures[series] ?? null, currency: line.currency }],
    facts: [
      [t("Month"), formatPeriod(line.month)],
      [SERIES_WORDS[series], spend.series[series].contains],
    ],
    documents: <Behind clientId={clientId} drill={spendDrill(line, series)} />,
  };
}

function Behind({ clientId, drill }: { readonly clientId: string; readonly drill: SpendDrill | null }) {
  if (drill === null)
    return <p className={panel.quiet}>{t("Orders are no documents of the books; nothing else is behind this figure.")}</p>;
  if (drill.kind === "documents") return <BehindDocuments clientId={clientId} filter={drill.filter} />;
  return <a href={`#${recordAddress(clientId, "accounts", drill.accountId)}`}>{t("The ledger of the account, with every posting")}</a>;
}
