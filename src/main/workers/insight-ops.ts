import type { AgedDocumentsPage, AgingDocumentsInput } from "#main/services/aging-documents.ts";
import type { ChangesPage, ChangesQuestion } from "#main/services/changes.ts";
import type { DimensionBook } from "#main/services/dimension-book.ts";
import type { Act } from "#main/services/own-decisions.ts";
import type { OwnTarget } from "#main/services/own-dimensions.ts";
import type { PeriodToMove } from "#main/services/period-moves.ts";
import type { SearchAnswer, SearchQuestion } from "#main/services/search.ts";
import type { StandingLocks } from "#main/services/standing-locks.ts";
import type { Dimension } from "#shared/model/dimension.ts";
import type { Done, Reviewed } from "./review-ops.ts";

interface Target {
  readonly kind: OwnTarget;
  readonly id: string;
}

/** Operations that look behind a mirror's figures, and those on the dimensions kept here: input, and result. */
export interface InsightOps<Source> {
  "aging.documents": [Source & AgingDocumentsInput, AgedDocumentsPage];
  "changes.page": [Source & ChangesQuestion, ChangesPage];
  "locks.book": [Source, StandingLocks];
  "periods.book": [Source & { readonly fiscalYearEnd: { readonly month: number; readonly day: number } }, PeriodToMove[]];
  "search.mirror": [Source & SearchQuestion, SearchAnswer];
  "dimensions.book": [Source, DimensionBook];
  "dimensions.own": [Source, (Dimension & { readonly removedDetectedAt: null; readonly changeHash: string; readonly asOf: null })[]];
  "dimensions.save": [
    Source &
      Act & { readonly dimensionId: string | null; readonly newId: string; readonly name: string; readonly values: readonly string[] },
    Reviewed<Done & { readonly dimension: Dimension }>,
  ];
  "dimensions.assign": [Source & Act & { readonly dimensionId: string; readonly value: string; readonly target: Target }, Reviewed<Done>];
  "dimensions.remove": [Source & Act & { readonly dimensionId: string; readonly target: Target | null }, Reviewed<Done>];
}

/** Those that only look. */
export const INSIGHT_READ_OPS = [
  "aging.documents",
  "changes.page",
  "locks.book",
  "periods.book",
  "search.mirror",
  "dimensions.book",
  "dimensions.own",
] as const;
