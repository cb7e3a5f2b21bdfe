import type { StandingLockRow } from "#shared/contract/books/periods.ts";
import { t } from "../../language/t.ts";
import { formatDay, formatLongPeriod } from "../dates/date.ts";

/** What a lock can bind. */
export const MODULE_LABELS = { ap: t("Payables"), ar: t("Receivables"), gl: t("General ledger"), all: t("Everything") } as const;

/** What a lock is called: the period it stands for, or the ledger's name for it. */
export function lockName({ id, periodLabel, ownedBy }: Pick<StandingLockRow, "id" | "periodLabel" | "ownedBy">): string {
  if (periodLabel !== null)
    return ownedBy === "us"
      ? t("{periodLabel}, closed in Tieout", { periodLabel: formatLongPeriod(periodLabel) })
      : t("Period {periodLabel}", { periodLabel });
  if (id === "book_close") return t("Closing date");
  const name = id.replaceAll("_", " ").replace(/\byear end\b/i, (words) => words.replace(" ", "-"));
  return t("{entity}{name} lock", { entity: name.charAt(0).toUpperCase(), name: name.slice(1) });
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
export function lockedLabel(scopes: readonly StandingLockRow["scope"][]): string | null {
  const modules = new Set(scopes.map(({ module }) => module ?? "all"));
  if (modules.size === 0) return null;
  if (modules.has("all")) return t("locked in the ledger");
  const [first = "", second, ...more] = [...modules].map((name) => MODULE_LABELS[name].toLowerCase());
  if (second !== undefined && more.length === 0) return t("{first} and {second} locked", { first, second });
  return t("{module} locked", { module: [first, second, ...more].filter((name) => name !== undefined).join(", ") });
}

/** What a lock binds: module, entity, adjustments only; and whom it lets pass. */
export function lockScope(
  { scope, exempts, forAdjustments }: Pick<StandingLockRow, "scope" | "exempts" | "forAdjustments">,
  entityName: (id: string) => string,
): string {
  const bound = [
    MODULE_LABELS[scope.module ?? "all"],
    ...(scope.entityId === undefined ? [] : [t("in {entityId}", { entityId: entityName(scope.entityId) })]),
    ...(forAdjustments ? [t("in the adjustment period only")] : []),
  ].join(", ");
  return exempts === undefined ? bound : t("{bound}; advisors exempt", { bound });
}
