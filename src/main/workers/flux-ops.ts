import type { BudgetToImport } from "#main/services/budgets.ts";
import type { FluxAct, Role } from "#main/services/flux-acts.ts";
import type { FluxQuestion } from "#main/services/flux-figures.ts";
import type { ThresholdRow } from "#main/services/flux-thresholds.ts";
import type { Act } from "#main/services/own-decisions.ts";
import type { BudgetView, FluxDrivers, FluxReview } from "#shared/contract/flux.ts";
import type { FluxThreshold } from "#shared/model/flux.ts";
import type { Done, Reviewed } from "./review-ops.ts";

type OnRow = FluxAct & { readonly accountId: string };

/** Operations of the variance review: input, and result. */
export interface FluxOps<Source> {
  "flux.review": [Source & { readonly question: FluxQuestion }, Omit<FluxReview, "clientId">];
  "flux.drivers": [
    Source & { readonly question: FluxQuestion & { readonly accountId: string; readonly limit: number } },
    FluxDrivers | null,
  ];
  "flux.explain": [Source & OnRow & { readonly text: string; readonly documentIds: readonly string[] }, Reviewed<Done>];
  "flux.sign": [Source & OnRow & { readonly role: Role }, Reviewed<Done & { readonly hash: string }>];
  "flux.signBelow": [Source & FluxAct & { readonly role: Role }, Reviewed<{ readonly signed: number; readonly left: number }>];
  "flux.return": [Source & OnRow & { readonly why: string }, Reviewed<Done>];
  "flux.thresholds": [Source, ThresholdRow[]];
  "flux.setThreshold": [Source & Act & { readonly threshold: FluxThreshold }, Reviewed<Done>];
  "flux.standard": [
    Source & { readonly question: FluxQuestion },
    { readonly amount: FluxThreshold["amount"]; readonly percent: FluxThreshold["percent"]; readonly join: FluxThreshold["join"] },
  ];
  "budgets.import": [Source & Act & Omit<BudgetToImport, "sha256"> & { readonly content: Uint8Array }, Reviewed<BudgetView>];
  "budgets.list": [Source, BudgetView[]];
  "budgets.remove": [Source & Act & { readonly budgetNo: number }, { readonly removed: boolean }];
}

/** Those that only look. */
export const FLUX_READ_OPS = ["flux.review", "flux.drivers", "flux.thresholds", "flux.standard", "budgets.list"] as const;
