import { expect, it } from "vitest";
import { ask } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

/** At first, everything that the pattern finds in answers of this kind names another account. */
function patchAccounts(world: World, answer: RegExp, pattern: RegExp, accountId: string): { moved: number } {
  const told = { moved: 0 };
  world.patch = (_request, response) => {
    const text = new TextDecoder().decode(response.body);
    if (!answer.test(text)) return null;
    const patched = text.replace(pattern, (_all, start: string) => {
      told.moved++;
      return `${start}"${accountId}"`;
    });
    const body = new TextEncoder().encode(patched);
    return { ...response, body, wireBytes: body.byteLength };
  };
  return told;
}

interface Case {
  readonly name: string;
  readonly style: "b" | "c";
  readonly kind: "orders" | "documents";
  /** Marks the answers in which the accounts are exchanged. */
  readonly answer: RegExp;
  readonly pattern: RegExp;
  readonly entity: string;
}

const CASES: readonly Case[] = [
  {
    name: "an order's lines follow their item's account",
    ...{ style: "c", kind: "orders", entity: "PurchOrd:" },
    ...{ answer: /"itemtype"/, pattern: /("expenseaccount":\s*)"\d+"/g },
  },
  {
    name: "a deposit's lines follow the account of the receipts that they bring",
    ...{ style: "b", kind: "documents", entity: "Deposit:" },
    ...{ answer: /"(?:Payment|SalesReceipt)":/, pattern: /("DepositToAccountRef":\s*\{\s*"value":\s*)"\d+"/g },
  },
];

it.for(CASES)("$name, though nothing else of them changes", async ({ style, kind, answer, pattern, entity }) => {
  const world = await createWorld({ seed: 58, tenants: [{ style, books: { months: 6, invoicesPerMonth: 8 } }] });
  const tenant = world.tenants[0] as Tenant;
  const { clientId } = tenant.source;
  const accountId = tenant.books.accounts[0]?.id ?? "";
  const told = patchAccounts(world, answer, pattern, accountId);
  expect((await tenant.sync()).state).toBe("up_to_date");
  expect(told.moved).toBeGreaterThan(0);
  const wrong = (await tenant.compareLive(kind)).filter((line) => line.startsWith(entity) && line.includes(`:${accountId}"`));
  expect(wrong.length).toBeGreaterThan(0);
  world.patch = null;
  await world.clock.advance(26 * 3_600_000);
  expect((await tenant.sync({ full: true })).state).toBe("up_to_date");
  expect(await tenant.compareLive(kind)).toEqual([]);
  // Another reading of the same record is no change in the ledger.
  const { rows } = await ask(world, "changes.list", { clientId, limit: 500 });
  expect(rows.filter(({ recordId }) => recordId.startsWith(entity))).toEqual([]);
  await endWorld(world);
});
