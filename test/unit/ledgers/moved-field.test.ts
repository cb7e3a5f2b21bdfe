import { describe, expect, it, test } from "vitest";
import { changedBriefly, changedField } from "#main/ledgers/changed-in-ledger.ts";
import { changedLines, changedParts } from "#main/ledgers/changed-lines.ts";
import { isIdField, movedField, movedValue } from "#main/ledgers/moved-field.ts";
import { decimal } from "#shared/kernel/decimal.ts";

test("a field that someone else changed is called what its history calls it", () => {
  expect(["partyId", "issueDate", "totalBase", "memo", "totalAccountId"].map(movedField)).toEqual([
    "contact",
    "date",
    "total in base currency",
    "memo",
    "bank or control account",
  ]);
  expect(["partyId", "memo"].map(isIdField)).toEqual([true, false]);
});

test("a code among its values is a word", () => {
  expect([movedValue("status", "part_paid"), movedValue("sourceStatus", "AUTHORISED"), movedValue("memo", "part_paid")]).toEqual([
    "part paid",
    "authorised",
    "part_paid",
  ]);
});

const money = (amount: string) => ({ amount, currency: "NZD" });
const named = (...names: string[]) => names.map((name) => changedField(name, "B", "A"));

test("what changed is told in a few words, each field once", () => {
  expect(changedBriefly(named("memo", "line 1", "line 1"))).toBe("Changed in the ledger: memo and line 1");
  expect(changedBriefly(named("memo", "number", "line 1", "line 2"))).toBe("Changed in the ledger: memo, number, line 1, and 1 more field");
  expect(changedBriefly([])).toBe("Changed in the ledger");
});

test("of an amount and a day, what Tieout last read and what the ledger has now is told too, and of nothing else", () => {
  const told = (now: unknown, was: unknown) => changedField("field", now, was).values;
  expect(told(money("1250.5"), money("1200"))).toBe("from 1,200.00 NZD to 1,250.50 NZD");
  expect(told("2026-12-01", undefined)).toBe("set to 1 Dec 2026");
  expect(told(undefined, "2026-12-01")).toBe("removed (was 1 Dec 2026)");
  const others: [unknown, unknown][] = [
    ["Paper", undefined],
    ["1.25", "1.5"],
    [{ id: "7" }, { id: "8" }],
    [[], [1]],
    [true, false],
    // Only written in another way.
    [money("5.0"), money("5.00")],
  ];
  for (const [now, was] of others) expect(told(now, was)).toBeNull();
});

test("amounts come first, then days; only two have their values", () => {
  const fields = [
    ...named("memo"),
    changedField("due date", "2026-12-02", "2026-12-01"),
    changedField("amount of line 1", money("5"), money("4")),
    changedField("amount of line 2", money("7"), money("6")),
  ];
  expect(changedBriefly(fields.slice(0, 3))).toBe(
    "Changed in the ledger: amount of line 1 from 4.00 NZD to 5.00 NZD and due date from 1 Dec 2026 to 2 Dec 2026. Memo also changed.",
  );
  expect(changedBriefly(fields)).toBe(
    "Changed in the ledger: amount of line 1 from 4.00 NZD to 5.00 NZD and amount of line 2 from 6.00 NZD to 7.00 NZD. Due date and 1 more field also changed.",
  );
});

test("where the total says by how much, other amounts would say it again", () => {
  const fields = [
    ...changedParts("outstanding", money("5"), money("4")),
    ...changedParts("total", money("5"), money("4")),
    ...changedParts("status", "part_paid", "open"),
    ...changedParts("memo", "B", "A"),
    changedField("amount of line 1", money("5"), money("4")),
  ];
  expect(changedBriefly(fields)).toBe(
    "Changed in the ledger: total from 4.00 NZD to 5.00 NZD and status from open to part paid. Memo also changed.",
  );
  // Where the total stays, what is due says something of its own.
  expect(changedBriefly(changedParts("outstanding", money("5"), money("4")))).toBe(
    "Changed in the ledger: amount due from 4.00 NZD to 5.00 NZD",
  );
});

describe("lines that changed", () => {
  const line = { id: "1", kind: "account" as const, accountId: "a", net: { amount: decimal("120.50"), currency: "NZD" }, dimensions: [] };
  const tax = (code: string, amount: string) => ({
    ...{ basis: "exclusive" as const, amount: { amount: decimal(amount), currency: "NZD" }, components: [{ code }] },
  });
  const dearer = { ...line, net: { ...line.net, amount: decimal("200.00") } };
  const brief = (then: Parameters<typeof changedLines>[0], now: typeof then) => changedBriefly(changedLines(then, now));

  it("are told by their amount, and by each other part that changed", () => {
    expect(
      brief(
        [line, { ...line, id: "2" }],
        [
          { ...dearer, description: "Paper" },
          { ...line, id: "2", accountId: "b" },
        ],
      ),
    ).toBe(
      "Changed in the ledger: amount of line 1 from 120.50 NZD to 200.00 NZD. Description of line 1 and account or item of line 2 also changed.",
    );
    expect(brief([line], [{ ...line, net: { ...line.net, amount: decimal("120.5") } }])).toBe("Changed in the ledger");
  });

  it("say nothing more of the quantity, the price and the tax that change with an amount", () => {
    const then = { ...line, quantity: decimal("1"), tax: tax("GST", "18.08") };
    expect(brief([then], [{ ...dearer, quantity: decimal("2"), tax: tax("GST", "30.00") }])).toBe(
      "Changed in the ledger: amount of line 1 from 120.50 NZD to 200.00 NZD",
    );
    expect(brief([then], [{ ...dearer, quantity: decimal("1"), tax: tax("ZERO", "0.00") }])).toContain(
      "200.00 NZD. Tax of line 1 also changed.",
    );
    expect(brief([then], [{ ...then, quantity: decimal("2") }])).toBe("Changed in the ledger: quantity of line 1");
  });

  it("are told by their number where some came or went, and as a whole where another is in their place", () => {
    expect(brief([line], [line, { ...line, id: "2" }])).toBe("Changed in the ledger: number of lines from 1 to 2");
    expect(brief([line], [{ ...dearer, id: "2" }])).toBe("Changed in the ledger: line 1");
  });
});
