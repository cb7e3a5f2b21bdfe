import { expect, it } from "vitest";
import type { Books } from "#simulator/books/types.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

interface Case {
  readonly name: string;
  readonly style: "a" | "b" | "c";
  readonly kind: "orders" | "documents" | "items";
  /** What follows: a record of this type. */
  readonly entity: string;
  /** Marks the answers in which values are exchanged. */
  readonly answer: RegExp;
  /** Finds a member up to its value, and the value in quotation marks. */
  readonly member: (books: Books) => RegExp;
  readonly value: (books: Books) => string;
}

const firstAccount = ({ accounts }: Books) => accounts[0]?.id ?? "";

const CASES: readonly Case[] = [
  {
    name: "an order's lines follow their item's account",
    ...{ style: "c", kind: "orders", entity: "PurchOrd:", answer: /"itemtype"/ },
    ...{ member: () => /("expenseaccount":\s*)"\d+"/g, value: firstAccount },
  },
  {
    name: "a deposit's lines follow the account of the receipts that they bring",
    ...{ style: "b", kind: "documents", entity: "Deposit:", answer: /"(?:Payment|SalesReceipt)":/ },
    ...{ member: () => /("DepositToAccountRef":\s*\{\s*"value":\s*)"\d+"/g, value: firstAccount },
  },
  {
    name: "an item follows the account that has its code, once the one that had it is gone",
    ...{ style: "a", kind: "items", entity: "Item:", answer: /"Accounts":/ },
    member: ({ items }) => new RegExp(`("AccountID":\\s*)"${items[0]?.expenseAccountId}"`, "g"),
    value: () => "0a0a0a0a-0000-4000-8000-000000000000",
  },
  {
    name: "a line that names an item alone has the account that the item gives, once everything is read again",
    ...{ style: "b", kind: "documents", entity: "Invoice:", answer: /"Item":/ },
    ...{ member: () => /("IncomeAccountRef":\s*\{\s*"value":\s*)"\d+"/g, value: () => "-1" },
  },
  {
    name: "a line follows the item that has its code, once the one that had it is gone",
    ...{ style: "a", kind: "documents", entity: "Invoice:", answer: /"Items":/ },
    member: ({ items }) => new RegExp(`("ItemID":\\s*)"${items[0]?.id}"`, "g"),
    value: () => "0a0a0a0a-0000-4000-8000-000000000000",
  },
  {
    name: "a transaction shows the name that its contact has now",
    ...{ style: "c", kind: "documents", entity: "ExpRept:", answer: /"ExpRept"/ },
    ...{ member: () => /("entityname":\s*)"[^"]+"/g, value: () => "A name of before" },
  },
];

/** At first, what the pattern finds in answers of this kind has another value. */
function patchAnswers(world: World, { answer }: Case, member: RegExp, value: string): { patched: number } {
  const told = { patched: 0 };
  world.patch = (_request, response) => {
    const text = new TextDecoder().decode(response.body);
    if (!answer.test(text)) return null;
    const patched = text.replace(member, (_all, start: string) => {
      told.patched++;
      return `${start}"${value}"`;
    });
    const body = new TextEncoder().encode(patched);
    return { ...response, body, wireBytes: body.byteLength };
  };
  return told;
}

it.for(CASES)("$name", async (given) => {
  const { style, kind, entity } = given;
  const world = await createWorld({ seed: 58, tenants: [{ style, books: { months: 6, invoicesPerMonth: 8 } }] });
  const tenant = world.tenants[0] as Tenant;
  const { clientId } = tenant.source;
  const value = given.value(tenant.books);
  const told = patchAnswers(world, given, given.member(tenant.books), value);
  expect((await tenant.sync()).state).toBe("up_to_date");
  expect(told.patched).toBeGreaterThan(0);
  const wrong = (await tenant.compareLive(kind)).filter((line) => line.startsWith(entity) && line.includes(`${value}", theirs`));
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
