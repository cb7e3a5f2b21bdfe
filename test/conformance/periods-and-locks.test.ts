import { describe, expect, test } from "vitest";
import { addDays } from "#shared/kernel/calendar-date.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

describe.each(STYLES)("ledger %s, as the window asks", (style) => {
  test("every period says whose it is and where it may go, and a closed one of ours stands among the locks", async () => {
    const world = await createWorld({ seed: 73, tenants: [{ style, books: { months: 6, invoicesPerMonth: 2 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const { clientId } = tenant.source;
    const periods = await ask(world, "periods.list", { clientId });
    expect(periods.length).toBeGreaterThan(5);
    const owner = style === "c" ? "source" : "us";
    for (const { ownedBy, mayBecome } of periods) expect([ownedBy, mayBecome.length > 0]).toEqual([owner, style !== "c"]);
    const before = await ask(world, "locks.list", { clientId });
    expect(before.asOf).not.toBeNull();
    expect(before.rows.map((row) => row.lockedThrough)).toEqual(
      before.rows
        .map((row) => row.lockedThrough)
        .sort()
        .reverse(),
    );
    const open = periods.filter(({ locks, isAdjustment }) => locks.length === 0 && !isAdjustment);
    const last = open.at(-1) ?? periods[0];
    const question = { clientId, date: last?.start as NonNullable<typeof last>["start"], module: "gl" as const };
    expect((await ask(world, "posting.check", question)).canPost).toBe(true);
    if (style !== "c") {
      const period = { clientId, period: last?.id ?? "" };
      const { decisionNo } = await ask(world, "periods.set", { ...period, status: "closed" });
      const { overrides } = await ask(world, "close.gates", period);
      expect(new Set(overrides.map(({ why, person }) => `${person}: ${why}`))).toEqual(new Set(["tester@world: Closed without a reason."]));
      const own = (await ask(world, "locks.list", { clientId })).rows.filter(({ ownedBy }) => ownedBy === "us");
      expect(own).toMatchObject([{ from: last?.start, lockedThrough: last?.end, periodLabel: last?.label, closedBy: "tester@world" }]);
      const refused = await ask(world, "posting.check", question);
      expect([refused.canPost, refused.blockedBy.map(({ id }) => id), refused.firstPostableDate]).toEqual([
        false,
        own.map(({ id }) => id),
        last === undefined ? null : addDays(last.end, 1),
      ]);
      const moved = (await ask(world, "periods.list", { clientId })).find(({ id }) => id === last?.id);
      expect([moved?.decided?.person, moved?.mayBecome]).toEqual(["tester@world", ["reopened"]]);
      await ask(world, "decisions.undo", { clientId, decisionNo });
    }
    expect((await ask(world, "locks.list", { clientId })).rows).toEqual(before.rows);
    await endWorld(world);
  });

  test("merged parties are told with the balances of each record and of all as one", async () => {
    const world = await createWorld({ seed: 74, tenants: [{ style, books: { months: 2, invoicesPerMonth: 6 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const { clientId } = tenant.source;
    expect(await ask(world, "parties.merged", { clientId })).toEqual([]);
    const [keep, absorb] = (await tenant.ask("parties.list", {})).rows;
    const ids = { keepId: keep?.id ?? "", absorbId: absorb?.id ?? "" };
    const { before, after } = await ask(world, "parties.merge", { clientId, ...ids });
    const [row] = await ask(world, "parties.merged", { clientId });
    expect([row?.party, row?.kept, row?.absorbed[0]?.balances]).toEqual([after, before[0], before[1]]);
    expect(row?.absorbed[0]).toMatchObject({ partyId: ids.absorbId, person: "tester@world", automatic: null });
    await ask(world, "parties.unmerge", { clientId, absorbId: ids.absorbId });
    expect(await ask(world, "parties.merged", { clientId })).toEqual([]);
    await endWorld(world);
  });
});
