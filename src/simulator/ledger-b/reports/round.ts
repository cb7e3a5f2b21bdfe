import { type DecimalString, scaleOf } from "#shared/kernel/decimal.ts";

/** Two decimals, halves away from zero. */
export function roundedToCents(value: DecimalString): DecimalString {
  const surplus = scaleOf(value) - 2;
  const digits = BigInt(value.replace(/[-.]/g, ""));
  const cents = surplus <= 0 ? digits * 10n ** BigInt(-surplus) : (digits + 10n ** BigInt(surplus) / 2n) / 10n ** BigInt(surplus);
  const text = cents.toString().padStart(3, "0");
  const sign = value.startsWith("-") && cents !== 0n ? "-" : "";
  return `${sign}${text.slice(0, -2)}.${text.slice(-2)}` as DecimalString;
}
