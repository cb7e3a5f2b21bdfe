import { type DecimalString, decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { SimLine, SimTransaction } from "../../books/types.ts";
import { type Entity, entityOf } from "../entities.ts";
import { sentAmount, sentOf } from "../sent-amount.ts";
import {
  type DimensionWord,
  dimensionFor,
  heldValue,
  isDiscount,
  isSubtotalOnly,
  lineIdOf,
  taxCalculationOf,
  taxCodeOf,
} from "../traits.ts";
import type { View } from "../view.ts";
import { moneyOf, type OracleRecord, present, sourceOf, textOf } from "./plain.ts";

const BASIS_CODES = { TaxExcluded: "exclusive", NotApplicable: "none" } as const;

export function basisOf(view: View, transaction: SimTransaction): string {
  if (transaction.kind === "journal") return "exclusive";
  const sent = taxCalculationOf(view.books, transaction);
  return sent === undefined ? "exclusive" : BASIS_CODES[sent];
}

/** True where the record comes with positive amounts that count the other way. */
export function isRefund(transaction: SimTransaction): boolean {
  return transaction.kind === "cash_sale_refund" || transaction.kind === "cash_purchase_refund";
}

/** Lines of a document in the order in which they are sent. */
export function documentLines(view: View, transaction: SimTransaction): OracleRecord[] {
  if (isSubtotalOnly(transaction)) return [subtotalLine(view, transaction)];
  const isSales = ["Invoice", "CreditMemo", "SalesReceipt", "RefundReceipt"].includes(entityOf(transaction.kind) ?? "");
  const { lines } = transaction;
  const ordered = isSales ? [...lines.filter((line) => !isDiscount(line)), ...lines.filter(isDiscount)] : lines;
  return ordered.map((line) => documentLine(view, transaction, line, isSales));
}

function documentLine(view: View, transaction: SimTransaction, line: SimLine, isSales: boolean): OracleRecord {
  const entity = entityOf(transaction.kind) as Entity;
  const isJournal = entity === "JournalEntry";
  const discount = isSales && isDiscount(line);
  const sign = isRefund(transaction) ? negateDecimal : (value: DecimalString) => value;
  const isItem = !discount && !isJournal && (isSales || line.itemId !== null);
  const net = isJournal ? entryNet(transaction, line) : sign(sentOf(transaction, line.net));
  const taxCode = discount || isJournal ? undefined : taxCodeOf(view.books, line);
  return present({
    id: `${entity}:${transaction.id}/${lineIdOf(transaction, line)}`,
    kind: isItem ? "item" : "account",
    description: textOf(line.description),
    ...(isItem ? quantityOf(transaction, line) : {}),
    accountId: `Account:${line.accountId}`,
    itemId: isItem && line.itemId !== null ? `Item:${line.itemId}` : undefined,
    net: moneyOf(net, transaction.currency),
    tax: { basis: basisOf(view, transaction), components: taxCode === undefined ? [] : [{ code: taxCode }] },
    dimensions: dimensionsOf(view, transaction, discount ? {} : line.dimensions),
    billable:
      isSales || isJournal || line.billableTo === null ? undefined : { customerId: `Customer:${line.billableTo}`, status: "billable" },
    source: sourceOf(view.books.tenantId, entity, lineIdOf(transaction, line)),
  });
}

/** Sent without a sign and with a side. */
function entryNet(transaction: SimTransaction, line: SimLine): DecimalString {
  return line.net.startsWith("-") ? negateDecimal(sentOf(transaction, negateDecimal(line.net))) : sentOf(transaction, line.net);
}

/** Voided documents lose quantity and price. */
export function quantityOf(transaction: SimTransaction, line: SimLine): object {
  if (transaction.state === "voided") return {};
  return present({
    quantity: line.quantity === null ? undefined : sentAmount(line.quantity, transaction.id),
    unitAmount: line.unitPrice === null ? undefined : moneyOf(sentAmount(line.unitPrice, transaction.id), transaction.currency),
  });
}

function subtotalLine(view: View, transaction: SimTransaction): OracleRecord {
  return {
    id: `Invoice:${transaction.id}/#1`,
    kind: "account",
    net: moneyOf(sentOf(transaction, sumDecimals([decimal("0"), ...transaction.lines.map(({ net }) => net)])), transaction.currency),
    tax: { basis: basisOf(view, transaction), components: [] },
    dimensions: dimensionsOf(view, transaction, {}),
    source: sourceOf(view.books.tenantId, "Invoice", "#1"),
  };
}

/** Rule 10: what the header holds is copied down and marked; entries of a journal hold their own. */
export function dimensionsOf(view: View, transaction: SimTransaction, line: Readonly<Record<string, string>>): object[] {
  const words: readonly DimensionWord[] = ["Class", "Department"];
  const isJournal = transaction.kind === "journal";
  return words.flatMap((word) => {
    const dimension = dimensionFor(view.books, word);
    const known = (id: string | undefined) => dimension?.values.some((value) => value.id === id);
    const own = word === "Class" || isJournal ? heldValue(line, dimension) : undefined;
    if (own !== undefined && known(own)) return [{ dimensionId: word, valueId: own, fannedFromHeader: false }];
    const header = heldValue(transaction.headerDimensions, dimension);
    return header !== undefined && known(header) ? [{ dimensionId: word, valueId: header, fannedFromHeader: !isJournal }] : [];
  });
}
