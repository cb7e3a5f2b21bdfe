import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, decimal, negateDecimal } from "#shared/kernel/decimal.ts";
import { booksChanged, trialBalance } from "#simulator/books/postings.ts";
import type { Books, SimTransaction } from "#simulator/books/types.ts";
import { clientOf, NOW, type Node, someBooks, sumOf } from "./ledger-a-support.ts";

type Client = ReturnType<typeof clientOf>;

function feedOf({ list }: Client, offset = 0): Node[] {
  const found: Node[] = [];
  for (let at = offset; ; ) {
    const nodes = list("Journals", { offset: String(at) });
    if (nodes.length === 0) return found;
    found.push(...nodes);
    at = Number(nodes.at(-1)?.JournalNumber);
  }
}

const linesOf = (node: Node) => node.JournalLines as Node[];
const numbers = (nodes: readonly Node[]) => nodes.map((n) => Number(n.JournalNumber));
const createdMs = (node: Node) => Number(/\d+/.exec(String(node.CreatedDateUTC))?.[0]);

function balancesOf(feed: readonly Node[], through: string): Map<string, string> {
  const terms = new Map<string, string[]>();
  const end = Date.parse(`${through}T00:00:00Z`);
  for (const journal of feed) {
    if (Number(/-?\d+/.exec(String(journal.JournalDate))?.[0]) > end) continue;
    for (const line of linesOf(journal)) {
      const id = String(line.AccountID);
      terms.set(id, [...(terms.get(id) ?? []), String(line.NetAmount)]);
    }
  }
  return new Map([...terms].map(([id, list]) => [id, canonicalDecimal(decimal(sumOf(list)))] as const).filter(([, sum]) => sum !== "0"));
}

function truthOf(books: Books, through: string): Map<string, string> {
  const entries = [...trialBalance(books, calendarDate(through))].map(([id, sum]) => [id, canonicalDecimal(sum)] as const);
  return new Map(entries.filter(([, sum]) => sum !== "0"));
}

function change(books: Books, t: SimTransaction, atMs: number, edit: (t: SimTransaction) => void): void {
  edit(t);
  t.modifiedMs = atMs;
  t.version++;
  booksChanged(books);
}

describe("the general-ledger feed", () => {
  it("is refused without the tier", () => {
    const { send } = clientOf(someBooks(5, 2), {});
    expect(send("Journals").status).toBe(403);
    expect(clientOf(someBooks(5, 2), { journalsRefusal: 401 }).send("Journals").status).toBe(401);
  });

  const books = someBooks();
  const client = clientOf(books);
  const feed = feedOf(client);

  it("is numbered without gaps in the order of posting, 100 to an answer", () => {
    expect(feed.length).toBeGreaterThan(200);
    expect(numbers(feed)).toEqual(feed.map((_, at) => at + 1));
    const created = feed.map(createdMs);
    expect(created).toEqual([...created].sort((a, b) => a - b));
    expect(client.list("Journals", { offset: "0", page: "2" })).toHaveLength(100);
    expect(client.list("Journals", { offset: "0", page: "2" })[0]?.JournalNumber).toBe("1");
    expect(client.list("Journals", { offset: String(feed.length) })).toEqual([]);
  });

  it("replays the same from any number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: feed.length + 5 }), (offset) => {
        expect(client.list("Journals", { offset: String(offset) })).toEqual(feed.slice(offset, offset + 100));
      }),
      { numRuns: 10 },
    );
  });

  it("balances in every entry and adds up to the books at every month's end", () => {
    for (const journal of feed) expect(canonicalDecimal(decimal(sumOf(linesOf(journal).map((l) => l.NetAmount as string))))).toBe("0");
    for (const day of ["2026-04-30", "2026-07-31", "2026-10-31", "2026-11-21"]) expect(balancesOf(feed, day)).toEqual(truthOf(books, day));
  });

  it("shows net, tax and gross", () => {
    const taxed = feed.flatMap(linesOf).filter((l) => l.TaxAmount !== "0.00");
    expect(taxed.length).toBeGreaterThan(20);
    for (const line of taxed) expect(sumOf([line.NetAmount as string, line.TaxAmount as string])).toBe(line.GrossAmount);
    expect(feed.flatMap(linesOf).some((l) => (l.TrackingCategories as Node[]).length > 0)).toBe(true);
  });

  it("finds one entry by id and number", () => {
    const journal = feed[3] as Node;
    expect(client.read(`Journals/${journal.JournalID}`).Journals).toEqual([journal]);
    expect(client.read("Journals/4").Journals).toEqual([journal]);
  });
});

describe("later events", () => {
  it("append and never rewrite: a void is reversed on its own day", () => {
    const books = someBooks(21, 4);
    const client = clientOf(books);
    const before = feedOf(client);
    const target = books.transactions.find((t) => t.kind === "sales_invoice" && t.state === "approved" && t.total !== "0.00");
    if (!target) throw new Error("no invoice");
    change(books, target, NOW, (t) => {
      t.state = "voided";
    });
    const after = feedOf(client);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
    const [reversal] = after.slice(-1);
    const original = before.find((j) => j.SourceID === target.id);
    expect(reversal?.JournalDate).toBe(original?.JournalDate);
    const turned = linesOf(original as Node).map((l) => [l.AccountID, negateDecimal(decimal(String(l.NetAmount)))]);
    expect(linesOf(reversal as Node).map((l) => [l.AccountID, l.NetAmount])).toEqual(turned);
    expect(balancesOf(after, "2026-11-21")).toEqual(truthOf(books, "2026-11-21"));
  });

  it("reverse and repost an edit, and post what was a draft", () => {
    const books = someBooks(22, 4);
    const client = clientOf(books);
    const count = feedOf(client).length;
    const bill = books.transactions.find((t) => t.kind === "purchase_bill" && t.state === "approved") as SimTransaction;
    change(books, bill, NOW, (t) => {
      t.date = calendarDate("2026-11-20");
    });
    expect(feedOf(client)).toHaveLength(count + 2);
    const draft = books.transactions.find((t) => t.state === "submitted") as SimTransaction;
    change(books, draft, NOW + 1000, (t) => {
      t.state = "approved";
    });
    const feed = feedOf(client);
    expect(feed).toHaveLength(count + 3);
    expect(feed.at(-1)?.SourceID).toBe(draft.id);
    expect(balancesOf(feed, "2026-11-21")).toEqual(truthOf(books, "2026-11-21"));
  });

  it("stay silent about changes that move no money", () => {
    const books = someBooks(23, 3);
    const client = clientOf(books);
    const count = feedOf(client).length;
    change(books, books.transactions.find((t) => t.kind === "sales_invoice") as SimTransaction, NOW, (t) => {
      t.dueDate = calendarDate("2026-12-31");
    });
    expect(feedOf(client)).toHaveLength(count);
  });

  it("keep the feed gapless and equal to the books under any run of changes", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.constantFrom("voided", "date", "touch")), { maxLength: 12 }), (steps) => {
        const books = someBooks(24, 2);
        const client = clientOf(books);
        const first = feedOf(client);
        const usable = books.transactions.filter(
          (t) => t.state === "approved" && t.allocations.length === 0 && t.kind !== "purchase_order",
        );
        steps.forEach(([at, what], step) => {
          const target = usable[at % usable.length] as SimTransaction;
          if (target.state !== "approved") return;
          change(books, target, NOW + step, (t) => {
            if (what === "voided") t.state = "voided";
            if (what === "date") t.date = calendarDate("2026-11-19");
          });
        });
        const feed = feedOf(client);
        expect(feed.slice(0, first.length)).toEqual(first);
        expect(numbers(feed)).toEqual(feed.map((_, at) => at + 1));
        expect(balancesOf(feed, "2026-11-21")).toEqual(truthOf(books, "2026-11-21"));
      }),
      { numRuns: 8 },
    );
  });
});
