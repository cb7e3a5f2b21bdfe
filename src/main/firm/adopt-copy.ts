import type { FilePool } from "#main/workers/pool.ts";
import type { ClientSource, OpResult } from "#main/workers/protocol.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { SharedCopy, WorkServer } from "./work-server.ts";

interface CopyPorts {
  readonly pool: FilePool;
  readonly server: WorkServer;
}

type Adopted = OpResult<"log.adopt">;

/**
 * Begins a client's file with the copy that the server has: replaying years takes longer.
 * @returns null where the log must be read instead: there is no copy, a newer one replaced it, or the file has records of its own
 */
export async function adoptCopy(source: ClientSource, ports: CopyPorts): Promise<Result<Adopted | null, Failure>> {
  const { pool, server } = ports;
  const { clientId } = source;
  const copy = await server.newestCopy(clientId);
  if (!copy.ok) return copy;
  if (copy.value === null) return ok(null);
  const adopted = await takeCopy(source, ports, copy.value);
  if (!adopted.ok || adopted.value === null) await pool.perform("log.dropCopy", { clientId });
  return !adopted.ok && adopted.failure.code === "storage" ? ok(null) : adopted;
}

/** Writes each part while the next one is fetched. @returns null when a newer copy has replaced this one */
async function takeCopy(source: ClientSource, { pool, server }: CopyPorts, copy: SharedCopy): Promise<Result<Adopted | null, Failure>> {
  const { marker, parts } = copy;
  let next = await server.copyPart(copy, 0);
  // The checksums of its pages are the part after the last; a copy of an earlier release has none.
  for (let partNo = 0; partNo <= parts; partNo++) {
    if (!next.ok) return next;
    if (next.value === null && partNo === parts) break;
    if (next.value === null) return ok(null);
    const part = next.value;
    const [taken, following] = await Promise.all([
      pool.perform("log.takePart", { ...source, marker, partNo, part }, [part.buffer]),
      partNo < parts ? server.copyPart(copy, partNo + 1) : next,
    ]);
    if (!taken.ok) return taken;
    next = following;
  }
  return replacingFile(pool, source.clientId, () => pool.perform("log.adopt", { ...source, marker }));
}

/**
 * Does what puts another file in the place of a client's. A question asked meanwhile may open the file that goes away, so readers
 * look again afterwards too: they would answer from it for as long as they keep it open.
 */
export async function replacingFile<T>(pool: FilePool, clientId: string, act: () => Promise<T>): Promise<T> {
  await pool.must("client.closeReader", { clientId });
  try {
    return await act();
  } finally {
    await pool.must("client.closeReader", { clientId });
  }
}
