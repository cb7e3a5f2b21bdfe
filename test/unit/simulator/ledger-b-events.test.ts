import { describe, expect, test } from "vitest";
import { playEvents } from "#simulator/books/play-events.ts";
import type { OracleRecord } from "#simulator/ledger-b/oracle/plain.ts";
import { oracleB } from "#simulator/ledger-b/oracle.ts";
import { pacificTime } from "#simulator/ledger-b/pacific-time.ts";
import { ask, at, booksB, NOW_MS, type Node } from "./ledger-b-books.ts";

const TRANSACTIONS =
  "Invoice,CreditMemo,SalesReceipt,RefundReceipt,Bill,VendorCredit,Purchase,Payment,BillPayment,JournalEntry,PurchaseOrder,Transfer,Deposit,CreditCardPayment";
const NAMES = "Account,Customer,Vendor,Item";

/** What a record says of itself, without the party that is embedded in it. */
function ownText({ party: _, ...rest }: OracleRecord): string {
  return JSON.stringify(rest);
}

/** `Entity:id` of records that are new, changed or gone. */
function differences(before: readonly OracleRecord[], after: readonly OracleRecord[]): { changed: string[]; gone: string[] } {
  const texts = new Map(before.map((record) => [record.id, ownText(record)]));
  const present = new Set(after.map(({ id }) => id));
  return {
    changed: after.filter((record) => texts.get(record.id) !== ownText(record)).map(({ id }) => id),
    gone: before.filter(({ id }) => !present.has(id)).map(({ id }) => id),
  };
}

describe("the change feed after random events", () => {
  test.each([1, 2, 3, 4, 5, 6])("tells of every record that differs, and of every one that went (seed %i)", (seed) => {
    const books = booksB({ seed, months: 5 });
    const ledger = ask(books);
    const before = oracleB(books);
    playEvents(books, seed, 60, NOW_MS);
    const laterMs = NOW_MS + 3_600_000;
    const { body } = ledger.get("cdc", { entities: `${TRANSACTIONS},${NAMES}`, changedSince: pacificTime(NOW_MS) }, laterMs);
    const answers = at((body.CDCResponse as Node[])[0], "QueryResponse") as unknown as Node[];
    const told = new Map<string, unknown>();
    for (const answer of answers) {
      const [entity, records] = Object.entries(answer)[0] ?? ["", []];
      for (const record of records as Node[]) told.set(`${entity.replace(/Txn$/, "")}:${record.Id}`, record.status ?? "there");
    }
    const after = oracleB(books);
    const lists = ["documents", "payments", "orders", "accounts", "parties", "items"] as const;
    const all = lists.map((list) => differences(before[list], after[list]));
    const changed = all.flatMap((found) => found.changed);
    expect(changed.length).toBeGreaterThan(20);
    expect(changed.filter((id) => told.get(id) !== "there")).toEqual([]);
    expect(all.flatMap(({ gone }) => gone).filter((id) => told.get(id) !== "Deleted")).toEqual([]);
    const kept = oracleB(books, before);
    expect(kept.documents.filter(({ status }) => status === "deleted").map(({ id }) => id)).toEqual(all[0]?.gone);
  });
});
