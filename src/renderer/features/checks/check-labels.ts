import type { OperationOutput } from "#main/operations/collection.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { formatAmount } from "../../format/amounts/amount.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";

/** The sections of the screen by their name in the address, in the order of their tabs. */
export const CHECK_SECTIONS = ["duplicates", "matches", "parties", "changes", "periods"] as const;
export type CheckSection = (typeof CHECK_SECTIONS)[number];

export const SECTION_WORDS: Readonly<Record<CheckSection, string>> = {
  duplicates: t("Duplicates"),
  matches: t("Purchase orders"),
  parties: t("Contacts"),
  changes: t("Changes"),
  periods: t("Periods and locks"),
};

/** The section in an address; the first one by default. */
export function sectionOf(part: string | null): CheckSection {
  return CHECK_SECTIONS.find((section) => section === part) ?? "duplicates";
}

interface Word {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

export type OrderMatch = OperationOutput<"matches.list">[number];
export type MatchedBill = OrderMatch["bills"][number];

/** How an order's bills are known, as the tip of the words that name it: beside the order for `ledger`, else beside each bill. */
export const SOURCE_TIPS: Readonly<Record<OrderMatch["source"], string>> = {
  ledger: t("The ledger tracks the quantities billed on each order. Tieout calculates the amounts from those quantities."),
  computed: t("The ledger links this bill to the order. Tieout calculates variances from quantities and prices."),
  proposed: t("None of the client's orders is linked to a bill in the ledger. Suggested bills don't count until you confirm them."),
  confirmed: t("Someone confirmed this bill for the order in Tieout. Tieout calculates the variances."),
};

export const MATCH_STATES: Readonly<Record<OrderMatch["state"], Word>> = {
  over_billed: { word: t("Overbilled"), tone: "failed", means: t("More was billed than ordered.") },
  variance: { word: t("Variance"), tone: "warning", means: t("Billed at a different price, or for something that wasn't ordered.") },
  part_billed: { word: t("Partly billed"), tone: "neutral", means: t("Part of the order hasn't been billed.") },
  unbilled: {
    word: t("Unbilled"),
    tone: "neutral",
    means: t("Nothing has been billed on this order yet. Suggested bills don't count until you confirm them."),
  },
  matched: { word: t("Matched"), tone: "ok", means: t("The order is fully billed, and no variance was found.") },
  closed: { word: t("Closed"), tone: "locked", means: t("The ledger shows the order as closed or billed, so no more bills are expected.") },
};

export const MATCH_FILTERS = ["look", "over_billed", "proposed", "all"] as const;
export type MatchFilter = (typeof MATCH_FILTERS)[number];

/** What is still to be paid of a bill. One of nothing was never paid, though nothing is outstanding. */
export function outstandingText({ outstanding, total, currency }: Pick<MatchedBill, "outstanding" | "total" | "currency">): string {
  if (isZero(outstanding) && !isZero(total)) return t("Paid");
  return t("{outstanding} outstanding", { outstanding: formatAmount(outstanding, currency) });
}

/** Bills that a person has yet to confirm or reject. */
export function openProposals(match: OrderMatch): readonly MatchedBill[] {
  return match.bills.filter(({ how }) => how === "proposed");
}

export function passesMatchFilter(match: OrderMatch, filter: MatchFilter): boolean {
  if (filter === "all") return true;
  const over = match.state === "over_billed";
  const proposed = openProposals(match).length > 0;
  if (filter === "over_billed") return over;
  return filter === "proposed" ? proposed : over || proposed || match.state === "variance";
}

const STATE_ORDER = Object.keys(MATCH_STATES);

/** Most urgent first: over-billed, variances, open proposals; newest first within each. */
export function byUrgency(a: OrderMatch, b: OrderMatch): number {
  return urgency(a) - urgency(b) || b.date.localeCompare(a.date) || a.orderId.localeCompare(b.orderId);
}

function urgency(match: OrderMatch): number {
  const place = STATE_ORDER.indexOf(match.state);
  return place > 1 && openProposals(match).length > 0 ? 1.5 : place;
}
