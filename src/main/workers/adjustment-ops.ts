import type { DueAdjustment, DueQuestion } from "#main/services/adjusting-entries.ts";
import type { Act } from "#main/services/own-decisions.ts";
import type { AdjustingDefinitionView } from "#shared/contract/adjustments.ts";
import type { AdjustingEntry } from "#shared/model/adjusting-entry.ts";
import type { Done, Reviewed } from "./review-ops.ts";

/** Operations on adjusting entries: input, and result. Their jobs are the write queue's. */
export interface AdjustmentOps<Source> {
  "adjustments.definitions": [Source, AdjustingDefinitionView[]];
  "adjustments.due": [Source & { readonly question: DueQuestion }, DueAdjustment[]];
  "adjustments.save": [
    Source & Act & { readonly definitionId: string; readonly entry: AdjustingEntry },
    Reviewed<Done & { readonly definitionId: string }>,
  ];
  "adjustments.remove": [Source & Act & { readonly definitionId: string }, Reviewed<Done>];
}

/** Those that only look. */
export const ADJUSTMENT_READ_OPS = ["adjustments.definitions", "adjustments.due"] as const;
