import type { FigureGap } from "#shared/model/reports/statement.ts";

/** Why a reconstructed figure is not the ledger's own, in the words that a statement shows. */
const REASONS = {
  payment_base: [
    "no_base_amount",
    "Payments in a foreign currency without a rate, or for transactions without a base amount, aren't included.",
  ],
  document_base: ["no_base_amount", "Transactions in a foreign currency without a base amount from the ledger aren't included."],
  lines_base: ["no_base_amount", "Transactions with a base total but no exchange rate. Their lines and tax are shown without an account."],
  payment_rate: [
    "currency_difference",
    "Payments in a foreign currency without a base amount from the ledger. Their amounts are converted at the payment's rate.",
  ],
  other_currency: [
    "currency_difference",
    "Payments for transactions in another currency. They're shown at the payment's amount, without a currency gain or loss.",
  ],
  exchange_account: [
    "currency_difference",
    "Realized currency gains and losses. The ledger has no account for them, so they're shown without an account.",
  ],
  rounding_account: [
    "rounding_difference",
    "Rounding differences in base currency. The ledger has no account for them, so they're shown without an account.",
  ],
  line_account: ["account_unknown", "Lines on unknown accounts. Their amounts are shown without an account."],
  total_account: ["account_unknown", "Transactions without a known bank account. Their totals are shown without an account."],
  control_account: ["account_unknown", "Transactions without a known control account. Their totals are shown without an account."],
  tax_account: ["account_unknown", "Tax on transactions. The ledger has no single tax account, so it's shown without an account."],
  unexplained: [
    "account_unknown",
    "Transactions whose lines and tax don't add up to their total. The difference is shown without an account.",
  ],
  cost_of_sales: [
    "cost_of_sales",
    "Sales and stock adjustments of tracked items. The ledger doesn't report their cost, so it isn't included.",
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

/** A gap in a few words with its count, such as "16 AUD payments have no rate". Null for one that leaves out no amount and no account. */
export function gapBrief({ about, count }: Pick<FigureGap, "about" | "count">): string | null {
  const currencies = about?.currencies ?? [];
  const [one, many] = currencies.length === 1 ? [`1 ${currencies[0]}`, `${count} ${currencies[0]}`] : ["1", String(count)];
  const of = (noun: string, has: string, have: string) => (count === 1 ? `${one} ${noun} ${has}` : `${many} ${noun}s ${have}`);
  switch (about?.reason) {
    case "payment_base":
      return of("payment", "has no rate", "have no rate");
    case "document_base":
      return of("transaction", "has no base amount", "have no base amount");
    case "lines_base":
      return of("transaction", "has no rate", "have no rate");
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
