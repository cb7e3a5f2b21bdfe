import { expect, test } from "vitest";
import { COMPARED_WHOLE_MAX } from "#main/domain/duplicates/duplicates.ts";
import type { PackFacts } from "#main/pack/pack-facts.ts";
import { duplicateSheet, orderWords } from "#main/pack/schedules/finding-sheets.ts";
import { fluxSheet } from "#main/pack/schedules/flux-sheet.ts";
import { agingCheckWords, byTotalOnly, openStatus } from "#main/pack/schedules/labels.ts";
import { provenanceSheet } from "#main/pack/schedules/provenance-sheet.ts";
import type { SheetRow } from "#main/pack/workbook/sheet.ts";
import { noOpenDuplicate, ordersMatched } from "#main/store/close/gates/documents.ts";
import type { GateSetting } from "#main/store/close/gates/gate.ts";
import { fluxCounts } from "#main/store/flux/flux-counts.ts";
import { tieOutLabel } from "#shared/model/labels/tie-out-label.ts";
import { createIngestLab, documentRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { discovery } from "#test/unit/ledgers/a/support.ts";

test("a schedule without open work says what was found, and None only where there is nothing", () => {
  expect(openStatus(2, "with a difference", "Agrees to books")).toEqual({ status: "2 with a difference", open: 2 });
  expect(openStatus(0, "with a difference", "Agrees to books")).toEqual({ status: "Agrees to books", open: 0 });
  expect(openStatus(0, "deleted")).toEqual({ status: "None", open: 0 });
});

test("purchase orders are overbilled in sight, also where the bill is of another period", () => {
  expect(orderWords([])).toBe("None");
  expect(orderWords([{ state: "matched" }, { state: "unbilled" }])).toBe("2 orders, none to review in this period");
  expect(orderWords([{ state: "variance" }, { state: "over_billed" }])).toBe(
    "None to review in this period (all periods: 1 overbilled, 1 with a variance)",
  );
});

test("an aging of which only some contacts could be compared isn't called unchecked", () => {
  const said = (more: object) =>
    agingCheckWords({ outcome: "cannot_check", source: "party_balances", compared: 0, reason: null, ...more } as never);
  expect(said({})).toBe("This aging can't be checked against the ledger. The ledger has no figure for this aging.");
  expect(said({ compared: 3, reason: "Two contacts have no balance" })).toBe(
    "This aging can't be fully checked against the ledger. Two contacts have no balance.",
  );
  expect(said({ outcome: "variance" })).toMatch(/^Compared with contact balances: .+\.$/i);
  expect(said({ outcome: "ties", source: "control_accounts" })).toBe("Compared with control accounts, total only: tied out.");
});

test("the tie-outs of a pack say which were compared by their total only, and how many", () => {
  const aging = (outcome: "ties" | "variance") => ({ check: "aging_receivable", outcome, report: "trial_balance" }) as const;
  expect([tieOutLabel(aging("ties"), false), tieOutLabel(aging("ties"), true), tieOutLabel(aging("variance"), false)]).toEqual([
    "Tied out, total only",
    "Recheck needed",
    "Out of balance",
  ]);
  expect([byTotalOnly([aging("ties")]), byTotalOnly([aging("variance")])]).toEqual([" (1 total only)", ""]);
});

test("bills too many to compare every pair aren't passed over as none, in the period that they are of", () => {
  const lab = createIngestLab(tempHome());
  const expense = (id: string, partyName: string, issueDate: string) => ({
    id,
    yields: [documentRecord(id, { type: "cash_purchase", partyName, number: `T-${id}`, issueDate })],
  });
  const tickets = Array.from({ length: COMPARED_WHOLE_MAX + 1 }, (_, at) => expense(String(at + 1), "City Parking", "2026-10-05"));
  lab.readPass("backfill", [[...tickets, expense("oak", "Oak", "2026-11-03")]]);
  const shown = (label: string, start: string, end: string) => {
    const period = { label, start, end };
    const { status, open, notes } = duplicateSheet({ reader: lab.reader, order: { period }, asOf: null } as unknown as PackFacts);
    const { passed, summary, partly = false } = noOpenDuplicate({ reader: lab.reader, period } as unknown as GateSetting);
    return { status, open, notes: notes.slice(1), passed, summary, partly };
  };
  expect(shown("2026-10", "2026-10-01", "2026-10-31")).toEqual({
    status: "None found, not all compared",
    open: 0,
    notes: ["City Parking: 401 bills or expenses for 100.00 NZD each, too many to compare every pair. Pairs not compared: 72,390."],
    passed: true,
    summary: "No possible duplicate bills left to review in October 2026. Pairs not compared: 72,390.",
    partly: true,
  });
  expect(shown("2026-11", "2026-11-01", "2026-11-30")).toMatchObject({
    status: "None",
    notes: [],
    summary: "No possible duplicate bills left to review in November 2026.",
  });
  lab.db.close();
});

test("open purchase orders of which the ledger doesn't report what is billed aren't called matched", () => {
  const money = (amount: string) => ({ amount, currency: "NZD" });
  const source = { system: "ledger_a", tenantId: "tenant-1", entityType: "PurchaseOrder", fetchedAt: "2026-11-21T09:00:00.000Z" };
  const order = (id: string, date: string, status: string, billed: object = {}) => {
    const line = { kind: "item", quantity: "10", unitAmount: money("10.00"), net: money("100.00"), dimensions: [], ...billed };
    const value = {
      id,
      number: id,
      date,
      status,
      currency: "NZD",
      total: money("100.00"),
      lines: [{ ...line, id: `${id}/1` }],
      billIds: [],
    };
    return { id, entity: "PurchaseOrder", yields: [{ kind: "order", value: { ...value, source: { ...source, id } } }] as never };
  };
  const said = (month: string, ...orders: readonly ReturnType<typeof order>[]) => {
    const lab = createIngestLab(tempHome());
    lab.readPass("backfill", [orders]);
    const period = { label: month, start: `${month}-01`, end: `${month}-30` };
    const { passed, summary, partly = false } = ordersMatched({ reader: lab.reader, period } as unknown as GateSetting);
    lab.db.close();
    return [passed, partly, summary];
  };
  const unreported = [order("1", "2026-08-03", "open"), order("2", "2026-08-03", "billed"), order("3", "2026-11-05", "open")];
  expect(said("2026-09", ...unreported)).toEqual([
    true,
    true,
    "No purchase orders billed in September 2026 are left to review. 1 open purchase order dated through 2026-09-30 can't be compared: the ledger doesn't show what's billed.",
  ]);
  const none = "No purchase orders billed in June 2026 are left to review.";
  expect(said("2026-06", ...unreported)).toEqual([true, false, none]);
  expect(said("2026-06", order("1", "2026-06-03", "part_billed", { quantityBilled: "4" }))).toEqual([true, false, none]);
});

test("the subtotal of equity in the flux analysis says that the year's earnings aren't in it", () => {
  const row = {
    ...{ accountId: "1", account: null, label: "Owner's equity", statement: "balance_sheet", section: "equity" },
    ...{ current: "5.00", comparative: "4.00", change: "1.00", percent: "25.0", effect: null, flags: [], driftPeriods: 0 },
    ...{ rule: { words: "" }, material: false, status: "not_needed", explanation: null, stamps: [] },
  };
  const facts = { comparedWith: [], unavailable: null, gaps: [], source: "mirror", asOf: null };
  const review = { ...facts, rows: [row], progress: fluxCounts([row as never]) };
  const pack = { reader: null, closing: { review: () => ({ review }) }, currency: "USD" } as unknown as PackFacts;
  const rows = [...(fluxSheet(pack).rows() as Iterable<SheetRow>)];
  expect(rows.map(({ cells }) => cells[1])).toEqual(["Equity before current year earnings", "Owner's equity"]);
});

test("how a ledger feature was found has its dates as people write them", () => {
  const evidence = { periodLock: "The books are closed through 2026-08-31." };
  const order = { ledger: "Ledger B", tenantId: "9", discovery: { ...discovery, evidence } };
  const facts = { order, streams: [], trialBalance: { gaps: [] }, asOf: null } as unknown as PackFacts;
  const rows = [...(provenanceSheet(facts, []).rows() as Iterable<SheetRow>)];
  expect(rows.map(({ cells }) => cells[2])).toEqual(["The books are closed through 31 Aug 2026."]);
});
