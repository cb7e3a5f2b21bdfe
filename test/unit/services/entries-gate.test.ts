import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gateSetting } from "#main/store/close/close-status.ts";
import { lookUp } from "#main/store/close/gates/look-up.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import type { GateEvidence } from "#shared/contract/close/close.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { accountRecord, createIngestLab, documentRecord, type Given, type IngestLab, NOW } from "#test/support/ingest-lab.ts";
import { sha256 } from "#test/support/sha256.ts";
import { tempHome } from "#test/support/temp-home.ts";

let lab: IngestLab;
beforeEach(() => {
  lab = createIngestLab(tempHome(), { baseCurrency: "NZD" });
});
afterEach(() => lab.db.close());

const account = (id: string, type: string, side: string, name = type): Given => ({
  ...{ id: `a${id}`, entity: "Account" },
  yields: [accountRecord(id, { code: id, name, type, class: side })],
});
/** Every kind of account by the same number, in the words of a ledger. */
const CHART_A = [
  account("10", "BANK", "asset"),
  account("15", "FIXED", "asset"),
  account("16", "FIXED", "asset", "Accumulated depreciation"),
  account("17", "PREPAYMENT", "asset"),
  account("18", "MYSTERY", "asset"),
  account("30", "EQUITY", "equity"),
  account("40", "REVENUE", "revenue"),
  account("60", "EXPENSE", "expense"),
];
const CHART_C = [
  account("10", "Bank", "asset"),
  account("12", "OthCurrAsset", "asset", "Deposits"),
  account("13", "OthCurrAsset", "asset", "Prepaid rent"),
  account("17", "DeferExpense", "asset"),
  account("21", "DeferRevenue", "liability"),
  account("30", "Equity", "equity"),
  account("40", "Income", "revenue"),
  account("60", "Expense", "expense"),
];

type Side = readonly [account: string, amount: string];

function journal(id: string, issueDate: string, sides: readonly Side[], status = "paid"): Given {
  const lines = sides.map(([to, amount], at) => ({
    ...{ id: `Invoice:${id}/${at + 1}`, kind: "account", net: { amount, currency: "NZD" }, accountId: `Account:${to}`, dimensions: [] },
    ...{ tax: { basis: "none", components: [] }, source: documentRecord(id).value.source },
  }));
  return { id, yields: [documentRecord(id, { type: "journal", number: `MJ-${id}`, issueDate, status, lines })] };
}

const moved = (id: string, date: string, debit: string, credit: string, amount: string, status?: string) =>
  journal(
    id,
    date,
    [
      [debit, amount],
      [credit, `-${amount}`],
    ],
    status,
  );
const CAPITAL = moved("9", "2026-09-01", "10", "30", "5000.00");
const BOUGHT = moved("1", "2026-09-01", "15", "30", "12000.00");
const PREPAID = moved("1", "2026-09-01", "17", "10", "1200.00");
const ADVANCE = moved("5", "2026-09-01", "10", "21", "900.00");

const read = (...records: readonly Given[]) => lab.readPass("backfill", [records]);

function gate(kind: string): GateEvidence {
  const period = { id: "month:2026-10", label: "2026-10", start: calendarDate("2026-10-01"), end: calendarDate("2026-10-31") };
  const question = {
    books: { basis: "accrual" as const, baseCurrency: "NZD" },
    ...{ yearEnd: { month: 12, day: 31 }, today: calendarDate("2026-11-21"), periods: [period] },
    period: { ...period, ownedBy: "us" as const, status: "open" as const },
  };
  return lookUp(gateSetting(question, lab.reader, sha256), { kind: "entries_confirmed", entries: [kind] } as never);
}
const said = (kind: string) => {
  const { passed, summary, automatic = false, partly = false, failed = null } = gate(kind);
  return { passed, summary, automatic, partly, failed };
};
const passes = (summary: string) => ({ passed: true, summary, automatic: true, partly: false, failed: null });
/** Done, but something was left unchecked. */
const passesPartly = (summary: string) => ({ ...passes(summary), partly: true });
/** Open, and no failed check that would be named before all other tasks. */
const waits = (summary: string) => ({ passed: false, summary, automatic: false, partly: false, failed: null });
const LOOK = "Check the balance sheet, and add any to Schedules.";

describe("depreciation that nothing is set up for", () => {
  const NONE = "Fixed assets of 12,000.00 NZD as of 2026-10-31, but no depreciation for October 2026 in the ledger or in Tieout.";

  it("is done when it was posted in the ledger, and the journals are named", () => {
    read(...CHART_A, BOUGHT, moved("2", "2026-10-31", "60", "16", "200.00"));
    expect(gate("depreciation")).toEqual({
      ...{ kind: "entries_confirmed", passed: true, automatic: true, partly: true, count: 1 },
      summary: "Posted in the ledger: 1 journal reduces fixed assets. Amounts aren't checked.",
      items: [{ text: "Journal MJ-2, 2026-10-31, 200.00 NZD", subject: "document", id: "Invoice:2" }],
    });
  });

  it("is open while the books have fixed assets and no journal of it, and says what they come to", () => {
    read(...CHART_A, BOUGHT);
    expect(said("depreciation")).toEqual(waits(NONE));
  });

  it.each([
    ["a draft", [moved("2", "2026-10-31", "60", "16", "200.00", "draft")], "12,000.00"],
    ["a voided journal", [moved("2", "2026-10-31", "60", "16", "200.00", "voided")], "12,000.00"],
    ["the month before", [moved("2", "2026-09-30", "60", "16", "200.00")], "11,800.00"],
    ["the month after", [moved("2", "2026-11-01", "60", "16", "200.00")], "12,000.00"],
    [
      "a journal that another one reverses",
      [moved("2", "2026-10-30", "60", "16", "200.00"), moved("3", "2026-10-31", "16", "60", "200.00")],
      "12,000.00",
    ],
    ["a reclassification", [moved("2", "2026-10-31", "16", "15", "200.00")], "12,000.00"],
    ["repairs that became an asset", [moved("2", "2026-10-31", "15", "60", "200.00")], "12,200.00"],
    [
      "a sale",
      [
        journal("2", "2026-10-31", [
          ["10", "900.00"],
          ["60", "100.00"],
          ["15", "-1000.00"],
        ]),
      ],
      "11,000.00",
    ],
  ] as const)("isn't done by %s", (_what, records, left) => {
    read(...CHART_A, BOUGHT, ...records);
    expect(said("depreciation")).toEqual(waits(NONE.replace("12,000.00", left)));
  });

  it("is done where the books have no fixed assets, or none that isn't fully depreciated", () => {
    read(...CHART_A, CAPITAL);
    expect(said("depreciation")).toEqual(passes("No fixed assets on the balance sheet as of 2026-10-31."));
    read(BOUGHT, moved("2", "2026-09-30", "60", "16", "12000.00"));
    expect(said("depreciation")).toEqual(passes("Fixed assets are fully depreciated as of 2026-10-31."));
  });

  it("is left to a person where an account's type isn't known, or before everything was read", () => {
    const none = "No depreciation entries are set up for October 2026.";
    expect(said("depreciation")).toEqual(waits(`${none} Tieout looks in the ledger once all data is synced.`));
    read(...CHART_A, moved("2", "2026-10-05", "18", "30", "700.00"));
    const unclear = `Tieout can't tell from the ledger's data whether there are fixed assets to depreciate. ${LOOK}`;
    expect(said("depreciation")).toEqual(waits(unclear));
  });
});

describe("prepaid expenses and deferred revenue that nothing is set up for", () => {
  const NONE = "No prepaid expenses or deferred revenue on the balance sheet as of 2026-10-31.";
  const UNCLEAR = `Tieout can't tell from the ledger's data whether there are prepaid expenses or deferred revenue. ${LOOK}`;

  it("are done when they were released in the ledger, which says whether there may be others", () => {
    read(...CHART_A, PREPAID, moved("2", "2026-10-31", "60", "17", "100.00"));
    const rest = "The ledger's account types may not show all prepaid expenses and deferred revenue.";
    expect(said("prepayment")).toEqual(
      passesPartly(`Posted in the ledger: 1 journal reduces prepaid expenses. Amounts aren't checked. ${rest}`),
    );
    expect(gate("prepayment").items).toEqual([{ text: "Journal MJ-2, 2026-10-31, 100.00 NZD", subject: "document", id: "Invoice:2" }]);
  });

  it("need an entry each, and those without one are named with their balance", () => {
    read(...CHART_C, PREPAID, ADVANCE);
    const none = "but no entry for October 2026 in the ledger or in Tieout.";
    const [prepaid, revenue] = ["repaid expenses of 1,200.00 NZD as of 2026-10-31", "eferred revenue of 900.00 NZD as of 2026-10-31"];
    expect(said("prepayment")).toEqual(waits(`P${prepaid} and d${revenue}, ${none}`));
    read(moved("2", "2026-10-31", "60", "17", "1200.00"));
    expect(said("prepayment")).toEqual(waits(`D${revenue}, ${none}`));
    read(moved("3", "2026-10-31", "21", "40", "75.00"), moved("4", "2026-10-31", "21", "40", "5.00"));
    expect(said("prepayment")).toEqual(
      passesPartly("Posted in the ledger: 1 journal reduces prepaid expenses, 2 journals reduce deferred revenue. Amounts aren't checked."),
    );
  });

  it("aren't needed only where the ledger has types for both, and no account's name says otherwise", () => {
    read(...CHART_C, CAPITAL, moved("2", "2026-10-05", "12", "10", "50.00"));
    expect(said("prepayment")).toEqual(passes(NONE));
    read(moved("3", "2026-10-05", "13", "10", "50.00"));
    expect(said("prepayment")).toEqual(waits(UNCLEAR));
  });

  it("are left to a person where the ledger has no type for deferred revenue", () => {
    read(...CHART_A, CAPITAL);
    expect(said("prepayment")).toEqual(waits(UNCLEAR));
  });
});

it("recurring entries are done where none is set up, and accruals are left to a person, and both say why", () => {
  read(...CHART_A, CAPITAL);
  const none = "No recurring entries are set up for October 2026, and no recurring transactions are left to draft.";
  expect(said("recurring")).toEqual(passesPartly(`${none} Recurring entries in the ledger aren't checked.`));
  const accruals = "No accrual or loan entries are set up for October 2026.";
  expect(said("accrual")).toEqual(waits(`${accruals} The books can't show whether any are needed.`));
});

it("recurring entries wait for the period's recurring transactions to be drafted or skipped", () => {
  read(...CHART_A, CAPITAL);
  const line = { kind: "account", accountId: "Account:60", net: { amount: "500.00", currency: "NZD" }, dimensions: [] };
  const body = {
    document: { type: "journal", currency: "NZD", status: "open", lines: [line] },
    ...{ every: "month", first: "2026-09-15", until: null, dueAfterDays: null },
  };
  makeDecision(lab.db, { kind: "repeating_template", subject: "rent", body, person: "Ada", nowMs: NOW });
  expect(said("recurring")).toEqual(waits("1 recurring transaction for October 2026 not drafted yet."));
  expect(gate("recurring").items).toEqual([{ text: "Journal, 2026-10-15: not drafted", subject: null, id: null }]);
  const skipped = { date: "2026-10-15", skipped: true, jobId: null };
  makeDecision(lab.db, { kind: "repeating_date", subject: "rent|2026-10-15", body: skipped, person: "Ada", nowMs: NOW });
  expect(said("recurring").passed).toBe(true);
  // However many earlier dates nothing came of.
  const weekly = { ...body, every: "week", first: "2024-01-01" };
  makeDecision(lab.db, { kind: "repeating_template", subject: "cleaning", body: weekly, person: "Ada", nowMs: NOW });
  expect(said("recurring")).toEqual(waits("4 recurring transactions for October 2026 not drafted yet."));
});

it("what is set up in Tieout has to be posted, whatever else is in the ledger", () => {
  read(...CHART_A, BOUGHT, moved("2", "2026-10-31", "60", "16", "150.00"));
  const body = {
    ...{ kind: "depreciation", title: "Van", total: "1200.00", periods: 12, from: "2026-10-01" },
    ...{ debitAccountId: "Account:60", creditAccountId: "Account:16" },
  };
  makeDecision(lab.db, { kind: "adjusting_entry", subject: "van", body, person: "Ada", nowMs: NOW });
  expect(said("depreciation")).toEqual(waits("0 of 1 entry posted."));
  expect(gate("depreciation").items.map(({ text }) => text)).toEqual(["Van, 2026-10-31: due"]);
});
