import type { FigureGap } from "#shared/model/reports/statement.ts";

/** Why a reconstructed figure is not the ledger's own, in the words that a statement shows. */
const REASONS = {
  document_base: [
    "no_base_amount",
    "Documents in a foreign currency of which the ledger gives no base amount. Nothing of them is contained.",
  ],
  payment_base: [
    "no_base_amount",
    "Payments in a foreign currency without a rate, or for documents without a base amount. Nothing of them is contained.",
  ],
  lines_base: ["no_base_amount", "Documents with a base total but without a rate. Their lines and tax stand without account."],
  payment_rate: [
    "currency_difference",
    "Payments in a foreign currency. The ledger gives them a rate and no base amount, so theirs is the amount at that rate.",
  ],
  other_currency: [
    "currency_difference",
    "Payments for documents in another currency. What they cleared stands at the payment's own amount, without a currency difference.",
  ],
  exchange_account: ["currency_difference", "Realised currency differences. No account is marked for them, so they stand without account."],
  rounding_account: ["rounding_difference", "Rounding of base amounts. No account is marked for it, so it stands without account."],
  line_account: ["account_unknown", "Lines without a known account. Their amounts stand without account."],
  total_account: ["account_unknown", "Money received or spent of which no record names the account. It stands without account."],
  control_account: ["account_unknown", "Documents and payments whose control account is not known. It stands without account."],
  tax_account: ["account_unknown", "Tax of documents where no one account is marked for tax. It stands without account."],
  unexplained: ["account_unknown", "Documents whose lines and tax do not add up to their total. The rest stands without account."],
  cost_of_sales: [
    "cost_of_sales",
    "Sales and stock adjustments of tracked items. The ledger posts their cost without stating it, so it isn't included.",
  ],
} as const satisfies Readonly<Record<string, readonly [FigureGap["code"], string]>>;

export type GapReason = keyof typeof REASONS;

/** The first of the records that a gap names. */
export const RECORDS_SHOWN = 100;

/** What figures lack, reason by reason in the order of this file; the records of each are the first hundred of `count`. */
export function figureGaps(found: ReadonlyMap<GapReason, { readonly recordIds: readonly string[]; readonly count: number }>): FigureGap[] {
  return (Object.keys(REASONS) as GapReason[]).flatMap((reason) => {
    const entry = found.get(reason);
    if (entry === undefined) return [];
    const [code, message] = REASONS[reason];
    return [{ code, message, recordIds: [...entry.recordIds], count: entry.count }];
  });
}
