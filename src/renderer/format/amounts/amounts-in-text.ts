import { formatMoney } from "./amount.ts";

const AMOUNT = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`;
const AMOUNTS = new RegExp(String.raw`(?<![\w.,-])(?:(-?${AMOUNT})|\((${AMOUNT})\)) ([A-Z]{3})\b`, "g");

/** A text of the core with its amounts as the window writes them: `42121.95 USD` and `42,121.95 USD` are `USD 42,121.95`. */
export function withAmounts(text: string): string {
  return text.replaceAll(AMOUNTS, (_all, plain: string | undefined, negative: string | undefined, currency: string) =>
    formatMoney((plain ?? `-${negative}`).replaceAll(",", ""), currency),
  );
}
