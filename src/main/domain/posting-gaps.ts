import type { FigureGap } from "#shared/model/statement.ts";

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
  basis: ["basis_not_possible", "Cash basis was asked for and can not be made from the documents. These figures are accrual."],
} as const satisfies Readonly<Record<string, readonly [FigureGap["code"], string]>>;

export type GapReason = keyof typeof REASONS;

/** The first of the records that a gap names. */
export const RECORDS_SHOWN = 100;

/** Gathers the records that each reason concerns. */
export class GapList {
  readonly #found = new Map<GapReason, { readonly ids: Set<string>; more: number }>();

  /** Notes one record; a record counts once for a reason while it is among those shown. */
  add(reason: GapReason, recordId: string): void {
    const entry = this.#entry(reason);
    if (entry.ids.has(recordId)) return;
    if (entry.ids.size < RECORDS_SHOWN) entry.ids.add(recordId);
    else entry.more++;
  }

  /** Notes `count` records of which only some are named. */
  addMany(reason: GapReason, recordIds: readonly string[], count: number): void {
    const entry = this.#entry(reason);
    entry.more += count - recordIds.length;
    for (const id of recordIds) this.add(reason, id);
  }

  gaps(): FigureGap[] {
    return (Object.keys(REASONS) as GapReason[]).flatMap((reason) => {
      const entry = this.#found.get(reason);
      if (entry === undefined) return [];
      const [code, message] = REASONS[reason];
      return [{ code, message, recordIds: [...entry.ids], count: entry.ids.size + entry.more }];
    });
  }

  #entry(reason: GapReason) {
    const entry = this.#found.get(reason) ?? { ids: new Set<string>(), more: 0 };
    this.#found.set(reason, entry);
    return entry;
  }
}
