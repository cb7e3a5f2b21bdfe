import { expect, test } from "vitest";
import { ask } from "#test/support/ask.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

const ACCOUNT = /"expenseaccount":\s*"(\d+)"/g;

test("an order's lines follow their item's account, though the order itself doesn't change", async () => {
  const world = await createWorld({ seed: 58, tenants: [{ style: "c", books: { months: 6, invoicesPerMonth: 8 } }] });
  const tenant = world.tenants[0] as Tenant;
  const other = tenant.books.accounts.find(({ code }) => code === "6900") ?? tenant.books.accounts.at(-1);
  let moved = 0;
  // The items' accounts are others at first.
  world.patch = (_request, response) => {
    const text = new TextDecoder().decode(response.body);
    if (!text.includes('"itemtype"')) return null;
    const body = new TextEncoder().encode(
      text.replace(ACCOUNT, () => {
        moved++;
        return `"expenseaccount":"${other?.id}"`;
      }),
    );
    return { ...response, body, wireBytes: body.byteLength };
  };
  expect((await tenant.sync()).state).toBe("up_to_date");
  expect(moved).toBeGreaterThan(0);
  const { clientId } = tenant.source;
  expect((await tenant.compareLive("orders")).some((line) => line.includes(`ours "account:${other?.id}"`))).toBe(true);
  world.patch = null;
  await world.clock.advance(26 * 3_600_000);
  expect((await tenant.sync({ full: true })).state).toBe("up_to_date");
  expect(await tenant.compareLive("orders")).toEqual([]);
  // Another reading of the same order is no change in the ledger.
  const { rows } = await ask(world, "changes.list", { clientId, limit: 500 });
  expect(rows.filter(({ recordId }) => recordId.startsWith("PurchOrd"))).toEqual([]);
  await endWorld(world);
});
