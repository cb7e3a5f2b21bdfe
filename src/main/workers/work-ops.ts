import type { WorkItem } from "#main/store/inbox/work-items.ts";

/** What waits for people in clients' notes and tasks, copied into the firm's file: input, and result. */
export interface WorkOps<Source> {
  /** What waits in a client's file, to be repeated in the firm's. */
  "work.open": [Source, WorkItem[]];
  "firm.saveWork": [{ readonly clientId: string; readonly items: readonly WorkItem[] }, { readonly changed: boolean }];
}

/** Those that only look. */
export const WORK_READ_OPS = ["work.open"] as const;
