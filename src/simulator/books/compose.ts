import { assert } from "#shared/kernel/assert.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { lineId } from "./ids.ts";
import { decimalsOf, fromUnits, productUnits, shareUnits, toUnits } from "./money.ts";
import { rateOn } from "./rates.ts";
import type { Books, SimAccount, SimLine, SimTransaction, TransactionKind } from "./types.ts";

/** A line as a caller gives it: the amount is stated, or quantity and unit price are (amount = product, rounded). */
export interface NewLine {
  /** Keeps the id of an existing line. */
  readonly id?: string;
  readonly accountId?: string;
  readonly itemId?: string | null;
  readonly description?: string | null;
  readonly quantity?: DecimalString | null;
  readonly unitPrice?: DecimalString | null;
  /** Line amount; with tax when the document is tax inclusive. Journals: debit positive. */
  readonly amount?: DecimalString;
  readonly taxCodeId?: string | null;
  /** Overrides the tax worked out from the code. */
  readonly tax?: DecimalString;
  readonly dimensions?: Record<string, string>;
  readonly billableTo?: string | null;
  readonly partyId?: string | null;
  readonly entityId?: string;
  readonly depositOf?: string;
}

export interface NewDocument {
  /** Default: the next free id. */
  readonly id?: string;
  readonly kind?: TransactionKind;
  readonly entry?: SimTransaction["entry"];
  readonly number?: string | null;
  readonly reference?: string | null;
  readonly partyId: string | null;
  readonly date: CalendarDate;
  readonly dueDate?: CalendarDate | null;
  readonly currency?: string;
  readonly rate?: DecimalString;
  readonly memo?: string | null;
  readonly accountId?: string | null;
  readonly method?: SimTransaction["method"];
  readonly entityId?: string | null;
  readonly headerDimensions?: Record<string, string>;
  readonly taxInclusive?: boolean;
  readonly state?: "draft" | "submitted" | "approved";
  readonly orderId?: string | null;
  readonly isAdjustment?: boolean;
  readonly lines: readonly NewLine[];
  /** Documents without lines (overpayments, prepayments, deposits, payments). */
  readonly total?: DecimalString;
}

/** What the amounts of a document follow from. */
export interface AmountBasis {
  readonly kind: TransactionKind;
  readonly currency: string;
  readonly rate: DecimalString;
  readonly taxInclusive: boolean;
}

/** Works a document out in full; nothing is added to the books. */
export function composeDocument(books: Books, input: NewDocument, id: string, nowMs: number): SimTransaction {
  const kind = input.kind ?? "sales_invoice";
  const party = books.parties.find((candidate) => candidate.id === input.partyId);
  const currency = input.currency ?? (kind === "journal" ? books.baseCurrency : (party?.currency ?? books.baseCurrency));
  const rate = input.rate ?? rateOn(books.baseCurrency, currency, input.date);
  const basis: AmountBasis = { kind, currency, rate, taxInclusive: input.taxInclusive ?? false };
  const lines = composeLines(books, basis, input.lines, id);
  return {
    id,
    kind,
    ...(input.entry === undefined ? {} : { entry: input.entry }),
    number: input.number ?? null,
    reference: input.reference ?? null,
    partyId: input.partyId,
    date: input.date,
    dueDate: input.dueDate ?? null,
    currency,
    rate,
    memo: input.memo ?? null,
    accountId: input.accountId ?? defaultAccount(books, kind, input.method ?? null),
    method: input.method ?? null,
    entityId: input.entityId ?? defaultEntity(books),
    headerDimensions: { ...input.headerDimensions },
    lines,
    taxInclusive: basis.taxInclusive,
    ...totalsOf(books, basis, lines, input.total),
    allocations: [],
    state: input.state ?? "approved",
    orderId: input.orderId ?? null,
    billed: false,
    isAdjustment: input.isAdjustment ?? false,
    batchId: null,
    createdMs: nowMs,
    modifiedMs: nowMs,
    version: 0,
  };
}

export function composeLines(books: Books, basis: AmountBasis, inputs: readonly NewLine[], transactionId: string): SimLine[] {
  return inputs.map((input, index) => composeLine(books, basis, input, lineId(books.style, books.seed, transactionId, index + 1)));
}

function composeLine(books: Books, basis: AmountBasis, input: NewLine, id: string): SimLine {
  const scale = decimalsOf(basis.currency);
  const units = lineUnits(input, scale);
  const taxUnits = input.tax === undefined ? taxOf(books, basis, input.taxCodeId ?? null, units) : toUnits(input.tax, scale);
  const net = fromUnits(basis.taxInclusive ? units - taxUnits : units, scale);
  return {
    id: input.id ?? id,
    accountId: input.accountId ?? itemAccount(books, basis.kind, input.itemId ?? null),
    itemId: input.itemId ?? null,
    description: input.description ?? null,
    quantity: input.quantity ?? null,
    unitPrice: input.unitPrice ?? null,
    net,
    netBase: fromUnits(productUnits(net, basis.rate, decimalsOf(books.baseCurrency)), decimalsOf(books.baseCurrency)),
    taxCodeId: input.taxCodeId ?? null,
    tax: fromUnits(taxUnits, scale),
    dimensions: { ...input.dimensions },
    billableTo: input.billableTo ?? null,
    quantityBilled: null,
    partyId: input.partyId ?? null,
    ...(input.entityId === undefined ? {} : { entityId: input.entityId }),
    ...(input.depositOf === undefined ? {} : { depositOf: input.depositOf }),
  };
}

function lineUnits(input: NewLine, scale: number): bigint {
  if (input.amount !== undefined) return toUnits(input.amount, scale);
  assert(input.quantity && input.unitPrice, "a line needs an amount, or a quantity and a unit price");
  return productUnits(input.quantity, input.unitPrice, scale);
}

function taxOf(books: Books, basis: AmountBasis, taxCodeId: string | null, units: bigint): bigint {
  const code = books.taxCodes.find((candidate) => candidate.id === taxCodeId);
  if (code === undefined || basis.kind === "journal" || basis.kind === "other_entry") return 0n;
  // Rates have up to four decimals: 8.875 % is 88750 of 1000000.
  const rate = toUnits(code.rate, 4);
  return shareUnits(units, rate, basis.taxInclusive ? 1_000_000n + rate : 1_000_000n);
}

/** Net, tax and total of the lines; journals: the sum of the debits. */
export function totalsOf(
  books: Books,
  basis: AmountBasis,
  lines: readonly SimLine[],
  stated?: DecimalString,
): Pick<SimTransaction, "net" | "tax" | "total" | "totalBase"> {
  const scale = decimalsOf(basis.currency);
  const baseScale = decimalsOf(books.baseCurrency);
  if (basis.kind === "journal" || basis.kind === "other_entry") {
    const debits = fromUnits(positiveSum(lines.map((line) => toUnits(line.net, scale))), scale);
    const debitsBase = fromUnits(positiveSum(lines.map((line) => toUnits(line.netBase, baseScale))), baseScale);
    return { net: debits, tax: fromUnits(0n, scale), total: debits, totalBase: debitsBase };
  }
  const net = stated === undefined ? lines.reduce((sum, line) => sum + toUnits(line.net, scale), 0n) : toUnits(stated, scale);
  const tax = lines.reduce((sum, line) => sum + toUnits(line.tax, scale), 0n);
  const total = fromUnits(net + tax, scale);
  return {
    net: fromUnits(net, scale),
    tax: fromUnits(tax, scale),
    total,
    totalBase: fromUnits(productUnits(total, basis.rate, baseScale), baseScale),
  };
}

function positiveSum(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => (value > 0n ? sum + value : sum), 0n);
}

const PURCHASE_KINDS: readonly TransactionKind[] = [
  "purchase_bill",
  "purchase_credit",
  "cash_purchase",
  "cash_purchase_refund",
  "purchase_order",
  "expense_report",
];

function itemAccount(books: Books, kind: TransactionKind, itemId: string | null): string {
  const item = books.items.find((candidate) => candidate.id === itemId);
  assert(item !== undefined, `a ${kind} line names neither an account nor an item`);
  return PURCHASE_KINDS.includes(kind) ? item.expenseAccountId : item.incomeAccountId;
}

const MAIN_ACCOUNT: Partial<Record<TransactionKind, SimAccount["kind"]>> = {
  sales_invoice: "receivable",
  sales_credit: "receivable",
  purchase_bill: "payable",
  purchase_credit: "payable",
  expense_report: "current_liability",
};

function defaultAccount(books: Books, kind: TransactionKind, method: SimTransaction["method"]): string | null {
  if (kind === "journal" || kind === "other_entry" || kind === "purchase_order") return null;
  const wanted = MAIN_ACCOUNT[kind] ?? (method === "credit_card" ? "credit_card" : "bank");
  const account = books.accounts.find((candidate) => candidate.kind === wanted);
  assert(account !== undefined, `the books have no ${wanted} account`);
  return account.id;
}

function defaultEntity(books: Books): string | null {
  const id = books.entities.find((entity) => !entity.isElimination)?.id ?? "";
  return id === "" ? null : id;
}
