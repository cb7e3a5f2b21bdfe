import { visibleText } from "#main/domain/documents/safe-text.ts";
import type { AgingTieOut } from "#main/domain/tie-outs/aging-tie-out.ts";
import { asOfName, asSentence, minuteName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { FigureGap, FigureSource } from "#shared/model/reports/statement.ts";
import { type TieOut, tieOutCountsOf } from "#shared/model/reports/tie-out.ts";

const SOURCES: Readonly<Record<FigureSource, string>> = {
  gl_feed: "From the general ledger",
  query: "From the ledger's own totals",
  report: "From the ledger's own report",
  mirror: "From synced records",
  reconstructed: "Reconstructed from synced transactions and payments",
};

/** Where figures come from and how fresh they are. */
export function sourceLabel({ source, asOf }: { readonly source: FigureSource; readonly asOf: string | null }): string {
  return `${SOURCES[source]}, as of ${asOfName(asOf)}`;
}

/** What the figures leave out, with the names of the first records concerned. */
export function gapNotes(gaps: readonly FigureGap[], nameOf: (recordId: string) => string | null): string[] {
  return gaps.map(({ message, count, recordIds }) => {
    const named = recordIds
      .slice(0, 5)
      .map((id) => visibleText(nameOf(id) ?? id))
      .join("; ");
    const more = count > 5 ? ` and ${count - 5} more` : "";
    return `Note: ${visibleText(message)}${named === "" ? "" : ` (${named}${more})`}`;
  });
}

/** How an aging compares with the ledger, as sentences. Where only some contacts could be compared, their figures are known. */
export function agingCheckWords({ outcome, compared, reason, source }: AgingTieOut): string {
  const ofTotal = source === "control_accounts" ? ", total only" : "";
  if (outcome !== "cannot_check") return `Compared with ${codeLabel(source)}${ofTotal}: ${codeLabel(outcome).toLowerCase()}.`;
  const why = reason ?? t("The ledger has no figure for this aging.");
  const cannot =
    compared > 0 ? t("This aging can't be fully checked against the ledger.") : t("This aging can't be checked against the ledger.");
  return `${cannot} ${asSentence(why)}`;
}

/** Behind a count of tie-outs that hold: how many of them by their total only. */
export function byTotalOnly(checks: readonly Pick<TieOut, "check" | "outcome" | "report">[]): string {
  const { totalOnly = 0 } = tieOutCountsOf(checks);
  return totalOnly === 0 ? "" : ` (${totalOnly} total only)`;
}

/** A schedule's status for the index, with the count behind it. `found` says what was found where nothing is open. */
export function openStatus(count: number, what: string, found = "None"): { readonly status: string; readonly open: number } {
  return { status: count === 0 ? found : `${count} ${what}`, open: count };
}

/** Who did something and when. */
export function signedBy({ person, at }: { readonly person: string; readonly at: string }): string {
  return `${person}, ${minuteName(at)}`;
}
