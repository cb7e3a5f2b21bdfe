import { expect, test } from "vitest";
import { packFacts } from "#main/pack/pack-facts.ts";
import type { PackOrder } from "#main/pack/pack-order.ts";
import type { ReportFacts } from "#main/pack/print/report-facts.ts";
import { workpapers } from "#main/pack/print/workpaper-parts.ts";
import { fluxSheet } from "#main/pack/schedules/flux-sheet.ts";
import { reconciliationSheet } from "#main/pack/schedules/reconciliation-sheet.ts";
import { whyNotCounting } from "#main/pack/sign-off-words.ts";
import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { workedReconciliations } from "#main/store/close/reconciliations.ts";
import { explainRow, returnRow, stampRows } from "#main/store/flux/flux-acts.ts";
import { type Role, storeReturn, storeSignOff } from "#main/store/reconciliations/sign-offs.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { accountRecord, createIngestLab, documentRecord, type Given, NOW } from "#test/support/ingest-lab.ts";
import { sha256 } from "#test/support/sha256.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { discovery } from "#test/unit/ledgers/a/support.ts";

const signOff = (role: Role, more: object = {}) => ({ role, decisionNo: 4, stale: false, waiting: false, ...more });
const NOT_YET = " (not on the firm's server yet)";
const PREPARED_AGAIN = " (sign off again: the preparer's sign-off changed)";

test("nothing is said behind a sign-off that counts, and behind any other why it doesn't", () => {
  for (const signed of ["reviewed", "signed"] as const)
    expect([whyNotCounting(signOff("preparer"), signed), whyNotCounting(signOff("reviewer"), signed)]).toEqual(["", ""]);
  for (const signed of ["prepared", "ready_for_review"] as const)
    expect([whyNotCounting(signOff("preparer"), signed), whyNotCounting(signOff("reviewer"), signed)]).toEqual(["", PREPARED_AGAIN]);
  expect(whyNotCounting(signOff("reviewer"), "open")).toBe(PREPARED_AGAIN);
  expect(whyNotCounting(signOff("preparer"), "returned")).toBe(" (sign off again: returned)");
  expect(whyNotCounting(signOff("preparer"), "draft", { decisionNo: 5 })).toBe(" (sign off again: explanation changed)");
  expect(whyNotCounting(signOff("preparer", { stale: true }), "stale")).toBe(" (sign off again: changed since then)");
  // One that waits isn't over, also once the account was returned.
  for (const signed of ["open", "returned"] as const) expect(whyNotCounting(signOff("preparer", { waiting: true }), signed)).toBe(NOT_YET);
  expect(whyNotCounting(signOff("preparer", { stale: true, waiting: true }), "stale")).toBe(
    ` (sign off again: changed since then)${NOT_YET}`,
  );
});

const CLEARING = "Account:12";

/** A clearing account that rose in October, and the printed and written sign-offs of its reconciliation and its change. */
function clearingAccount() {
  const lab = createIngestLab(tempHome(), { baseCurrency: "NZD" });
  const account = (id: string, side: string, name: string): Given => ({
    ...{ id: `a${id}`, entity: "Account" },
    yields: [accountRecord(id, { code: id, name, type: "OTHER", class: side })],
  });
  const journal = (id: string, issueDate: string, amount: string): Given => {
    const { source } = documentRecord(id).value;
    const lines = [
      ["12", amount],
      ["30", `-${amount}`],
    ].map(([to, net], at) => ({
      ...{ id: `Invoice:${id}/${at + 1}`, kind: "account", net: { amount: net, currency: "NZD" }, accountId: `Account:${to}` },
      ...{ dimensions: [], tax: { basis: "none", components: [] }, source },
    }));
    return { id, yields: [documentRecord(id, { type: "journal", number: `MJ-${id}`, issueDate, status: "paid", lines })] };
  };
  const chart = [account("12", "asset", "Sales clearing"), account("30", "equity", "Capital")];
  lab.readPass("backfill", [[...chart, journal("1", "2026-09-05", "100.00"), journal("2", "2026-10-05", "9000.00")]]);
  const month = { label: "2026-10", start: calendarDate("2026-10-01"), end: calendarDate("2026-10-31") };
  const period = { id: "month:2026-10", ...month, ownedBy: "us", status: "open" };
  const order = {
    ...{ clientId: "one", system: "ledger_a", tenantId: "tenant-1", discovery, period, periods: [period], template: null },
    ...{ firm: { name: null, logo: null }, people: [], reason: null, groups: [] },
  } as unknown as PackOrder;
  const facts = () => packFacts(lab.db, order, null);
  /** In the workbook's schedule, "Prepared by" and "Reviewed by". */
  const written = (sheet: Sheet): unknown[] => {
    const columns = ["Prepared by", "Reviewed by"].map((title) => sheet.columns.findIndex((column) => column.title === title));
    const row = [...(sheet.rows() as Iterable<SheetRow>)].find(({ cells }) => cells[1] === "Sales clearing");
    return columns.map((at) => row?.cells[at]);
  };
  /** Everything printed of a working paper, as one text. */
  const printed = (title: string) => {
    const report = { facts: facts(), manifest: { period }, edition: "file", schedules: [], superseded: [] } as unknown as ReportFacts;
    return JSON.stringify(workpapers(report).find((part) => part.title === title));
  };
  return { lab, facts, period, written, printed };
}

test("sign-offs of a reconciliation that was returned are printed and written with that, and signed again with nothing", () => {
  const { lab, facts, period, written, printed } = clearingAccount();
  const of = { accountId: CLEARING, periodId: period.id };
  let nowMs = NOW;
  const sign = (role: Role, person: string) => {
    const worked = workedReconciliations(facts().closing, person).find(({ row }) => row.accountId === CLEARING);
    if (worked === undefined) throw new Error("the account isn't reconciled");
    storeSignOff(lab.reader, { ...of, role, input: worked.input, bulk: false, instead: null, withPin: false, person, nowMs: nowMs++ });
  };
  const schedule = () => written(reconciliationSheet(facts()));
  const [ana, ben] = ["ana@one, 21 Nov 2026, 09:00 UTC", "ben@two, 21 Nov 2026, 09:00 UTC"];

  sign("preparer", "ana@one");
  sign("reviewer", "ben@two");
  expect(schedule()).toEqual([ana, ben]);
  expect(printed("Reconciliations")).toContain("ana, 21 Nov 2026");
  expect(printed("Reconciliations")).not.toContain("sign off again");

  storeReturn(lab.reader, { ...of, why: "Which sales?", person: "ben@two", nowMs: nowMs++ });
  expect(schedule()).toEqual([`${ana} (sign off again: returned)`, `${ben} (sign off again: returned)`]);
  for (const name of ["ana", "ben"]) expect(printed("Reconciliations")).toContain(`${name}, 21 Nov 2026 (sign off again: returned)`);

  sign("preparer", "ana@one");
  expect(schedule()).toEqual([ana, `${ben}${PREPARED_AGAIN}`]);
  expect(printed("Reconciliations")).toContain(`ben, 21 Nov 2026${PREPARED_AGAIN}`);
  sign("reviewer", "ben@two");
  expect(schedule()).toEqual([ana, ben]);
  expect(printed("Reconciliations")).not.toContain("sign off again");
  lab.db.close();
});

test("sign-offs of a change that was returned or explained again are printed and written with that", () => {
  const { lab, facts, written, printed } = clearingAccount();
  let nowMs = NOW;
  const act = (person: string) => {
    const { closing } = facts();
    const { books, yearEnd, period } = closing;
    const question = { ...{ books, yearEnd, period, trailing: 6 }, comparison: "prior_month" as const };
    return { closing, given: { question, accountId: CLEARING, person, nowMs: nowMs++ } };
  };
  const sign = (role: Role, person: string) => {
    const { closing, given } = act(person);
    const worked = closing.review("prior_month");
    const rows = worked.review.rows.filter(({ accountId }) => accountId === CLEARING);
    stampRows(lab.reader, { ...given, role }, worked, rows, false, sha256);
  };
  const explain = (text: string) => explainRow(lab.reader, { ...act("ana@one").given, text, documentIds: [] }, sha256);
  const schedule = () => written(fluxSheet(facts()));
  const [ana, ben] = ["ana@one, 21 Nov 2026, 09:00 UTC", "ben@two, 21 Nov 2026, 09:00 UTC"];

  explain("Card sales of the last days");
  sign("preparer", "ana@one");
  sign("reviewer", "ben@two");
  expect(schedule()).toEqual([ana, ben]);
  expect(printed("Flux analysis")).not.toContain("sign off again");

  returnRow(lab.reader, { ...act("ben@two").given, why: "Which days?" }, sha256);
  expect(schedule()).toEqual([`${ana} (sign off again: returned)`, `${ben} (sign off again: returned)`]);
  expect(printed("Flux analysis")).toContain("ana, 21 Nov 2026 (sign off again: returned)");

  explain("Card sales of 30 and 31 October");
  expect(schedule()).toEqual([`${ana} (sign off again: explanation changed)`, `${ben} (sign off again: explanation changed)`]);
  expect(printed("Flux analysis")).toContain("ana, 21 Nov 2026 (sign off again: explanation changed)");

  sign("preparer", "ana@one");
  expect(schedule()).toEqual([ana, `${ben} (sign off again: explanation changed)`]);
  sign("reviewer", "ben@two");
  expect(schedule()).toEqual([ana, ben]);
  expect(printed("Flux analysis")).not.toContain("sign off again");
  lab.db.close();
});
