import Database from "better-sqlite3";
import { expect } from "vitest";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { bare, type Comparable } from "#test/support/mirror-compare.ts";
import { type Expected, KINDS, type Kind } from "#test/support/mirror-kinds.ts";
import type { World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

export const STYLES = ["a", "b", "c"] as const;

/** Every kind that the oracle states is in the mirror, field by field, and nothing else is. */
export async function expectMirrorEqualsOracle(tenant: Tenant, known?: Expected, but: readonly Kind[] = []): Promise<void> {
  const stated = tenant.oracle(known);
  for (const kind of KINDS) {
    if (stated[kind] === undefined || but.includes(kind)) continue;
    expect(await tenant.compareWithOracle(kind, known), `${tenant.source.system} ${kind}`).toEqual([]);
  }
}

/** Runs a sync that must end with every stream up to date. */
export async function syncToEnd(tenant: Tenant, request: Parameters<Tenant["sync"]>[0] = {}) {
  const done = await tenant.sync(request);
  expect(
    done.streams
      .filter((stream) => stream.state !== "up_to_date")
      .map(({ stream, state, failure }) => `${stream} ${state} ${failure?.message ?? ""}`),
    `${done.state} ${done.failure?.message ?? ""}`,
  ).toEqual([]);
  expect(done.state).toBe("up_to_date");
  return done;
}

/** A look into the mirror's file from outside. */
export function look<T>(world: World, tenant: Tenant, sql: string, ...parameters: unknown[]): T[] {
  const db = new Database(clientFilePath(world.home, tenant.source.clientId), { readonly: true });
  try {
    return db.prepare(sql).all(...parameters) as T[];
  } finally {
    db.close();
  }
}

/** What a write would leave behind: every record's hash, every fetch time, every change and finding. */
export async function traces(world: World, tenant: Tenant): Promise<Record<string, unknown>> {
  const records = look(
    world,
    tenant,
    "SELECT rec_no, hex(raw_hash) AS hash, raw_page, fetched_ms, removed_ms FROM source_record ORDER BY rec_no",
  );
  const hashes: Record<string, unknown> = {};
  for (const kind of KINDS) for (const record of await tenant.readAll(kind)) hashes[`${kind} ${String(record.id)}`] = record.changeHash;
  const [{ changes } = { changes: -1 }] = look<{ changes: number }>(world, tenant, "SELECT COUNT(*) AS changes FROM field_change");
  return { records, hashes, changes };
}

/** Own content of a record: without what other records hold (allocations to it, its party) and without the mirror's facts. */
export function ownContent(record: Comparable): Comparable {
  const { party: _party, ...own } = bare(record);
  const allocations = (own.allocations as { fromId: string }[] | undefined)?.filter(({ fromId }) => fromId === own.id);
  return allocations === undefined ? own : { ...own, allocations };
}

/** Calls that reached the ledger while `work` ran. */
export async function callsDuring<T>(tenant: Tenant, work: () => Promise<T>): Promise<{ readonly calls: number; readonly value: T }> {
  const before = tenant.simulated.referee.totals.arrivals;
  const value = await work();
  return { calls: tenant.simulated.referee.totals.arrivals - before, value };
}

/** Worlds of one test, each closed and judged at its end. */
export async function endWorld(world: World): Promise<void> {
  await world.close();
  for (const { simulated } of world.tenants) simulated.referee.assertClean();
}
