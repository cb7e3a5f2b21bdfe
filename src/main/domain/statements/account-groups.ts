import { message, t } from "#shared/language/t.ts";
import type { StatementAccount } from "#shared/model/reports/statement.ts";
import type { LaidOutKind, LayoutItem, LayoutSection } from "#shared/model/reports/statement-layout.ts";

type Item = readonly [kind: LayoutItem["kind"], section: LayoutSection, id: string, title: string, side?: "income" | "costs"];

const PROFIT_AND_LOSS: readonly Item[] = [
  ["group", "profit", "income", "Income", "income"],
  ["group", "profit", "cost_of_sales", "Cost of sales", "costs"],
  ["subtotal", "profit", "gross_profit", "Gross profit"],
  ["group", "profit", "operating_expenses", "Operating expenses", "costs"],
  ["subtotal", "profit", "operating_profit", "Operating profit"],
  ["group", "profit", "other_income", "Other income", "income"],
  ["group", "profit", "other_expenses", "Other expenses", "costs"],
];

const BALANCE_SHEET: readonly Item[] = [
  ["group", "current_assets", "bank", "Bank"],
  ["group", "current_assets", "receivables", message("Accounts receivable")],
  ["group", "current_assets", "inventory", "Inventory"],
  ["group", "current_assets", "other_current_assets", "Other current assets"],
  ["group", "noncurrent_assets", "fixed_assets", "Fixed assets"],
  ["group", "noncurrent_assets", "other_noncurrent_assets", message("Other noncurrent assets")],
  ["group", "current_liabilities", "bank_overdrafts", "Bank overdrafts"],
  ["group", "current_liabilities", "credit_cards", "Credit cards"],
  ["group", "current_liabilities", "payables", message("Accounts payable")],
  ["group", "current_liabilities", "taxes_payable", "Taxes payable"],
  ["group", "current_liabilities", "other_current_liabilities", "Other current liabilities"],
  ["group", "noncurrent_liabilities", "other_noncurrent_liabilities", message("Noncurrent liabilities")],
  ["group", "equity", "equity", "Equity"],
];

/** The groups and subtotals that a statement has where the firm made no layout of its own. */
export function standardItems(kind: LaidOutKind): LayoutItem[] {
  return (kind === "profit_and_loss" ? PROFIT_AND_LOSS : BALANCE_SHEET).map(([item, section, id, title, side]) => ({
    kind: item,
    section,
    id,
    title: t(title),
    ...(side === undefined ? {} : { side }),
  }));
}

export const SECTION_TITLES: Readonly<Record<LayoutSection, string>> = {
  profit: "Profit and loss",
  current_assets: "Current assets",
  noncurrent_assets: message("Noncurrent assets"),
  current_liabilities: "Current liabilities",
  noncurrent_liabilities: message("Noncurrent liabilities"),
  equity: "Equity",
};

type AccountClass = NonNullable<StatementAccount>["class"];

const CLASS_SECTIONS: Readonly<Record<AccountClass, readonly LayoutSection[]>> = {
  asset: ["current_assets", "noncurrent_assets"],
  liability: ["current_liabilities", "noncurrent_liabilities"],
  equity: ["equity"],
  revenue: ["profit"],
  expense: ["profit"],
  non_posting: [],
};

/** The sections an account may be in: never one of another class, so that totals stay those of the ledger's own reports. */
export function sectionsOf(side: AccountClass): readonly LayoutSection[] {
  return CLASS_SECTIONS[side];
}

/** Account types that say more than the class does, as ledgers send them. */
const TYPE_GROUPS: Readonly<Record<string, string>> = {
  INVENTORY: "inventory",
  FIXED: "fixed_assets",
  FixedAsset: "fixed_assets",
  "Fixed Asset": "fixed_assets",
  NONCURRENT: "other_noncurrent_assets",
  OthAsset: "other_noncurrent_assets",
  "Other Asset": "other_noncurrent_assets",
  AcctRec: "receivables",
  UnbilledRec: "receivables",
  "Accounts Receivable": "receivables",
  Bank: "bank",
  AcctPay: "payables",
  "Accounts Payable": "payables",
  CredCard: "credit_cards",
  "Credit Card": "credit_cards",
  TERMLIAB: "other_noncurrent_liabilities",
  LongTermLiab: "other_noncurrent_liabilities",
  "Long Term Liability": "other_noncurrent_liabilities",
  DIRECTCOSTS: "cost_of_sales",
  COGS: "cost_of_sales",
  "Cost of Goods Sold": "cost_of_sales",
  OTHERINCOME: "other_income",
  OthIncome: "other_income",
  "Other Income": "other_income",
  OthExpense: "other_expenses",
  "Other Expense": "other_expenses",
};

const CLASS_GROUPS: Readonly<Record<AccountClass, string | null>> = {
  asset: "other_current_assets",
  liability: "other_current_liabilities",
  equity: "equity",
  revenue: "income",
  expense: "operating_expenses",
  non_posting: null,
};

/** The standard group of an account, from its role, type and class; null where no statement has a place for it. */
export function standardGroup({ class: side, role, type }: NonNullable<StatementAccount>): string | null {
  if (role === "bank") return side === "liability" ? "credit_cards" : side === "asset" ? "bank" : CLASS_GROUPS[side];
  if (role === "receivable" && side === "asset") return "receivables";
  if (role === "payable" && side === "liability") return "payables";
  if (role === "tax" && side === "liability") return "taxes_payable";
  if (role === "exchange_difference" && side === "revenue") return "other_income";
  if (role === "exchange_difference" && side === "expense") return "other_expenses";
  const byType = Object.hasOwn(TYPE_GROUPS, type) ? TYPE_GROUPS[type] : undefined;
  return byType !== undefined && fits(byType, side) ? byType : CLASS_GROUPS[side];
}

const GROUP_SECTIONS = new Map([...PROFIT_AND_LOSS, ...BALANCE_SHEET].map(([, section, id]) => [id, section]));

function fits(group: string, side: AccountClass): boolean {
  const section = GROUP_SECTIONS.get(group);
  return section !== undefined && CLASS_SECTIONS[side].includes(section);
}
