import type { ApiContext } from "#main/api/context.ts";
import type { ClientSource } from "./act.ts";

type Pool = ApiContext["pool"];

/** For each client the newest look at its file that was copied to the firm's file. */
const copied = new WeakMap<Pool, Map<string, number>>();
let looks = 0;

/**
 * Copies a client's mentions and open tasks into the firm's file: the inbox reads that one instead of every client's.
 * The two files belong to two threads, so a look that a later one overtook is dropped: it would bring back what is done.
 */
export async function copyOpenWork({ pool }: { readonly pool: Pool }, source: ClientSource): Promise<void> {
  const { clientId } = source;
  const look = ++looks;
  const items = await pool.must("work.open", source);
  const newest = copied.get(pool) ?? new Map<string, number>();
  copied.set(pool, newest);
  if ((newest.get(clientId) ?? 0) > look) return;
  newest.set(clientId, look);
  await pool.must("firm.saveWork", { clientId, items });
}
