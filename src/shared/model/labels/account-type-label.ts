import { message, t } from "#shared/language/t.ts";

/** Account types that ledgers send as codes, in the words of a chart of accounts. Two types of one ledger never share a name (rule 23). */
const LABELS: Readonly<Record<string, string>> = {
  BANK: "Bank",
  CURRENT: "Current assets",
  FIXED: "Fixed assets",
  INVENTORY: "Inventory",
  NONCURRENT: "Non-current assets",
  PREPAYMENT: "Prepayments",
  CURRLIAB: "Current liabilities",
  LIABILITY: "Liabilities",
  TERMLIAB: "Non-current liabilities",
  PAYG: "Payroll tax withheld",
  EQUITY: "Equity",
  REVENUE: "Revenue",
  SALES: "Sales",
  OTHERINCOME: "Other income",
  DIRECTCOSTS: "Direct costs",
  EXPENSE: "Expenses",
  OVERHEADS: "Overheads",
  DEPRECIATN: "Depreciation",
  AcctRec: message("Accounts receivable"),
  UnbilledRec: message("Unbilled receivables"),
  OthCurrAsset: "Other current assets",
  FixedAsset: "Fixed assets",
  OthAsset: "Other assets",
  DeferExpense: "Deferred expenses",
  AcctPay: message("Accounts payable"),
  CredCard: "Credit cards",
  OthCurrLiab: "Other current liabilities",
  LongTermLiab: "Long-term liabilities",
  DeferRevenue: "Deferred revenue",
  RetainedEarnings: "Retained earnings",
  OthIncome: "Other income",
  COGS: "Cost of goods sold",
  OthExpense: "Other expenses",
  NonPosting: "Non-posting",
  Stat: "Statistical",
};

/** An account type as an accountant says it. A type that is in words already stays as the ledger sends it. */
export function accountTypeLabel(type: string): string {
  const label = LABELS[type];
  return label === undefined ? type.replaceAll("_", " ") : t(label);
}
