import { type DecimalString, negateDecimal } from "#shared/kernel/decimal.ts";

/**
 * An amount of a bank or card account, where money in is positive, with the sign that the account's balance has on the balance
 * sheet: what is owed on a card is positive.
 */
export function balanceSheetSign(amount: DecimalString, { isLiability }: { readonly isLiability: boolean }): DecimalString {
  return isLiability ? negateDecimal(amount) : amount;
}
