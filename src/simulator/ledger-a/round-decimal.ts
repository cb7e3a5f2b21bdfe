import { type DecimalString, decimal, scaleOf } from "#shared/kernel/decimal.ts";

/** The value at exactly `places` decimals, halves away from zero. Integer arithmetic only. */
export function roundDecimal(value: DecimalString, places: number): DecimalString {
  const negative = value.startsWith("-");
  const scale = scaleOf(value);
  const digits = BigInt(value.replace("-", "").replace(".", ""));
  const scaled = scale <= places ? digits * 10n ** BigInt(places - scale) : halfUp(digits, 10n ** BigInt(scale - places));
  const text = scaled.toString().padStart(places + 1, "0");
  const body = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  return decimal(negative && scaled !== 0n ? `-${body}` : body);
}

/** At least `places` decimals: nothing that the books hold is rounded away. */
export function padDecimal(value: DecimalString, places: number): DecimalString {
  return roundDecimal(value, Math.max(places, scaleOf(value)));
}

function halfUp(digits: bigint, divisor: bigint): bigint {
  return (digits + divisor / 2n) / divisor;
}
