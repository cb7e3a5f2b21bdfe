import type { ThresholdRow } from "#main/store/flux/flux-thresholds.ts";
import { t } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { FLUX_COMPARISON_LABELS, FLUX_SECTION_LABELS } from "#shared/model/labels/status-labels.ts";
import type { FluxComparison } from "#shared/model/reports/flux.ts";

/** What a threshold is for, as a person reads it. */
export function scopeWords({ scope, account }: Pick<ThresholdRow, "scope"> & { readonly account: string | null }): string {
  switch (scope.kind) {
    case "statement":
      return codeLabel(scope.statement);
    case "section":
      return t(FLUX_SECTION_LABELS[scope.section]);
    case "risk":
      return `${codeLabel(scope.risk)}-risk accounts`;
    case "account_type":
      return `Accounts of type ${codeLabel(scope.accountType)}`;
    case "account":
      return account ?? "Deleted account";
  }
}

/** The comparison that a threshold is for, after "compared with". */
export function comparisonWords(comparison: FluxComparison | null): string {
  return comparison === null ? "every comparison" : FLUX_COMPARISON_LABELS[comparison];
}
