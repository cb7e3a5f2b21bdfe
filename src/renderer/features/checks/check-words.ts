import type { MethodOutput } from "#shared/contract/index.ts";
import type { StandingLockRow } from "#shared/contract/periods.ts";
import { formatDay, formatPeriod } from "../../format/date.ts";
import type { Tone } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";

/** The sections of the screen, as they stand in the address and in the order of their tabs. */
export const CHECK_SECTIONS = ["duplicates", "matches", "parties", "changes", "periods"] as const;
export type CheckSection = (typeof CHECK_SECTIONS)[number];

export const SECTION_WORDS: Readonly<Record<CheckSection, string>> = {
  duplicates: t("Duplicates"),
  matches: t("Orders and bills"),
  parties: t("Parties"),
  changes: t("Changes"),
  periods: t("Periods and locks"),
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
  const means = t("{score} of 100 by vendor, amount, dates and numbers", { score });
  if (score >= 90) return { word: t("Very likely"), tone: "failed", means };
  return score >= 75 ? { word: t("Likely"), tone: "warning", means } : { word: t("Possible"), tone: "neutral", means };
}

export type OrderMatch = MethodOutput<"matches.list">[number];
export type MatchedBill = OrderMatch["bills"][number];

export const MATCH_SOURCES: Readonly<Record<OrderMatch["source"], Word>> = {
  ledger: {
    word: t("Ledger's own"),
    tone: "locked",
    means: t("The ledger itself counts what was billed on the order. Nothing here is computed."),
  },
  computed: {
    word: t("Computed"),
    tone: "current",
    means: t("The ledger links bills to the order. Tieout computed the variances from their quantities and prices."),
  },
  proposed: {
    word: t("Proposed"),
    tone: "queued",
    means: t("The ledger links no bills to orders. Tieout proposes pairs; they count only once a person has confirmed them."),
  },
  confirmed: {
    word: t("Confirmed"),
    tone: "ok",
    means: t("A person confirmed which bills belong to the order. Tieout computed the variances."),
  },
};

export const MATCH_STATES: Readonly<Record<OrderMatch["state"], Word>> = {
  over_billed: { word: t("Over-billed"), tone: "failed", means: t("More was billed than was ordered.") },
  variance: { word: t("Variance"), tone: "warning", means: t("Billed at another price, or for something that was not ordered.") },
  part_billed: { word: t("Part billed"), tone: "neutral", means: t("Some of the order is still to be billed.") },
  unbilled: { word: t("Unbilled"), tone: "neutral", means: t("Nothing that counts has been billed yet.") },
  matched: { word: t("Matched"), tone: "ok", means: t("Quantities and prices of the bills agree with the order.") },
  closed: { word: t("Closed"), tone: "locked", means: t("The ledger closed the order before all of it was billed.") },
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

export const MODULE_WORDS = { ap: t("Payables"), ar: t("Receivables"), gl: t("General ledger"), all: t("Everything") } as const;

/** What a lock is called: the period it stands for, or the ledger's name for it. */
export function lockName({ id, periodLabel, ownedBy }: Pick<StandingLockRow, "id" | "periodLabel" | "ownedBy">): string {
  if (periodLabel !== null)
    return ownedBy === "us"
      ? t("{periodLabel}, closed here", { periodLabel: formatPeriod(periodLabel) })
      : t("Period {periodLabel}", { periodLabel });
  const name = id.replaceAll("_", " ");
  return t("{value}{name} lock", { value: name.charAt(0).toUpperCase(), name: name.slice(1) });
}

/** The days that a lock binds. */
export function lockDays({ from, lockedThrough }: Pick<StandingLockRow, "from" | "lockedThrough">): string {
  return from === null ? t("through {lockedThrough}", { lockedThrough: formatDay(lockedThrough) }) : formatDays(from, lockedThrough);
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
  return modules.has("all")
    ? t("locked in the ledger")
    : t("{value} locked", { value: [...modules].map((name) => MODULE_WORDS[name].toLowerCase()).join(", ") });
}

/** What a lock binds: module, entity, adjustments only; and whom it lets pass. */
export function lockScope(
  { scope, exempts, forAdjustments }: Pick<StandingLockRow, "scope" | "exempts" | "forAdjustments">,
  entityName: (id: string) => string,
): string {
  return [
    MODULE_WORDS[scope.module ?? "all"],
    ...(scope.entityId === undefined ? [] : [t("in {entityId}", { entityId: entityName(scope.entityId) })]),
    ...(forAdjustments ? [t("adjustments only")] : []),
    ...(exempts === undefined ? [] : [t("lets {exempts} pass", { exempts })]),
  ].join(", ");
}
