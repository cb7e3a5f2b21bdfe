import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Withdrawal } from "#shared/model/ledger/write.ts";
import { formatDay } from "../../../format/dates/date.ts";
import type { Bill } from "../../../format/labels/duplicate-labels.ts";
import { t } from "../../../language/t.ts";

/** What is in the way of taking a bill or an expense back. */
export interface RemovalBar {
  /** What it is, and what to do about it where no button says that. */
  readonly words: string;
  /** It can't be done. Otherwise some ledgers refuse it. */
  readonly isCertain: boolean;
  /** A vendor credit has the same effect on the books. */
  readonly credits: boolean;
}

interface Standing {
  /** The next day that can be posted to; null where the bill's own day isn't locked. */
  readonly openDate: CalendarDate | null;
  /** A payment or a credit is applied to it. */
  readonly isSettled: boolean;
}

const PAID: Readonly<Record<Withdrawal, string>> = {
  void: t(
    "This bill is paid, so the ledger may not allow voiding it. Remove its payments and credits first, or enter a vendor credit instead.",
  ),
  delete: t(
    "This bill is paid, so the ledger may not allow deleting it. Remove its payments and credits first, or enter a vendor credit instead.",
  ),
};

const PARTLY_PAID: Readonly<Record<Withdrawal, string>> = {
  void: t(
    "This bill is partly paid, so the ledger may not allow voiding it. Remove its payments and credits first, or enter a vendor credit instead.",
  ),
  delete: t(
    "This bill is partly paid, so the ledger may not allow deleting it. Remove its payments and credits first, or enter a vendor credit instead.",
  ),
};

/** What is known to be in the way of voiding or deleting one of a pair, to be said before its review; null where nothing is. */
export function removalBar(bill: Pick<Bill, "type" | "status" | "date">, act: Withdrawal, standing: Standing): RemovalBar | null {
  const { type, status } = bill;
  // An expense owes nothing, and what isn't posted yet has no effect on the books.
  const credits = type !== "cash_purchase" && status !== "draft" && status !== "awaiting_approval";
  const { openDate, isSettled } = standing;
  if (openDate !== null) return { words: lockedWords(bill, act, openDate), isCertain: true, credits };
  if (!credits || (status === "open" && !isSettled)) return null;
  return { words: (status === "paid" ? PAID : PARTLY_PAID)[act], isCertain: false, credits };
}

function lockedWords({ type, date }: Pick<Bill, "type" | "date">, act: Withdrawal, openDate: CalendarDate): string {
  const days = { date: formatDay(date), open: formatDay(openDate) };
  if (type === "cash_purchase")
    return act === "void"
      ? t("{date} is locked, so this expense can't be voided. The next open date is {open}.", days)
      : t("{date} is locked, so this expense can't be deleted. The next open date is {open}.", days);
  return act === "void"
    ? t("{date} is locked, so this bill can't be voided. The next open date is {open}.", days)
    : t("{date} is locked, so this bill can't be deleted. The next open date is {open}.", days);
}
