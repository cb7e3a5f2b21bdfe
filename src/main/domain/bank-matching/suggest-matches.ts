import type { BankLine, BankPosting, MatchSuggestion } from "#shared/contract/close/bank.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { openLines, openPostings } from "./candidates.ts";
import { batches, combinations } from "./combinations.ts";
import { oneToOne } from "./one-to-one.ts";
import { ruleMatches, type SavedRule } from "./rule-matches.ts";

/**
 * What belongs together of lines and postings of one account that nothing is matched with yet, both in the account's currency.
 * Each is in one suggestion at most: first pairs, then the ledger's own batches, what saved rules name, and last what adds up.
 * @param ledgerThrough how far the ledger has reconciled the account, by what is matched already, too
 */
export function suggestMatches(
  lines: readonly BankLine[],
  postings: readonly BankPosting[],
  rules: readonly SavedRule[] = [],
  ledgerThrough: CalendarDate | null = reconciledThrough(postings),
): MatchSuggestion[] {
  let [left, right] = [openLines(lines), openPostings(postings)];
  const found: MatchSuggestion[] = [];
  const take = (suggestions: readonly MatchSuggestion[]) => {
    const [usedLines, usedRecords] = [
      new Set(suggestions.flatMap(({ lineIds }) => lineIds)),
      new Set(suggestions.flatMap(({ recordIds }) => recordIds)),
    ];
    left = left.filter(({ line }) => !usedLines.has(line.lineId));
    right = right.filter(({ posting }) => !usedRecords.has(posting.recordId));
    found.push(...suggestions);
  };
  take(oneToOne(left, right, ledgerThrough));
  take(batches(left, right));
  take(ruleMatches(left, right, rules));
  take(combinations(left, right));
  return found;
}

/** The latest day of what the ledger says it has reconciled; null where it doesn't say so of anything. */
export function reconciledThrough(postings: readonly BankPosting[]): CalendarDate | null {
  let last: CalendarDate | null = null;
  for (const { date, ledgerReconciled } of postings) if (ledgerReconciled === true && (last === null || date > last)) last = date;
  return last;
}
