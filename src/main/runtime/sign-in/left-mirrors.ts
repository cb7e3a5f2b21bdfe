import { z } from "zod";
import type { StoredConnection } from "#main/store/clients/firm.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import { ledgerSystem } from "#shared/model/books/source-ref.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";

const leftMirror = z.object({ system: ledgerSystem, tenantId: z.string() });

/** Remembers whose books a client's mirror holds when its connection is taken away: no others may be read into it. */
export async function noteLeftMirror(pool: WorkerPool, { clientId, system, tenantId }: StoredConnection): Promise<void> {
  await pool.must("firm.saveSetting", { key: keyOf(clientId), value: { system, tenantId } });
}

/** Why a connection can't be added to this client, or null. */
export async function mirrorOfOther(pool: WorkerPool, stored: StoredConnection): Promise<Failure | null> {
  const left = leftMirror.nullable().parse(await pool.must("firm.setting", { key: keyOf(stored.clientId) }));
  if (left === null || (left.system === stored.system && left.tenantId === stored.tenantId)) return null;
  return {
    code: "already_exists",
    message: `This client's local copy belongs to different books (${ledgerLabel(left.system)}, ${left.tenantId}).`,
    field: "client",
    next: "Add another client for the books you're connecting, or reconnect this client to its original books.",
  };
}

function keyOf(clientId: string): string {
  return `left-mirror/${clientId}`;
}
