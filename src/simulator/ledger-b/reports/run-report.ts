import { badQuery, type Fault, validation } from "../faults.ts";
import type { JsonObject } from "../json-writer.ts";
import type { Tables } from "../rows.ts";
import type { View } from "../view.ts";
import { agedReport } from "./aged.ts";
import { balanceSheet } from "./balance-sheet.ts";
import { generalLedger } from "./general-ledger.ts";
import { profitAndLoss } from "./profit-and-loss.ts";
import { trialBalanceReport } from "./trial-balance.ts";

const reports: Readonly<Record<string, (view: View, query: URLSearchParams, nowMs: number) => JsonObject>> = {
  TrialBalance: trialBalanceReport,
  ProfitAndLoss: profitAndLoss,
  BalanceSheet: balanceSheet,
  GeneralLedger: generalLedger,
  AgedReceivables: (view, query, nowMs) => agedReport(view, "receivable", query, nowMs),
  AgedPayables: (view, query, nowMs) => agedReport(view, "payable", query, nowMs),
};

/** A report by name. Only the accrual basis is kept. */
export function runReport(tables: Tables, name: string, query: URLSearchParams, nowMs: number): JsonObject | Fault {
  const build = reports[name];
  if (build === undefined) return badQuery(`report ${name} is not known`);
  for (const key of ["start_date", "end_date", "report_date"]) {
    const value = query.get(key);
    if (value !== null && !/^\d{4}-\d{2}-\d{2}$/.test(value)) return validation("2040", "Invalid date", `${key} is not a date`);
  }
  if ((query.get("accounting_method") ?? "Accrual") !== "Accrual") return badQuery("this company reports on the accrual basis only");
  return build(tables.view, query, nowMs);
}
