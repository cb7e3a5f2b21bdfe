import type { DuplicatePage } from "#shared/contract/close/reviews.ts";
import { t } from "../../language/t.ts";
import { formatDay } from "../dates/date.ts";
import type { Tone } from "./sync-labels.ts";
import { isNeverOwed } from "./transaction-labels.ts";

/** A bill or an expense of a pair that may be one. */
export type Bill = DuplicatePage["rows"][number]["documents"][number];

/** A score of 0 to 100 as a likelihood. */
export function likelihood(score: number): { readonly word: string; readonly tone: Tone; readonly means: string } {
  const means = t("Match score {score} of 100, based on vendor, amount, dates and bill numbers", { score });
  if (score >= 90) return { word: t("Very likely"), tone: "warning", means };
  return score >= 75 ? { word: t("Likely"), tone: "warning", means } : { word: t("Possible"), tone: "neutral", means };
}

/** What is said before the name of the other one of a pair. */
export function duplicateWords(score: number): string {
  if (score >= 90) return t("Very likely duplicate:");
  return score >= 75 ? t("Likely duplicate:") : t("Possible duplicate:");
}

/** A bill's or an expense's name next to another. */
export function billName({ type, number, reference, date }: Pick<Bill, "type" | "number" | "reference" | "date">): string {
  const named = { number: number ?? reference ?? t("dated {date}", { date: formatDay(date) }) };
  return type === "cash_purchase" ? t("Expense {number}", named) : t("Bill {number}", named);
}

/** What the costliest pairs come to; null where not both have been paid. */
export function bothPaidWords(bills: readonly Pick<Bill, "type" | "status">[]): string | null {
  if (!bills.every(isPaid)) return null;
  return t("Both are paid. If they're duplicates, the vendor may owe the client a refund.");
}

/** An expense is paid when it is posted. */
export function isPaid({ type, status }: Pick<Bill, "type" | "status">): boolean {
  return status === "paid" || (isNeverOwed(type) && status === "open");
}
