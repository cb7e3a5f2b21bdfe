import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { clientFigures } from "#main/store/accounts/client-figures.ts";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { seededFaults } from "#simulator/faults.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, look, STYLES, syncToEnd } from "./expecting.ts";

const MINUTE_MS = 60_000;

/** The stored half of the dashboard's row. */
async function storedRollup(world: World, tenant: Tenant): Promise<Record<string, unknown>> {
  const clients = await world.run(world.runtime.context.pool.must("firm.clients", {}));
  return clients.find(({ clientId }) => clientId === tenant.source.clientId)?.rollup as unknown as Record<string, unknown>;
}

/** The figures counted from the file again, as another program would open it. */
function recounted(world: World, tenant: Tenant): Record<string, unknown> {
  const db = new Database(clientFilePath(world.home, tenant.source.clientId), { readonly: true });
  try {
    return { ...clientFigures(db) };
  } finally {
    db.close();
  }
}

/** The figures from records alone, without any SQL of the services. */
async function fromRecords(world: World, tenant: Tenant): Promise<Record<string, unknown>> {
  const documents = await tenant.readAll("documents");
  const open = (type: string) =>
    documents.filter(
      (one) =>
        one.type === type &&
        one.removedDetectedAt === null &&
        ["open", "part_paid"].includes(String(one.status)) &&
        /[1-9]/.test((one.outstanding as { amount: string }).amount),
    ).length;
  const [counts] = look<{ findings: number; removed: number }>(
    world,
    tenant,
    "SELECT (SELECT COUNT(*) FROM finding WHERE resolved_ms IS NULL) AS findings, (SELECT COUNT(*) FROM source_record WHERE removed_ms IS NOT NULL) AS removed",
  );
  return {
    documents: documents.length,
    parties: (await tenant.readAll("parties")).length,
    openReceivables: open("sales_invoice"),
    openPayables: open("purchase_bill"),
    ...counts,
  };
}

type Step =
  | { readonly kind: "events"; readonly count: number }
  | { readonly kind: "sync"; readonly full: boolean; readonly faults: boolean }
  | { readonly kind: "restart" };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("events" as const), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("sync" as const), full: fc.boolean(), faults: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
);

test("whatever was read, refused and changed, the stored rollup of the dashboard is what a full count gives (rule 26)", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...STYLES),
      fc.integer({ min: 1, max: 10_000 }),
      fc.array(step, { minLength: 2, maxLength: 6 }),
      async (style, seed, steps) => {
        const faults = seededFaults(seededRandom(seed + 7), 0.1);
        const world = await createWorld({
          seed,
          tenants: [{ style, faults, a: { journals: true }, books: { months: 2, invoicesPerMonth: 4 } }],
        });
        const tenant = world.tenants[0] as Tenant;
        let settled = false;
        for (const [at, one] of [...steps, { kind: "sync", full: false, faults: false } as const].entries()) {
          await world.clock.advance(5 * MINUTE_MS);
          if (one.kind === "restart") await world.restart();
          else if (one.kind === "events") playEvents(tenant.books, seed + at, one.count, world.clock.nowMs());
          else {
            faults.enabled = one.faults;
            const done = await tenant.sync({ full: one.full });
            if (done.state === "needs_sign_in") tenant.signIn();
            settled ||= done.state === "up_to_date" || done.state === "incomplete";
          }
          if (!settled) continue;
          // After every step, not only after a sync: nothing but a sync may change either of them.
          const stored = await storedRollup(world, tenant);
          expect(stored).toMatchObject(recounted(world, tenant));
          expect(stored).toMatchObject(await fromRecords(world, tenant));
        }
        await world.close();
      },
    ),
    { numRuns: 12, seed: 2_611, endOnFailure: true },
  );
}, 240_000);

const WRITTEN = ["document", "payment", "journal", "entity"] as const;

/**
 * Counts every write to a record's rows, on the connection that writes: a trigger in the file itself would be
 * refused as an unknown schema.
 * @returns the writes so far, and a function that stops counting
 */
function countWrites(world: World, tenant: Tenant) {
  const path = clientFilePath(world.home, tenant.source.clientId);
  const rows: { readonly kind: string; readonly rec_no: number; readonly hash: string }[] = [];
  const watched = new WeakSet<Database.Database>();
  const watch = (db: Database.Database): void => {
    if (db.name !== path || db.readonly || watched.has(db)) return;
    watched.add(db);
    db.function("note_write", (kind, rec_no, hash) => {
      rows.push({ kind: String(kind), rec_no: Number(rec_no), hash: String(hash) });
      return null;
    });
    for (const table of WRITTEN)
      for (const event of ["INSERT", "UPDATE"]) {
        // Balances next to a hashed body change without a new hash (see docs/model.md).
        const when =
          table === "entity" && event === "UPDATE" ? "WHEN old.body IS NOT new.body OR old.change_hash IS NOT new.change_hash" : "";
        db.exec(
          `CREATE TEMP TRIGGER note_${table}_${event} AFTER ${event} ON main.${table} ${when} BEGIN SELECT note_write('${table}', new.rec_no, hex(new.change_hash)); END`,
        );
      }
  };
  const prepare = Database.prototype.prepare;
  const spy = vi.spyOn(Database.prototype, "prepare").mockImplementation(function (this: Database.Database, sql: string) {
    // Not at the very first statement: setting the temporary store drops the triggers.
    if (/^(?:INSERT|UPDATE|REPLACE)\b/i.test(sql.trim())) watch(this);
    return prepare.call(this, sql);
  });
  return { rows, stop: () => spy.mockRestore() };
}

test.each(STYLES)("ledger %s: only records whose change hash moved are written again", async (style) => {
  const world = await createWorld({ seed: 2612, tenants: [{ style, a: { journals: true }, books: { months: 3, invoicesPerMonth: 6 } }] });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  const writes = countWrites(world, tenant);
  const hashes = () =>
    new Map(
      WRITTEN.flatMap((table) =>
        look<{ rec_no: number; key: string; hash: string }>(
          world,
          tenant,
          `SELECT rec_no, ${table === "entity" ? "kind || id" : "rec_no"} AS key, hex(change_hash) AS hash FROM ${table}`,
        ).map(({ rec_no, key, hash }) => [`${table} ${key}`, `${rec_no} ${hash}`] as const),
      ),
    );
  // Everything again, nothing changed: no row is written.
  await world.clock.advance(5 * MINUTE_MS);
  await syncToEnd(tenant, { full: true });
  expect(writes.rows).toEqual([]);
  // Some things changed: those rows, each once, and no others.
  for (let round = 0; round < 3; round++) {
    const before = hashes();
    await world.clock.advance(60 * MINUTE_MS);
    playEvents(tenant.books, 90 + round, 8, world.clock.nowMs());
    await world.clock.advance(60 * MINUTE_MS);
    await syncToEnd(tenant, { full: round === 1 });
    const after = hashes();
    const moved = [...after].filter(([key, mark]) => before.get(key) !== mark).map(([key, mark]) => `${key.split(" ")[0]} ${mark}`);
    const rows = writes.rows.map(({ kind, rec_no, hash }) => `${kind} ${rec_no} ${hash}`);
    expect(moved.length).toBeGreaterThan(2);
    expect([...new Set(rows)].sort()).toEqual([...moved].sort());
    writes.rows.length = 0;
  }
  writes.stop();
  await endWorld(world);
});
