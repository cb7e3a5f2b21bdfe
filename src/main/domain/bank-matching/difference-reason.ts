import type { BankReconciliation } from "#shared/contract/close/bank.ts";
import { addDays } from "#shared/kernel/calendar-date.ts";
import { dayName, rangeName } from "#shared/kernel/readable.ts";

/** Where a difference comes from, in words: statements that leave days out, or that don't begin where the balance before them ends. */
export function differenceReason(reason: BankReconciliation["reasons"][number]): string {
  if (reason.code === "opening") return `the first statement's opening balance on ${dayName(reason.date)} doesn't agree with the books.`;
  const { from, to } = reason;
  if (from > to)
    return `the statement that begins on ${dayName(addDays(to, 1))} doesn't open with the previous statement's closing balance.`;
  return `the balance changed between two statements, and no imported statement covers ${from === to ? dayName(from) : rangeName(from, to)}.`;
}
