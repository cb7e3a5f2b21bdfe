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
      code = value === null ? TEXT : scaleOf(amount);
      // A numeral such as 007.50 or -0.00 could not be rebuilt from the integer.
      if (value !== null && fromTenThousandths(value, code) !== amount) code = TEXT;
      if (code === TEXT) {
        exact ??= {};
        exact[names[index] as string] = amount;
      }
    }
    values.push(value);
    scales += code * 8 ** index;
  }
  return { values, scales, exact: exact === null ? null : JSON.stringify(exact) };
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
