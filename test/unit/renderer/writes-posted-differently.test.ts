import { describe, expect, test } from "vitest";
import type { JobItem, WriteJob } from "#shared/model/ledger/write.ts";
import { jobReason, jobTold, mayRepeat, shortReason, stateWords } from "../../../src/renderer/format/labels/write-labels.ts";

const item: JobItem = { operation: 0, part: 0, outcome: "accepted", title: "Bill OP-771", reference: null };
const job = (items: readonly JobItem[], state: WriteJob["state"] = "accepted") => ({ state, items: [...items], checks: [], failure: null });
const different = { ...item, postedDifferently: [{ field: "total.amount", intended: "431.17", posted: "413.71" }] };

describe("a write that the ledger posted differently", () => {
  test("stands so in the queue and says what is different", () => {
    expect([stateWords(job([different])), jobReason(job([different]))]).toEqual([
      expect.objectContaining({ word: "Posted with differences", tone: "warning" }),
      "Total is 413.71 instead of 431.17.",
    ]);
  });

  test("is told in the currency of the update, the total before other amounts and those before the rest", () => {
    const fields = ["memo", "lines[1].net.amount", "total.amount", "dueDate"];
    const postedDifferently = fields.map((field) => ({ field, intended: "431.17", posted: "1413.7" }));
    const operations = [{ kind: "create_document", document: { currency: "USD" } }] as unknown as WriteJob["operations"];
    expect(shortReason({ ...job([{ ...item, postedDifferently }]), operations })).toBe(
      "Total is USD 1,413.70 instead of USD 431.17; amount of line 2 is USD 1,413.70 instead of USD 431.17; memo is “1413.7” instead of “431.17”; and 1 more field.",
    );
  });

  test("has both currencies where that is different, too, which is said first; an amount that was applied as well has one", () => {
    const operations = [{ kind: "create_document", document: { currency: "USD" } }] as unknown as WriteJob["operations"];
    const said = (...postedDifferently: JobItem["postedDifferently"] & object) =>
      shortReason({ ...job([{ ...item, postedDifferently }]), operations });
    const currency = { field: "currency", intended: "USD", posted: "EUR" };
    const total = { field: "total.amount", intended: "480.50", posted: "480" };
    expect(said(total, currency)).toBe("Currency is EUR instead of USD; total is EUR 480.00 instead of USD 480.50.");
    const named = { intended: "", posted: "Bill 7 1250.5" };
    expect(said({ field: "allocations", intended: "", posted: "Bill:7 1250.5", named } as never)).toContain("USD 1,250.50");
  });

  test("is accepted when everything reads back as it was meant, and keeps the state of a part that failed", () => {
    expect(stateWords(job([item])).word).toBe("Posted");
    expect(stateWords(job([different, { ...item, part: 1, outcome: "rejected" }], "partial")).word).toBe("Partly posted");
  });
});

describe("why an update has its state", () => {
  const failure = { code: "ledger_unreachable" as const, message: "The ledger didn't answer.", next: "Check again later." };
  const unknown = { ...item, outcome: "unknown" as const };

  test("is said once where no part has words of its own", () => {
    for (const state of ["unknown", "rejected", "blocked"] as const)
      expect(jobTold({ ...job([unknown], state), failure })).toEqual({
        beside: "The ledger didn't answer. Check again later.",
        below: null,
      });
  });

  test("is said below where the parts say something else, and not at all where one of them says the same", () => {
    const told = (message: string) => jobTold({ ...job([{ ...unknown, message }], "unknown"), failure });
    expect(told("Looked for it twice.")).toEqual({ beside: "Looked for it twice.", below: failure });
    expect(told(failure.message)).toEqual({ beside: failure.message, below: null });
  });

  test("of what was posted in part is said once, by the part that wasn't", () => {
    const refused = { ...item, part: 1, outcome: "rejected" as const, message: "No." };
    expect(jobTold(job([item, refused], "partial"))).toEqual({ beside: "1 of 2 parts posted.", below: null });
  });

  test("is told of a conflict in a few words where room is short", () => {
    const moved = { code: "conflict" as const, message: "Bill 7 was changed in the ledger: the memo is now “B” (was “A”).", brief: "Memo" };
    expect(shortReason({ ...job([], "conflict"), failure: moved })).toBe("Memo");
    expect(jobReason({ ...job([], "conflict"), failure: moved })).toBe(moved.message);
    const blocked = { name: "version" as const, outcome: "blocked" as const, message: "Bill 7 has changed since it was opened." };
    expect(shortReason({ ...job([], "conflict"), checks: [blocked], failure: moved })).toBe(blocked.message);
    expect(shortReason({ ...job([], "conflict"), checks: [{ ...blocked, brief: "Number" }] })).toBe("Number");
    const total = { ...blocked, brief: "Changed in the ledger: total from 1,200.00 USD to 1,250.50 USD. Memo also changed." };
    expect(shortReason({ ...job([], "conflict"), checks: [total] })).toBe(
      "Changed in the ledger: total from USD 1,200.00 to USD 1,250.50. Memo also changed.",
    );
    // As an older version kept it.
    const kept = { ...blocked, brief: "Changed in the ledger: total (now 1,250.50 USD, was 1,200.00 USD)" };
    expect(shortReason({ ...job([], "conflict"), checks: [kept] })).toBe(
      "Changed in the ledger: total (now USD 1,250.50, was USD 1,200.00)",
    );
  });
});

describe("a write that the ledger didn't take", () => {
  const operations = (kind: string) => [{ kind }] as unknown as WriteJob["operations"];

  test("can be reviewed again as it is when it was rejected, or is in conflict without a page to resolve it", () => {
    const kinds = ["create_payment", "apply_credit", "approve", "update_document", "void", "delete"];
    const repeatable = (state: WriteJob["state"]) => kinds.filter((kind) => mayRepeat({ state, operations: operations(kind) }));
    expect(repeatable("rejected")).toEqual(kinds);
    expect(repeatable("conflict")).toEqual(["create_payment", "apply_credit", "approve"]);
    expect(repeatable("accepted")).toEqual([]);
  });
});
