import type { Migration } from "#main/store/database/open.ts";
import { chainTables } from "#main/store/database/own-chain.ts";

/**
 * Puts what people recorded about a client under a hash chain, so that a flipped bit in a signature or a
 * note shows. The ledger's reports and tie-outs are not people's records; the file's page sums cover them.
 */
export const clientOwnChain: Migration = {
  number: 8,
  name: "own chain",
  up(db) {
    chainTables(db, [
      { name: "decision", key: ["decision_no"] },
      { name: "write_job", key: ["job_id"] },
      { name: "write_attempt", key: ["attempt_no"] },
      { name: "signed_input", key: ["hash"] },
      { name: "budget", key: ["budget_no"] },
      { name: "budget_amount", key: ["budget_no", "account_id", "month"] },
      { name: "attachment", key: ["sha256"] },
      { name: "pack", key: ["pack_no"] },
      { name: "note", key: ["note_id"] },
      { name: "task", key: ["task_id"] },
      { name: "work_event", key: ["event_no"] },
      { name: "review_conflict", key: ["conflict_no"] },
    ]);
  },
};
