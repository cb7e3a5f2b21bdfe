import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OperationInput, OperationName, OperationOutput } from "#main/operations/collection.ts";
import { addDecimals, decimal } from "#shared/kernel/decimal.ts";
import { ask } from "#test/support/ask.ts";
import { type Desk, openDesk } from "#test/support/firm-people.ts";
import { type ServerFirm, serverFirm } from "#test/support/server-firm.ts";

const PERIOD = "2026-11";

describe("sign-offs and approvals in a firm with a server", () => {
  let firm: ServerFirm;
  let ana: Desk;
  let ben: Desk;
  const on = async <N extends OperationName>(
    desk: Desk,
    name: N,
    input: Omit<OperationInput<N>, "clientId">,
  ): Promise<OperationOutput<N>> => {
    await desk.world.clock.advance(1_000);
    return ask(desk.world, name, { clientId: desk.clientId, ...input } as OperationInput<N>);
  };
  const isRefused = async (act: Promise<unknown>) =>
    act.then(
      () => false,
      () => true,
    );

  beforeAll(async () => {
    firm = await serverFirm();
    ana = await openDesk(firm, "Ana", { movesIn: true });
    await ana.exchange();
    ben = await openDesk(firm, "Ben");
    await ben.exchange();
  });
  afterAll(async () => {
    await ana?.end();
    await ben?.end();
    await firm?.end();
  });

  /** Does it offline, and again looks at it once the server has it, here and at the other's. */
  async function waitsUntilOnline<View>(act: () => Promise<unknown>, view: (desk: Desk) => Promise<View>) {
    ana.offline = true;
    await act();
    const offline = await view(ana);
    ana.offline = false;
    await ana.exchange();
    await ben.exchange();
    return { offline, online: await view(ana), others: await view(ben) };
  }

  it("an approval waits for the server, and counts at its time", async () => {
    const documentId = (await on(ana, "documents.list", { filter: { types: ["purchase_bill"] }, limit: 1 })).rows[0]?.id ?? "";
    const found = await waitsUntilOnline(
      () => on(ana, "approvals.set", { documentId, verdict: "approved", note: "Seen" }),
      async (desk) => (await on(desk, "documents.show", { id: documentId })).approval,
    );
    expect(found.offline).toMatchObject({ status: "approved", waiting: true });
    expect(found.online).toMatchObject({ status: "approved", waiting: false });
    expect(found.others).toEqual(found.online);
  });

  it("a flux sign-off waits, nobody signs on top of it, and the row isn't ready for review before", async () => {
    const rows = (await on(ana, "flux.list", { period: PERIOD })).rows;
    const { accountId } = rows.find(({ material }) => !material) ?? { accountId: "" };
    const row = { period: PERIOD, accountId, comparison: "prior_month" } as const;
    const stampOf = async (desk: Desk) => {
      const { status, stamps } = (await on(desk, "flux.list", { period: PERIOD })).rows.find((one) => one.accountId === accountId) ?? {};
      return { status, waiting: stamps?.map(({ waiting }) => waiting) };
    };
    const found = await waitsUntilOnline(async () => {
      await on(ana, "flux.sign", { ...row, role: "preparer" });
      expect(await isRefused(on(ana, "flux.sign", { ...row, role: "preparer" }))).toBe(true);
    }, stampOf);
    expect(found.offline).toEqual({ status: "not_needed", waiting: [true] });
    expect(found.online).toEqual({ status: "ready_for_review", waiting: [false] });
    expect(found.others).toEqual(found.online);
  });

  it("a reconciliation's sign-off waits, and it isn't prepared before", async () => {
    const rows = await on(ana, "reconciliations.list", { period: PERIOD });
    const { accountId, closing } = rows.find(({ account, support }) => account?.role === undefined && support === null) ?? {
      accountId: "",
      closing: decimal("0"),
    };
    const account = { period: PERIOD, accountId };
    await on(ana, "reconciliations.setPolicy", { ...account, required: true, type: "support", frequency: "monthly", evidence: false });
    await on(ana, "reconciliations.save", { ...account, support: addDecimals(closing, decimal("0")), note: "Count", items: [] });
    const rowOf = async (desk: Desk) => {
      const row = (await on(desk, "reconciliations.list", { period: PERIOD })).find((one) => one.accountId === accountId);
      return { signed: row?.signed, waiting: row?.signOffs.map(({ waiting }) => waiting), blocked: row?.blocked.reviewer };
    };
    const found = await waitsUntilOnline(() => on(ana, "reconciliations.sign", { ...account, role: "preparer" }), rowOf);
    expect(found.offline).toEqual({ signed: "open", waiting: [true], blocked: "waiting" });
    expect(found.online).toEqual({ signed: "prepared", waiting: [false], blocked: "same_person" });
    expect(found.others).toEqual({ signed: "prepared", waiting: [false], blocked: null });
  });

  it("an override applies once the server has it", async () => {
    const gateOf = async (desk: Desk) => {
      const { sign, overrides } = await on(desk, "close.gates", { period: PERIOD });
      return { blocks: (sign.find(({ gate }) => gate === "tasks")?.blocking ?? 0) > 0, waiting: overrides.map(({ waiting }) => waiting) };
    };
    expect(await gateOf(ana)).toEqual({ blocks: true, waiting: [] });
    const found = await waitsUntilOnline(() => on(ana, "close.override", { period: PERIOD, gate: "tasks", why: "Agreed" }), gateOf);
    expect(found.offline).toEqual({ blocks: true, waiting: [true] });
    expect(found.online).toEqual({ blocks: false, waiting: [false] });
    expect(found.others).toEqual(found.online);
  });

  it("what the server refuses is listed with who can do it, can be tried again, and is undone when it's given up", async () => {
    // Here she may do it, as far as this computer knows.
    const cleo = await openDesk(firm, "Cleo", { role: "preparer" });
    const { pool } = cleo.world.runtime.context;
    const { clientId } = cleo;
    const refused = () => cleo.sync.status.refused.get(clientId) ?? [];
    try {
      await cleo.exchange();
      await on(cleo, "close.override", { period: PERIOD, gate: "reconciliations", why: "Agreed" });
      await cleo.exchange();
      expect(refused()).toMatchObject([
        {
          title: "Sign-off or closing allowed despite open work",
          message: expect.stringContaining("These people can do it: Ada, Ana, Ben"),
        },
      ]);
      await pool.must("facts.retry", { clientId });
      await cleo.exchange();
      expect(refused()).toHaveLength(1);
      const [{ itemKey } = { itemKey: "" }] = refused();
      await pool.must("facts.discard", { clientId, itemKey, person: "Cleo@world", nowMs: cleo.world.clock.nowMs() });
      await cleo.sync.noteRefused(clientId);
      expect(refused()).toEqual([]);
      expect((await on(cleo, "close.gates", { period: PERIOD })).overrides.map(({ gate }) => gate)).toEqual(["tasks"]);
      await cleo.exchange();
      expect(refused()).toEqual([]);
    } finally {
      await cleo.end();
    }
  });

  it("open work is overridden and signed off in one act online; offline, the sign-off says what it waits for", async () => {
    const { clock, runtime } = ben.world;
    const exchange = async () => {
      ben.sync.noteWritten(ben.clientId);
      await clock.hold(ben.sync.syncNow());
    };
    Object.defineProperty(runtime.context, "colleagues", { configurable: true, value: { exchange } });
    const sign = () => ben.world.run(runtime.route("close.sign", { clientId: ben.clientId, period: PERIOD, role: "reviewer" }));
    await on(ana, "close.sign", { period: PERIOD, role: "preparer" });
    await ana.exchange();
    await ben.exchange();

    ben.offline = true;
    const open = (await on(ben, "close.gates", { period: PERIOD })).sign.filter(({ blocking }) => blocking > 0);
    expect(open.length).toBeGreaterThan(0);
    for (const { gate } of open) await on(ben, "close.override", { period: PERIOD, gate, why: "Agreed" });
    expect(await sign()).toMatchObject({
      ok: false,
      failure: { code: "conflict", message: expect.stringContaining("hasn't accepted the override of open work") },
    });
    ben.offline = false;
    expect(await sign()).toMatchObject({ ok: true });
  });

  it("where a reviewer's sign-off waits, the preparer isn't told that a reviewer is next", async () => {
    const account = (await on(ben, "reconciliations.list", { period: PERIOD })).find(({ signed }) => signed === "prepared");
    const line = (await on(ben, "flux.list", { period: PERIOD })).rows.find(({ status }) => status === "ready_for_review");
    const nextBeforeAndAfter = async (name: "reconciliations.sign" | "flux.sign", of: object) => {
      const target = { clientId: ben.clientId, period: PERIOD, ...of };
      const sign = (role: "preparer" | "reviewer") => ben.world.run(ben.world.runtime.route(name, { ...target, role }));
      const [before, , after] = [await sign("preparer"), await sign("reviewer"), await sign("preparer")];
      return [before, after].map((reply) => (reply.ok ? "done" : reply.failure.next));
    };
    const next = ["A reviewer must sign off next.", expect.stringContaining("hasn't accepted the reviewer's sign-off yet.")];
    expect(await nextBeforeAndAfter("reconciliations.sign", { accountId: account?.accountId })).toEqual(next);
    expect(await nextBeforeAndAfter("flux.sign", { accountId: line?.accountId, comparison: "prior_month" })).toEqual(next);
  });
});
