import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { EverydayFirm } from "./everyday-firm.ts";

/**
 * True double-entry books of one company, in neutral terms. A simulated ledger renders them in its vendor's
 * shapes; the oracle renders them in the normalized model. Neither sees the other. All amounts are decimal
 * strings; a base amount is stated, never calculated from a rate.
 */
export interface Books {
  readonly seed: number;
  readonly style: BooksStyle;
  readonly tenantId: string;
  name: string;
  readonly baseCurrency: string;
  readonly currencies: readonly string[];
  readonly country: string;
  readonly fiscalYearEndMonth: number;
  readonly fiscalYearEndDay: number;
  readonly accounts: SimAccount[];
  readonly parties: SimParty[];
  readonly items: SimItem[];
  readonly taxCodes: SimTaxCode[];
  readonly dimensions: SimDimension[];
  /** One entry without id for companies without legal entities. */
  readonly entities: SimEntity[];
  readonly periods: SimPeriod[];
  readonly transactions: SimTransaction[];
  /** Lock dates of the company as a whole. */
  locks: { periodLock: CalendarDate | null; yearEndLock: CalendarDate | null; bookClose: CalendarDate | null };
  /** Permanently removed records: a change feed with deletes may still report them. */
  readonly graveyard: {
    readonly id: string;
    readonly kind: TransactionKind | "party" | "item" | "account";
    readonly deletedAtMs: number;
  }[];
  /** What somebody has reconciled with the bank in the ledger itself; Ledger A tells it of payments and bank transactions. */
  readonly bankReconciled: Set<string>;
  /** Accounts for base-currency rounding differences and realized currency differences. */
  readonly roundingAccountId?: string;
  readonly exchangeAccountId?: string;
}

/** The traits of a ledger that the generator respects (id format, dimension rules, entities). */
export type BooksStyle = "a" | "b" | "c";

export interface SimAccount {
  readonly id: string;
  code: string;
  name: string;
  /** Neutral kind; each simulated ledger translates it into its own types. */
  readonly kind:
    | "bank"
    | "receivable"
    | "payable"
    | "tax"
    | "inventory"
    | "fixed_asset"
    | "prepayment"
    | "current_asset"
    | "term_liability"
    | "current_liability"
    | "credit_card"
    | "equity"
    | "retained_earnings"
    | "revenue"
    | "other_income"
    | "cost_of_sales"
    | "expense"
    | "other_expense"
    | "unapplied_receipts"
    | "unapplied_payments"
    | "undeposited_funds";
  readonly parentId: string | null;
  readonly currency: string;
  active: boolean;
  createdMs: number;
  modifiedMs: number;
  version: number;
}

export interface SimParty {
  readonly id: string;
  name: string;
  readonly role: "customer" | "vendor" | "both" | "employee";
  email: string | null;
  taxIdentifier: string | null;
  readonly currency: string;
  active: boolean;
  createdMs: number;
  modifiedMs: number;
  version: number;
}

export interface SimItem {
  readonly id: string;
  code: string;
  name: string;
  readonly kind: "service" | "inventory" | "non_inventory";
  readonly incomeAccountId: string;
  readonly expenseAccountId: string;
  unitPrice: DecimalString;
  active: boolean;
  createdMs: number;
  modifiedMs: number;
  version: number;
}

export interface SimTaxCode {
  readonly id: string;
  readonly name: string;
  /** Percentage, for example `15`. */
  readonly rate: DecimalString;
  readonly side: "sales" | "purchases" | "both";
  readonly accountId: string;
}

export interface SimDimension {
  readonly id: string;
  readonly name: string;
  /** Ledger C: `department`, `class`, `location` or a `cseg_` key. */
  readonly fieldKey: string;
  readonly level: "line" | "header" | "header_and_line";
  readonly values: { readonly id: string; name: string; readonly parentId: string | null; active: boolean }[];
}

export interface SimEntity {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly currency: string;
  readonly isElimination: boolean;
}

export interface SimPeriod {
  readonly id: string;
  readonly name: string;
  readonly start: CalendarDate;
  readonly end: CalendarDate;
  readonly kind: "year" | "quarter" | "month" | "adjustment";
  readonly parentId: string | null;
  closed: boolean;
  allLocked: boolean;
  apLocked: boolean;
  arLocked: boolean;
  /** Last change of its flags; absent: never changed. */
  modifiedMs?: number;
}

export type TransactionKind =
  | "sales_invoice"
  | "purchase_bill"
  | "sales_credit"
  | "purchase_credit"
  | "cash_sale"
  | "cash_sale_refund"
  | "cash_purchase"
  | "cash_purchase_refund"
  | "expense_report"
  | "journal"
  | "receipt_overpayment"
  | "receipt_prepayment"
  | "spend_overpayment"
  | "spend_prepayment"
  | "customer_deposit"
  /** Style c: applies a deposit or prepayment to a document on a later day; the allocation stays with the advance. */
  | "deposit_application"
  | "prepayment_application"
  /** Style c: posts without being a document; `entry` says what it is. */
  | "other_entry"
  | "customer_payment"
  | "vendor_payment"
  | "purchase_order"
  /** Style b: money between two accounts; `accountId` is the source, its line the destination. */
  | "transfer"
  /** Style b: money deposited at the bank (`accountId`); its lines are the sources, a negative one keeps some back. */
  | "deposit"
  /** Style b: `accountId` pays the card of its line. */
  | "card_payment"
  /** Style b: the value of stock that its lines add, against `accountId`. */
  | "stock_adjustment";

/** Every business event of the books: a document, a payment, a journal or an order. */
export interface SimTransaction {
  readonly id: string;
  readonly kind: TransactionKind;
  number: string | null;
  reference: string | null;
  partyId: string | null;
  date: CalendarDate;
  dueDate: CalendarDate | null;
  readonly currency: string;
  /** Base units for one unit of `currency`; `1` in base currency. */
  rate: DecimalString;
  memo: string | null;
  /** Bank, card or control account on the other side; also the control accounts of invoices and bills. */
  accountId: string | null;
  /** The kind of an `other_entry`. */
  readonly entry?: "transfer" | "bank_deposit" | "goods_receipt" | "revaluation";
  /** How cash purchases were paid. */
  method: "cash" | "check" | "credit_card" | null;
  readonly entityId: string | null;
  headerDimensions: Record<string, string>;
  lines: SimLine[];
  /** Line amounts include tax (Ledger A only). */
  taxInclusive: boolean;
  net: DecimalString;
  tax: DecimalString;
  total: DecimalString;
  /** The ledger's own base amount, rounded to the base currency's decimals. */
  totalBase: DecimalString;
  /** What this payment, credit, overpayment or deposit was applied to. */
  allocations: SimAllocation[];
  state: "draft" | "submitted" | "approved" | "voided" | "deleted";
  /** Purchase orders: whether billed. Bills: the order they came from. */
  orderId: string | null;
  billed: boolean;
  /** Journals: an adjusting entry. */
  isAdjustment: boolean;
  batchId: string | null;
  createdMs: number;
  modifiedMs: number;
  /** Increases with each change (Ledger B's SyncToken). */
  version: number;
  /** Style c: a customer's script refuses every write to the record, with this text. */
  scriptRejection?: string;
}

export interface SimLine {
  readonly id: string;
  /** Account that the line posts to (the item's account on item lines). */
  accountId: string;
  itemId: string | null;
  description: string | null;
  /** Null on plain account lines. Signed only on journals. */
  quantity: DecimalString | null;
  unitPrice: DecimalString | null;
  /** Without tax, in the document's currency; journals: debit positive. */
  net: DecimalString;
  netBase: DecimalString;
  taxCodeId: string | null;
  tax: DecimalString;
  dimensions: Record<string, string>;
  /** Customer to whom the cost is billed. */
  billableTo: string | null;
  quantityBilled: DecimalString | null;
  partyId: string | null;
  /** Style c: the entity of the line; absent: that of its transaction. */
  readonly entityId?: string;
  /** Deposits: the payment that this line deposits. */
  readonly depositOf?: string;
}

export interface SimAllocation {
  readonly id: string;
  readonly toId: string;
  readonly amount: DecimalString;
  readonly date: CalendarDate;
  /** Style b: the payment of zero that applies this credit. Style c: the application of this deposit or prepayment. */
  readonly viaId?: string;
}

/** One side of an entry in base currency, debit positive. The postings of a transaction sum to zero. */
export interface SimPosting {
  readonly accountId: string;
  readonly amountBase: DecimalString;
  /** The line it comes from, or null for control, bank and tax sides. */
  readonly lineId: string | null;
  readonly role: "line" | "main" | "tax" | "rounding";
  /** The legal entity it is posted to: that of its line, else that of its transaction; null where there are none. */
  readonly entityId: string | null;
}

/** Options of `generateBooks`. The same options give the same books, to the last digit. */
export interface BooksOptions {
  readonly seed: number;
  readonly style: BooksStyle;
  readonly tenantId: string;
  readonly name: string;
  readonly baseCurrency: string;
  readonly country: string;
  /** Last day of the history. */
  readonly today: CalendarDate;
  /** Months of history that end with `today`'s month. */
  readonly months: number;
  /** Sales invoices a month, roughly; everything else scales with it. */
  readonly invoicesPerMonth: number;
  readonly foreignCurrencies: readonly string[];
  /** Style c: periods of calendar months (default) or of 4, 4 and 5 weeks. */
  readonly calendar?: "months" | "4-4-5";
  /** The business behind the books, so that they read like a real firm's. Default: extremes of all kinds, for tests. */
  readonly everyday?: EverydayFirm;
}
