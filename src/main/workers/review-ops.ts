import type { PeriodStatus } from "#main/domain/period-transitions.ts";
import type { DuplicateQuestion } from "#main/services/duplicates.ts";
import type { MergedParties } from "#main/services/merge-parties.ts";
import type { Namesake } from "#main/services/namesakes.ts";
import type { OrderMatch } from "#main/services/order-matches.ts";
import type { Act } from "#main/services/own-decisions.ts";
import type { ListedParty, MergedParty, PartySuggestionList } from "#main/services/parties.ts";
import type { PeriodMove } from "#main/services/period-states.ts";
import type { ApprovalView, DuplicatePage } from "#shared/contract/reviews.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";

/** What an act answers: what it did, or why it was refused. */
export type Reviewed<T> = Result<T, Failure>;
export interface Done {
  readonly decisionNo: number;
}
interface BillPair {
  readonly a: string;
  readonly b: string;
}
interface OrderPair {
  readonly orderId: string;
  readonly billId: string;
}

/** Figures by party: of the ledger's records (default), or of the parties that stand after merges (rule 22). */
export interface Merging {
  readonly merged?: boolean;
}

/** Operations on what people review and decide: input, and result. */
export interface ReviewOps<Source> {
  "duplicates.list": [Source & DuplicateQuestion, DuplicatePage];
  "duplicates.dismiss": [Source & Act & BillPair & { readonly note: string | null }, Reviewed<Done>];
  "duplicates.restore": [Source & Act & BillPair, Reviewed<Done>];
  "findings.acknowledge": [Source & Act & { readonly findingNo: number; readonly note: string | null }, Reviewed<Done>];
  "matches.list": [Source, OrderMatch[]];
  "matches.decide": [Source & Act & OrderPair & { readonly verdict: "confirmed" | "refused" }, Reviewed<Done>];
  "matches.undo": [Source & Act & OrderPair, Reviewed<Done>];
  "parties.list": [
    Source & { readonly after?: string; readonly limit: number },
    { readonly rows: ListedParty[]; readonly last: string | null },
  ];
  /** Parties that are called as one of these. */
  "parties.namesakes": [Source & { readonly names: readonly string[] }, Namesake[]];
  "parties.suggestions": [Source, PartySuggestionList];
  "parties.merged": [Source, MergedParty[]];
  "parties.merge": [Source & Act & { readonly keepId: string; readonly absorbId: string }, Reviewed<MergedParties>];
  "parties.unmerge": [Source & Act & { readonly absorbId: string }, Reviewed<Done & { readonly keptId: string }>];
  "periods.set": [
    Source &
      Act & {
        readonly period: string;
        readonly status: PeriodStatus;
        readonly fiscalYearEnd: { readonly month: number; readonly day: number };
      },
    Reviewed<PeriodMove>,
  ];
  "approvals.set": [
    Source &
      Act & {
        readonly documentId: string;
        readonly verdict: "approved" | "returned";
        readonly note: string | null;
        readonly hasApprovalWorkflow: boolean;
      },
    Reviewed<Done & { readonly approval: ApprovalView }>,
  ];
  "approvals.of": [Source & { readonly documentId: string; readonly hasApprovalWorkflow: boolean }, ApprovalView | null];
}

/** Those that only look. */
export const REVIEW_READ_OPS = [
  "duplicates.list",
  "matches.list",
  "parties.list",
  "parties.namesakes",
  "parties.suggestions",
  "parties.merged",
  "approvals.of",
] as const;
