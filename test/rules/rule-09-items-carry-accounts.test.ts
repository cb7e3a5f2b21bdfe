import { describe, expect, test } from "vitest";
import type { HttpResponse } from "#main/ports/index.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { createDocument, editTransaction } from "#simulator/books/events.ts";
import type { BooksStyle, SimItem } from "#simulator/books/types.ts";
import { createWorld, type Patch } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "../conformance/expecting.ts";

const HOUR_MS = 3_600_000;
const PREFIX = { a: "Account", b: "Account", c: "account" } as const;
const ITEM = { a: "Item", b: "Item", c: "item" } as const;

/** The ledger names the item of a line and not its account, so account names are removed from the answers. */
const SAID: Readonly<Record<Exclude<BooksStyle, "c">, { readonly of: RegExp; readonly account: RegExp }>> = {
  a: { of: /\/(Invoices|CreditNotes)\?/, account: /,"Account(?:ID|Code)":"[^"]*"/g },
  b: {
    of: /FROM\+(Invoice|Bill|CreditMemo|VendorCredit|SalesReceipt|RefundReceipt|Purchase)\+|cdc\?/,
    account: /,"ItemAccountRef":\{[^}]*\}/g,
  },
};

function itemsOnly(style: Exclude<BooksStyle, "c">, struck: { count: number }): Patch {
  return (request, response): HttpResponse | null => {
    if (!SAID[style].of.test(request.url.replaceAll("%20", "+"))) return null;
    const text = new TextDecoder().decode(response.body);
    const changed = text.replaceAll(SAID[style].account, () => {
      struck.count++;
      return "";
    });
    const body = new Uint8Array(new TextEncoder().encode(changed));
    return changed === text ? null : { ...response, body, wireBytes: body.length };
  };
}

interface Line {
  readonly id: string;
  readonly kind: string;
  readonly itemId?: string;
  readonly accountId?: string;
}

/** The mirrored lines by the id of their transaction in the books. */
async function linesOf(tenant: Tenant): Promise<ReadonlyMap<string, { readonly type: string; readonly lines: readonly Line[] }>> {
  const documents = (await tenant.readAll("documents")) as unknown as { id: string; type: string; lines: Line[] }[];
  return new Map(documents.map((document) => [document.id.slice(document.id.indexOf(":") + 1), document]));
}

const isSale = (type: string) => type.startsWith("sales_") || type === "cash_sale";

describe("rule 9: items carry accounts", () => {
  test.each(STYLES)("ledger %s: every line that was stored with an item says the account that it posts to", async (style) => {
    const world = await createWorld({ seed: 309, tenants: [{ style, books: { months: 4, invoicesPerMonth: 8 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const mirrored = await linesOf(tenant);
    let compared = 0;
    for (const { id, lines } of tenant.books.transactions) {
      const own = lines.filter(({ itemId }) => itemId !== null);
      const shown = mirrored.get(id)?.lines.filter(({ kind }) => kind === "item");
      if (own.length === 0 || shown === undefined) continue;
      expect(shown.map(({ itemId, accountId }) => [itemId, accountId])).toEqual(
        own.map(({ itemId, accountId }) => [`${ITEM[style]}:${itemId}`, `${PREFIX[style]}:${accountId}`]),
      );
      compared += own.length;
    }
    expect(compared).toBeGreaterThan(10);
    await endWorld(world);
  });

  describe.each(["a", "b"] as const)("ledger %s, where a line names its item alone", (style) => {
    test("the item's account answers: income on sales, expense on purchases; a changed item speaks for what is read from then on", async () => {
      const world = await createWorld({ seed: 310, tenants: [{ style, books: { months: 4, invoicesPerMonth: 8 } }] });
      const tenant = world.tenants[0] as Tenant;
      const { books } = tenant;
      const struck = { count: 0 };
      world.patch = itemsOnly(style, struck);
      await tenant.sync();
      expect(struck.count).toBeGreaterThan(5);
      const items = new Map(books.items.map((item) => [`${ITEM[style]}:${item.id}`, item]));
      const accountOf = (item: SimItem | undefined, type: string) =>
        `${PREFIX[style]}:${isSale(type) ? item?.incomeAccountId : item?.expenseAccountId}`;
      const first = await linesOf(tenant);
      const kinds = new Set<boolean>();
      for (const { type, lines } of first.values())
        for (const { itemId, accountId, id } of lines.filter(({ kind }) => kind === "item")) {
          expect([id, accountId]).toEqual([id, accountOf(items.get(itemId ?? ""), type)]);
          kinds.add(isSale(type));
        }
      expect(kinds.has(true)).toBe(true);

      // The item moves to another account: what was already mapped through it stays as posted.
      const [id, sold] = [...first].find(([key, { type, lines }]) => {
        const transaction = books.transactions.find((one) => one.id === key);
        return type === "sales_invoice" && lines.some(({ kind }) => kind === "item") && transaction?.state === "approved";
      }) as [string, { readonly type: string; readonly lines: readonly Line[] }];
      const before = sold.lines.find(({ kind }) => kind === "item") as Line;
      const item = items.get(before.itemId ?? "") as SimItem;
      const other = books.accounts.find(
        ({ kind, id: account, active }) => kind === "revenue" && active && account !== item.incomeAccountId,
      );
      await world.clock.advance(HOUR_MS);
      Object.assign(item, { incomeAccountId: other?.id, modifiedMs: world.clock.nowMs(), version: item.version + 1 });
      await world.clock.advance(HOUR_MS);
      await tenant.sync();
      expect((await linesOf(tenant)).get(id)?.lines).toEqual(sold.lines);

      // A new document, and an old one that the ledger sends again, are mapped with the item's current account.
      const customer = books.transactions.find((one) => one.id === id)?.partyId as string;
      const date = "2026-11-20" as CalendarDate;
      const line = { itemId: item.id, quantity: "2" as never, unitPrice: "10.00" as never };
      const added = createDocument(
        books,
        { kind: "sales_invoice", number: "RULE-9", partyId: customer, date, dueDate: addDays(date, 30), lines: [line] },
        world.clock.nowMs(),
      );
      editTransaction(books, id, { memo: "Sent anew", reference: "Sent anew" }, world.clock.nowMs());
      await world.clock.advance(HOUR_MS);
      await tenant.sync();
      const after = await linesOf(tenant);
      expect(after.get(added.id)?.lines.map(({ accountId }) => accountId)).toEqual([`${PREFIX[style]}:${other?.id}`]);
      expect(after.get(id)?.lines.find(({ id: own }) => own === before.id)?.accountId).toBe(`${PREFIX[style]}:${other?.id}`);
      await world.close();
    });
  });
});
