import { message } from "#shared/language/t.ts";
import type { TieOutCheck } from "../reports/tie-out.ts";

/** The name of each tie-out check, in packs, exports, evidence and messages. */
export const CHECK_LABELS: Readonly<Record<TieOutCheck, string>> = {
  trial_balance: "Trial balance",
  profit_and_loss: "Profit and loss",
  balance_sheet: "Balance sheet",
  receivable_control: message("Receivables control accounts"),
  payable_control: message("Payables control accounts"),
  aging_receivable: message("Aged receivables"),
  aging_payable: message("Aged payables"),
  bank_balances: "Bank balances",
  document_counts: "Record counts",
};
