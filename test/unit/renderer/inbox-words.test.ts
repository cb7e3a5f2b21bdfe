import { expect, it, vi } from "vitest";
import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { dataSetNames, kindLabel, recordOf, whatHappened } from "../../../src/renderer/features/exceptions/exception-labels.ts";
import { byGroup, groupHeading, inboxTone, readable } from "../../../src/renderer/format/labels/attention-labels.ts";

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

it("a ledger update has the mark of its state, and other items that of their kind", () => {
  const states = ["conflict", "partial", "rejected", "accepted"] as const;
  expect(states.map((writeState) => inboxTone({ kind: "write", writeState }))).toEqual(["conflict", "warning", "failed", "warning"]);
  expect(inboxTone({ kind: "task" })).toBe("task");
});

it("items are under the heading of their type, in the order in which the first of each comes, and overdue tasks apart", () => {
  const item = (kind: InboxItem["kind"], overdue = false) => ({ kind, overdue }) as InboxItem;
  const groups = byGroup([item("task", true), item("write"), item("close", true), item("write"), item("task")]);
  expect(groups.map(({ group, items }) => [groupHeading(group).words, items.length])).toEqual([
    ["Overdue tasks", 1],
    ["Ledger updates", 2],
    ["Closes with late tasks", 1],
    ["Tasks", 1],
  ]);
});

it("marks every item that isn't seen yet, no more at once than the core takes", async () => {
  await markSeen([{ key: "old", seen: true }, ...Array.from({ length: 1001 }, (_, at) => ({ key: `new/${at}`, seen: false }))]);
  const sent = core.mock.calls.map(([method, { keys }]) => [method, keys.length, keys.at(-1)]);
  expect(sent).toEqual([
    ["inbox.seen", 500, "new/499"],
    ["inbox.seen", 500, "new/999"],
    ["inbox.seen", 1, "new/1000"],
  ]);
});
