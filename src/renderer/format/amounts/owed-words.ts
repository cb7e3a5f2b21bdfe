import { absoluteDecimal, type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import { t } from "../../language/t.ts";

/**
 * What is owed on an account, in a list with others that hold money: the amount without a sign, and the word that says which it is.
 * @param owed positive where money is owed, negative where the account is overpaid
 */
export function owedWords(owed: DecimalString): { readonly amount: DecimalString; readonly word: string | null } {
  const word = isZero(owed) ? null : owed.startsWith("-") ? t("overpaid") : t("owed");
  return { amount: absoluteDecimal(owed), word };
}
