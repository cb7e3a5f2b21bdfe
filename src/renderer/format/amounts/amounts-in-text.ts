import { currencyDigits, isCurrencyCode } from "#shared/kernel/currency-digits.ts";
import { formatMoney } from "./amount.ts";

const AMOUNT = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`;
const AMOUNTS = new RegExp(String.raw`(?<![\w.,-])(?:(-?${AMOUNT})|\((${AMOUNT})\)) ([A-Z]{3})\b`, "g");

/**
 * A text of the core with its amounts as the window writes them: `42121.95 USD` and `42,121.95 USD` are `USD 42,121.95`. The
 * core writes every decimal of a currency, so `1010 USD clearing` is an account.
 */
export function withAmounts(text: string): string {
  return text.replaceAll(AMOUNTS, (all: string, plain: string | undefined, negative: string | undefined, currency: string) => {
    const amount = (plain ?? `-${negative}`).replaceAll(",", "");
    const decimals = amount.split(".")[1]?.length ?? 0;
    return isCurrencyCode(currency) && decimals >= currencyDigits(currency) ? formatMoney(amount, currency) : all;
  });
}
