import type { Books, SimAccount } from "../books/types.ts";

/** How a neutral account kind is called here. */
export interface AccountType {
  readonly type: string;
  readonly subType: string;
  readonly classification: "Asset" | "Liability" | "Equity" | "Revenue" | "Expense";
}

const types: Readonly<Record<SimAccount["kind"], AccountType>> = {
  bank: { type: "Bank", subType: "Checking", classification: "Asset" },
  receivable: { type: "Accounts Receivable", subType: "AccountsReceivable", classification: "Asset" },
  payable: { type: "Accounts Payable", subType: "AccountsPayable", classification: "Liability" },
  tax: { type: "Other Current Liability", subType: "SalesTaxPayable", classification: "Liability" },
  inventory: { type: "Other Current Asset", subType: "Inventory", classification: "Asset" },
  prepayment: { type: "Other Current Asset", subType: "PrepaidExpenses", classification: "Asset" },
  current_asset: { type: "Other Current Asset", subType: "OtherCurrentAssets", classification: "Asset" },
  term_liability: { type: "Long Term Liability", subType: "NotesPayable", classification: "Liability" },
  fixed_asset: { type: "Fixed Asset", subType: "FurnitureAndFixtures", classification: "Asset" },
  current_liability: { type: "Other Current Liability", subType: "OtherCurrentLiabilities", classification: "Liability" },
  credit_card: { type: "Credit Card", subType: "CreditCard", classification: "Liability" },
  equity: { type: "Equity", subType: "OwnersEquity", classification: "Equity" },
  retained_earnings: { type: "Equity", subType: "RetainedEarnings", classification: "Equity" },
  revenue: { type: "Income", subType: "ServiceFeeIncome", classification: "Revenue" },
  other_income: { type: "Other Income", subType: "OtherMiscellaneousIncome", classification: "Revenue" },
  cost_of_sales: { type: "Cost of Goods Sold", subType: "SuppliesMaterialsCogs", classification: "Expense" },
  expense: { type: "Expense", subType: "OfficeGeneralAdministrativeExpenses", classification: "Expense" },
  other_expense: { type: "Other Expense", subType: "OtherMiscellaneousExpense", classification: "Expense" },
  undeposited_funds: { type: "Other Current Asset", subType: "UndepositedFunds", classification: "Asset" },
  unapplied_receipts: { type: "Other Current Liability", subType: "OtherCurrentLiabilities", classification: "Liability" },
  unapplied_payments: { type: "Other Current Asset", subType: "PrepaidExpenses", classification: "Asset" },
};

export function accountTypeOf(kind: SimAccount["kind"]): AccountType {
  return types[kind];
}

/** The detail type, which also marks the account that realised currency differences go to. */
export function accountSubTypeOf(books: Books, account: SimAccount): string {
  return account.id === books.exchangeAccountId ? "ExchangeGainOrLoss" : types[account.kind].subType;
}

/** Accounts that start every fiscal year at zero. */
export function isProfitAndLoss(kind: SimAccount["kind"]): boolean {
  const { classification } = types[kind];
  return classification === "Revenue" || classification === "Expense";
}
