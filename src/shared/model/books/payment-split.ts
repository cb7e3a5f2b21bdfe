import { compareDecimals, type DecimalString, isZero, subtractDecimals } from "#shared/kernel/decimal.ts";

/** An open bill or invoice that a payment may settle. */
export interface Payable {
  readonly id: string;
  readonly partyId: string | null;
  readonly outstanding: DecimalString;
}

export interface PaymentSplit {
  /** What each takes of the amount, in the order in which they were chosen; only the last is paid in part. */
  readonly allocations: readonly { readonly id: string; readonly amount: DecimalString }[];
  /** What of the amount nothing takes. */
  readonly left: DecimalString;
  /** Why it can't be paid like this; null where it can. */
  readonly problem: "nothing_chosen" | "several_contacts" | "amount_left" | "one_too_many" | null;
}

/** Splits an amount of money among open bills or invoices of one contact: all of it, and something for each. */
export function splitPayment(amount: DecimalString, payables: readonly Payable[]): PaymentSplit {
  let left = amount;
  const allocations = payables.map(({ id, outstanding }) => {
    const part = compareDecimals(outstanding, left) < 0 ? outstanding : left;
    left = subtractDecimals(left, part);
    return { id, amount: part };
  });
  return { allocations, left, problem: problemOf(payables, allocations, left) };
}

function problemOf(payables: readonly Payable[], allocations: PaymentSplit["allocations"], left: DecimalString): PaymentSplit["problem"] {
  const [first] = payables;
  if (first === undefined) return "nothing_chosen";
  if (first.partyId === null || payables.some(({ partyId }) => partyId !== first.partyId)) return "several_contacts";
  if (!isZero(left)) return "amount_left";
  return allocations.some(({ amount }) => isZero(amount)) ? "one_too_many" : null;
}
