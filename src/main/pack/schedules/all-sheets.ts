import type { Sheet } from "#main/pack/workbook/sheet.ts";
import { message } from "#shared/language/t.ts";
import type { PackFacts } from "../pack-facts.ts";
import { agingSheet } from "./aging-sheet.ts";
import { balanceScheduleSheets } from "./balance-schedule-sheet.ts";
import { bankSheets } from "./bank-sheet.ts";
import { cashFlowSheet, summarySheet } from "./cash-flow-sheet.ts";
import { adjustingSheet, checklistSheets } from "./close-sheets.ts";
import { closedChangeSheet } from "./closed-change-sheet.ts";
import { duplicateSheet, orderSheet, taxIdSheet, uncategorisedSheet } from "./finding-sheets.ts";
import { fluxSheet, fluxTrendSheet } from "./flux-sheet.ts";
import { gateSheets } from "./gate-sheets.ts";
import { groupSheets } from "./group-sheet.ts";
import { provenanceSheet } from "./provenance-sheet.ts";
import { reconciliationSheet } from "./reconciliation-sheet.ts";
import { changeSheet, lockSheet, removedSheet, writeSheet } from "./record-sheets.ts";
import { spendSheet } from "./spend-sheet.ts";
import { statementSheet } from "./statement-sheet.ts";
import { tieOutSheet } from "./tie-out-sheet.ts";
import { trialBalanceSheet } from "./trial-balance-sheet.ts";

/** The schedules of a pack in order. Each is built when it is written, so that only one is in memory. */
export const SCHEDULES: readonly { readonly title: string; readonly make: (facts: PackFacts) => readonly Sheet[] }[] = [
  { title: "Trial balance", make: (facts) => [trialBalanceSheet(facts)] },
  { title: "Profit and loss", make: (facts) => [statementSheet(facts, "profit_and_loss")] },
  { title: "Balance sheet", make: (facts) => [statementSheet(facts, "balance_sheet")] },
  { title: "Cash flow", make: (facts) => [cashFlowSheet(facts), summarySheet(facts)] },
  { title: "Flux analysis", make: (facts) => [fluxSheet(facts), fluxTrendSheet(facts)] },
  { title: "Tie-out register", make: (facts) => [tieOutSheet(facts)] },
  { title: message("Receivables aging"), make: (facts) => [agingSheet(facts, "receivable")] },
  { title: message("Payables aging"), make: (facts) => [agingSheet(facts, "payable")] },
  { title: "Reconciliations", make: (facts) => [reconciliationSheet(facts)] },
  { title: "Bank reconciliations", make: bankSheets },
  { title: "Balance sheet schedules", make: balanceScheduleSheets },
  { title: "Adjusting entries", make: (facts) => [adjustingSheet(facts)] },
  { title: "Spend", make: (facts) => [spendSheet(facts, "party"), spendSheet(facts, "account")] },
  { title: "Purchase orders", make: (facts) => [orderSheet(facts)] },
  { title: "Duplicates", make: (facts) => [duplicateSheet(facts)] },
  { title: "Missing tax IDs", make: (facts) => [taxIdSheet(facts)] },
  { title: message("Uncategorized"), make: (facts) => [uncategorisedSheet(facts)] },
  { title: "Changes", make: (facts) => [changeSheet(facts), closedChangeSheet(facts)] },
  { title: "Deleted in ledger", make: (facts) => [removedSheet(facts)] },
  { title: "Locks", make: (facts) => [lockSheet(facts)] },
  { title: "Ledger updates", make: (facts) => [writeSheet(facts)] },
  { title: "Consolidation", make: groupSheets },
  { title: "Checklist", make: checklistSheets },
  { title: "Overrides and review notes", make: gateSheets },
];

/** Provenance lists the other sheets, so it comes last. */
export function lastSheet(facts: PackFacts, sheets: readonly Sheet[]): Sheet {
  return provenanceSheet(facts, sheets);
}
