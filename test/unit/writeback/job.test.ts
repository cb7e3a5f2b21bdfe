import { describe, expect, it } from "vitest";
import type { StoredJob } from "#main/store/records/write-store.ts";
import {
  fileOf,
  goesOnByItself,
  isNewRecord,
  isOpen,
  isUnread,
  markOf,
  newJob,
  type StoredCall,
  settledState,
  titleOf,
  viewJob,
} from "#main/writeback/job.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { JobItem, WriteOperation } from "#shared/model/ledger/write.ts";

const date = calendarDate("2026-06-01");
const money = { amount: decimal("10.00"), currency: "NZD" };
const allocations = (count: number) => Array.from({ length: count }, (_, index) => ({ toId: `inv-${index}`, amount: money }));
const bill = (number?: string): WriteOperation => ({
  kind: "create_document",
  document: {
    type: "purchase_bill",
    issueDate: date,
    currency: "NZD",
    status: "open",
    lines: [],
    ...(number === undefined ? {} : { number }),
  },
});
const journal = (memo: string): WriteOperation => ({
  kind: "create_document",
  document: { type: "journal", issueDate: date, currency: "NZD", status: "open", lines: [], memo },
});

const items = (...outcomes: readonly JobItem["outcome"][]): JobItem[] =>
  outcomes.map((outcome, operation) => ({ operation, part: 0, title: "", reference: null, outcome }));
const call = (changes: Partial<StoredCall> = {}): StoredCall => ({
  request: { method: "POST", path: "/bills", query: { a: "1" }, headers: { accept: "json" } },
  ...{ items: [], replays: false, status: "pending", firstSentMs: null, lastSentMs: null, sends: 0, absentMs: [] },
  ...changes,
});
const stored = (state: string, body: object = {}): StoredJob => ({
  ...{ jobId: "j", actionId: "a", state, content: "", createdMs: 1_000, updatedMs: 61_000 },
  body: JSON.stringify({
    title: "Bill",
    operations: [],
    person: "ana",
    mark: "x",
    checks: [],
    calls: null,
    items: [],
    failure: null,
    before: [],
    ...body,
  }),
});

describe("the state of a job", () => {
  it.each([
    [["accepted", "accepted"], "accepted"],
    [["accepted", "rejected"], "partial"],
    [["accepted", "conflict"], "partial"],
    [["rejected", "conflict"], "conflict"],
    [["rejected", "rejected"], "rejected"],
    [["accepted", "unknown"], "unknown"],
    [["pending", "rejected"], "unknown"],
  ] as const)("of %j is %s", (outcomes, state) => {
    expect(settledState(items(...outcomes))).toBe(state);
  });

  it("is open once something left and its fate isn't known", () => {
    expect(["sent", "unknown", "queued", "ready", "accepted"].map((state) => isOpen(stored(state, { items: items("pending") })))).toEqual([
      ...[true, true, false, false, false],
    ]);
    expect(isOpen(stored("queued", { items: items("accepted", "unknown") }))).toBe(true);
    expect(isOpen(stored("rejected", { items: items("unknown") }))).toBe(false);
  });

  it("lets it go on without a person, but not once it was looked for in vain", () => {
    expect(["ready", "queued", "sent"].every((state) => goesOnByItself(stored(state)))).toBe(true);
    expect(["draft", "blocked", "accepted", "cancelled"].some((state) => goesOnByItself(stored(state, { calls: [call()] })))).toBe(false);
    expect(goesOnByItself(stored("unknown", { calls: [call({ status: "done" }), call({ status: "sent" })] }))).toBe(true);
    expect(goesOnByItself(stored("unknown", { calls: [call({ status: "done" })] }))).toBe(false);
    expect(goesOnByItself(stored("unknown"))).toBe(false);
  });

  it("leaves a posted job to be read back until it was", () => {
    expect(["accepted", "partial", "rejected"].map((state) => isUnread(stored(state, { unread: true })))).toEqual([true, true, false]);
    expect([isUnread(stored("accepted", { unread: false })), isUnread(stored("accepted"))]).toEqual([false, false]);
  });
});

describe("a new job", () => {
  const sha256 = (text: string) => `${text.replaceAll(/[^a-z]/g, "")}${"0".repeat(64)}`;
  const known = { jobId: "j1", person: "ana", nowMs: 5, seen: [], sha256 };

  it("is ready or a draft, and its own action where the person's has no ID", () => {
    expect(newJob({ operations: [bill()] }, known)).toMatchObject({
      jobId: "j1",
      actionId: "j1",
      state: "ready",
      createdMs: 5,
      updatedMs: 5,
    });
    expect(newJob({ operations: [bill()], actionId: "a1", draft: true }, known)).toMatchObject({ actionId: "a1", state: "draft" });
    expect(newJob({ operations: [bill()], draft: false }, known).state).toBe("ready");
  });

  it("begins with what was asked for and nothing else", () => {
    const seen = [{ id: "VendBill:1", type: "purchase_bill", number: "7" }] as never;
    const job = newJob({ operations: [{ kind: "void", id: "VendBill:1" }] }, { ...known, seen });
    expect(JSON.parse(job.body)).toMatchObject({
      ...{ title: "Void bill 7", person: "ana", seen, operations: [{ kind: "void", id: "VendBill:1" }] },
      ...{ checks: [], calls: null, items: [], failure: null, before: [] },
    });
    expect(job.content).toBe('[{"kind":"void","id":"VendBill:1"}]');
  });

  it("has the same mark for one act with one content on every computer, and another for any other", () => {
    const markIn = (operations: readonly WriteOperation[], actionId: string, jobId: string) =>
      JSON.parse(newJob({ operations, actionId }, { ...known, jobId, sha256: (text) => text }).body).mark as string;
    expect(markIn([bill()], "same-act", "j1")).toBe(markIn([bill()], "same-act", "j2"));
    expect(markIn([bill()], "same-act", "j1")).not.toBe(markIn([bill()], "another-act", "j1"));
    expect(markOf(sha256, "act")).toBe(`act${"0".repeat(29)}`);
  });

  it("makes records of its own only where all of its parts are new", () => {
    const part = { operation: 0, part: 0, title: "", entityType: "Bill" };
    const fresh = { ...part, reference: "tieout-1", ledgerId: null };
    expect(isNewRecord(call({ items: [fresh] }))).toBe(true);
    expect(isNewRecord(call({ items: [fresh], replays: true }))).toBe(true);
    expect(isNewRecord(call({ items: [fresh, { ...part, reference: null, ledgerId: "7" }] }))).toBe(false);
    expect(isNewRecord(call({ items: [{ ...fresh, reference: null }] }))).toBe(false);
    expect(isNewRecord(call({ items: [{ ...fresh, ledgerId: "7" }] }))).toBe(false);
  });
});

describe("a job as people see it", () => {
  it("has its requests as they are sent, its times, and what was seen where that was kept", () => {
    const view = viewJob("client", stored("accepted", { calls: [call()], seen: [{ id: "VendBill:1" }] }));
    expect(view).toMatchObject({
      clientId: "client",
      state: "accepted",
      requests: [{ method: "POST", path: "/bills", query: { a: "1" }, headers: { accept: "json" }, body: "" }],
      createdAt: "1970-01-01T00:00:01.000Z",
      updatedAt: "1970-01-01T00:01:01.000Z",
      seen: [{ id: "VendBill:1" }],
    });
    const asked = { operations: [bill()], checks: [{ name: "input", outcome: "passed", message: "" }] };
    expect(viewJob("client", stored("ready", asked))).toMatchObject(asked);
    expect(viewJob("client", stored("sent", { calls: [call({ status: "sent", sends: 1 })] })).state).toBe("sent");
    expect(viewJob("client", stored("sent", { calls: [call({ status: "sent", sends: 2 })] }), true).state).toBe("sent");
    expect(viewJob("client", stored("ready", { seen: [] }))).not.toHaveProperty("seen");
    expect(viewJob("client", stored("ready")).requests).toEqual([]);
  });

  it("has what was sent and what came back, also while nothing has", () => {
    const attempt = {
      attemptNo: 1,
      jobId: "j",
      callNo: 2,
      purpose: "write",
      request: "{}",
      sentMs: 2_000,
      status: 200,
      answer: "raw",
      note: null,
    };
    const waiting = stored("sent", { calls: [call({ status: "sent", sends: 1 })], before: [{ id: "VendBill:1", raw: "{}" }] });
    const file = fileOf(
      "client",
      {
        job: waiting,
        attempts: [
          { ...attempt, answeredMs: 3_000 },
          { ...attempt, answeredMs: null },
        ],
      },
      true,
    );
    expect(file.job.state).toBe("queued");
    expect(file.before).toEqual([{ id: "VendBill:1", raw: "{}" }]);
    expect(file.attempts.map(({ answeredAt }) => answeredAt)).toEqual(["1970-01-01T00:00:03.000Z", null]);
    expect(file.attempts[0]).toMatchObject({ call: 2, purpose: "write", sentAt: "1970-01-01T00:00:02.000Z", status: 200, answer: "raw" });
    expect(fileOf("client", { job: waiting, attempts: [] }).job.state).toBe("sent");
  });
});

it.each<[WriteOperation[], string]>([
  [[], "No changes"],
  [[bill()], "New bill"],
  [[bill("71482"), bill()], "New bill 71482 and 1 more"],
  [[journal(" Depreciation\nOctober")], "New journal, Depreciation"],
  [[journal("x".repeat(70)), bill()], `New journal, ${"x".repeat(59)}… and 1 more`],
  [[{ kind: "update_document", id: "by-reference", changes: {} }], "Edit bill PO 12"],
  [[{ kind: "void", id: "nobody-knows" }], "Void nobody-knows"],
  [[{ kind: "void", id: "payment" }], "Void payment"],
  [[{ kind: "apply_credit", fromId: "by-reference", date, allocations: allocations(1) }], "Apply bill PO 12"],
  [[{ kind: "approve", id: "nobody-knows", approved: true }], "Approve nobody-knows"],
  [[{ kind: "approve", id: "nobody-knows", approved: false }], "Return nobody-knows for correction"],
  [[{ kind: "create_integration_item", name: "Tieout - Rent", accountId: "1" }], "New item Tieout - Rent"],
])("%j is called %s", (operations, title) => {
  expect(titleOf(operations, [{ id: "by-reference", document: { type: "purchase_bill", reference: "PO 12" } }, { id: "payment" }])).toBe(
    title,
  );
});

it.each([
  [1, "Payment made for 1 transaction"],
  [2, "Payment made for 2 transactions"],
])("a payment of %d allocations says for how many", (count, title) => {
  const payment = {
    direction: "made",
    party: { id: "p" },
    date,
    currency: "NZD",
    accountId: "a",
    allocations: allocations(count),
  } as const;
  expect(titleOf([{ kind: "create_payment", payment }], [])).toBe(title);
});
