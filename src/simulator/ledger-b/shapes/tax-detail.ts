import { sumDecimals } from "#shared/kernel/decimal.ts";
import type { SimLine, SimTransaction } from "../../books/types.ts";
import { type JsonNode, type JsonObject, numeral } from "../json-writer.ts";
import { sentAmount } from "../sent-amount.ts";
import { taxRateIdOf } from "../traits.ts";
import type { View } from "../view.ts";
import { amount } from "./common.ts";

/** Tax of the whole document; lines carry codes only. */
export function taxDetail(view: View, transaction: SimTransaction): JsonObject {
  const total = amount(transaction, transaction.tax);
  if (transaction.state === "voided") return { TotalTax: total };
  const taxed = transaction.lines.filter((line) => line.taxCodeId !== null);
  const lines = [...Map.groupBy(taxed, (line) => line.taxCodeId ?? "")].map(([codeId, group]) => taxLine(view, transaction, codeId, group));
  return { TotalTax: total, TaxLine: lines.length > 0 ? lines : undefined };
}

function taxLine(view: View, transaction: SimTransaction, codeId: string, group: readonly SimLine[]): JsonNode {
  const rate = view.books.taxCodes.find((code) => code.id === codeId)?.rate;
  return {
    Amount: amount(transaction, sumDecimals(group.map((line) => line.tax))),
    DetailType: "TaxLineDetail",
    TaxLineDetail: {
      TaxRateRef: { value: taxRateIdOf(view.books, codeId) },
      PercentBased: true,
      TaxPercent: rate && numeral(sentAmount(rate, transaction.id)),
      NetAmountTaxable: amount(transaction, sumDecimals(group.map((line) => line.net))),
    },
  };
}
