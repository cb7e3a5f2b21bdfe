import type { ApiContext } from "#main/api/context.ts";
import type { ClientSource } from "./client-books.ts";

type Pool = ApiContext["pool"];

/** For each client the newest look at its file that was copied to the firm's file. */
const copied = new WeakMap<Pool, Map<string, number>>();
let looks = 0;

/**
 * Copies a client's mentions and open tasks into the firm's file: the inbox reads that one instead of every client's.
 * The two files belong to two threads, so a look that a later one overtook is dropped: it would bring back what is done.
 *
 * What people did is saved in the client's file by then. So a firm's file that can't be written, for example on a full disk, is
 * logged and nothing more: the client's next note or task copies everything again, and so does the next start.
 * @returns whether the copy changed
 */
export async function copyOpenWork({ pool, log }: Pick<ApiContext, "pool" | "log">, source: ClientSource): Promise<boolean> {
  const { clientId } = source;
  const look = ++looks;
  const items = await pool.perform("work.open", source);
  const newest = copied.get(pool) ?? new Map<string, number>();
  copied.set(pool, newest);
  if ((newest.get(clientId) ?? 0) > look) return false;
  newest.set(clientId, look);
  const saved = items.ok ? await pool.perform("firm.saveWork", { clientId, items: items.value }) : items;
  if (saved.ok) return saved.value.changed;
  log.warn("work.not_copied", { clientId, code: saved.failure.code, message: saved.failure.message });
  return false;
}
