import type { MethodOutput } from "#shared/contract/index.ts";
import type { StandingLockRow } from "#shared/contract/periods.ts";
import { formatDay, formatPeriod } from "../../format/date.ts";
import type { Tone } from "../../format/sync-words.ts";

/** The sections of the screen, as they stand in the address and in the order of their tabs. */
export const CHECK_SECTIONS = ["duplicates", "matches", "parties", "changes", "periods"] as const;
export type CheckSection = (typeof CHECK_SECTIONS)[number];

export const SECTION_WORDS: Readonly<Record<CheckSection, string>> = {
  duplicates: "Duplicates",
  matches: "Orders and bills",
  parties: "Parties",
  changes: "Changes",
  periods: "Periods and locks",
};

/** The section that an address names; the first where it names none. */
export function sectionOf(part: string | null): CheckSection {
  return CHECK_SECTIONS.find((section) => section === part) ?? "duplicates";
}

interface Word {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

/** How sure a score of 0 to 100 is, in a word. */
export function likelihood(score: number): Word {
  const means = `${score} of 100 by vendor, amount, dates and numbers`;
  if (score >= 90) return { word: "Very likely", tone: "failed", means };
  return score >= 75 ? { word: "Likely", tone: "warning", means } : { word: "Possible", tone: "neutral", means };
}

export type OrderMatch = MethodOutput<"matches.list">[number];
export type MatchedBill = OrderMatch["bills"][number];

export const MATCH_SOURCES: Readonly<Record<OrderMatch["source"], Word>> = {
  ledger: {
    word: "Ledger's own",
    tone: "locked",
    means: "The ledger itself counts what was billed on the order. Nothing here is computed.",
  },
  computed: {
    word: "Computed",
    tone: "syncing",
    means: "The ledger links bills to the order. Tieout computed the variances from their quantities and prices.",
  },
  proposed: {
    word: "Proposed",
    tone: "queued",
    means: "The ledger links no bills to orders. Tieout proposes pairs; they count only once a person has confirmed them.",
  },
  confirmed: { word: "Confirmed", tone: "ok", means: "A person confirmed which bills belong to the order. Tieout computed the variances." },
};

export const MATCH_STATES: Readonly<Record<OrderMatch["state"], Word>> = {
  over_billed: { word: "Over-billed", tone: "failed", means: "More was billed than was ordered." },
  variance: { word: "Variance", tone: "warning", means: "Billed at another price, or for something that was not ordered." },
  part_billed: { word: "Part billed", tone: "neutral", means: "Some of the order is still to be billed." },
  unbilled: { word: "Unbilled", tone: "neutral", means: "Nothing that counts has been billed yet." },
  matched: { word: "Matched", tone: "ok", means: "Quantities and prices of the bills agree with the order." },
  closed: { word: "Closed", tone: "locked", means: "The ledger closed the order before all of it was billed." },
};

export const MATCH_FILTERS = ["look", "over_billed", "proposed", "all"] as const;
export type MatchFilter = (typeof MATCH_FILTERS)[number];

/** Bills that a person has yet to confirm or refuse. */
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

/** What a person should see first comes first: over-billed, variances, open proposals; newest first within each. */
export function byUrgency(a: OrderMatch, b: OrderMatch): number {
  return urgency(a) - urgency(b) || b.date.localeCompare(a.date) || a.orderId.localeCompare(b.orderId);
}

function urgency(match: OrderMatch): number {
  const place = STATE_ORDER.indexOf(match.state);
  return place > 1 && openProposals(match).length > 0 ? 1.5 : place;
}

export const MODULE_WORDS = { ap: "Payables", ar: "Receivables", gl: "General ledger", all: "Everything" } as const;

/** What a lock is called: the period it stands for, or the ledger's name for it. */
export function lockName({ id, periodLabel, ownedBy }: Pick<StandingLockRow, "id" | "periodLabel" | "ownedBy">): string {
  if (periodLabel !== null) return ownedBy === "us" ? `${formatPeriod(periodLabel)}, closed here` : `Period ${periodLabel}`;
  const name = id.replaceAll("_", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} lock`;
}

/** The days that a lock binds. */
export function lockDays({ from, lockedThrough }: Pick<StandingLockRow, "from" | "lockedThrough">): string {
  return from === null ? `through ${formatDay(lockedThrough)}` : formatDays(from, lockedThrough);
}

/** Days from one to another, without saying twice what they share: `1 – 30 Sep 2026`, `28 Sep – 25 Oct 2026`. */
export function formatDays(start: string, end: string): string {
  if (start === end) return formatDay(end);
  const [day, month] = formatDay(start).split(" ");
  if (start.slice(0, 4) !== end.slice(0, 4)) return `${formatDay(start)} – ${formatDay(end)}`;
  return start.slice(0, 7) === end.slice(0, 7) ? `${day} – ${formatDay(end)}` : `${day} ${month} – ${formatDay(end)}`;
}

/** What the ledger locks of a period that is not closed; null when nothing. */
export function lockedWords(scopes: readonly StandingLockRow["scope"][]): string | null {
  const modules = new Set(scopes.map(({ module }) => module ?? "all"));
  if (modules.size === 0) return null;
  return modules.has("all") ? "locked in the ledger" : `${[...modules].map((name) => MODULE_WORDS[name].toLowerCase()).join(", ")} locked`;
}

/** What a lock binds: module, entity, adjustments only; and whom it lets pass. */
export function lockScope(
  { scope, exempts, forAdjustments }: Pick<StandingLockRow, "scope" | "exempts" | "forAdjustments">,
  entityName: (id: string) => string,
): string {
  return [
    MODULE_WORDS[scope.module ?? "all"],
    ...(scope.entityId === undefined ? [] : [`in ${entityName(scope.entityId)}`]),
    ...(forAdjustments ? ["adjustments only"] : []),
    ...(exempts === undefined ? [] : [`lets ${exempts} pass`]),
  ].join(", ");
}
