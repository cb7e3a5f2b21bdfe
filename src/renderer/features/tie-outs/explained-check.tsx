import type { FigureKind } from "#shared/contract/reports/figures.ts";
import type { TieOut, TieOutCheck } from "#shared/model/reports/tie-out.ts";
import { readFigureId } from "../../format/addresses/figure-id.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { spanText } from "../../format/dates/date-range.ts";
import { CHECK_WORDS } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { useDocumentLink } from "../../state/window/panels.ts";
import { DifferenceTransactions } from "../../ui/figures/difference-transactions.tsx";
import type { ExplainedFigure } from "../../ui/figures/figure-panel.tsx";
import { againstWords } from "./compared-with.ts";

const RESTS_ON: Readonly<Partial<Record<TieOutCheck, FigureKind>>> = {
  aging_receivable: "open_items",
  aging_payable: "open_items",
  document_counts: "records",
};
const COLUMNS = { ours: t("in Tieout"), ledgers: t("in ledger"), difference: t("difference") } as const;

/** A figure of a check; null while the run is not known. */
export function explainedCheck(
  clientId: string,
  id: string,
  checks: readonly TieOut[],
  ownAddress: (own: string) => string,
): ExplainedFigure | null {
  const { rowKey, columnId } = readFigureId(id);
  const check = checks.find((candidate) => candidate.check === rowKey);
  if (check === undefined) return null;
  const column = columnId === "ledgers" || columnId === "difference" ? columnId : "ours";
  const { asOf, currency } = check;
  return {
    title: `${CHECK_WORDS[check.check].word}, ${COLUMNS[column]}`,
    place: `tie-out/${check.to}/${check.check}`,
    amounts: [{ amount: check[column], currency: currency ?? "" }],
    of: RESTS_ON[check.check] ?? "accounts",
    source: check.source,
    asOf: asOf.ours,
    gaps: check.gaps ?? [],
    checks: [check.check],
    facts: [
      [t("Dates"), spanText(check)],
      [t("Includes"), CHECK_WORDS[check.check].means],
      [t("Compared with"), againstWords(check)],
      [t("Ledger read"), asOf.ledgers === null ? t("Not known") : formatMinute(asOf.ledgers)],
    ],
    documents: (
      <>
        <Suspects clientId={clientId} check={check} />
        <p>
          <a href={`#${ownAddress(check.check)}`}>{t("Open this tie-out")}</a>
        </p>
      </>
    ),
  };
}

function Suspects({ clientId, check }: { readonly clientId: string; readonly check: TieOut }) {
  const linkTo = useDocumentLink(clientId);
  if (check.outcome !== "variance") return null;
  return <DifferenceTransactions documents={check.documents} currency={check.currency ?? ""} address={linkTo} />;
}
