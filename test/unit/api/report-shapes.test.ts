import { describe, expect, test } from "vitest";
import { findOperation } from "#main/operations/collection.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "../../conformance/expecting.ts";

const SPAN = { from: "2026-09-01", to: "2026-11-21" };
const ASKED = [
  ["reports.aging", { side: "receivable", asOfDate: "2026-11-21" }],
  ["reports.aging", { side: "payable", asOfDate: "2026-10-31" }],
  ["reports.spend", { ...SPAN, by: "total" }],
  ["reports.spend", { ...SPAN, by: "account" }],
  ["reports.spend", { ...SPAN, by: "party" }],
  ["reports.spend", { ...SPAN, by: "dimension" }],
  ["figures.sources", { of: "accounts", source: "gl_feed" }],
  ["figures.sources", { of: "open_items", source: "mirror" }],
  ["reports.trialBalance", SPAN],
  ["reports.statement", { ...SPAN, kind: "profit_and_loss", compare: ["prior_month"] }],
  ["reports.statement", { ...SPAN, kind: "balance_sheet" }],
] as const;

describe.each(STYLES)("ledger %s: what the window is told", (style) => {
  test("has every field of the contract and no other", async () => {
    const world = await createWorld({ seed: 90, tenants: [{ style, a: { journals: true } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    for (const [method, input] of ASKED) {
      const reply = await world.run(world.runtime.route(method, { clientId: tenant.source.clientId, ...input }));
      expect(reply, method).toMatchObject({ ok: true });
      const value = reply.ok ? reply.value : null;
      expect(findOperation(method)?.output.parse(value), method).toEqual(value);
    }
    await endWorld(world);
  });

  test("says of every stream where in the ledger it is read, and which of them a figure rests on", async () => {
    const world = await createWorld({ seed: 92, tenants: [{ style, a: { journals: true } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const { clientId } = tenant.source;
    const streamsOf = async (method: string, input: object = {}) => {
      const reply = await world.run(world.runtime.route(method, { clientId, ...input }));
      expect(reply, method).toMatchObject({ ok: true });
      return (reply as { value: { streams: { stream: string; asOf: string | null }[] } }).value.streams;
    };
    const all = (await streamsOf("sync.status")).map(({ stream }) => stream);
    const sources = await streamsOf("figures.sources", { of: "records", source: "mirror" });
    expect(sources.map(({ stream }) => stream)).toEqual(all);
    expect(sources.every(({ asOf }) => asOf !== null)).toBe(true);
    const documents = await streamsOf("figures.sources", { of: "open_items", source: "mirror" });
    const postings = await streamsOf("figures.sources", { of: "accounts", source: "gl_feed" });
    // Rule 17: figures of the ledger's own postings rest on no document where there is a feed of postings.
    expect(postings.some(({ stream }) => documents.some((other) => other.stream === stream))).toBe(style === "c");
    expect(documents.length).toBeLessThan(all.length);
    await endWorld(world);
  });

  test("is a failure with the field when the question is wrong", async () => {
    const world = await createWorld({ seed: 91, tenants: [{ style }] });
    const { clientId } = (world.tenants[0] as Tenant).source;
    const ask = (method: string, input: object) => world.run(world.runtime.route(method, { clientId, ...input }));
    const backwards = { from: "2026-11-21", to: "2026-09-01" };
    for (const [method, more] of [
      ["reports.trialBalance", {}],
      ["reports.statement", { kind: "balance_sheet" }],
      ["reports.ledgerDetail", { accountId: "x" }],
      ["reports.spend", {}],
    ] as const)
      expect(await ask(method, { ...backwards, ...more }), method).toMatchObject({
        ok: false,
        failure: { code: "invalid_input", field: "to" },
      });
    expect(await ask("reports.ledgerDetail", { ...SPAN, accountId: "x", after: "1:2" })).toMatchObject({ failure: { field: "after" } });
    await endWorld(world);
  });
});
