import { z } from "zod";
import type { TokenMarks } from "#main/signin/token-marks.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Before the key of a grant. */
const USED = "refresh-token-used/";
const digests = z.array(z.string()).nullable();

/** Marks of refresh tokens in the firm's file: a commit is durable before the token it points to is used. */
export function tokenMarksOnDisk(pool: WorkerPool): TokenMarks {
  const used = async (grantKey: string): Promise<Result<readonly string[], Failure>> => {
    const stored = await pool.perform("firm.setting", { key: `${USED}${grantKey}` });
    return stored.ok ? ok(digests.parse(stored.value) ?? []) : stored;
  };
  return {
    read: (grantKey) => pool.perform("firm.tokenMark", { grantKey }),
    commit: (mark) => pool.perform("firm.saveTokenMark", mark),
    remove: (grantKey) => pool.perform("firm.removeTokenMark", { grantKey }),
    used,
    noteUsed: async (grantKey, digest) => {
      const known = await used(grantKey);
      if (!known.ok) return known;
      if (known.value.includes(digest)) return ok(null);
      return pool.perform("firm.saveSetting", { key: `${USED}${grantKey}`, value: [...known.value, digest] });
    },
  };
}
