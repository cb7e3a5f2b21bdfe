import { formatMoney } from "./amount.ts";

/** A text of the core with its amounts as people write them: `42121.95 USD` is `USD 42,121.95`, and so is `42,121.95 USD`. */
export function withAmounts(text: string): string {
  return text.replaceAll(/(?<![\w.,-])(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?) ([A-Z]{3})\b/g, (_all, amount: string, currency: string) =>
    formatMoney(amount.replaceAll(",", ""), currency),
  );
}
