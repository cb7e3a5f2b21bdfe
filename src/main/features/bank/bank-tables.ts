import { differenceReason } from "#main/domain/bank-matching/difference-reason.ts";
import { postingName } from "#main/domain/bank-matching/reconcile-bank.ts";
import type { BankReconciliation, BankWork, MatchReason, MatchSuggestion } from "#shared/contract/close/bank.ts";
import { type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import { groupedDecimal } from "#shared/kernel/grouped.ts";
import { counted, dayName } from "#shared/kernel/readable.ts";

/** Statement lines with their match, for the command line. */
export function lineRows({ lines, matches, suggestions }: BankWork): object[] {
  const matched = new Map(
    matches.filter(({ broken }) => broken === null).flatMap((match) => match.lineIds.map((id) => [id, match] as const)),
  );
  const suggested = new Map(suggestions.flatMap((one) => one.lineIds.map((id) => [id, one] as const)));
  return lines.map((line) => {
    const [match, suggestion] = [matched.get(line.lineId), suggested.get(line.lineId)];
    const proposed = suggestion === undefined ? "open" : `${levelWord(suggestion)} suggestion`;
    const state = match === undefined ? proposed : `match ${match.decisionNo}`;
    return { ...line, text: [line.payee, line.reference, line.description].filter((text) => text !== null).join(", "), state };
  });
}

export function suggestionRows(suggestions: readonly MatchSuggestion[]): object[] {
  return suggestions.map(({ lineIds, recordIds, reasons, ...one }) => ({
    ...one,
    level: levelWord(one),
    lines: lineIds.join(" "),
    records: recordIds.join(" "),
    why: reasons.map((reason) => reasonText(reason, !isZero(one.fee))).join("; "),
  }));
}

/** As the window says it: an exact match may have another date. */
function levelWord({ level }: Pick<MatchSuggestion, "level">): string {
  return level === "exact" ? "clear" : level;
}

function reasonText(reason: MatchReason, hasFee: boolean): string {
  switch (reason.code) {
    case "same_amount":
      return "same amount";
    case "days_apart":
      return reason.days === 0 ? "same day" : `bank date ${counted(Math.abs(reason.days), "day")} ${reason.days > 0 ? "later" : "earlier"}`;
    case "reference":
      return `reference ${reason.text} matches`;
    case "contact":
      return `name matches: ${reason.text}`;
    case "batch":
      return "batch payment in the ledger";
    case "adds_up":
      return `${addsUp(reason)}${hasFee ? " after the fee" : ""}`;
    case "rule":
      return `found by rule “${reason.text}”`;
    case "only_one":
      return "no other possible match";
    case "several":
      if (reason.transactions === 1) return "other lines fit equally well";
      if (reason.transactions !== undefined) return `${reason.transactions} possible matches`;
      // A search that found one and wasn't finished may have missed another.
      return reason.count === 1 ? "other matches may be possible" : "other matches fit equally well";
    case "others_older":
      return "other possible matches are weeks older";
    case "drafted":
      return "created from this line";
  }
}

function addsUp({ count, of }: Extract<MatchReason, { readonly code: "adds_up" }>): string {
  if (count === of) return count === 1 ? "the amount agrees" : "the amounts add up";
  return count === 1 ? `1 of ${of} possible amounts agrees` : `${count} of ${of} possible amounts add up`;
}

/** The reconciliation as it is printed. */
export function reconciliationLines(result: BankReconciliation): string[] {
  const row = (label: string, amount: DecimalString | null) =>
    `${label.padEnd(52)}${(amount === null ? "Not known" : groupedDecimal(amount)).padStart(18)}`;
  const { account, totals } = result;
  const items = <Item extends { readonly date: string; readonly amount: DecimalString }>(
    list: readonly Item[],
    text: (item: Item) => string,
  ) => list.map((one) => `  ${one.date}  ${text(one).slice(0, 36).padEnd(38)}${groupedDecimal(one.amount).padStart(16)}`);
  const flagged = (label: string, list: BankReconciliation["outstandingPayments"]) =>
    list.length === 0 ? [] : [`${label}: ${list.length}`, ...items(list, postingName)];
  return [
    `Bank reconciliation: ${account.code === null ? "" : `${account.code} `}${account.name}, ${result.currency}, as of ${dayName(result.asOf)}`,
    row("Balance per books", result.books),
    // On a card, money out is a charge. Here what is owed is negative, so each is added or taken off as on a bank account.
    row(account.isLiability ? "Plus outstanding charges" : "Plus outstanding payments", totals.payments),
    ...items(result.outstandingPayments, postingName),
    row(account.isLiability ? "Less outstanding payments and credits" : "Less outstanding receipts", totals.receipts),
    ...items(result.outstandingReceipts, postingName),
    row("Plus unreconciled statement lines", totals.lines),
    ...items(result.unreconciledLines, (one) => one.payee ?? one.description ?? one.reference ?? ""),
    row("Less fees not in the books", totals.fees),
    ...items(result.fees, ({ text }) => text),
    row("Expected statement balance", result.expected),
    row(`Balance per statement${result.statementDate === null ? "" : ` as of ${dayName(result.statementDate)}`}`, result.statement),
    row("Difference", result.difference),
    ...result.reasons.map((reason) => `  ${reason.amount}: ${differenceReason(reason)}`),
    ...flagged("Matched, but not marked as reconciled in the ledger", result.ledgerDiffers.clearedHere),
    ...flagged("Outstanding, but marked as reconciled in the ledger", result.ledgerDiffers.clearedThere),
  ];
}
