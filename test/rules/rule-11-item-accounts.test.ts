import { describe, expect, test } from "vitest";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { LedgerDetail } from "#shared/model/reports/statement.ts";
import type { SimTransaction } from "#simulator/books/types.ts";
import { askReport } from "#test/support/expect-statements.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "../conformance/expecting.ts";

const prefix = (tenant: Tenant, noun: "account" | "item") =>
  tenant.style === "c" ? noun : `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;

/** The books' document lines that sell or buy an item, by mirrored document id. */
function itemLines(tenant: Tenant): Map<string, SimTransaction["lines"]> {
  const ids = new Map<string, SimTransaction["lines"]>();
  for (const transaction of tenant.books.transactions)
    if (
      transaction.state === "approved" &&
      transaction.kind !== "purchase_order" &&
      transaction.lines.some(({ itemId }) => itemId !== null)
    )
      ids.set(transaction.id, transaction.lines);
  return ids;
}

// Rules 9 and 11: Ledger B keeps an item on its lines and the account on the item; a line says both here.
describe("rules 9 and 11, reading: a line that holds an item knows the account that the item posts to", () => {
  test.each(STYLES)("ledger %s: every item line carries kind, item and the account that the books posted to", async (style) => {
    const world = await createWorld({ seed: 110, tenants: [{ style, a: { journals: true }, books: { months: 4, invoicesPerMonth: 10 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const documents = (await tenant.readAll("documents")) as unknown as readonly LedgerDocument[];
    const items = new Set(((await tenant.readAll("items")) as unknown as readonly Item[]).map(({ id }) => id));
    const books = itemLines(tenant);
    let compared = 0;
    for (const document of documents) {
      const lines = books.get(document.source.id);
      for (const line of document.lines) {
        expect(line.kind, line.id).toBe(line.itemId === undefined ? "account" : "item");
        if (line.itemId === undefined || lines === undefined) continue;
        expect(items.has(line.itemId), line.id).toBe(true);
        const own = lines.filter(({ itemId }) => `${prefix(tenant, "item")}:${itemId}` === line.itemId);
        expect(own.map(({ accountId }) => `${prefix(tenant, "account")}:${accountId}`)).toContain(line.accountId);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(10);
    await endWorld(world);
  });

  test("ledger b: what was sold as an item is in the ledger of the item's account", async () => {
    const world = await createWorld({ seed: 111, tenants: [{ style: "b", books: { months: 4, invoicesPerMonth: 10 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const documents = (await tenant.readAll("documents")) as unknown as readonly LedgerDocument[];
    const sold = documents.find(
      ({ type, status, currency, lines }) =>
        type === "sales_invoice" &&
        ["open", "paid", "part_paid"].includes(status) &&
        currency === tenant.books.baseCurrency &&
        lines.some(({ kind }) => kind === "item"),
    );
    const line = sold?.lines.find(({ kind }) => kind === "item");
    const items = (await tenant.readAll("items")) as unknown as readonly Item[];
    expect(line?.accountId).toBe(items.find(({ id }) => id === line?.itemId)?.incomeAccountId);
    const input = { from: sold?.issueDate, to: sold?.issueDate, accountId: line?.accountId };
    const detail = await askReport<LedgerDetail>(world, tenant, "reports.ledgerDetail", input);
    expect(detail.rows.map(({ documentId }) => documentId)).toContain(sold?.id);
    await endWorld(world);
  });
});
