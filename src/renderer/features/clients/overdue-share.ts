import type { ClientInsight } from "#shared/contract/clients/client-insights.ts";
import { decimal, divideDecimal, isZero, multiplyDecimals } from "#shared/kernel/decimal.ts";

/** The overdue part of what is open, in percent with one decimal; null where nothing is open. */
export function overdueShare({ receivable }: Pick<ClientInsight, "receivable">): string | null {
  if (isZero(receivable.open)) return null;
  return divideDecimal(multiplyDecimals(receivable.overdue, decimal("100")), receivable.open, 1);
}
