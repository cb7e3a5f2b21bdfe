import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const OCTOBER = { from: calendarDate("2026-10-01"), to: calendarDate("2026-10-31") };

describe.each(STYLES)("ledger %s, the layout of a statement", (style) => {
  let world: World;
  let clientId: string;
  beforeAll(async () => {
    world = await createWorld({ seed: 91, tenants: [{ style, books: { months: 4, foreignCurrencies: [] } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    clientId = tenant.source.clientId;
  });
  afterAll(() => endWorld(world));
  const statement = () => ask(world, "reports.statement", { clientId, ...OCTOBER, kind: "profit_and_loss" });

  test("moves an account into a group of the firm's own, with a subtotal, and changes no figure", async () => {
    const before = await statement();
    const view = await ask(world, "statements.layout", { clientId, statement: "profit_and_loss" });
    const rent = view.accounts.find(({ name }) => name === "Rent");
    const items = [
      ...view.items.slice(0, 2),
      { kind: "group" as const, id: "own-1", section: "profit" as const, title: "Premises", side: "costs" as const },
      { kind: "subtotal" as const, id: "own-2", section: "profit" as const, title: "Profit after premises" },
      ...view.items.slice(2),
    ];
    const accounts = { [rent?.id ?? ""]: "own-1" };
    const layout = { statement: "profit_and_loss" as const, items, accounts };
    await ask(world, "statements.saveLayout", { clientId, layout });
    const after = await statement();
    expect(after.customLayout).toBe(true);
    expect(after.rows).toEqual(before.rows);
    expect(after.lines.at(-1)).toEqual(before.lines.at(-1));
    expect(after.lines.find(({ account }) => account?.id === rent?.id)?.group).toBe("own-1");
    expect(after.lines.map(({ label }) => label)).toContain("Profit after premises");
    const ids = (lines: typeof after.lines) => lines.flatMap(({ account }) => (account === null ? [] : [account.id])).sort();
    expect(ids(after.lines)).toEqual(ids(before.lines));

    expect(await ask(world, "statements.resetLayout", { clientId, statement: "profit_and_loss" })).toEqual({ reset: true });
    expect((await statement()).lines).toEqual(before.lines);
    expect(await ask(world, "statements.resetLayout", { clientId, statement: "profit_and_loss" })).toEqual({ reset: false });
    const decisions = await ask(world, "decisions.list", { clientId, kind: "statement_layout", undone: true });
    expect(decisions).toMatchObject([{ kind: "statement_layout", subject: "profit_and_loss" }]);
  });

  test("can be undone like any other decision", async () => {
    const { items } = await ask(world, "statements.layout", { clientId, statement: "balance_sheet" });
    const renamed = items.map((item) => (item.id === "bank" ? { ...item, title: "Cash and bank" } : item));
    const layout = { statement: "balance_sheet" as const, items: renamed, accounts: {} };
    const { decisionNo } = await ask(world, "statements.saveLayout", { clientId, layout });
    const shown = () => ask(world, "reports.statement", { clientId, ...OCTOBER, kind: "balance_sheet" });
    expect((await shown()).lines.map(({ label }) => label)).toContain("Cash and bank");
    await ask(world, "decisions.undo", { clientId, decisionNo });
    expect((await shown()).customLayout).toBe(false);
  });

  test("refuses what would take an account out of its class, or out of the statement", async () => {
    const { items, accounts } = await ask(world, "statements.layout", { clientId, statement: "balance_sheet" });
    const bank = accounts.find(({ group }) => group === "bank")?.id ?? "";
    const refused = (layout: object) =>
      refusal(world, "statements.saveLayout", { clientId, layout: { statement: "balance_sheet", items, accounts: {}, ...layout } });
    expect(await refused({ accounts: { [bank]: "payables" } })).toBe("invalid_input");
    expect(await refused({ accounts: { [bank]: "no such group" } })).toBe("invalid_input");
    expect(await refused({ accounts: { "no such account": "bank" } })).toBe("invalid_input");
    expect(await refused({ items: [...items, items[0]] })).toBe("invalid_input");
    expect(await refused({ items: items.map((item) => (item.id === "bank" ? { ...item, section: "equity" } : item)) })).toBe(
      "invalid_input",
    );
  });
});
