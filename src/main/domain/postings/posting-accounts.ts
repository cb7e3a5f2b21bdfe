import type { Account } from "#shared/model/books/account.ts";

/** The side of the books that a control account gathers. */
export type ControlSide = "receivable" | "payable";

/** The accounts that documents do not name, found by the role that the ledger itself marks; null where it marks none, or several. */
export interface PostingAccounts {
  readonly baseCurrency: string;
  /** Decimals of the base currency. */
  readonly baseDecimals: number;
  control(side: ControlSide, currency: string): string | null;
  readonly tax: string | null;
  readonly exchangeDifference: string | null;
  readonly rounding: string | null;
  /** Every account that a record may post to without naming it. */
  readonly implied: ReadonlySet<string>;
}

type Chart = Iterable<Pick<Account, "id" | "role" | "currency">>;

/**
 * Finds the accounts of a chart that reconstructed postings go to. Where several accounts share a role,
 * the one of the document's currency is meant if there is one such; else none is: an account is never guessed.
 */
export function postingAccounts(chart: Chart, baseCurrency: string): PostingAccounts {
  const byRole = new Map<string, Pick<Account, "id" | "currency">[]>();
  for (const { role, ...account } of chart) {
    if (role !== undefined) byRole.set(role, [...(byRole.get(role) ?? []), account]);
  }
  const only = (list: readonly Pick<Account, "id">[]) => (list.length === 1 ? (list[0]?.id ?? null) : null);
  const ofRole = (role: NonNullable<Account["role"]>) => byRole.get(role) ?? [];
  return {
    baseCurrency,
    baseDecimals: decimalsOf(baseCurrency),
    control: (side, currency) => {
      const all = ofRole(side);
      return only(all) ?? only(all.filter((account) => account.currency === currency));
    },
    tax: only(ofRole("tax")),
    exchangeDifference: only(ofRole("exchange_difference")),
    rounding: only(ofRole("rounding")),
    implied: new Set(IMPLIED.flatMap((role) => ofRole(role).map(({ id }) => id))),
  };
}

const IMPLIED = ["receivable", "payable", "tax", "exchange_difference", "rounding"] as const;

const decimals = new Map<string, number>();

/** 2 where the code is unknown. */
function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  const digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  decimals.set(currency, digits);
  return digits;
}
