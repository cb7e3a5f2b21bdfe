import type { Act } from "#main/services/own-decisions.ts";
import type { ReconciliationSetting } from "#main/services/reconciliations.ts";
import type { Attachment, ReconciliationRow, ReconcilingItem } from "#shared/contract/reconciliations.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { Done, Reviewed } from "./review-ops.ts";

/** A period as reconciliations are asked with. */
export type ReconciliationQuestion = Omit<ReconciliationSetting, "reader">;
type OnAccount = Act & { readonly question: ReconciliationQuestion; readonly accountId: string };

/** Operations on reconciliations and the files that support them: input, and result. */
export interface ReconciliationOps<Source> {
  "reconciliations.list": [Source & { readonly question: ReconciliationQuestion }, ReconciliationRow[]];
  "reconciliations.save": [
    Source & OnAccount & { readonly support: DecimalString; readonly note: string | null; readonly items: readonly ReconcilingItem[] },
    Reviewed<Done>,
  ];
  "reconciliations.require": [Source & Act & { readonly accountId: string; readonly required: boolean }, Reviewed<Done>];
  "reconciliations.attach": [
    Source & OnAccount & { readonly fileName: string; readonly content: Uint8Array },
    Reviewed<Done & { readonly attachment: Attachment }>,
  ];
  "reconciliations.detach": [Source & OnAccount & { readonly sha256: string }, Reviewed<Done>];
  "reconciliations.file": [
    Source & { readonly sha256: string },
    Reviewed<{ readonly attachment: Attachment; readonly content: Uint8Array }>,
  ];
}

/** Those that only look. */
export const RECONCILIATION_READ_OPS = ["reconciliations.list", "reconciliations.file"] as const;
