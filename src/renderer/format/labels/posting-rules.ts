import type { OperationInput } from "#main/operations/collection.ts";
import type { StandingLockRow } from "#shared/contract/books/periods.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import { t } from "../../language/t.ts";
import { formatDay } from "../dates/date.ts";
import { lockDays, MODULE_LABELS } from "./lock-labels.ts";

/** What can prevent a posting, in display order. */
export const POSTING_RULES = ["period_lock", "year_end", "own_close"] as const;
export type PostingRuleKind = (typeof POSTING_RULES)[number];

const LABELS: Readonly<Record<PostingRuleKind, string>> = {
  period_lock: t("Ledger period lock"),
  year_end: t("Ledger year-end lock"),
  own_close: t("Period close in Tieout"),
};

/** What a rule is called. A ledger that closes its books through a day calls that its closing date, as the list of locks does. */
export function postingRuleLabel(kind: PostingRuleKind, locks: readonly Pick<StandingLockRow, "id">[]): string {
  return kind === "period_lock" && locks.some(({ id }) => id === "book_close") ? t("Ledger closing date") : LABELS[kind];
}

/** One rule that was looked at, and what it says of the day. */
export interface PostingRule {
  readonly kind: PostingRuleKind;
  readonly forbids: boolean;
  readonly text: string;
}

type Question = Pick<OperationInput<"posting.check">, "date" | "module">;

/**
 * Every rule checked for a posting: the ledger's period lock and year end, and periods closed in Tieout. Each
 * says that it blocks the day, why it doesn't, or that there is none.
 */
export function postingRules(
  question: Question,
  locks: readonly StandingLockRow[],
  blockedBy: readonly StandingLockRow[],
): readonly PostingRule[] {
  const blocking = new Set(blockedBy.map(({ id }) => id));
  return POSTING_RULES.map((kind) => {
    const own = locks.filter((lock) => kindOf(lock) === kind);
    const forbidding = own.filter(({ id }) => blocking.has(id));
    const days = forbidding.map(lockDays).join("; ");
    if (forbidding.length > 0)
      return { kind, forbids: true, text: kind === "own_close" ? t("Closed: {days}.", { days }) : t("Locked {days}.", { days }) };
    return { kind, forbids: false, text: passes(kind, own, question) };
  });
}

function kindOf({ id, ownedBy, periodLabel }: StandingLockRow): PostingRuleKind {
  if (ownedBy === "us") return "own_close";
  return periodLabel === null && /year/i.test(id) ? "year_end" : "period_lock";
}

function passes(kind: PostingRuleKind, locks: readonly StandingLockRow[], { date, module }: Question): string {
  const day = formatDay(date);
  const bindsModule = ({ scope }: StandingLockRow) => scope.module === undefined || scope.module === "all" || scope.module === module;
  const binding = newestFirst(locks.filter(bindsModule));
  const covering = locks.filter((lock) => !bindsModule(lock) && lock.lockedThrough >= date);
  // Where no lock is of this type, the latest one is told with the types that it covers.
  const others = covering.length === 0 && binding.length === 0 ? newestFirst(locks).slice(0, 1) : covering;
  if (others.length > 0)
    return t("Not locked for {module} on {day}. Locked for {others}.", {
      day,
      module: insideSentence(MODULE_LABELS[module]),
      others: others.map((lock) => `${insideSentence(MODULE_LABELS[lock.scope.module ?? "all"])} (${lockDays(lock)})`).join(", "),
    });
  const [latest] = binding;
  if (latest === undefined) return kind === "own_close" ? t("No period is closed in Tieout.") : t("No lock applies.");
  if (latest.lockedThrough < date) {
    if (latest.from === null) return t("Locked through {day}.", { day: formatDay(latest.lockedThrough) });
    const days = lockDays(latest);
    return kind === "own_close" ? t("Latest closed period: {days}.", { days }) : t("Latest lock: {days}.", { days });
  }
  if (kind === "own_close") return t("This posting on {day} isn't blocked by a period closed in Tieout.", { day });
  return t(
    "{locks, plural, one {The current lock doesn't block this posting on {day}.} other {None of the # current locks blocks this posting on {day}.}}",
    {
      locks: locks.length,
      day,
    },
  );
}

function newestFirst(locks: readonly StandingLockRow[]): readonly StandingLockRow[] {
  return [...locks].sort((a, b) => b.lockedThrough.localeCompare(a.lockedThrough));
}
