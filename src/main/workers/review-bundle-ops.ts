import type { Act } from "#main/services/own-decisions.ts";
import type { Conflict, previewReview } from "#main/services/review-import.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { ClientReview } from "#shared/model/review-bundle.ts";

/** Operations on reviews that are carried between machines: input, and result. */
export interface ReviewBundleOps<Source> {
  "review.collect": [Source, ClientReview];
  "review.compare": [Source & { readonly review: ClientReview }, ReturnType<typeof previewReview>];
  "review.take": [
    Source & Act & { readonly review: ClientReview; readonly chosen: readonly string[] },
    Result<{ readonly taken: number; readonly conflicts: number }, Failure>,
  ];
  "review.conflicts": [Source, Conflict[]];
  "review.settle": [Source & Act & { readonly conflictNo: number; readonly keep: "ours" | "theirs" }, Result<null, Failure>];
}

/** Those that only look. */
export const REVIEW_BUNDLE_READ_OPS = ["review.collect", "review.compare", "review.conflicts"] as const;
