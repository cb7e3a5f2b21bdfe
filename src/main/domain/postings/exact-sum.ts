import { type DecimalString, fromTenThousandths, scaleOf, sumDecimals, toTenThousandths } from "#shared/kernel/decimal.ts";

/** An exact running sum of many amounts, at the largest scale among them; the same as `sumDecimals`, and fast. */
export class ExactSum {
  #scaled = 0n;
  #scale = 0;
  #others: DecimalString[] = [];

  add(value: DecimalString): void {
    const scaled = toTenThousandths(value);
    if (scaled === null) this.#others.push(value);
    else {
      this.#scaled += BigInt(scaled);
      this.#scale = Math.max(this.#scale, scaleOf(value));
    }
    // Amounts beyond four decimals or 2^53 are rare; they must not pile up.
    if (this.#others.length > 1000) this.#others = [sumDecimals(this.#others)];
  }

  value(): DecimalString {
    const most = fromTenThousandths(this.#scaled, this.#scale);
    return this.#others.length === 0 ? most : sumDecimals([most, ...this.#others]);
  }
}
