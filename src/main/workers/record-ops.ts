import type { ActivityPage, ActivityQuestion } from "#main/services/activity.ts";
import type { FigureKind, FigureSources } from "#shared/contract/figures.ts";
import type { AccountRow, PartyDetail, PartyList } from "#shared/contract/records.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import type { FigureSource } from "#shared/model/statement.ts";

/** Which figures, and how they were had. */
export interface FigureQuestion {
  readonly of: FigureKind;
  readonly source: FigureSource;
}

/** Operations on lists of a client's records and on what happened to them: input, and result. */
export interface RecordOps<Source> {
  "records.parties": [Source, PartyList];
  "records.party": [Source & { readonly id: string }, PartyDetail | null];
  "records.accounts": [Source, { readonly asOf: Instant | null; readonly rows: AccountRow[] }];
  "records.activity": [Source & ActivityQuestion, ActivityPage];
  "figures.sources": [Source & FigureQuestion, FigureSources];
}

/** All of them only look. */
export const RECORD_READ_OPS = ["records.parties", "records.party", "records.accounts", "records.activity", "figures.sources"] as const;
