import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChangeView } from "#shared/contract/reports/analysis.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { changeBlocks, noneWords } from "../../../src/renderer/features/checks/changes/record-changes.ts";
import {
  byUrgency,
  CHECK_SECTIONS,
  MATCH_STATES,
  type OrderMatch,
  openProposals,
  outstandingText,
  passesMatchFilter,
  sectionOf,
} from "../../../src/renderer/features/checks/check-labels.ts";
import { bothPaidWords, duplicateWords, likelihood } from "../../../src/renderer/format/labels/duplicate-labels.ts";
import { formatDays, lockDays, lockedLabel, lockName, lockScope } from "../../../src/renderer/format/labels/lock-labels.ts";
import { billOfAddress, duplicatesAddress } from "../../../src/renderer/state/window/screen-address.ts";
import { readSources } from "../../support/house-rules/source.ts";

const day = (text: string) => text as CalendarDate;
const instant = (text: string) => text as Instant;

function match(part: Partial<OrderMatch> & { readonly how?: OrderMatch["bills"][number]["how"] }): OrderMatch {
  const { how, ...rest } = part;
  const bill = {
    id: "Bill:1",
    number: "B1",
    date: day("2026-10-02"),
    total: "10",
    net: "9",
    outstanding: "10",
    currency: "NZD",
    score: 80,
    reasons: [],
    decided: null,
  };
  return {
    orderId: "PurchaseOrder:1",
    number: "PO-1",
    party: null,
    date: day("2026-10-01"),
    currency: "NZD",
    total: "10",
    status: "open",
    source: "proposed",
    state: "unbilled",
    orderedNet: "10",
    billedNet: "0",
    overBilled: null,
    reasons: [],
    lines: [],
    notOrdered: [],
    bills: how === undefined ? [] : [{ ...bill, how }],
    ...rest,
  } as OrderMatch;
}

describe("the sections of the checks", () => {
  it("are named by the address, and any other address leads to the first", () => {
    expect(sectionOf("periods")).toBe("periods");
    expect([sectionOf(null), sectionOf("nothing")]).toEqual(["duplicates", "duplicates"]);
  });

  it("are also named by a bill, whose duplicates alone are shown then", () => {
    const part = decodeURIComponent(duplicatesAddress("c", "Bill:7").split("/").at(-1) ?? "");
    expect([sectionOf(part), billOfAddress(part)]).toEqual(["duplicates", "Bill:7"]);
    expect([null, "duplicates", "periods"].map(billOfAddress)).toEqual([null, null, null]);
  });
});

describe("how sure a pair is", () => {
  it.each([
    [100, "Very likely"],
    [90, "Very likely"],
    [89, "Likely"],
    [75, "Likely"],
    [74, "Possible"],
  ])("%i of 100 is %s", (score, word) => {
    expect(likelihood(score)).toMatchObject({ word, tone: word === "Possible" ? "neutral" : "warning" });
    expect(duplicateWords(score)).toBe(`${word} duplicate:`);
  });

  it("says what a pair costs only where both were paid", () => {
    const bill = (status: "open" | "paid" | "draft", type: "purchase_bill" | "cash_purchase" = "purchase_bill") => ({ type, status });
    expect(bothPaidWords([bill("paid"), bill("open", "cash_purchase")])).toBe(
      "Both are paid. If they're duplicates, the vendor may owe the client a refund.",
    );
    for (const other of [bill("open"), bill("draft", "cash_purchase")]) expect(bothPaidWords([bill("paid"), other])).toBeNull();
  });
});

describe("orders and bills", () => {
  it("an open proposal, a variance and an over-billed order need a look; a refused pair does not", () => {
    expect(passesMatchFilter(match({ how: "proposed" }), "look")).toBe(true);
    expect(passesMatchFilter(match({ state: "variance" }), "look")).toBe(true);
    expect(passesMatchFilter(match({ state: "over_billed" }), "look")).toBe(true);
    expect(passesMatchFilter(match({ how: "refused" }), "look")).toBe(false);
    expect(passesMatchFilter(match({ state: "matched", how: "linked" }), "look")).toBe(false);
    expect(openProposals(match({ how: "confirmed" }))).toEqual([]);
  });

  it("a bill that was paid says so, and not that 0.00 is outstanding", () => {
    const bill = (outstanding: string, total = "10.00") =>
      outstandingText({ outstanding: decimal(outstanding), total: decimal(total), currency: "NZD" });
    expect([bill("10.00"), bill("0.00"), bill("0", "0.00")]).toEqual(["10.00 outstanding", "Paid", "0.00 outstanding"]);
  });

  it("over-billed comes first, then variances, then open proposals, whatever their dates", () => {
    const rows = [
      match({ orderId: "d", state: "unbilled", date: day("2026-12-01") }),
      match({ orderId: "c", state: "unbilled", how: "proposed" }),
      match({ orderId: "b", state: "variance", date: day("2020-01-01") }),
      match({ orderId: "a", state: "over_billed", date: day("2020-01-01") }),
    ];
    expect(rows.sort(byUrgency).map(({ orderId }) => orderId)).toEqual(["a", "b", "c", "d"]);
  });

  it("the order of rows is the same however they came", () => {
    const row = fc.record({
      orderId: fc.uuid(),
      state: fc.constantFrom(...(Object.keys(MATCH_STATES) as OrderMatch["state"][])),
      date: fc.constantFrom(day("2026-01-01"), day("2026-02-01")),
    });
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: ({ orderId }) => orderId }), (parts) => {
        const rows = parts.map(match);
        expect([...rows].reverse().sort(byUrgency)).toEqual([...rows].sort(byUrgency));
      }),
    );
  });
});

describe("locks in words", () => {
  const plain = { id: "book_close", periodLabel: null, ownedBy: "source" } as const;

  it("are called by their period, else by the ledger's name", () => {
    expect(lockName(plain)).toBe("Closing date");
    expect(lockName({ ...plain, periodLabel: "Sep FY26" })).toBe("Period Sep FY26");
    expect(lockName({ ...plain, periodLabel: "2026-09", ownedBy: "us" })).toBe("September 2026, closed in Tieout");
  });

  it("say the days that they bind", () => {
    expect(lockDays({ from: null, lockedThrough: day("2026-08-31") })).toBe("through 31 Aug 2026");
    expect(lockDays({ from: day("2026-09-01"), lockedThrough: day("2026-09-30") })).toBe("1 – 30 Sep 2026");
    expect(formatDays("2026-09-28", "2026-10-25")).toBe("28 Sep – 25 Oct 2026");
    expect(formatDays("2025-12-29", "2026-01-25")).toBe("29 Dec 2025 – 25 Jan 2026");
    expect(formatDays("2026-06-30", "2026-06-30")).toBe("30 Jun 2026");
  });

  it("say what they bind and whom they let pass", () => {
    const named = (id: string) => (id === "2" ? "Pacific Ltd" : id);
    expect(lockScope({ scope: {}, forAdjustments: false }, named)).toBe("Everything");
    expect(lockScope({ scope: { module: "ap", entityId: "2" }, forAdjustments: true, exempts: "advisers" }, named)).toBe(
      "Payables, in Pacific Ltd, in the adjustment period only; advisors exempt",
    );
    expect(lockedLabel([])).toBeNull();
    expect(lockedLabel([{ module: "ap" }])).toBe("payables locked");
    expect(lockedLabel([{ module: "ap" }, {}])).toBe("locked in the ledger");
  });
});

describe("changes, put together by record and reading", () => {
  let changeNo = 0;
  const change = (part: Partial<ChangeView>): ChangeView => {
    const { field = "memo", before = null, after = "x" } = part;
    return {
      changeNo: ++changeNo,
      recordId: "Bill:1",
      recordName: "Bill 1",
      field,
      before,
      after,
      detectedAt: "2026-11-21T06:48:30.000Z",
      date: day("2026-08-19"),
      inClosedPeriod: false,
      closedBy: [],
      recordKind: "document",
      label: "Bill 1",
      shown: { field, before, after },
      by: null,
      ...part,
    } as ChangeView;
  };

  it("fields of one reading stand together in the order in which they were found", () => {
    const first = change({ field: "memo" });
    const second = change({ field: "reference", inClosedPeriod: true, closedBy: ["book_close"] });
    const later = change({ field: "memo", detectedAt: instant("2026-11-22T06:48:30.000Z") });
    const blocks = changeBlocks([later, second, first]);
    expect(blocks.map(({ fields }) => fields.map(({ field }) => field))).toEqual([["memo"], ["memo", "reference"]]);
    expect(blocks[1]).toMatchObject({ happened: "changed", inClosedPeriod: true, closedBy: ["book_close"] });
  });

  it("tells records that came, went and came back, also where a deleted one stays as a status", () => {
    const happened = (field: string, before: string | null, after: string) => changeBlocks([change({ field, before, after })])[0]?.happened;
    expect([
      happened("record", null, "created"),
      happened("record", "present", "removed"),
      happened("record", "removed", "present"),
    ]).toEqual(["created", "removed", "returned"]);
    expect([happened("status", "paid", "deleted"), happened("status", "deleted", "open"), happened("status", "open", "paid")]).toEqual([
      "removed",
      "returned",
      "changed",
    ]);
  });

  it("leaves out the locks that come with a period: they have changes of their own", () => {
    const period = { recordId: "accountingperiod:1", recordKind: "period" } as const;
    expect(changeBlocks([change({ ...period, field: "locks" })])).toEqual([]);
    expect(changeBlocks([change({ ...period, field: "status" })])).toHaveLength(1);
  });

  it("begins a status with a capital, and leaves a text as someone wrote it", () => {
    const told = (field: string) => changeBlocks([change({ field, before: "closed", after: "open" })])[0]?.fields[0];
    expect(told("status")).toMatchObject({ before: "Closed", after: "Open" });
    expect(told("sourceStatus")).toMatchObject({ before: "Closed", after: "Open" });
    expect(told("memo")).toMatchObject({ before: "closed", after: "open" });
  });

  it("loses no field", () => {
    const row = fc.record({
      recordId: fc.constantFrom("Bill:1", "Bill:2"),
      detectedAt: fc.constantFrom(instant("2026-11-21T06:48:30.000Z"), instant("2026-11-22T06:48:30.000Z")),
      field: fc.constantFrom("memo", "total", "status"),
    });
    fc.assert(
      fc.property(fc.array(row), (parts) => {
        const rows = parts.map(change);
        const told = changeBlocks(rows).flatMap(({ fields }) => fields.map((field) => field.changeNo));
        expect(told.sort((a, b) => a - b)).toEqual(rows.map((one) => one.changeNo));
      }),
    );
  });
});

describe("a list of changes without any", () => {
  it("says that there are none only where nothing is filtered or left out", () => {
    expect([noneWords(false, true), noneWords(true, true)]).toEqual(["No changes.", "No matching changes."]);
    expect([noneWords(false, false), noneWords(true, false)]).toEqual(Array(2).fill("None among the newest changes."));
  });
});

describe("links to the checks", () => {
  it("name a section that there is: any other would open the first one", () => {
    const named = readSources("src/renderer").flatMap(({ text }) =>
      [...text.matchAll(/recordAddress\([^()]*, "checks", "(\w+)"\)/g)].map(([, section]) => section),
    );
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((section) => !CHECK_SECTIONS.some((one) => one === section))).toEqual([]);
  });
});
