import { formatMoney } from "./amount.ts";

/** A text of the core with its amounts as people write them: `42121.95 USD` is `USD 42,121.95`. */
export function withAmounts(text: string): string {
  return text.replaceAll(/(?<![\w.-])(-?\d+(?:\.\d+)?) ([A-Z]{3})\b/g, (_all, amount: string, currency: string) =>
    formatMoney(amount, currency),
  );
}
