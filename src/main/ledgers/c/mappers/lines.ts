import { type DecimalString, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import type { LineDimension } from "#shared/model/books/dimension.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { TaxBreakdown } from "#shared/model/books/tax.ts";
import { RecordMalformed } from "../../adapter.ts";
import type { Row } from "../schemas.ts";
import { unresolvedAccount } from "./findings.ts";
import { inCurrency, postedAccount, type TransactionView } from "./transaction-view.ts";
import { amountOf, isTrue, readNumeral, sourceOf, times } from "./values.ts";

const ZERO = "0.00" as DecimalString;

/** The lines of a document. Their amounts have the sign of the total, so that they add up to it with the tax. */
export function documentLines(view: TransactionView, total: DecimalString): DocumentLine[] {
  requireAmounts(view, total);
  const sign = lineSign(view, total);
  return view.lines.map((row) => documentLine(view, row, row.id ?? "", sign));
}

/** Tax of the document from its tax lines; absent when the ledger has none. */
export function documentTax(view: TransactionView, total: DecimalString): TaxBreakdown {
  const amounts = view.taxLines.map((row) => amountOf(row, "foreignamount")).filter((amount) => amount !== undefined);
  if (amounts.length === 0) return noTax;
  return { ...noTax, amount: inCurrency(view, times(lineSign(view, total), sumDecimals(amounts))) };
}

/** Ledger C writes amounts without tax and states tax on separate lines. */
const noTax: TaxBreakdown = { basis: "exclusive", components: [] };

/**
 * The sign that turns ledger amounts (debit positive) into document amounts. It is read from the
 * lines themselves, because they add up to the total; only lines that add up to zero leave it to
 * the type of the transaction.
 */
export function lineSign(view: TransactionView, total: DecimalString): 1 | -1 {
  if (view.kind.documentType === "journal") return 1;
  const amounts = [...view.lines, ...view.taxLines].map((row) => amountOf(row, "foreignamount")).filter((amount) => amount !== undefined);
  const sum = sumDecimals(amounts);
  if (isZero(sum) || isZero(total)) return view.kind.lineSign;
  return sum.startsWith("-") === total.startsWith("-") ? 1 : -1;
}

/** Dimension values of a line: its own, else those of the main line, in the order of the discovered list (rules 10 and 20). */
export function lineDimensions(view: TransactionView, row: Row | undefined): LineDimension[] {
  const found: LineDimension[] = [];
  for (const { id, fieldKey } of view.context.discovery.capabilities.dimensions) {
    const column = fieldKey.toLowerCase();
    const own = row?.[column];
    const valueId = own ?? view.main?.[column];
    if (valueId !== undefined) found.push({ dimensionId: id, valueId, fannedFromHeader: own === undefined });
  }
  return found;
}

/** The account of a line: the one it posts to, else the one it names, else the one of its item. */
export function lineAccount(view: TransactionView, row: Row): string | undefined {
  const posted = postedAccount(view, row.id ?? "");
  if (posted !== undefined) return posted;
  if (row.expenseaccount !== undefined) return `account:${row.expenseaccount}`;
  if (row.item === undefined) return undefined;
  const item = view.context.item(`item:${row.item}`);
  if (view.kind.partyTable === "customer") return item?.incomeAccountId;
  return item?.expenseAccountId ?? item?.assetAccountId;
}

/** What a line buys or sells, which documents and orders share. */
export function lineSubject(view: TransactionView, row: Row, sign: 1 | -1) {
  const quantity = amountOf(row, "quantity");
  // The rate of a discount item is a percentage and no unit price.
  const rate = row.rate === undefined ? null : readNumeral(row.rate);
  return {
    // Rule 11: an item line takes part in receipt matching, an account line does not.
    kind: row.item === undefined ? ("account" as const) : ("item" as const),
    ...(row.memo === undefined ? {} : { description: row.memo }),
    ...(quantity === undefined ? {} : { quantity: times(sign, quantity) }),
    ...(rate === null ? {} : { unitAmount: inCurrency(view, rate) }),
    ...(row.item === undefined ? {} : { itemId: `item:${row.item}` }),
    // A line that only carries text has no amount.
    net: inCurrency(view, times(sign, amountOf(row, "foreignamount") ?? ZERO)),
    dimensions: lineDimensions(view, row),
  };
}

function documentLine(view: TransactionView, row: Row, lineId: string, sign: 1 | -1): DocumentLine {
  const accountId = lineAccount(view, row);
  if (accountId === undefined && row.foreignamount !== undefined) view.findings.push(unresolvedAccount(`${view.id}/${lineId}`));
  const billable = isTrue(row, "isbillable") && row.entity !== undefined;
  return {
    id: `${view.id}/${lineId}`,
    ...lineSubject(view, row, sign),
    ...(accountId === undefined ? {} : { accountId }),
    tax: noTax,
    ...(billable ? { billable: { customerId: `customer:${row.entity}`, status: "billable" as const } } : {}),
    source: sourceOf(view.context, view.kind.type, lineId),
  };
}

/** A role that may not see amounts gets rows without them: such a document must not read as zero. */
function requireAmounts(view: TransactionView, total: DecimalString): void {
  if (view.lines.length === 0 || isZero(total)) return;
  if (view.lines.some((row) => row.foreignamount !== undefined)) return;
  throw new RecordMalformed("No line of the transaction has an amount.", "foreignamount");
}
