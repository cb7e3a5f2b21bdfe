import type { SimLine, SimTransaction } from "../../books/types.ts";
import { type JsonNode, type JsonObject, numeral } from "../json-writer.ts";
import { sentAmount } from "../sent-amount.ts";
import { lineIdOf, nameOf, namesItemAccount, taxCodeOf } from "../traits.ts";
import { openAmount, type View } from "../view.ts";
import { accountRef, amount, dimensionRef, documentHeading, itemRef, links, partyRef } from "./common.ts";
import { linksTo } from "./linked.ts";
import { taxDetail } from "./tax-detail.ts";

export function bill(view: View, transaction: SimTransaction): JsonObject {
  const order = transaction.orderId === null ? [] : [{ id: transaction.orderId, type: "PurchaseOrder" }];
  return {
    ...vendorDocument(view, transaction),
    DueDate: transaction.dueDate ?? undefined,
    LinkedTxn: links([...order, ...linksTo(view, transaction)]),
    Balance: amount(transaction, openAmount(view, transaction)),
    HomeTotalAmt: amount(transaction, transaction.totalBase),
  };
}

export function vendorCredit(view: View, transaction: SimTransaction): JsonObject {
  return {
    ...vendorDocument(view, transaction),
    Balance: amount(transaction, openAmount(view, transaction)),
    HomeTotalAmt: amount(transaction, transaction.totalBase),
  };
}

export function purchaseOrder(view: View, transaction: SimTransaction): JsonObject {
  const bills = (view.billsOfOrder.get(transaction.id) ?? []).map(({ id }) => ({ id, type: "Bill" }));
  return { ...vendorDocument(view, transaction), LinkedTxn: links(bills), POStatus: transaction.billed ? "Closed" : "Open" };
}

/** Direct spend. A card refund is the same record with a flag, its amounts still positive. */
export function purchase(view: View, transaction: SimTransaction): JsonObject {
  const isRefund = transaction.kind === "cash_purchase_refund";
  const isForeign = transaction.currency !== view.books.baseCurrency;
  return {
    ...documentHeading(view, transaction),
    PaymentType: isRefund ? "CreditCard" : paymentTypes[transaction.method ?? "cash"],
    AccountRef: accountRef(view, transaction.accountId),
    EntityRef: spendEntityRef(view, transaction),
    Credit: isRefund ? true : transaction.method === "credit_card" && transaction.id.endsWith("5") ? false : undefined,
    Line: transaction.lines.map((line) => spendLine(view, transaction, line)),
    TxnTaxDetail: spendTax(view, transaction),
    TotalAmt: amount(transaction, transaction.total),
    HomeTotalAmt: isForeign ? amount(transaction, transaction.totalBase) : undefined,
    PrintStatus: transaction.method === "check" ? "NotSet" : undefined,
  };
}

const paymentTypes = { cash: "Cash", check: "Check", credit_card: "CreditCard" } as const;

function vendorDocument(view: View, transaction: SimTransaction): JsonObject {
  return {
    ...documentHeading(view, transaction),
    VendorRef: partyRef(view, transaction.partyId),
    APAccountRef: accountRef(view, transaction.accountId),
    Line: transaction.lines.map((line) => spendLine(view, transaction, line)),
    TxnTaxDetail: spendTax(view, transaction),
    TotalAmt: amount(transaction, transaction.total),
  };
}

/** Spend without any tax code carries no tax detail at all. */
function spendTax(view: View, transaction: SimTransaction): JsonObject | undefined {
  return transaction.lines.some((line) => line.taxCodeId !== null) ? taxDetail(view, transaction) : undefined;
}

function spendEntityRef(view: View, transaction: SimTransaction): JsonObject | undefined {
  const party = transaction.partyId === null ? undefined : view.parties.get(transaction.partyId);
  if (party === undefined) return undefined;
  const type = party.role === "employee" ? "Employee" : party.role === "customer" ? "Customer" : "Vendor";
  return { value: party.id, name: nameOf(party), type };
}

function spendLine(view: View, transaction: SimTransaction, line: SimLine): JsonNode {
  const detailType = line.itemId === null ? "AccountBasedExpenseLineDetail" : "ItemBasedExpenseLineDetail";
  return {
    Id: lineIdOf(transaction, line),
    LineNum: numeral(String(transaction.lines.indexOf(line) + 1)),
    Description: line.description ?? undefined,
    Amount: amount(transaction, line.net),
    LinkedTxn: orderLink(view, transaction, line),
    DetailType: detailType,
    [detailType]: line.itemId === null ? accountDetail(view, line) : itemDetail(view, transaction, line),
  };
}

function accountDetail(view: View, line: SimLine): JsonObject {
  return { AccountRef: accountRef(view, line.accountId), ...expenseDetail(view, line) };
}

function itemDetail(view: View, transaction: SimTransaction, line: SimLine): JsonObject {
  const isVoided = transaction.state === "voided";
  return {
    ItemRef: itemRef(view, line.itemId),
    UnitPrice: line.unitPrice !== null && !isVoided ? numeral(sentAmount(line.unitPrice, transaction.id)) : undefined,
    Qty: line.quantity !== null && !isVoided ? numeral(sentAmount(line.quantity, transaction.id)) : undefined,
    ItemAccountRef: namesItemAccount(view.books, transaction, line, "purchases") ? accountRef(view, line.accountId) : undefined,
    ...expenseDetail(view, line),
  };
}

function expenseDetail(view: View, line: SimLine): JsonObject {
  const taxCode = taxCodeOf(view.books, line);
  return {
    CustomerRef: partyRef(view, line.billableTo),
    BillableStatus: line.billableTo === null ? "NotBillable" : "Billable",
    ClassRef: dimensionRef(view, "Class", line.dimensions),
    TaxCodeRef: taxCode === undefined ? undefined : { value: taxCode },
  };
}

/** A bill line copied from an order says which line it was. */
function orderLink(view: View, transaction: SimTransaction, line: SimLine): JsonNode | undefined {
  if (transaction.kind !== "purchase_bill" || transaction.orderId === null) return undefined;
  const order = view.byId.get(transaction.orderId);
  const source = order?.lines[transaction.lines.indexOf(line)];
  if (order === undefined || source === undefined) return undefined;
  return [{ TxnId: order.id, TxnType: "PurchaseOrder", TxnLineId: lineIdOf(order, source) }];
}
