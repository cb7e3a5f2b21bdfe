import { type DecimalString, fromTenThousandths, scaleOf, toTenThousandths } from "#shared/kernel/decimal.ts";

/**
 * Packs the amounts of one row: integers in ten-thousandths, the number of decimals sent (three
 * bits each, in the order of `names`), and the text of those that do not fit.
 */
export interface PackedAmounts {
  readonly values: readonly (number | null)[];
  readonly scales: number;
  readonly exact: string | null;
}

const TEXT = 6;
const ABSENT = 7;

export function packAmounts(names: readonly string[], amounts: readonly (DecimalString | undefined)[]): PackedAmounts {
  let scales = 0;
  let exact: Record<string, string> | null = null;
  const values: (number | null)[] = [];
  for (let index = 0; index < amounts.length; index++) {
    const amount = amounts[index];
    let code = ABSENT;
    let value: number | null = null;
    if (amount !== undefined) {
      value = toTenThousandths(amount);
      // A numeral such as 007.50 or -0.00 could not be rebuilt from the integer.
      code = value === null || !isCanonical(amount, value) ? TEXT : scaleOf(amount);
      if (code === TEXT) {
        exact ??= {};
        exact[names[index] as string] = amount;
      }
    }
    values.push(value);
    scales |= code << (3 * index);
  }
  return { values, scales, exact: exact === null ? null : JSON.stringify(exact) };
}

/** True when nothing but the value and the number of decimals is needed to write the numeral again. */
function isCanonical(amount: DecimalString, value: number): boolean {
  const isNegative = amount.charCodeAt(0) === 45;
  const first = isNegative ? 1 : 0;
  if (amount.charCodeAt(first) !== 48) return true;
  const hasOneZero = amount.length === first + 1 || amount.charCodeAt(first + 1) === 46;
  return hasOneZero && !(isNegative && value === 0);
}

/** Rebuilds one amount as it was sent; undefined when the record had none. */
export function unpackAmount(
  value: number | null,
  scales: number,
  index: number,
  name: string,
  exact: string | null,
): DecimalString | undefined {
  const code = Math.floor(scales / 8 ** index) % 8;
  if (code === ABSENT) return undefined;
  if (code === TEXT) return (JSON.parse(exact ?? "{}") as Record<string, DecimalString>)[name];
  return fromTenThousandths(value as number, code);
}
