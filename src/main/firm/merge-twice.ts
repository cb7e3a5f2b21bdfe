import { z } from "zod";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { FirmNeeds } from "./firm-port.ts";
import { type Twice, twice } from "./twice.ts";

const KEY = "firm/twice";

/** Remembers to merge these when the firm is opened next. @returns whether any of them is new */
export async function noteTwice(pool: FirmNeeds["pool"], found: readonly Twice[]): Promise<boolean> {
  const known = await read(pool);
  const added: Twice[] = [];
  for (const one of found) {
    const isKnown = known.some(({ clientId }) => clientId === one.clientId);
    if (!isKnown && (await pool.must("firm.client", { clientId: one.serverId })) === null) added.push(one);
  }
  if (added.length > 0) await pool.must("firm.saveSetting", { key: KEY, value: [...known, ...added] });
  return added.length > 0;
}

/**
 * Gives each of them the firm's id, while nothing has its file open. What people recorded goes along and then out to the firm, which
 * merges it as it merges a review file; what the ledger said comes from the firm's log. The former file stays in the folder `kept`.
 * One that can't be merged stays as it is until the next time.
 */
export async function mergeTwice(needs: Pick<FirmNeeds, "pool" | "clock" | "log" | "dropGrant">): Promise<void> {
  const found = await read(needs.pool);
  if (found.length === 0) return;
  const left: Twice[] = [];
  for (const one of found) if (!(await merged(needs, one))) left.push(one);
  await needs.pool.must("firm.saveSetting", { key: KEY, value: left });
}

/** Said to who still works under the former id. */
const MERGING: Failure = {
  code: "conflict",
  message: "The firm already has this client, so this computer's copy was merged with the firm's copy.",
  next: "Open the client again from the list of clients.",
};

/** Each step changes nothing when it is done again, because the program may end between two of them. */
async function merged(
  { pool, clock, log, dropGrant }: Parameters<typeof mergeTwice>[0],
  { clientId, serverId, connection }: Twice,
): Promise<boolean> {
  const stored = await pool.must("firm.connection", { clientId });
  await pool.hold(clientId, MERGING);
  const file = await pool.perform("files.moveClient", { clientId, toClientId: serverId, nowMs: clock.nowMs() });
  if (!file.ok) {
    pool.free(clientId);
    log.warn("firm.merge_failed", { clientId, serverId, code: file.failure.code });
    return false;
  }
  await pool.must("firm.moveClient", { from: clientId, to: serverId, connection });
  log.info("firm.merged_client", { clientId, serverId });
  // From here on the firm's sign-in is used.
  if (stored !== null) await dropGrant(stored);
  return true;
}

async function read(pool: FirmNeeds["pool"]): Promise<readonly Twice[]> {
  return (
    z
      .array(twice)
      .nullable()
      .parse(await pool.must("firm.setting", { key: KEY })) ?? []
  );
}
