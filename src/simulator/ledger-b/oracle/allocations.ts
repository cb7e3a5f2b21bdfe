import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { SimTransaction } from "../../books/types.ts";
import { entityOf } from "../entities.ts";
import { sentAmount } from "../sent-amount.ts";
import { type Application, isPayment, type View } from "../view.ts";
import { moneyOf } from "./plain.ts";

export interface OracleAllocation {
  readonly fromKind: "payment" | "document";
  readonly fromId: string;
  readonly toId: string;
  readonly amount: { readonly amount: DecimalString; readonly currency: string };
  readonly date: string;
}

/** Every allocation from or to a transaction, by date, source and target. */
export function allocationsOf(view: View, transaction: SimTransaction): OracleAllocation[] {
  const both = [...(view.applicationsFrom.get(transaction.id) ?? []), ...(view.applicationsTo.get(transaction.id) ?? [])];
  return both.map(allocationOf).toSorted((a, b) => compare(keyOf(a), keyOf(b)));
}

/** The numeral is the one on the line of the payment that carries it. */
function allocationOf({ source, target, amount, date, payerId }: Application): OracleAllocation {
  return {
    fromKind: isPayment(source) ? "payment" : "document",
    fromId: `${entityOf(source.kind)}:${source.id}`,
    toId: `${entityOf(target.kind)}:${target.id}`,
    amount: moneyOf(sentAmount(amount, payerId), source.currency),
    date,
  };
}

function keyOf({ date, fromId, toId }: OracleAllocation): string {
  return [date, fromId, toId].join(" ");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
