import type { TokenMarks } from "#main/signin/token-marks.ts";
import type { WorkerPool } from "#main/workers/pool.ts";

/** Marks of refresh tokens in the firm's file: a commit is durable before the token it points to is used. */
export function tokenMarksOnDisk(pool: WorkerPool): TokenMarks {
  return {
    read: (grantKey) => pool.perform("firm.tokenMark", { grantKey }),
    commit: (mark) => pool.perform("firm.saveTokenMark", mark),
    remove: (grantKey) => pool.perform("firm.removeTokenMark", { grantKey }),
  };
}
