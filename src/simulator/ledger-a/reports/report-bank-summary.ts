import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { BooksView } from "../books-view.ts";
import type { JournalEntry } from "../journals/journal-log.ts";
import { accountWords } from "../words.ts";
import { balancesOf, cellAmount, unitsOf } from "./report-balances.ts";
import { headerRow, longDate, type ReportBody, recordRow, section, summaryRow } from "./report-rows.ts";

/** What came into and went out of each bank account in a span of days, in base currency. */
export function bankSummaryReport(view: BooksView, entries: readonly JournalEntry[], from: CalendarDate, to: CalendarDate): ReportBody {
  const opening = balancesOf(entries, null, addDays(from, -1));
  const totals = [0n, 0n, 0n, 0n];
  const rows = view.books.accounts
    .filter((account) => accountWords(account).type === "BANK")
    .map((account) => {
      const [received, spent] = flowsOf(entries, account.id, from, to);
      const start = opening.get(account.id) ?? 0n;
      const cells = [start, received, spent, start + received - spent];
      cells.forEach((units, at) => {
        totals[at] = (totals[at] ?? 0n) + units;
      });
      return recordRow("accountID", account.id, account.name, ...cells.map(cellAmount));
    });
  return {
    id: "BankSummary",
    name: "Bank Summary",
    titles: ["Bank Summary", view.books.name, `From ${longDate(from)} to ${longDate(to)}`],
    rows: [
      headerRow("Bank Accounts", "Opening Balance", "Cash Received", "Cash Spent", "Closing Balance"),
      section("", [...rows, summaryRow("Total", ...totals.map(cellAmount))]),
    ],
  };
}

function flowsOf(entries: readonly JournalEntry[], accountId: string, from: CalendarDate, to: CalendarDate): readonly [bigint, bigint] {
  let received = 0n;
  let spent = 0n;
  for (const entry of entries) {
    if (entry.date < from || entry.date > to) continue;
    for (const line of entry.lines) {
      if (line.accountId !== accountId) continue;
      const units = unitsOf(line.net);
      if (units > 0n) received += units;
      else spent -= units;
    }
  }
  return [received, spent];
}
