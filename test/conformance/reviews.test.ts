import { describe, expect, test } from "vitest";
import { plantOddities } from "#simulator/oddities.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

async function reviewed(style: (typeof STYLES)[number]): Promise<{ world: World; tenant: Tenant; clientId: string }> {
  const world = await createWorld({ seed: 71, tenants: [{ style, books: { months: 6, invoicesPerMonth: 6 } }] });
  const tenant = world.tenants[0] as Tenant;
  plantOddities(tenant.books, ["duplicate_bills", "over_billed_order"]);
  await syncToEnd(tenant);
  return { world, tenant, clientId: tenant.source.clientId };
}

describe.each(STYLES)("ledger %s, what people decide", (style) => {
  test("is answered in the contract's form, sends nothing to the ledger, and outlives a restart and the next sync", async () => {
    const { world, tenant, clientId } = await reviewed(style);
    const sent = tenant.simulated.referee.totals.arrivals;
    const [pair] = (await ask(world, "duplicates.list", { clientId, limit: 5 })).rows;
    const [a, b] = pair?.documents ?? [];
    const bills = { clientId, a: a?.id ?? "", b: b?.id ?? "" };
    await ask(world, "duplicates.dismiss", { ...bills, note: "two contracts" });
    const shown = await ask(world, "documents.show", { clientId, id: bills.a });
    expect(shown.approval?.ownedBy).toBe(style === "c" ? "source" : "us");
    const [keep, absorb] = (await tenant.ask("parties.list", {})).rows;
    const merged = await ask(world, "parties.merge", { clientId, keepId: keep?.id ?? "", absorbId: absorb?.id ?? "" });
    expect(merged.after.partyId).toBe(keep?.id);
    await ask(world, "parties.suggestions", { clientId });
    await ask(world, "matches.list", { clientId });
    expect(tenant.simulated.referee.totals.arrivals).toBe(sent);

    await world.restart();
    await world.clock.advance(3_600_000);
    await syncToEnd(tenant, { full: true });
    const again = await ask(world, "duplicates.list", { clientId, dismissed: true });
    expect(again.rows.map(({ id, dismissal }) => [id, dismissal?.person, dismissal?.note])).toEqual([
      [pair?.id, "tester@world", "two contracts"],
    ]);
    const { members } = await tenant.ask("parties.show", { id: keep?.id ?? "" });
    expect(members.map(({ partyId }) => partyId)).toEqual([keep?.id, absorb?.id]);
    expect(await ask(world, "parties.unmerge", { clientId, absorbId: absorb?.id ?? "" })).toMatchObject({ keptId: keep?.id });
    await ask(world, "duplicates.restore", bills);
    const decisions = await ask(world, "decisions.list", { clientId, undone: true });
    expect(decisions.filter(({ person }) => person === "tester@world").map(({ kind, undoneBy }) => [kind, undoneBy])).toEqual([
      ["duplicate_dismissed", "tester@world"],
      ["party_merge", "tester@world"],
    ]);
    expect((await ask(world, "decisions.list", { clientId, kind: "duplicate_dismissed" })).length).toBe(0);
    expect((await ask(world, "duplicates.list", { clientId })).rows[0]?.id).toBe(pair?.id);
    await endWorld(world);
  });

  test("periods are closed here only where the ledger has none of its own", async () => {
    const { world, tenant, clientId } = await reviewed(style);
    const periods = () => tenant.ask("periods.list", {});
    const last = (await periods()).findLast(({ isAdjustment }) => !isAdjustment);
    const question = { date: last?.start ?? tenant.books.periods[0]?.start, module: "gl" } as never;
    const blocked = async () => (await tenant.ask("posting.check", question)).blockedBy.filter(({ ownedBy }) => ownedBy === "us").length;
    const input = { clientId, period: last?.id ?? "", status: "closed" as const, why: "Closed before Tieout" };
    if (style === "c") {
      expect([last?.ownedBy, await refusal(world, "periods.set", input)]).toEqual(["source", "not_supported"]);
    } else {
      const done = await ask(world, "periods.set", input);
      expect(done).toMatchObject({ periodId: last?.id, from: "open", status: "closed" });
      expect([(await periods()).find(({ id }) => id === last?.id)?.status, await blocked()]).toEqual(["closed", 1]);
      await ask(world, "periods.set", { ...input, status: "reopened" });
      expect(await blocked()).toBe(0);
      expect(await refusal(world, "decisions.undo", { clientId, decisionNo: done.decisionNo })).toBe("not_found");
    }
    expect(await blocked()).toBe(0);
    await endWorld(world);
  });

  test("a pair of order and bill is a person's to make only where the ledger links none", async () => {
    const { world, clientId } = await reviewed(style);
    const order = (await ask(world, "matches.list", { clientId })).find(({ number }) => number === "PO-7731");
    const pair = { clientId, orderId: order?.orderId ?? "", billId: order?.bills[0]?.id ?? "" };
    const outcomes = [];
    for (const method of ["matches.confirm", "matches.refuse", "matches.undo"] as const) outcomes.push(await refusal(world, method, pair));
    expect(outcomes).toEqual(style === "a" ? ["done", "done", "done"] : ["not_supported", "not_supported", "not_found"]);
    await endWorld(world);
  });

  test("nothing is known, and nothing breaks, before the first sync and of another client", async () => {
    const world = await createWorld({ seed: 72, tenants: [{ style, books: { months: 1, invoicesPerMonth: 1 } }] });
    const { clientId } = (world.tenants[0] as Tenant).source;
    expect(await ask(world, "duplicates.list", { clientId })).toEqual({ rows: [], found: 0, dismissed: 0, cut: [] });
    expect(await ask(world, "matches.list", { clientId })).toEqual([]);
    expect(await ask(world, "parties.suggestions", { clientId })).toEqual({
      ...{ rows: [], dismissed: 0 },
      leftOut: { found: 0, notCompared: 0 },
    });
    expect(await refusal(world, "parties.dismiss", { clientId, a: "x", b: "y" })).toBe("not_found");
    expect(await refusal(world, "parties.merge", { clientId, keepId: "x", absorbId: "y" })).toBe("not_found");
    expect(await refusal(world, "periods.set", { clientId, period: "2026-10", status: "closed" })).toBe("not_found");
    expect(await refusal(world, "duplicates.list", { clientId: "nobody" })).toBe("not_found");
    await endWorld(world);
  });
});
