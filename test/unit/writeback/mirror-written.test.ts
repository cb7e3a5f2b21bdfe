import { describe, expect, it } from "vitest";
import type { LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import type { WriteContext, WrittenRecord } from "#main/ledgers/writing.ts";
import type { LinkOutcome } from "#main/sync/ledger-link.ts";
import { JobRecord } from "#main/writeback/job-record.ts";
import { appliedBefore, mirrorWritten } from "#main/writeback/mirror-written.ts";
import { openWriteAccess, prepareCalls, type WriteAccess, waitsForLimit } from "#main/writeback/prepare-calls.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { JobItem, WriteOperation } from "#shared/model/ledger/write.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

const date = calendarDate("2026-06-01");
const nzd = (amount: string) => ({ amount: decimal(amount), currency: "NZD" });
const allocated = (...ids: readonly string[]) => ids.map((toId) => ({ toId, amount: nzd("5.00") }));
const answer: LinkOutcome = {
  kind: "answered",
  response: { status: 200, headers: {}, receivedAt: instantFromMs(0), body: new TextEncoder().encode("{}") },
};
const offline: LinkOutcome = { kind: "unreachable", failure: { code: "ledger_unreachable", message: "gone" } };

const item = (ledgerId: string, changes: Partial<JobItem> = {}): JobItem => ({
  ...{ operation: 0, part: 0, title: "", reference: null, outcome: "accepted" },
  ...{ ledgerId, recordId: `Bill:${ledgerId}` },
  ...changes,
});
const payment = (...ids: readonly string[]): WriteOperation => ({
  kind: "create_payment",
  payment: { direction: "made", party: { id: "p" }, date, currency: "NZD", accountId: "bank", allocations: allocated(...ids) },
});

/** Reads back a job of these operations and items. */
async function readBack(
  operations: readonly WriteOperation[],
  items: readonly JobItem[],
  given: {
    records?: Readonly<Record<string, object>>;
    answer?: LinkOutcome;
    applied?: readonly object[];
    mirrored?: Result<unknown, Failure>;
  } = {},
) {
  const time = createVirtualTime();
  const asked: { written: readonly WrittenRecord[]; mirror: { deleted?: readonly string[] } | null } = { written: [], mirror: null };
  const pool = {
    must: async () => ({ attemptNo: 1, updatedMs: 0 }),
    perform: async (_: string, mirror: object) => {
      asked.mirror = mirror;
      return given.mirrored ?? ok({ posted: [] });
    },
  } as never;
  const body = {
    title: "",
    operations,
    person: "",
    mark: "",
    checks: [],
    calls: [],
    items,
    failure: null,
    before: [],
    unread: true,
    ...(given.applied === undefined ? {} : { applied: given.applied }),
  };
  const stored = { jobId: "j", actionId: "j", state: "accepted", content: "", body: JSON.stringify(body), createdMs: 0, updatedMs: 0 };
  const source = { clientId: "c", system: "ledger_a", tenantId: "t" } as const;
  const record = new JobRecord({ pool, nowMs: () => 0, onChange: () => undefined }, source, stored);
  const link = { clientId: "c", facts: {}, trust: {}, send: async () => given.answer ?? answer };
  const writes = {
    *readBack(_: WriteContext, written: readonly WrittenRecord[]): Generator<LedgerRequest, readonly object[], LedgerResponse> {
      asked.written = written;
      yield { method: "GET", path: "/" };
      return [{ stream: "bills" }];
    },
  };
  const context = { record: (id: string) => given.records?.[id], discovery: { capabilities: { canCreateTaxRates: true } } };
  const tools = {
    link,
    writes,
    context,
    clock: time,
    signal: new AbortController().signal,
    isShared: false,
    checkedMs: null,
    lockedNow: async () => null,
  };
  const access = { link, discovery: {}, source };
  const failure = await mirrorWritten(pool, access as never, record, tools as never, 7);
  return { failure, written: asked.written, mirror: asked.mirror, body: record.body };
}
const moved = async (operation: WriteOperation, part = 0, records = {}) =>
  (await readBack([operation], [item("1", { part })], { records })).written[0]?.alsoMoved;

describe("what is read back after a write", () => {
  it("is every record that was posted, by the ledger's own noun, and nothing that was refused", async () => {
    const create: WriteOperation = { kind: "void", id: "x" };
    const refused = item("2", { outcome: "rejected" });
    const { ledgerId: _, ...unnamed } = item("3");
    const { written, mirror, failure, body } = await readBack([create], [item("1"), refused, unnamed]);
    expect(written).toEqual([{ entityType: "Bill", ledgerId: "1", alsoMoved: [] }]);
    expect(mirror).toMatchObject({ clientId: "c", records: [{ stream: "bills" }], deleted: [], nowMs: 7 });
    expect([failure, body.unread]).toEqual([null, false]);
  });

  it("is nothing where nothing was posted", async () => {
    const { mirror, failure, body } = await readBack([{ kind: "void", id: "x" }], [item("1", { outcome: "unknown" })]);
    expect([mirror, failure, body.unread]).toEqual([null, null, true]);
  });

  it("includes the documents that a payment settled: all with its first part, its own with any other", async () => {
    expect(await moved(payment("a", "b", "c"))).toEqual(["a", "b", "c"]);
    expect(await moved(payment("a", "b", "c"), 1)).toEqual(["b"]);
    expect(await moved(payment("a", "b"), 7)).toEqual(["a", "b"]);
  });

  it("includes a credit with the documents that it was applied to", async () => {
    expect(await moved({ kind: "apply_credit", fromId: "credit", date, allocations: allocated("a", "b") })).toEqual(["credit", "a", "b"]);
  });

  it("includes the documents that are open again since what had settled them was removed", async () => {
    const allocations = [
      { fromId: "pay", toId: "a" },
      { fromId: "other", toId: "b" },
    ];
    for (const kind of ["void", "delete"] as const) {
      expect(await moved({ kind, id: "pay" }, 0, { pay: { payment: { allocations } } })).toEqual(["a"]);
      expect(await moved({ kind, id: "pay" }, 0, { pay: { document: { allocations } } })).toEqual(["a"]);
      expect(await moved({ kind, id: "pay" })).toEqual([]);
    }
    expect(await moved({ kind: "approve", id: "pay", approved: true }, 0, { pay: { payment: { allocations } } })).toEqual([]);
  });

  it("says which records were deleted, and those alone", async () => {
    const operations: WriteOperation[] = [
      { kind: "delete", id: "Bill:1" },
      { kind: "void", id: "Bill:2" },
    ];
    const { mirror } = await readBack(operations, [item("1"), item("2", { operation: 1 })]);
    expect(mirror?.deleted).toEqual(["Bill:1"]);
  });

  it("is read later when the ledger or the file can't be asked now: the write is posted either way", async () => {
    const gone = await readBack([{ kind: "void", id: "x" }], [item("1")], { answer: offline });
    expect([gone.failure?.code, gone.mirror, gone.body.unread]).toEqual(["ledger_unreachable", null, true]);
    const full = await readBack([{ kind: "void", id: "x" }], [item("1")], { mirrored: fail({ code: "disk_full", message: "full" }) });
    expect([full.failure?.code, full.body.unread]).toEqual(["disk_full", true]);
  });
});

describe("what the ledger posted otherwise than was meant", () => {
  const bill = (number: string): WriteOperation => ({
    kind: "create_document",
    document: { type: "purchase_bill", number, issueDate: date, currency: "NZD", status: "open", lines: [] },
  });
  const document = { type: "purchase_bill", number: "8", issueDate: date, currency: "NZD", status: "open", lines: [], allocations: [] };
  const nothing = { total: nzd("0.00"), tax: nzd("0.00") };
  const posted = (value: object, id = "Bill:1") =>
    ok({ posted: [{ id, exists: true, mapped: [{ kind: "document", value: { ...document, ...nothing, ...value } }] }] });
  const noted = async (operation: WriteOperation, mirrored: Result<unknown, Failure>, ...items: readonly JobItem[]) =>
    (await readBack([operation], items.length === 0 ? [item("1")] : items, { mirrored })).body.items.map(
      ({ postedDifferently }) => postedDifferently,
    );

  it("is noted on its part", async () => {
    expect(await noted(bill("7"), posted({}))).toMatchObject([[{ field: "number", intended: "7", posted: "8" }]]);
    expect(await noted({ kind: "void", id: "Bill:1" }, ok({ posted: [] }))).toMatchObject([[{ field: "record", posted: "missing" }]]);
  });

  it("is noted no longer once it is as it was meant", async () => {
    const before = item("1", { postedDifferently: [{ field: "number", intended: "7", posted: "9" }] });
    expect(await noted(bill("8"), posted({}), before)).toEqual([undefined]);
  });

  it("isn't told twice where the answer has told it already", async () => {
    const replaced = (...fields: readonly string[]) => item("1", { replaced: fields.map((field) => ({ field, sent: "7", stored: "8" })) });
    expect(await noted(bill("7"), posted({}), replaced("total", "number"))).toEqual([undefined]);
    expect(await noted(bill("7"), posted({}), replaced("reference"))).toMatchObject([[{ field: "number" }]]);
  });

  it("is nothing of a part whose record or operation nobody knows", async () => {
    const { recordId: _, ...unnamed } = item("1");
    const stray = item("1", { operation: 4 });
    expect(await noted(bill("7"), posted({}), unnamed, stray)).toEqual([undefined, undefined]);
  });

  it("of a payment is compared with all that it pays, or with its own part where each has a record", async () => {
    const paid = (amount: string, ...ids: readonly string[]) => {
      const allocations = ids.map((toId) => ({ fromId: "Bill:1", toId, amount: nzd("5.00") }));
      const value = { partyId: "p", accountId: "bank", amount: nzd(amount), currency: "NZD", date, status: "posted", allocations };
      return ok({ posted: [{ id: "Bill:1", exists: true, mapped: [{ kind: "payment", value }] }] });
    };
    expect(await noted(payment("a", "b"), paid("10.00", "a", "b"))).toEqual([undefined]);
    expect(await noted(payment("a", "b"), paid("5.00", "a"))).toMatchObject([[{ field: "amount" }, { field: "allocations[1].amount" }]]);
    const [first] = await noted(payment("a", "b"), paid("5.00", "a"), item("1"), item("2", { part: 1 }));
    expect(first).toBeUndefined();
    const beside = {
      operations: [payment("a", "b"), { kind: "void", id: "x" }] as WriteOperation[],
      items: [item("1"), item("2", { operation: 1 })],
    };
    const { body } = await readBack(beside.operations, beside.items, { mirrored: paid("10.00", "a", "b") });
    expect(body.items[0]?.postedDifferently).toBeUndefined();
  });

  it("of a credit is compared with what it had settled before", async () => {
    const apply: WriteOperation = { kind: "apply_credit", fromId: "Bill:1", date, allocations: allocated("a") };
    const stands = (amount: string) => posted({ allocations: [{ fromId: "Bill:1", toId: "a", amount: nzd(amount) }] });
    expect(await noted(apply, stands("5.00"))).toEqual([undefined]);
    expect(await noted(apply, stands("8.00"))).toMatchObject([[{ field: "allocations[0].amount" }]]);
    const before = [
      { operation: 0, toId: "a", amount: "3.00" },
      { operation: 1, toId: "a", amount: "90.00" },
    ];
    const { body } = await readBack([apply], [item("1")], { mirrored: stands("8.00"), applied: before });
    expect(body.items[0]?.postedDifferently).toBeUndefined();
  });
});

describe("what a credit had settled before it is applied", () => {
  const apply = (fromId: string): WriteOperation => ({ kind: "apply_credit", fromId, date, allocations: allocated("a") });
  const standing = [
    { fromId: "credit", toId: "a", amount: nzd("1.10") },
    { fromId: "credit", toId: "b", amount: nzd("7.00") },
    { fromId: "credit", toId: "a", amount: nzd("2.20") },
    { fromId: "another", toId: "a", amount: nzd("9.00") },
  ];

  it("is summed by document, of this credit alone", () => {
    const other = { id: "other", document: { allocations: [{ fromId: "credit", toId: "x", amount: nzd("4.00") }] } };
    const records = [other, { id: "credit", document: { allocations: standing } }] as never;
    expect(appliedBefore([payment("a"), apply("credit")], { records } as never)).toEqual([
      { operation: 1, toId: "a", amount: "3.30" },
      { operation: 1, toId: "b", amount: "7.00" },
    ]);
    expect(appliedBefore([apply("unknown")], { records } as never)).toEqual([]);
    expect(appliedBefore([apply("credit")], { records: [{ id: "credit" }] } as never)).toEqual([]);
  });
});

describe("the preparation of a job", () => {
  const requests = [{ items: [] }];
  const access = (...answers: readonly LinkOutcome[]) => {
    const left = [...answers];
    const sent: object[] = [];
    const link = {
      clientId: "c",
      send: async (_: object, options: object) => {
        sent.push(options);
        return left.shift() ?? answer;
      },
    };
    const writes = {
      *prepare(): Generator<LedgerRequest, Result<unknown, Failure>, LedgerResponse> {
        const { body } = yield { method: "GET", path: "/now" };
        JSON.parse(new TextDecoder().decode(body));
        return ok(requests);
      },
    };
    return { access: { link, writes } as unknown as WriteAccess, sent };
  };
  const prepare = (way: "failure" | "held", ...answers: readonly LinkOutcome[]) =>
    prepareCalls(access(...answers).access, {} as never, [], new AbortController().signal, way);
  const cutOff: LinkOutcome = {
    kind: "answered",
    response: { status: 200, headers: {}, receivedAt: instantFromMs(0), body: new TextEncoder().encode('{"a') },
  };
  const refused = (code: Failure["code"]): LinkOutcome => ({ kind: "rejected", failure: { code, message: "no" } });

  it("reads what it needs ahead of all other work", async () => {
    const { access: way, sent } = access();
    expect(await prepareCalls(way, {} as never, [], new AbortController().signal, "held")).toEqual(ok(requests));
    expect(sent).toMatchObject([{ lane: "write", fairKey: "c/writes" }]);
  });

  it("fails for good where the ledger refuses the question", async () => {
    for (const way of ["failure", "held"] as const)
      expect(await prepare(way, refused("ledger_rejected"))).toMatchObject({ ok: false, failure: { code: "ledger_rejected" } });
  });

  it("makes a job wait where the ledger can't be asked or understood now, and tells a person who only looks", async () => {
    for (const [outcome, code] of [
      [offline, "ledger_unreachable"],
      [refused("ledger_unreadable"), "ledger_unreadable"],
      [cutOff, "ledger_unreadable"],
      [{ kind: "cancelled" }, "cancelled"],
    ] as const) {
      expect(await prepare("failure", outcome)).toMatchObject({ ok: false, failure: { code } });
      await expect(prepare("held", outcome)).rejects.toMatchObject({ name: "Held", failure: { code } });
    }
  });

  it("needs a connected ledger whose abilities are known", async () => {
    const link = { system: "ledger_a", tenantId: "t", discovery: { organisation: {} }, waits: () => new Map([["write", {}]]) };
    const open = (given: object | null) => openWriteAccess(async () => given as never, "c");
    expect(await open(null)).toMatchObject({ ok: false, failure: { code: "not_found", field: "client" } });
    expect(await open({ ...link, discovery: null })).toMatchObject({ ok: false, failure: { code: "not_found" } });
    const opened = await open(link);
    expect(opened).toMatchObject({ ok: true, value: { source: { clientId: "c", system: "ledger_a", tenantId: "t" } } });
    expect(opened.ok && waitsForLimit(opened.value)).toBe(true);
    expect(waitsForLimit({ link: { waits: () => new Map([["bills", {}]]) } } as never)).toBe(false);
  });
});
