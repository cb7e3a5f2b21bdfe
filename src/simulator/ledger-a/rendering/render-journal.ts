import { addDecimals } from "#shared/kernel/decimal.ts";
import type { BooksView } from "../books-view.ts";
import type { JournalEntry, JournalEntryLine } from "../journals/journal-log.ts";
import type { JsonRecord } from "../json-text.ts";
import { vendorDay, vendorMoment } from "../vendor-time.ts";
import { accountWords } from "../words.ts";
import { money, tracking } from "./render-common.ts";

/** One element of `Journals`. */
export function renderJournal(view: BooksView, entry: JournalEntry): JsonRecord {
  return {
    JournalID: entry.id,
    JournalDate: vendorDay(entry.date),
    JournalNumber: entry.number,
    CreatedDateUTC: vendorMoment(entry.createdMs),
    Reference: entry.reference,
    SourceID: entry.sourceId,
    SourceType: entry.sourceType,
    JournalLines: entry.lines.map((line) => journalLine(view, line)),
  };
}

function journalLine(view: BooksView, line: JournalEntryLine): JsonRecord {
  const account = view.accounts.get(line.accountId);
  return {
    JournalLineID: line.id,
    AccountID: line.accountId,
    ...(account ? { AccountCode: account.code, AccountType: accountWords(account).type, AccountName: account.name } : {}),
    Description: line.description,
    NetAmount: money(line.net),
    GrossAmount: money(addDecimals(line.net, line.tax)),
    TaxAmount: money(line.tax),
    ...(line.taxType === null ? {} : { TaxType: line.taxType, TaxName: view.taxCodes.get(line.taxType)?.name ?? "No tax" }),
    TrackingCategories: tracking(view, line.dimensions),
  };
}
