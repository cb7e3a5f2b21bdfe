import { type CalendarDate, fromDayNumber, monthEnd, monthStart, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import type { SimRequest, SimResponse } from "../../types.ts";
import { envelope, notFound, validationFailure } from "../answers.ts";
import type { BooksView } from "../books-view.ts";
import type { JournalEntry } from "../journals/journal-log.ts";
import { ListRefusal } from "../lists/list-request.ts";
import { type AgedSide, agedReport } from "./report-aged.ts";
import { bankSummaryReport } from "./report-bank-summary.ts";
import { type ReportBody, reportNode } from "./report-rows.ts";
import { balanceSheetReport, profitAndLossReport } from "./report-statements.ts";
import { trialBalanceReport } from "./report-trial-balance.ts";

interface ReportCall {
  readonly view: BooksView;
  readonly entries: readonly JournalEntry[];
  readonly query: URLSearchParams;
  readonly today: CalendarDate;
}

const REPORTS: Readonly<Record<string, (call: ReportCall) => ReportBody>> = {
  TrialBalance: (call) => trialBalanceReport(call.view, call.entries, dateOf(call, "date", call.today)),
  BalanceSheet: (call) => balanceSheetReport(call.view, call.entries, dateOf(call, "date", monthEnd(call.today))),
  ProfitAndLoss: (call) => profitAndLossReport(call.view, call.entries, ...spanOf(call)),
  BankSummary: (call) => bankSummaryReport(call.view, call.entries, ...spanOf(call)),
  AgedReceivablesByContact: (call) => aged(call, "Receivables"),
  AgedPayablesByContact: (call) => aged(call, "Payables"),
};

/** Answers `/Reports/{name}`. */
export function reportAnswer(
  view: BooksView,
  entries: readonly JournalEntry[],
  name: string,
  request: SimRequest,
  nowMs: number,
): SimResponse {
  const report = Object.hasOwn(REPORTS, name) ? REPORTS[name] : undefined;
  if (report === undefined) return notFound();
  const today = fromDayNumber(Math.floor(nowMs / 86_400_000));
  // Comparison periods are not simulated; answering without them would be a wrong answer.
  if (request.query.has("periods")) return validationFailure("periods is not offered here");
  return envelope("Reports", [reportNode(report({ view, entries, query: request.query, today }), nowMs, today)], nowMs);
}

function dateOf(call: ReportCall, name: string, otherwise: CalendarDate): CalendarDate {
  const text = call.query.get(name);
  if (text === null) return otherwise;
  const date = readCalendarDate(text.slice(0, 10));
  if (date === null) throw new ListRefusal(`Invalid value for ${name}: ${text}`);
  return date;
}

function spanOf(call: ReportCall): readonly [CalendarDate, CalendarDate] {
  const to = dateOf(call, "toDate", monthEnd(call.today));
  const from = dateOf(call, "fromDate", monthStart(to));
  if (from > to) throw new ListRefusal("fromDate must not be later than toDate");
  return [from, to];
}

function aged(call: ReportCall, side: AgedSide): ReportBody {
  const contactId = call.query.get("contactId") ?? call.query.get("contactID");
  if (contactId === null) throw new ListRefusal("contactId is required");
  if (!call.view.parties.has(contactId)) throw new ListRefusal(`Contact ${contactId} was not found`);
  return agedReport(call.view, side, contactId, dateOf(call, "date", call.today));
}
