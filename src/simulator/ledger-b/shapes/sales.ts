import { absoluteDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { SimLine, SimTransaction } from "../../books/types.ts";
import { type JsonNode, type JsonObject, numeral } from "../json-writer.ts";
import { sentAmount } from "../sent-amount.ts";
import { isDiscount, isSubtotalOnly, lineIdOf, namesItemAccount, taxCodeOf } from "../traits.ts";
import { openAmount, type View } from "../view.ts";
import { accountRef, amount, dimensionRef, documentHeading, itemRef, links, partyRef } from "./common.ts";
import { linksTo } from "./linked.ts";
import { taxDetail } from "./tax-detail.ts";

/** Invoice. */
export function invoice(view: View, transaction: SimTransaction): JsonObject {
  return {
    ...salesDocument(view, transaction),
    DueDate: transaction.dueDate ?? undefined,
    LinkedTxn: links(linksTo(view, transaction)),
    EmailStatus: "NotSet",
    Balance: amount(transaction, openAmount(view, transaction)),
  };
}

export function creditMemo(view: View, transaction: SimTransaction): JsonObject {
  const open = amount(transaction, openAmount(view, transaction));
  return { ...salesDocument(view, transaction), RemainingCredit: open, Balance: open };
}

/** SalesReceipt and RefundReceipt: both with positive amounts. */
export function salesReceipt(view: View, transaction: SimTransaction): JsonObject {
  return { ...salesDocument(view, transaction), DepositToAccountRef: accountRef(view, transaction.accountId), Balance: numeral("0") };
}

function salesDocument(view: View, transaction: SimTransaction): JsonObject {
  return {
    ...documentHeading(view, transaction),
    Line: salesLines(view, transaction),
    TxnTaxDetail: taxDetail(view, transaction),
    CustomerRef: partyRef(view, transaction.partyId),
    TotalAmt: amount(transaction, transaction.total),
    HomeTotalAmt: amount(transaction, transaction.totalBase),
    ApplyTaxAfterDiscount: false,
    PrintStatus: "NeedToPrint",
  };
}

function salesLines(view: View, transaction: SimTransaction): JsonNode[] {
  const plain = transaction.lines.filter((line) => !isDiscount(line));
  const subtotal: JsonNode = {
    Amount: amount(transaction, sumDecimals(plain.map((line) => line.net))),
    DetailType: "SubTotalLineDetail",
    SubTotalLineDetail: {},
  };
  if (isSubtotalOnly(transaction)) return [subtotal];
  const discounts = transaction.lines.filter(isDiscount).map((line) => discountLine(view, transaction, line));
  const remark = transaction.id.endsWith("7") ? [remarkLine(transaction)] : [];
  return [...remark, ...plain.map((line) => itemLine(view, transaction, line)), subtotal, ...discounts];
}

function itemLine(view: View, transaction: SimTransaction, line: SimLine): JsonNode {
  const isVoided = transaction.state === "voided";
  const taxCode = taxCodeOf(view.books, line);
  return {
    Id: lineIdOf(transaction, line),
    LineNum: numeral(String(transaction.lines.indexOf(line) + 1)),
    Description: line.description ?? undefined,
    Amount: amount(transaction, line.net),
    DetailType: "SalesItemLineDetail",
    SalesItemLineDetail: {
      ItemRef: itemRef(view, line.itemId),
      ClassRef: dimensionRef(view, "Class", line.dimensions),
      UnitPrice: line.unitPrice !== null && !isVoided ? numeral(sentAmount(line.unitPrice, transaction.id)) : undefined,
      Qty: line.quantity !== null && !isVoided ? numeral(sentAmount(line.quantity, transaction.id)) : undefined,
      ItemAccountRef: namesItemAccount(view.books, transaction, line, "sales") ? accountRef(view, line.accountId) : undefined,
      TaxCodeRef: taxCode === undefined ? undefined : { value: taxCode },
    },
  };
}

function discountLine(view: View, transaction: SimTransaction, line: SimLine): JsonNode {
  return {
    Id: lineIdOf(transaction, line),
    LineNum: numeral(String(transaction.lines.indexOf(line) + 1)),
    Description: line.description ?? undefined,
    Amount: amount(transaction, absoluteDecimal(line.net)),
    DetailType: "DiscountLineDetail",
    DiscountLineDetail: { PercentBased: false, DiscountAccountRef: accountRef(view, line.accountId) },
  };
}

/** A line of words only: it has no amount and posts nothing. */
function remarkLine(transaction: SimTransaction): JsonNode {
  return {
    Id: "901",
    LineNum: numeral(String(transaction.lines.length + 1)),
    Description: "As agreed by telephone",
    DetailType: "DescriptionOnly",
    DescriptionLineDetail: {},
  };
}
