import type { FigureGap } from "#shared/model/reports/statement.ts";

/** Why a reconstructed figure is not the ledger's own, in the words that a statement shows. */
const REASONS = {
  payment_base: [
    "no_base_amount",
    "Some foreign-currency payments aren't included: they have no exchange rate, or the transactions they pay have no amount in base currency.",
  ],
  document_base: [
    "no_base_amount",
    "Some foreign-currency transactions aren't included, because the ledger gives no amount in base currency for them.",
  ],
  lines_base: [
    "no_base_amount",
    "Some transactions have a total in base currency but no exchange rate. Their lines and tax are shown without an account.",
  ],
  payment_rate: [
    "currency_difference",
    "The ledger gives no amount in base currency for some foreign-currency payments. Tieout converts each payment at that payment's exchange rate.",
  ],
  other_currency: [
    "currency_difference",
    "Some payments settle transactions in another currency. These payments are shown at their own amounts, without a currency gain or loss.",
  ],
  exchange_account: [
    "currency_difference",
    "The ledger has no account for realized currency gains and losses, so they're shown without an account.",
  ],
  rounding_account: [
    "rounding_difference",
    "The ledger has no account for rounding differences in base currency, so they're shown without an account.",
  ],
  line_account: ["account_unknown", "Some lines are on unknown accounts. Their amounts are shown without an account."],
  total_account: ["account_unknown", "Some transactions have no known bank account. Their totals are shown without an account."],
  control_account: ["account_unknown", "Some transactions have no known control account. Their totals are shown without an account."],
  tax_account: ["account_unknown", "The ledger has no single tax account, so tax on transactions is shown without an account."],
  unexplained: [
    "account_unknown",
    "The lines and tax of some transactions don't add up to the total. The difference is shown without an account.",
  ],
  cost_of_sales: [
    "cost_of_sales",
    "The ledger doesn't report the cost of tracked items, so the cost of their sales and inventory adjustments isn't included.",
  ],
} as const satisfies Readonly<Record<string, readonly [FigureGap["code"], string]>>;

export type GapReason = keyof typeof REASONS;

/** The first of the records that a gap names. */
export const RECORDS_SHOWN = 100;

/** What figures lack, reason by reason in the order of this file; the records of each are the first hundred of `count`. */
export function figureGaps(
  found: ReadonlyMap<GapReason, { readonly recordIds: readonly string[]; readonly count: number }>,
  currencies: ReadonlyMap<GapReason, readonly string[]> = new Map(),
): FigureGap[] {
  return (Object.keys(REASONS) as GapReason[]).flatMap((reason) => {
    const entry = found.get(reason);
    if (entry === undefined) return [];
    const [code, message] = REASONS[reason];
    const own = currencies.get(reason);
    const about = own === undefined ? {} : { about: { reason, currencies: [...own] } };
    return [{ code, message, recordIds: [...entry.recordIds], count: entry.count, ...about }];
  });
}

/**
 * A gap in a few words with its count, such as "16 AUD payments can't be converted". Null for one that leaves out no amount and no
 * account.
 */
export function gapBrief({ about, count }: Pick<FigureGap, "about" | "count">): string | null {
  const currencies = about?.currencies ?? [];
  const [one, many] = currencies.length === 1 ? [`1 ${currencies[0]}`, `${count} ${currencies[0]}`] : ["1", String(count)];
  const of = (noun: string, has: string, have: string) => (count === 1 ? `${one} ${noun} ${has}` : `${many} ${noun}s ${have}`);
  switch (about?.reason) {
    case "payment_base":
      return of("payment", "can't be converted", "can't be converted");
    case "document_base":
      return of("transaction", "has no amount in base currency", "have no amount in base currency");
    case "lines_base":
      return of("transaction", "has no exchange rate", "have no exchange rate");
    case "total_account":
      return of("transaction", "has no bank account", "have no bank account");
    case "line_account":
      return of("transaction", "has a line on an unknown account", "have lines on unknown accounts");
    case "control_account":
      return of("transaction", "has no control account", "have no control account");
    default:
      return null;
  }
}
