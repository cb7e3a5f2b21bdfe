import type { AccountSum } from "#main/domain/account-sum.ts";
import type { ReconstructedPosting } from "#main/domain/reconstruct-postings.ts";
import { type DecimalString, fromTenThousandths, subtractDecimals, sumDecimals, toTenThousandths } from "#shared/kernel/decimal.ts";

interface Sides {
  debit: bigint;
  credit: bigint;
  /** Amounts that are no whole number of ten-thousandths, with their sign. */
  readonly exact: DecimalString[];
}

/** Adds postings up per account, exactly. */
export class PostingTally {
  readonly #sides = new Map<string | null, Sides>();

  add(postings: readonly ReconstructedPosting[]): void {
    for (const { accountId, amount } of postings) {
      const units = toTenThousandths(amount);
      if (units === null) this.#of(accountId).exact.push(amount);
      else this.addUnits(accountId, BigInt(units));
    }
  }

  /** One amount, or a sum of amounts of one sign, in ten-thousandths; debits positive. */
  addUnits(accountId: string | null, units: bigint): void {
    if (units === 0n) return;
    const sides = this.#of(accountId);
    if (units >= 0n) sides.debit += units;
    else sides.credit -= units;
  }

  /** What was posted per account; accounts without postings are left out. */
  sums(): Map<string | null, AccountSum> {
    return new Map([...this.#sides].map(([accountId, sides]) => [accountId, sumOf(accountId, sides)]));
  }

  #of(accountId: string | null): Sides {
    const known = this.#sides.get(accountId) ?? { debit: 0n, credit: 0n, exact: [] };
    this.#sides.set(accountId, known);
    return known;
  }
}

function sumOf(accountId: string | null, { debit, credit, exact }: Sides): AccountSum {
  const isCredit = (amount: DecimalString) => amount.startsWith("-");
  const debits = sumDecimals([fromTenThousandths(debit, 4), ...exact.filter((amount) => !isCredit(amount))]);
  const credits = subtractDecimals(fromTenThousandths(credit, 4), sumDecimals(exact.filter(isCredit)));
  return { accountId, debit: debits, credit: credits, net: subtractDecimals(debits, credits) };
}
