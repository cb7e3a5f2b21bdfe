import { canonicalDecimal, compareDecimals, type DecimalString, decimal, isZero, scaleOf } from "#shared/kernel/decimal.ts";
import type { ScheduleItem, ScheduleItemOf } from "#shared/model/close/schedule-item.ts";
import { monthsInterest } from "./amortise.ts";

interface Refusal {
  readonly message: string;
  readonly field: string;
}

/** What keeps an item from being scheduled; null when nothing does. @param decimals of the books' currency */
export function scheduleRefusal(item: ScheduleItem, decimals: number): Refusal | null {
  if (!isPositive(item.amount)) return { message: "Enter an amount greater than zero.", field: "amount" };
  const tooExact = amountsOf(item).find(([, amount]) => hasMoreDecimals(amount, decimals));
  if (tooExact !== undefined) return { message: decimalsWords(decimals), field: tooExact[0] };
  if (item.accountId === item.otherAccountId) return { message: "Choose two different accounts.", field: "otherAccountId" };
  if (item.kind === "fixed_asset") return assetRefusal(item);
  if (item.kind === "accrual" && item.settledOn !== null && item.settledOn < item.from)
    return { message: "The settlement date is before the first accrual.", field: "settledOn" };
  return item.kind === "loan" ? loanRefusal(item, decimals) : null;
}

function assetRefusal({ amount, salvage, method, factor, from, disposal, contraAccountId, otherAccountId }: ScheduleItemOf<"fixed_asset">) {
  if (salvage.startsWith("-") || compareDecimals(salvage, amount) > 0)
    return { message: "Enter a salvage value between zero and the cost.", field: "salvage" };
  if (method === "declining_balance" && !isPositive(factor))
    return { message: "Enter a factor greater than zero, such as 2.", field: "factor" };
  if (contraAccountId === otherAccountId)
    return { message: "Choose different accounts for depreciation and accumulated depreciation.", field: "contraAccountId" };
  return disposal !== null && disposal.date < from
    ? { message: "The disposal date is before the in-service date.", field: "disposal" }
    : null;
}

function loanRefusal({ amount, rate, payment, months }: ScheduleItemOf<"loan">, decimals: number): Refusal | null {
  if (rate.startsWith("-") || compareDecimals(rate, decimal("100")) > 0)
    return { message: "Enter an annual interest rate between 0 and 100 percent.", field: "rate" };
  if (payment === null || months === 1) return null;
  const interest = monthsInterest(amount, rate, decimals);
  return compareDecimals(payment, interest) <= 0
    ? { message: `The payment must be more than the first month's interest of ${interest}.`, field: "payment" }
    : null;
}

/** The amounts that months are calculated from, by field. A rate and a factor may be as exact as they are. */
function amountsOf(item: ScheduleItem): (readonly [field: string, amount: DecimalString])[] {
  return [
    ["amount", item.amount],
    ...(item.kind === "fixed_asset" ? [["salvage", item.salvage] as const] : []),
    ...(item.kind === "loan" && item.payment !== null ? [["payment", item.payment] as const] : []),
  ];
}

/** Whether an amount is more exact than its currency: no ledger takes a fraction of a cent, which the last month would have. */
export function hasMoreDecimals(amount: DecimalString, decimals: number): boolean {
  return scaleOf(canonicalDecimal(amount)) > decimals;
}

export function decimalsWords(decimals: number): string {
  return decimals === 0 ? "Enter an amount without decimals." : `Enter an amount with at most ${decimals} decimal places.`;
}

function isPositive(value: DecimalString): boolean {
  return !value.startsWith("-") && !isZero(value);
}
