import { absoluteDecimal, type DecimalString, isZero, negateDecimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { appliedVia, outstandingOf, transactionById } from "../../books/postings.ts";
import type { Books, SimTransaction } from "../../books/types.ts";
import { encodeDay, encodeMoment } from "../encoded-date.ts";
import { type LedgerLine, ledgerLinesOf, signed } from "../ledger-line.ts";
import { plainNumeral } from "../plain-numeral.ts";
import { currencyId, dimensionValue, entityId, entityOf, lineSubsidiaryOf, orderedDimensions, postingPeriodOf } from "../references.ts";
import { approvalStatusOf, statusLetterOf } from "../status-letter.ts";
import type { Row } from "../tables.ts";
import { itemTypeOf, ledgerTypeOf, NEGATIVE_HEADER, SETTLED_TYPES, TYPE_WORDS } from "../vocabulary.ts";

/** The rows of one transaction in the four transaction tables. */
export interface TransactionRows {
  readonly transaction: Row;
  readonly transactionline: readonly Row[];
  readonly transactionaccountingline: readonly Row[];
  readonly nexttransactionlinelink: readonly Row[];
}

/** What the ledger adds to the books: references that integrations wrote, and its accounting books. */
export interface RenderOptions {
  readonly externalIds: ReadonlyMap<string, string>;
  /** A second accounting book repeats every entry: a reader that doesn't filter on the primary one counts double. */
  readonly secondaryBook: boolean;
}

/** Renders a transaction of the books as rows of the ledger's tables. */
export function renderTransaction(books: Books, transaction: SimTransaction, options: RenderOptions): TransactionRows {
  const lines = ledgerLinesOf(books, transaction);
  return {
    transaction: headerRow(books, transaction, options),
    transactionline: lines.map((line, at) => lineRow(books, transaction, line, at)),
    transactionaccountingline: accountingRows(books, transaction, lines, options.secondaryBook ? ["1", "2"] : ["1"]),
    nexttransactionlinelink: [...paymentLinks(books, transaction), ...orderLinks(books, transaction)],
  };
}

/** True when the transaction has an entry in the general ledger. */
export function isPosting(transaction: SimTransaction): boolean {
  return transaction.state === "approved" && transaction.kind !== "purchase_order";
}

function headerRow(books: Books, transaction: SimTransaction, options: RenderOptions): Row {
  const type = ledgerTypeOf(transaction);
  const open = outstandingOf(books, transaction);
  return {
    id: transaction.id,
    type,
    recordtype: TYPE_WORDS[type].recordType.toLowerCase(),
    tranid: text(transaction.number),
    transactionnumber: `${TYPE_WORDS[type].counter}${transaction.id}`,
    externalid: options.externalIds.get(transaction.id) ?? null,
    otherrefnum: text(transaction.reference),
    trandate: encodeDay(transaction.date),
    duedate: type === "PurchOrd" ? null : encodeDay(transaction.dueDate),
    closedate: null,
    createddate: encodeMoment(transaction.createdMs),
    lastmodifieddate: encodeMoment(transaction.modifiedMs),
    entity: entityOf(books, transaction),
    currency: currencyId(books, transaction.currency),
    exchangerate: plainNumeral(transaction.rate),
    amountremaining: SETTLED_TYPES.has(type) ? plainNumeral(open) : null,
    foreigntotal: plainNumeral(NEGATIVE_HEADER.has(type) ? negateDecimal(transaction.total) : transaction.total),
    status: statusLetterOf(transaction, open),
    approvalstatus: approvalStatusOf(transaction, TYPE_WORDS[type].hasApproval),
    posting: flag(isPosting(transaction)),
    postingperiod: postingPeriodOf(books, transaction)?.id ?? null,
    memo: text(transaction.memo),
    voided: flag(transaction.state === "voided"),
    isreversal: "F",
  };
}

function lineRow(books: Books, transaction: SimTransaction, line: LedgerLine, at: number): Row {
  return {
    transaction: transaction.id,
    id: line.id,
    uniquekey: Number(transaction.id) * 1000 + Number(line.id),
    linesequencenumber: at,
    // Other entries have no line with the total, and yet their first line is marked.
    mainline: flag(line.role === "main" || (transaction.kind === "other_entry" && at === 0)),
    taxline: flag(line.role === "tax"),
    iscogs: flag(line.role === "cogs"),
    foreignamount: plainNumeral(line.foreign),
    netamount: plainNumeral(line.base),
    entity: entityOf(books, transaction),
    subsidiary: lineSubsidiaryOf(books, transaction, line.source),
    isbillable: "F",
    isclosed: "F",
    linelastmodifieddate: encodeMoment(transaction.modifiedMs),
    ...(line.role === "main" ? mainFields(books, transaction) : {}),
    ...(line.source ? sourceFields(books, transaction, line) : {}),
  };
}

function mainFields(books: Books, transaction: SimTransaction): Row {
  const type = ledgerTypeOf(transaction);
  const dimensions = dimensionFields(books, transaction.headerDimensions);
  if (!SETTLED_TYPES.has(type)) return { ...dimensions, memo: text(transaction.memo) };
  const open = outstandingOf(books, transaction);
  // A payment that is fully applied or void has no unpaid amount at all rather than a zero.
  const isPayment = type === "CustPymt" || type === "VendPymt";
  const unpaid = isPayment && (isZero(open) || transaction.state === "voided") ? null : plainNumeral(open);
  const paid = unpaid === null ? null : plainNumeral(subtractDecimals(transaction.total, open));
  return { ...dimensions, memo: text(transaction.memo), foreignamountunpaid: unpaid, foreignamountpaid: paid };
}

function sourceFields(books: Books, transaction: SimTransaction, line: LedgerLine): Row {
  const source = line.source;
  if (!source) return {};
  const item = books.items.find((candidate) => candidate.id === source.itemId);
  const fields: Row = { item: source.itemId, itemtype: item ? itemTypeOf(item) : null };
  if (line.role === "cogs") return fields;
  const type = ledgerTypeOf(transaction);
  const sign = TYPE_WORDS[type].lineSign;
  const quantity = source.quantity === null ? null : plainNumeral(signed(sign, source.quantity));
  const billed = source.quantityBilled === null ? null : plainNumeral(source.quantityBilled);
  const lineParty = source.billableTo ?? (source.partyId === null ? null : entityId(books, source.partyId, TYPE_WORDS[type].side));
  return {
    ...fields,
    expenseaccount: source.itemId === null && sign === 1 ? source.accountId : null,
    quantity,
    rate: source.unitPrice === null ? null : plainNumeral(source.unitPrice),
    memo: text(source.description),
    entity: lineParty ?? entityOf(books, transaction),
    isbillable: flag(source.billableTo !== null),
    quantitybilled: billed,
    quantityshiprecv: source.itemId === null ? null : billed,
    createdfrom: transaction.orderId,
    ...dimensionFields(books, source.dimensions),
  };
}

function dimensionFields(books: Books, values: Readonly<Record<string, string>>): Row {
  return Object.fromEntries(orderedDimensions(books).map((dimension) => [dimension.fieldKey, dimensionValue(values, dimension)]));
}

function accountingRows(
  books: Books,
  transaction: SimTransaction,
  lines: readonly LedgerLine[],
  accountingBooks: readonly string[],
): Row[] {
  const posting = isPosting(transaction);
  const rows = lines.flatMap((line): Row[] => {
    if (line.accountId === null || (posting && line.posted === null)) return [];
    // A void entry stays in the table with zero amounts; a draft or an order shows what it would post.
    const amount = posting ? (line.posted ?? ("0" as DecimalString)) : transaction.state === "voided" ? ("0" as DecimalString) : line.base;
    return accountingBooks.map((accountingbook) => accountingRow(transaction, line, amount, accountingbook, posting));
  });
  return rows.map((row) => ({
    ...row,
    exchangerate: transaction.currency === books.baseCurrency ? "1" : plainNumeral(transaction.rate),
  }));
}

function accountingRow(
  transaction: SimTransaction,
  line: LedgerLine,
  amount: DecimalString,
  accountingbook: string,
  posting: boolean,
): Row {
  const size = isZero(amount) ? null : plainNumeral(absoluteDecimal(amount));
  const isCredit = amount.startsWith("-");
  return {
    transaction: transaction.id,
    transactionline: line.id,
    accountingbook,
    account: line.accountId,
    debit: isCredit ? null : size,
    credit: isCredit ? size : null,
    amount: plainNumeral(amount),
    netamount: plainNumeral(amount),
    posting: flag(posting),
  };
}

/**
 * What a payment or credit settles: the document is `previousdoc`, the money `nextdoc`. A deposit is linked to
 * a document through its application, which is linked to both.
 */
function paymentLinks(books: Books, transaction: SimTransaction): Row[] {
  if (transaction.state !== "approved") return [];
  const via = appliedVia(books, transaction.id).flatMap(({ from, toId, amount }) => {
    const target = transactionById(books, toId);
    const word = transaction.kind === "deposit_application" ? "DepAppl" : "VPrepApp";
    return [
      ...(target ? [linkRow(target, "0", transaction, "0", "Payment", plainNumeral(amount))] : []),
      linkRow(from, "0", transaction, "1", word, plainNumeral(amount)),
    ];
  });
  if (via.length > 0) return via;
  return transaction.allocations.flatMap(({ toId, amount, viaId }) => {
    const target = transactionById(books, toId);
    if (!target || viaId !== undefined) return [];
    return [linkRow(target, "0", transaction, "0", "Payment", plainNumeral(amount))];
  });
}

function orderLinks(books: Books, transaction: SimTransaction): Row[] {
  const order = transaction.orderId === null ? undefined : transactionById(books, transaction.orderId);
  if (!order) return [];
  return transaction.lines.map((_line, at) => linkRow(order, String(at + 1), transaction, String(at + 1), "OrdBill", null));
}

function linkRow(
  previous: SimTransaction,
  previousline: string,
  next: SimTransaction,
  nextline: string,
  linktype: string,
  foreignamount: string | null,
): Row {
  const previoustype = ledgerTypeOf(previous);
  return {
    previousdoc: previous.id,
    previousline,
    previoustype,
    nextdoc: next.id,
    nextline,
    nexttype: ledgerTypeOf(next),
    linktype,
    foreignamount,
  };
}

function text(value: string | null): string | null {
  return value === null || value === "" ? null : value;
}

function flag(value: boolean): "T" | "F" {
  return value ? "T" : "F";
}
