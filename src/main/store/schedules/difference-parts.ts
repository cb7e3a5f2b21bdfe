import { total } from "#main/domain/schedules/amortise.ts";
import type { DifferenceParts } from "#main/domain/schedules/explain-difference.ts";
import type { DifferencePart } from "#shared/contract/close/schedules.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero, negateDecimal, subtractDecimals } from "#shared/kernel/decimal.ts";

/** A posting, an entry or an expected transaction on an account; debits positive. */
export interface ScheduleLine {
  readonly text: string;
  readonly date: CalendarDate;
  readonly amount: DecimalString;
  readonly recordId: string | null;
  readonly posted: boolean;
}

const LINES_SHOWN = 200;

/** What a difference consists of, without what comes to nothing. @param earlier entries before the period that aren't posted */
export function differenceParts(
  parts: DifferenceParts<ScheduleLine, ScheduleLine, ScheduleLine>,
  earlier: readonly ScheduleLine[],
  shown: (amount: DecimalString) => DecimalString,
): DifferencePart[] {
  const lacking = (list: readonly ScheduleLine[]) => list.map((line) => ({ ...line, amount: negateDecimal(line.amount) }));
  const earlierTotal = negateDecimal(total(earlier.map(({ amount }) => amount)));
  const list: readonly (readonly [DifferencePart["kind"], DecimalString, readonly ScheduleLine[]])[] = [
    ["brought_forward", subtractDecimals(parts.broughtForward, earlierTotal), []],
    ["earlier_not_posted", earlierTotal, lacking(earlier)],
    ["not_posted", parts.notPostedTotal, lacking(parts.notPosted)],
    ["posted_differently", parts.postedDifferently, []],
    ["without_item", parts.withoutItemTotal, parts.withoutItem],
    ["without_transaction", parts.withoutTransactionTotal, lacking(parts.withoutTransaction)],
  ];
  return list
    .filter(([, amount, lines]) => !isZero(amount) || lines.length > 0)
    .map(([kind, amount, lines]) => ({
      ...{ kind, amount: shown(amount), count: lines.length },
      lines: lines.slice(0, LINES_SHOWN).map(({ text, date, amount: part, recordId }) => ({ text, date, amount: shown(part), recordId })),
    }));
}
