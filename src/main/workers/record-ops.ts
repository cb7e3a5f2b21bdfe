import type { ActivityPage, ActivityQuestion } from "#main/services/activity.ts";
import type { AccountRow, PartyDetail, PartyList } from "#shared/contract/records.ts";
import type { Instant } from "#shared/kernel/instant.ts";

/** Operations on lists of a client's records and on what happened to them: input, and result. */
export interface RecordOps<Source> {
  "records.parties": [Source, PartyList];
  "records.party": [Source & { readonly id: string }, PartyDetail | null];
  "records.accounts": [Source, { readonly asOf: Instant | null; readonly rows: AccountRow[] }];
  "records.activity": [Source & ActivityQuestion, ActivityPage];
}

/** All of them only look. */
export const RECORD_READ_OPS = ["records.parties", "records.party", "records.accounts", "records.activity"] as const;
