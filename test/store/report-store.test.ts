import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openClientFile } from "#main/store/database/client-file.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { newestReport, reportReadMs, reportText, reportTextsAt, saveReport } from "#main/store/records/report-store.ts";
import { lastTieOut, lastTieOuts, saveTieOuts } from "#main/store/records/tie-out-store.ts";
import { type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { LedgerReport, LedgerReportKind } from "#shared/model/reports/ledger-report.ts";
import type { TieOut, TieOutOutcome } from "#shared/model/reports/tie-out.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
let db: Sqlite;
beforeEach(() => {
  home = tempHome();
  db = openClientFile(home.path, "one");
});
afterEach(() => {
  db.close();
  home.remove();
});

const OCTOBER = { from: calendarDate("2026-10-01"), to: calendarDate("2026-10-31") };
const NOVEMBER = { from: calendarDate("2026-11-01"), to: calendarDate("2026-11-21") };

function report(kind: LedgerReportKind, span: { from: CalendarDate; to: CalendarDate }, atMs: number, title = `at ${atMs}`): LedgerReport {
  const fetchedAt = instantFromMs(atMs);
  return { kind, ...span, basis: "accrual", title, currency: "USD", method: "report", columns: [], rows: [], amounts: [], fetchedAt };
}

describe("stored reports", () => {
  it("are found by kind, date and, for a span, its first day: the newest of them", () => {
    saveReport(db, report("trial_balance", OCTOBER, 2_000), '{"second":1}');
    saveReport(db, report("trial_balance", OCTOBER, 1_000), '{"first":1}');
    saveReport(db, report("trial_balance", NOVEMBER, 3_000), "{}");
    const key = { kind: "trial_balance", to: OCTOBER.to, basis: "accrual" } as const;
    expect(newestReport(db, key)?.title).toBe("at 2000");
    expect(reportText(db, key)).toEqual({ raw: '{"second":1}', fetchedMs: 2_000 });
    expect(reportReadMs(db, key)).toBe(2_000);
    expect(newestReport(db, { ...key, basis: "cash" })).toBeNull();
    expect(newestReport(db, { ...key, kind: "balance_sheet" })).toBeNull();
    expect(reportReadMs(db, { ...key, kind: "balance_sheet" })).toBeNull();
    const span = { ...key, kind: "profit_and_loss" } as const;
    saveReport(db, report("profit_and_loss", OCTOBER, 1_000), "{}");
    expect(newestReport(db, { ...span, from: OCTOBER.from })).not.toBeNull();
    expect(newestReport(db, { ...span, from: calendarDate("2026-01-01") })).toBeNull();
  });

  it("are three of a kind and span: older ones go, others stay", () => {
    for (let at = 1; at <= 6; at++) saveReport(db, report("balance_sheet", NOVEMBER, at), "{}");
    saveReport(db, report("balance_sheet", OCTOBER, 1), "{}");
    const kept = db.prepare("SELECT to_day, fetched_ms FROM ledger_report ORDER BY to_day, fetched_ms").all() as { fetched_ms: number }[];
    expect(kept.map((row) => row.fetched_ms)).toEqual([1, 4, 5, 6]);
  });

  it("are as they came, whichever release stored them, and smaller on disk", () => {
    const raw = JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ account: `${at}`, name: "Ĉefa konto", balance: "1,204.50" })));
    saveReport(db, report("trial_balance", OCTOBER, 1_000), raw);
    const key = { kind: "trial_balance", to: OCTOBER.to, basis: "accrual" } as const;
    expect(db.prepare("SELECT length(raw) FROM ledger_report").pluck().get()).toBeLessThan(Buffer.byteLength(raw) / 4);
    expect(reportText(db, key)?.raw).toBe(raw);
    db.prepare("UPDATE ledger_report SET raw = ?").run(Buffer.from(raw));
    expect(reportText(db, key)?.raw).toBe(raw);
    expect(reportTextsAt(db, OCTOBER.to).map((one) => one.raw.toString())).toEqual([raw]);
  });

  it("to date go after 35 days, but for month ends and for what was read later than its day", () => {
    const at = (day: string, hour = 9) => Date.parse(`${day}T0${hour}:00:00Z`);
    const daily = (day: string, read = day) => {
      const to = calendarDate(day);
      saveReport(db, report("trial_balance", { from: calendarDate(`${day.slice(0, 7)}-01`), to }, at(read)), "{}");
    };
    daily("2026-10-30");
    daily("2026-10-31");
    daily("2026-11-20", "2026-11-23");
    daily("2026-11-21");
    daily("2026-11-22", "2026-11-23");
    saveReport(db, report("balance_sheet", NOVEMBER, at("2026-11-21")), "{}");
    const days = () =>
      db.prepare("SELECT date(to_day * 86400, 'unixepoch') FROM ledger_report WHERE kind = 'trial_balance' ORDER BY to_day").pluck().all();
    daily("2026-12-26");
    expect(days()).toEqual(["2026-10-31", "2026-11-20", "2026-11-21", "2026-11-22", "2026-12-26"]);
    daily("2026-12-27");
    expect(days()).toEqual(["2026-10-31", "2026-11-20", "2026-11-22", "2026-12-26", "2026-12-27"]);
    daily("2026-12-28");
    expect(days()).toEqual(["2026-10-31", "2026-11-20", "2026-12-26", "2026-12-27", "2026-12-28"]);
    // Each kind is looked through when one of it is stored.
    expect(db.prepare("SELECT COUNT(*) FROM ledger_report WHERE kind = 'balance_sheet'").pluck().get()).toBe(1);
  });
});

function checked(check: TieOut["check"], outcome: TieOutOutcome): TieOut {
  const amounts = { ours: null, ledgers: null, difference: null, currency: null };
  const facts = { reason: null, source: "mirror", against: "none", asOf: { ours: null, ledgers: null }, compared: 0 } as const;
  return { check, from: NOVEMBER.to, to: NOVEMBER.to, ...amounts, outcome, ...facts, lines: [], documents: [] };
}

describe("stored tie-outs", () => {
  const run = (...checks: readonly TieOut[]) => ({ ranAt: instantFromMs(5_000), asOfDate: NOVEMBER.to, checks: [...checks] });

  it("are those of the last run; a check that was not run then is found in an earlier one", () => {
    expect(lastTieOuts(db)).toBeNull();
    expect(saveTieOuts(db, run(checked("document_counts", "ties"), checked("trial_balance", "ties")))).toBe(1);
    expect(saveTieOuts(db, run(checked("document_counts", "not_run"), checked("trial_balance", "variance")))).toBe(2);
    expect(lastTieOuts(db)).toEqual({ runNo: 2, ...run(checked("document_counts", "not_run"), checked("trial_balance", "variance")) });
    expect(lastTieOut(db, "document_counts")?.outcome).toBe("ties");
    expect(lastTieOut(db, "trial_balance")?.outcome).toBe("variance");
    expect(lastTieOut(db, "bank_balances")).toBeNull();
  });

  it("are kept for sixty runs", () => {
    for (let at = 0; at < 70; at++) saveTieOuts(db, run(checked("trial_balance", "ties")));
    expect(db.prepare("SELECT COUNT(*) AS runs, MIN(run_no) AS first FROM tie_out").get()).toEqual({ runs: 60, first: 11 });
  });
});
