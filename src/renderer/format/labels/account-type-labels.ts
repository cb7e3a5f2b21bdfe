import type { Account } from "#shared/model/books/account.ts";
import { t } from "../../language/t.ts";

/** Types of one class in the order of the statements, as any of the ledgers sends them. */
const IN_STATEMENT_ORDER = [
  ...["bank", "accountsreceivable", "acctrec", "unbilledrec", "current", "inventory", "prepayment", "othercurrentasset", "othcurrasset"],
  ...["deferexpense", "fixed", "fixedasset", "noncurrent", "otherasset", "othasset"],
  ...["accountspayable", "acctpay", "creditcard", "credcard", "payg", "currliab", "othercurrentliability", "othcurrliab"],
  ...["deferrevenue", "liability", "termliab", "longtermliability", "longtermliab"],
  ...["revenue", "sales", "income", "directcosts", "costofgoodssold", "cogs", "expense", "overheads", "depreciatn"],
  ...["otherincome", "othincome", "otherexpense", "othexpense"],
];

/** The place of a type among those of its class; types that nobody knows come last. */
export function accountTypeRank(type: string): number {
  const at = IN_STATEMENT_ORDER.indexOf(type.toLowerCase().replaceAll(/[^a-z]/g, ""));
  return at === -1 ? IN_STATEMENT_ORDER.length : at;
}

/** Types that ledgers send as codes, in the words of a chart of accounts. Two types never share their words (rule 23). */
const WORDS: Readonly<Record<string, string>> = {
  BANK: t("Bank"),
  CURRENT: t("Current assets"),
  FIXED: t("Fixed assets"),
  INVENTORY: t("Inventory"),
  NONCURRENT: t("Noncurrent assets"),
  PREPAYMENT: t("Prepayments"),
  CURRLIAB: t("Current liabilities"),
  LIABILITY: t("Liabilities"),
  TERMLIAB: t("Noncurrent liabilities"),
  PAYG: t("Payroll tax withheld"),
  EQUITY: t("Equity"),
  REVENUE: t("Revenue"),
  SALES: t("Sales"),
  OTHERINCOME: t("Other income"),
  DIRECTCOSTS: t("Direct costs"),
  EXPENSE: t("Expenses"),
  OVERHEADS: t("Overhead"),
  DEPRECIATN: t("Depreciation"),
  AcctRec: t("Accounts receivable"),
  UnbilledRec: t("Unbilled receivables"),
  OthCurrAsset: t("Other current assets"),
  FixedAsset: t("Fixed assets"),
  OthAsset: t("Other assets"),
  DeferExpense: t("Deferred expenses"),
  AcctPay: t("Accounts payable"),
  CredCard: t("Credit cards"),
  OthCurrLiab: t("Other current liabilities"),
  LongTermLiab: t("Long-term liabilities"),
  DeferRevenue: t("Deferred revenue"),
  RetainedEarnings: t("Retained earnings"),
  OthIncome: t("Other income"),
  COGS: t("Cost of goods sold"),
  OthExpense: t("Other expenses"),
  NonPosting: t("Non-posting"),
  Stat: t("Statistical"),
};

/** The type of an account as statements name it: what is owed to a bank, which a ledger may give the type of a bank, is a card. */
export function accountTypeOf({ type, class: side }: Pick<Account, "type" | "class">): string {
  return type === "BANK" && side === "liability" ? t("Credit cards") : accountTypeWords(type);
}

/** An account type in words; a type that is in words already, or that nobody knows, stays as the ledger sends it. */
export function accountTypeWords(type: string): string {
  return WORDS[type] ?? type;
}
