import { absoluteDecimal } from "#shared/kernel/decimal.ts";
import type { SimLine, SimTransaction } from "../../books/types.ts";
import { entityOf } from "../entities.ts";
import { type JsonNode, type JsonObject, numeral } from "../json-writer.ts";
import { sentAmount } from "../sent-amount.ts";
import { lineIdOf } from "../traits.ts";
import type { View } from "../view.ts";
import { accountRef, amount, dimensionRef, itemRef, transactionHeading } from "./common.ts";

/** Money between two accounts. It has no number. */
export function transfer(view: View, transaction: SimTransaction): JsonObject {
  const { DocNumber: _, ...shared } = transactionHeading(view, transaction);
  return {
    ...shared,
    FromAccountRef: accountRef(view, transaction.accountId),
    ToAccountRef: accountRef(view, transaction.lines[0]?.accountId ?? null),
    Amount: amount(transaction, transaction.total),
  };
}

/** A card's balance paid from the bank. */
export function cardPayment(view: View, transaction: SimTransaction): JsonObject {
  const { DocNumber: _, ...shared } = transactionHeading(view, transaction);
  return {
    ...shared,
    CreditCardAccountRef: accountRef(view, transaction.lines[0]?.accountId ?? null),
    BankAccountRef: accountRef(view, transaction.accountId),
    Amount: amount(transaction, transaction.total),
    CheckNum: transaction.number ?? undefined,
  };
}

/**
 * Money deposited at the bank. Lines that take receipts out of undeposited funds name the receipt and no
 * account; cash kept back is a separate member.
 */
export function deposit(view: View, transaction: SimTransaction): JsonObject {
  const back = transaction.lines.find(({ net }) => net.startsWith("-"));
  return {
    ...transactionHeading(view, transaction),
    DepartmentRef: dimensionRef(view, "Department", transaction.headerDimensions),
    DepositToAccountRef: accountRef(view, transaction.accountId),
    TotalAmt: amount(transaction, transaction.total),
    Line: transaction.lines.filter((line) => line !== back).map((line) => depositLine(view, transaction, line)),
    CashBack: back && {
      AccountRef: accountRef(view, back.accountId),
      Amount: amount(transaction, absoluteDecimal(back.net)),
      Memo: back.description ?? undefined,
    },
  };
}

function depositLine(view: View, transaction: SimTransaction, line: SimLine): JsonNode {
  const receipt = line.depositOf === undefined ? undefined : view.byId.get(line.depositOf);
  if (line.depositOf !== undefined)
    return {
      Amount: amount(transaction, line.net),
      LinkedTxn: [{ TxnId: line.depositOf, TxnType: (receipt && entityOf(receipt.kind)) ?? "Payment", TxnLineId: "0" }],
      DetailType: "DepositLineDetail",
      DepositLineDetail: {},
    };
  return {
    Id: lineIdOf(transaction, line),
    LineNum: numeral(String(transaction.lines.indexOf(line) + 1)),
    Description: line.description ?? undefined,
    Amount: amount(transaction, line.net),
    DetailType: "DepositLineDetail",
    DepositLineDetail: { AccountRef: accountRef(view, line.accountId), ClassRef: dimensionRef(view, "Class", line.dimensions) },
  };
}

/** Quantities alone: what they are worth is posted, and told nowhere but in reports. */
export function inventoryAdjustment(view: View, transaction: SimTransaction): JsonObject {
  const { CurrencyRef: _, ExchangeRate: __, ...shared } = transactionHeading(view, transaction);
  return {
    ...shared,
    AdjustAccountRef: accountRef(view, transaction.accountId),
    Line: transaction.lines.map((line) => ({
      Id: lineIdOf(transaction, line),
      DetailType: "ItemAdjustmentLineDetail",
      ItemAdjustmentLineDetail: {
        ItemRef: itemRef(view, line.itemId),
        QtyDiff: numeral(sentAmount(line.quantity ?? line.net, transaction.id)),
      },
    })),
  };
}
