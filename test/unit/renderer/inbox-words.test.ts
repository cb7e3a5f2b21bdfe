import { expect, it, vi } from "vitest";
import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { dataSetNames, fieldOf, kindLabel, recordOf, whatHappened } from "../../../src/renderer/features/exceptions/exception-labels.ts";
import {
  byGroup,
  groupHeading,
  inboxTone,
  readable,
  rowWords,
  sharedPeriod,
} from "../../../src/renderer/format/labels/attention-labels.ts";

const core = vi.hoisted(() => vi.fn());
vi.mock("../../../src/renderer/api/client.ts", () => ({ call: core }));
// Another file of this process may have loaded it with the real one.
vi.resetModules();
const { markSeen } = await import("../../../src/renderer/state/core/attention-actions.ts");

it("what the core says reads with days and amounts as people write them", () => {
  expect(readable("Trial balance by 121815644.51 EUR; as of 2026-11-21.")).toBe("Trial balance by EUR 121,815,644.51; as of 21 Nov 2026.");
  expect(readable("8 checks do not tie as of 2026-11-21, INV1719")).toBe("8 checks do not tie as of 21 Nov 2026, INV1719");
});

it("an exception doesn't name its record again beside the record's column", () => {
  const recordName = "Bill 7 from Elm (42.50 EUR, 2026-10-05)";
  const message = `${recordName} was deleted in the ledger.`;
  expect(whatHappened({ message, recordName })).toBe("Deleted in the ledger.");
  expect(whatHappened({ message, recordName: "Bill 7" })).toBe(message);
  expect(whatHappened({ message, recordName: null })).toBe(message);
});

it("a type of exception has one name, in the inbox and among the exceptions", () => {
  const codes = [
    ...["lock_moved_back", "deleted_document", "back_dated_document", "edited_in_closed_period"],
    ...["merged_on_masked_tax_id", "unknown_value", "malformed_record", "unresolved_account", "count_drop"],
  ];
  expect(codes.map((code) => codeLabel(code))).toEqual(codes.map(kindLabel));
  expect(kindLabel("back_dated_document")).toBe("Backdated transaction");
});

it("an exception names its record and its data set as other screens do", () => {
  expect(recordOf({ recordName: null, recordId: "accountingperiod:144" })).toBe("Accounting period 144");
  const setOf = dataSetNames([{ stream: "transactions.vendbill", label: "Bills" }]);
  expect([setOf("transactions.vendbill"), setOf("accounting-periods")]).toEqual(["Bills", "Accounting periods"]);
});

it("an exception about a lock that was moved back names the lock as Checks does, and not by its key", () => {
  const keys = ["periods", "periods/12", "period", "year_end", "book_close"];
  const names = ["Lock date", "Lock date", "Period lock", "Year-end lock", "Closing date"];
  expect(keys.map((field) => fieldOf({ code: "lock_moved_back", field }))).toEqual(names);
  expect(fieldOf({ code: "unknown_value", field: "taxStatus" })).toBe("Tax status");
  expect(fieldOf({ code: "deleted_document", field: null })).toBeNull();
});

it("a ledger update has the mark of its state, and other items that of their kind", () => {
  const states = ["conflict", "partial", "rejected", "accepted"] as const;
  expect(states.map((writeState) => inboxTone({ kind: "write", writeState }))).toEqual(["conflict", "warning", "failed", "warning"]);
  expect(inboxTone({ kind: "task" })).toBe("task");
});

it("items are under the heading of their type, in the order in which the first of each comes, and overdue tasks apart", () => {
  const item = (kind: InboxItem["kind"], overdue = false) => ({ kind, overdue }) as InboxItem;
  const groups = byGroup([item("task", true), item("write"), item("close", true), item("write"), item("task")]);
  expect(groups.map(({ group, items }) => [groupHeading(group), items.length])).toEqual([
    ["Overdue tasks", 1],
    ["Ledger updates", 2],
    ["Closes with late tasks", 1],
    ["Tasks", 1],
  ]);
});

it("late closes say first how much is open, and their heading says the period of all of them", () => {
  const close = { period: "2026-10", started: true, open: 7, tasks: 28, daysLate: 14, late: 3 };
  const words = { title: "October 2026 close: …", detail: "Next task: Send client questions" };
  const item = (part: object) => ({ ...words, close: { ...close, ...part } });
  const said = (part: object, period: string | null = "October 2026") => rowWords(item(part), period).title;
  expect([said({}), said({ started: false })]).toEqual(["7 of 28 tasks open", "7 of 28 tasks open, close not started"]);
  // A close that isn't due yet is listed for its late tasks.
  expect(said({ daysLate: 0 })).toBe("7 of 28 tasks open, 3 late");
  expect(said({ daysLate: 0, started: false })).toBe("7 of 28 tasks open, 3 late, close not started");
  expect(said({ daysLate: 0, late: null })).toBe("7 of 28 tasks open, some late");
  expect([sharedPeriod([item({})]), sharedPeriod([item({}), item({ open: 2 })])]).toEqual(Array(2).fill("October 2026"));
  expect([sharedPeriod([item({}), item({ period: "Nov 2026" })]), sharedPeriod([{}, {}]), sharedPeriod([])]).toEqual(Array(3).fill(null));
  expect(rowWords(item({}), "October 2026").detail).toBe(words.detail);
  expect(rowWords(item({}), null).detail).toBe(`${words.detail} · October 2026`);
  expect(rowWords({ ...item({}), detail: null }, "October 2026").detail).toBeNull();
});

it("a close that waits for a sync says why that doesn't go on, and nothing where it only has to be synced", () => {
  const close = { period: "2026-10", started: true, open: 7, tasks: 28, daysLate: 14, late: 3 };
  const detail = "Next task: Sync through period end";
  type Sync = NonNullable<NonNullable<InboxItem["close"]>["sync"]>;
  const said = (state: Sync["state"], problemCode: Sync["problemCode"] = null) =>
    rowWords({ title: "October 2026 close: …", detail, close: { ...close, sync: { state, problemCode } } }, "October 2026").detail;
  expect(said("offline", "ledger_unreachable")).toBe(`${detail} · Ledger down or unreachable`);
  // While this computer is offline, that is said of no ledger.
  const sync = { state: "offline", problemCode: "ledger_unreachable" } as const;
  const away = rowWords({ title: "October 2026 close: …", detail, close: { ...close, sync } }, "October 2026", true);
  expect(away.detail).toBe(`${detail} · Offline`);
  expect(said("needs_sign_in", "needs_sign_in")).toBe(`${detail} · Reconnect to sync`);
  expect(said("paused", "ledger_unreachable")).toBe(`${detail} · Paused`);
  expect([said("queued"), said("failed", "not_found")]).toEqual([`${detail} · Queued`, `${detail} · Failed`]);
  expect([said("up_to_date"), said("incomplete"), said("syncing")]).toEqual(Array(3).fill(detail));
});

it("a row doesn't say again what its heading or the state of its update says", () => {
  const detail = "The ledger requires a value for Budget owner";
  const update = { title: "Ledger update rejected: “Edit bill 7”", about: "Edit bill 7", detail: `${detail}.` };
  expect(rowWords(update, null)).toEqual({ title: "Edit bill 7", detail });
  // Its file couldn't be asked for its name.
  expect(rowWords({ title: "Ledger update rejected", detail: null }, null).title).toBe("Ledger update rejected");
  const away = { kind: "needs_sign_in", title: "Disconnected from the ledger: reconnect to sync", detail: null } as const;
  expect(rowWords(away, null).title).toBe("Can't sync until someone reconnects it");
});

it("a detail of one sentence ends without a period", () => {
  const detail = (words: string) => rowWords({ title: "1 tie-out out of balance", detail: words }, null).detail;
  expect(detail("Aged receivables by 141.40 USD.")).toBe("Aged receivables by USD 141.40");
  expect(detail("Changed in the ledger: memo")).toBe("Changed in the ledger: memo");
  expect(detail("The number is taken. Choose another.")).toBe("The number is taken. Choose another.");
  expect(detail("Still waiting...")).toBe("Still waiting...");
  // What a task is about and who mentioned someone are names.
  expect(rowWords({ title: "Call them", detail: "Acme Inc.", itemId: "1" }, null).detail).toBe("Acme Inc.");
});

it("marks every item as read that isn't yet, no more at once than the core takes", async () => {
  await markSeen([{ key: "old", seen: true }, ...Array.from({ length: 1001 }, (_, at) => ({ key: `new/${at}`, seen: false }))]);
  const sent = core.mock.calls.map(([method, { keys }]) => [method, keys.length, keys.at(-1)]);
  expect(sent).toEqual([
    ["inbox.seen", 500, "new/499"],
    ["inbox.seen", 500, "new/999"],
    ["inbox.seen", 1, "new/1000"],
  ]);
});
