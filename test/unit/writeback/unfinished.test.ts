import { describe, expect, test } from "vitest";
import type { StoredJob } from "#main/store/records/write-store.ts";
import { finishAction, unfinishedOperations } from "#main/writeback/unfinished.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { JobItem, WriteOperation } from "#shared/model/ledger/write.ts";

const job = (actionId: string, state: string): StoredJob => ({
  jobId: actionId,
  actionId,
  state,
  content: "",
  body: "{}",
  createdMs: 0,
  updatedMs: 0,
});
const item = (part: number, outcome: JobItem["outcome"]): JobItem => ({ operation: 0, part, outcome, title: "", reference: null });
const allocation = (toId: string) => ({ toId, amount: { amount: decimal("1.00"), currency: "NZD" } });
const payment: WriteOperation = {
  kind: "create_payment",
  payment: {
    direction: "made",
    party: { id: "Contact:1" },
    date: calendarDate("2026-11-20"),
    currency: "NZD",
    accountId: "Account:1",
    allocations: ["Invoice:1", "Invoice:2", "Invoice:3"].map(allocation),
  },
};

describe("finishing a partial job", () => {
  test("asks for the refused allocations alone, and for nothing when none was", () => {
    const left = unfinishedOperations([payment], [item(0, "accepted"), item(1, "rejected"), item(2, "accepted")]);
    expect(left).toMatchObject([{ payment: { allocations: [allocation("Invoice:2")] } }]);
    expect(unfinishedOperations([payment], [item(0, "accepted"), item(1, "accepted"), item(2, "accepted")])).toEqual([]);
  });

  test("asks for the refused parts of a credit, and for the whole of anything else", () => {
    const credit: WriteOperation = {
      ...{ kind: "apply_credit", fromId: "CreditNote:1", date: calendarDate("2026-11-20") },
      allocations: ["Invoice:1", "Invoice:2"].map(allocation),
    };
    expect(unfinishedOperations([credit], [item(0, "conflict"), item(1, "accepted")])).toEqual([
      { ...credit, allocations: [allocation("Invoice:1")] },
    ]);
    const removal: WriteOperation = { kind: "void", id: "Invoice:9" };
    expect(unfinishedOperations([removal], [item(0, "rejected"), item(1, "accepted")])).toEqual([removal]);
    expect(unfinishedOperations([payment], [item(0, "rejected")])).toEqual([payment]);
  });

  test("goes by each operation's own parts", () => {
    const removal: WriteOperation = { kind: "void", id: "Invoice:9" };
    const accepted = { ...item(0, "accepted"), operation: 1 };
    expect(unfinishedOperations([payment, removal], [item(0, "rejected"), accepted])).toEqual([payment]);
  });

  test("is one act while it is open or done, and another after one that was refused", () => {
    expect(finishAction("j", [])).toBe("finish-j");
    expect(finishAction("j", [job("finish-j", "queued"), job("other", "rejected")])).toBe("finish-j");
    expect(finishAction("j", [job("finish-j", "accepted")])).toBe("finish-j");
    expect(finishAction("j", [job("other", "accepted")])).toBe("finish-j");
    expect(finishAction("j", [job("finish-j", "rejected")])).toBe("finish-j-2");
    expect(finishAction("j", [job("finish-j", "rejected"), job("finish-j-2", "blocked")])).toBe("finish-j-2");
    expect(finishAction("j", [job("finish-j", "rejected"), job("finish-j-2", "rejected")])).toBe("finish-j-3");
  });
});
