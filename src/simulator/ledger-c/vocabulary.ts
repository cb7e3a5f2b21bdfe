import { Defect, unreachable } from "#shared/kernel/assert.ts";
import type { SimAccount, SimItem, SimTransaction } from "../books/types.ts";

/** The ledger's own words for its transactions. */
export type LedgerType =
  | "CustInvc"
  | "VendBill"
  | "CustCred"
  | "VendCred"
  | "CashSale"
  | "CashRfnd"
  | "Check"
  | "CardChrg"
  | "CardRfnd"
  | "ExpRept"
  | "Journal"
  | "CustDep"
  | "VPrep"
  | "CustPymt"
  | "VendPymt"
  | "DepAppl"
  | "VPrepApp"
  | "Transfer"
  | "Deposit"
  | "ItemRcpt"
  | "FxReval"
  | "PurchOrd";

/** The type that a business event has in this ledger. */
export function ledgerTypeOf(transaction: Pick<SimTransaction, "kind" | "method" | "entry">): LedgerType {
  const { kind } = transaction;
  switch (kind) {
    case "sales_invoice":
      return "CustInvc";
    case "purchase_bill":
      return "VendBill";
    case "sales_credit":
      return "CustCred";
    case "purchase_credit":
      return "VendCred";
    case "cash_sale":
      return "CashSale";
    case "cash_sale_refund":
      return "CashRfnd";
    case "cash_purchase":
      return transaction.method === "credit_card" ? "CardChrg" : "Check";
    case "cash_purchase_refund":
      return "CardRfnd";
    case "expense_report":
      return "ExpRept";
    case "journal":
      return "Journal";
    case "customer_deposit":
    case "receipt_prepayment":
    case "receipt_overpayment":
      return "CustDep";
    case "spend_prepayment":
    case "spend_overpayment":
      return "VPrep";
    case "customer_payment":
      return "CustPymt";
    case "vendor_payment":
      return "VendPymt";
    case "deposit_application":
      return "DepAppl";
    case "prepayment_application":
      return "VPrepApp";
    case "other_entry":
      return ENTRY_TYPES[transaction.entry ?? "transfer"];
    case "purchase_order":
      return "PurchOrd";
    case "transfer":
    case "deposit":
    case "card_payment":
    case "stock_adjustment":
      throw new Defect(`books of this style have no ${kind}`);
    default:
      return unreachable(kind, "transaction kind");
  }
}

const ENTRY_TYPES: Readonly<Record<NonNullable<SimTransaction["entry"]>, LedgerType>> = {
  transfer: "Transfer",
  bank_deposit: "Deposit",
  goods_receipt: "ItemRcpt",
  revaluation: "FxReval",
};

/** Types whose lines, signed, are all there is: no line repeats their total. */
export const LINES_ONLY: ReadonlySet<LedgerType> = new Set<LedgerType>(["Journal", ...Object.values(ENTRY_TYPES)]);

interface TypeWords {
  /** Name in the record service (`record/v1/{recordType}`). */
  readonly recordType: string;
  /** Word in document numbers that the ledger makes up. */
  readonly counter: string;
  readonly label: string;
  /** Whose record `entity` is. */
  readonly side: "customer" | "vendor" | "employee" | "none";
  /** Sign of item and expense lines; the main line has the other one. */
  readonly lineSign: 1 | -1;
  readonly module: "ap" | "ar" | "gl";
  readonly hasApproval: boolean;
}

export const TYPE_WORDS: Readonly<Record<LedgerType, TypeWords>> = {
  CustInvc: words("invoice", "CUSTINVC", "Invoice", "customer", -1, "ar", true),
  CustCred: words("creditMemo", "CUSTCRED", "Credit Memo", "customer", 1, "ar", false),
  CashSale: words("cashSale", "CASHSALE", "Cash Sale", "customer", -1, "ar", false),
  CashRfnd: words("cashRefund", "CASHRFND", "Cash Refund", "customer", 1, "ar", false),
  CustPymt: words("customerPayment", "CUSTPYMT", "Payment", "customer", -1, "ar", false),
  CustDep: words("customerDeposit", "CUSTDEP", "Customer Deposit", "customer", -1, "ar", false),
  VendBill: words("vendorBill", "VENDBILL", "Bill", "vendor", 1, "ap", true),
  VendCred: words("vendorCredit", "VENDCRED", "Bill Credit", "vendor", -1, "ap", false),
  Check: words("check", "CHECK", "Check", "vendor", 1, "ap", false),
  CardChrg: words("creditCardCharge", "CARDCHRG", "Credit Card Charge", "vendor", 1, "ap", false),
  CardRfnd: words("creditCardRefund", "CARDRFND", "Credit Card Refund", "vendor", -1, "ap", false),
  ExpRept: words("expenseReport", "EXPREPT", "Expense Report", "employee", 1, "ap", true),
  VendPymt: words("vendorPayment", "VENDPYMT", "Bill Payment", "vendor", 1, "ap", false),
  VPrep: words("vendorPrepayment", "VPREP", "Vendor Prepayment", "vendor", 1, "ap", false),
  PurchOrd: words("purchaseOrder", "PURCHORD", "Purchase Order", "vendor", 1, "ap", true),
  DepAppl: words("depositApplication", "DEPAPPL", "Deposit Application", "customer", 1, "ar", false),
  VPrepApp: words("vendorPrepaymentApplication", "VPREPAPP", "Vendor Prepayment Application", "vendor", -1, "ap", false),
  Transfer: words("transfer", "TRANSFER", "Transfer", "none", 1, "gl", false),
  Deposit: words("deposit", "DEPOSIT", "Deposit", "none", 1, "gl", false),
  ItemRcpt: words("itemReceipt", "ITEMRCPT", "Item Receipt", "none", 1, "gl", false),
  FxReval: words("fxReval", "FXREVAL", "Currency Revaluation", "none", 1, "gl", false),
  Journal: words("journalEntry", "JOURNAL", "Journal", "none", 1, "gl", true),
};

function words(
  recordType: string,
  counter: string,
  label: string,
  side: TypeWords["side"],
  lineSign: 1 | -1,
  module: TypeWords["module"],
  hasApproval: boolean,
): TypeWords {
  return { recordType, counter, label, side, lineSign, module, hasApproval };
}

/** Types whose header amount the ledger writes with a minus sign. */
export const NEGATIVE_HEADER: ReadonlySet<LedgerType> = new Set<LedgerType>(["CustCred", "VendPymt", "Check", "CashRfnd"]);

/** Types that carry an unpaid or unapplied amount on the main line. */
export const SETTLED_TYPES: ReadonlySet<LedgerType> = new Set<LedgerType>([
  "CustInvc",
  "VendBill",
  "CustCred",
  "VendCred",
  "CustDep",
  "VPrep",
  "CustPymt",
  "VendPymt",
]);

const ACCOUNT_TYPES: Readonly<Record<SimAccount["kind"], string>> = {
  bank: "Bank",
  receivable: "AcctRec",
  payable: "AcctPay",
  tax: "OthCurrLiab",
  inventory: "OthCurrAsset",
  fixed_asset: "FixedAsset",
  prepayment: "DeferExpense",
  current_asset: "OthCurrAsset",
  term_liability: "LongTermLiab",
  current_liability: "OthCurrLiab",
  credit_card: "CredCard",
  equity: "Equity",
  retained_earnings: "Equity",
  revenue: "Income",
  other_income: "OthIncome",
  cost_of_sales: "COGS",
  expense: "Expense",
  other_expense: "OthExpense",
  unapplied_receipts: "OthCurrLiab",
  unapplied_payments: "OthCurrAsset",
  undeposited_funds: "OthCurrAsset",
};

/** The ledger's account type. */
export function accountTypeOf(account: SimAccount): string {
  return ACCOUNT_TYPES[account.kind];
}

const ITEM_TYPES: Readonly<Record<SimItem["kind"], string>> = { service: "Service", inventory: "InvtPart", non_inventory: "NonInvtPart" };

/** The ledger's item type. */
export function itemTypeOf(item: SimItem): string {
  return ITEM_TYPES[item.kind];
}
