import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { InsightRow } from "#shared/contract/clients/client-insights.ts";
import type { PackJob } from "#shared/contract/close/packs.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { createBill, deleteTransaction } from "#simulator/books/events.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const PERIOD = "2026-10";
const HOUR_MS = 3_600_000;

describe.each(STYLES)("ledger %s, what is counted for a period", (style) => {
  let world: World;
  let tenant: Tenant;
  let clientId: string;

  beforeAll(async () => {
    world = await createWorld({ seed: 84, tenants: [{ style, books: { months: 4, invoicesPerMonth: 8, foreignCurrencies: [] } }] });
    tenant = world.tenants[0] as Tenant;
    clientId = tenant.source.clientId;
    const { books } = tenant;
    const vendor = books.parties.find(({ role, active, currency }) => role === "vendor" && active && currency === books.baseCurrency);
    const account = books.accounts.find(({ kind, active }) => kind === "expense" && active);
    const pairs: readonly (readonly [string, string])[] = [
      ["2026-08-05", "2026-08-09"],
      ["2026-09-28", "2026-10-02"],
      ["2026-10-05", "2026-10-09"],
      ["2026-11-05", "2026-11-09"],
    ];
    for (const [at, dates] of pairs.entries())
      for (const [copy, date] of dates.entries())
        createBill(
          books,
          {
            partyId: vendor?.id ?? null,
            number: copy === 0 ? `SVC-20${at}` : `SVC20${at}`,
            date: date as CalendarDate,
            lines: [{ accountId: account?.id ?? "", amount: decimal(`8${at}2.60`), tax: decimal("0.00") }],
          },
          world.clock.nowMs(),
        );
    await syncToEnd(tenant);
    // One of the period, one before it.
    for (const month of ["2026-09", "2026-10"]) {
      const bought = books.transactions.find(
        ({ kind, state, date }) => kind === "cash_purchase" && state === "approved" && date.startsWith(month),
      );
      if (bought !== undefined) deleteTransaction(books, bought.id, world.clock.nowMs());
    }
    // Some deletions are only seen when the ids are compared.
    await world.clock.advance(26 * HOUR_MS);
    await syncToEnd(tenant, { reconcileOnly: true });
    await syncToEnd(tenant);
    await ask(world, "close.move", { clientId, period: PERIOD, status: "in_close" });
    await ask(world, "tieOuts.run", { clientId, asOfDate: "2026-10-31" as never });
  });
  afterAll(() => endWorld(world));

  /** The vendors of the period without a tax ID, by the simulated books. */
  function untaxed(): number {
    const { books } = tenant;
    const kinds = ["purchase_bill", "cash_purchase", "vendor_payment"];
    const used = books.transactions.filter(
      ({ kind, state, date }) => kinds.includes(kind) && state === "approved" && date.startsWith(PERIOD),
    );
    const ids = new Set(used.map(({ partyId }) => partyId));
    return books.parties.filter(({ id, role, taxIdentifier }) => role !== "customer" && ids.has(id) && taxIdentifier === null).length;
  }

  async function cover(): Promise<Record<string, number>> {
    const over = new Promise<PackJob>((resolve) => {
      const stop = world.runtime.subscribe(({ topic, payload }) => {
        if (topic !== "packs.progress" || (payload as PackJob).state === "running") return;
        stop();
        resolve(payload as PackJob);
      });
    });
    await ask(world, "packs.export", { clientId, period: PERIOD, folder: join(world.home, "packs-out") });
    const { pack } = await world.run(over);
    const files = unzipSync(readFileSync(pack?.path ?? ""));
    return JSON.parse(Buffer.from(files["manifest.json"] ?? []).toString()).exceptions;
  }

  test("the checklist, the screens and the pack's cover count the same, and only what is of the period", async () => {
    const { tasks } = await ask(world, "close.status", { clientId, period: PERIOD });
    const checklist = Object.fromEntries(tasks.flatMap(({ evidence }) => (evidence === null ? [] : [[evidence.kind, evidence.count]])));
    const exceptions = await cover();
    expect({ L: exceptions.L, M: exceptions.M, N: exceptions.N, K: exceptions.K, P: exceptions.P }).toEqual({
      L: checklist.no_open_duplicate,
      M: checklist.no_missing_tax_id,
      N: checklist.no_uncategorised,
      K: checklist.orders_matched,
      P: checklist.no_removed_record,
    });
    expect([exceptions.L, exceptions.M, exceptions.P]).toEqual([2, untaxed(), 1]);
    expect(untaxed()).toBeGreaterThan(0);

    const october = { from: "2026-10-01" as CalendarDate, to: "2026-10-31" as CalendarDate };
    expect((await ask(world, "duplicates.list", { clientId, ...october })).found).toBe(2);
    expect((await ask(world, "duplicates.list", { clientId })).found).toBe(4);

    await ask(world, "clients.insights", { refresh: [clientId] });
    await world.clock.advance(2_000);
    const { insight } = (await ask(world, "clients.insights", { refresh: [] })).rows[0] as InsightRow;
    expect([insight?.duplicates, insight?.missingTaxIds, insight?.uncategorised]).toEqual([exceptions.L, exceptions.M, exceptions.N]);
  }, 60_000);

  test("a check that was accepted is open on neither", async () => {
    const open = async () => {
      const { tasks } = await ask(world, "close.status", { clientId, period: PERIOD });
      return tasks.filter(({ evidence }) => evidence?.kind === "tie_outs" && !evidence.passed).length;
    };
    const before = (await cover()).E ?? 0;
    const run = await ask(world, "tieOuts.last", { clientId, asOfDate: "2026-10-31" as never });
    expect(run?.asOfDate).toBe("2026-10-31");
    const off = run?.checks.filter(({ outcome }) => outcome !== "ties" && outcome !== "within_tolerance") ?? [];
    expect(before).toBe(off.length);
    const made: number[] = [];
    for (const { check } of off)
      made.push((await ask(world, "close.acceptTieOut", { clientId, period: PERIOD, check, why: "Known" })).decisionNo);
    expect([(await cover()).E, await open()]).toEqual([0, 0]);
    // Nor does it count as out of balance among the clients, until the acceptance is undone.
    const accepted = async () => (await ask(world, "tieOuts.last", { clientId, asOfDate: "2026-10-31" as never }))?.accepted.length;
    const counted = async () => {
      await ask(world, "close.status", { clientId, period: PERIOD });
      return (await ask(world, "clients.list", {})).rows.find((row) => row.clientId === clientId)?.tieOuts;
    };
    expect(await accepted()).toBe(off.length);
    expect(await counted()).toMatchObject({ variance: 0, cannotCheck: 0, accepted: off.length });
    for (const decisionNo of made) await ask(world, "decisions.undo", { clientId, decisionNo });
    expect(await accepted()).toBe(0);
    expect(await counted()).toMatchObject({ accepted: 0 });
  }, 60_000);
});
