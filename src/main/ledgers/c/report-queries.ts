import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { ReportContext } from "../adapter.ts";
import { factsOf } from "./facts.ts";
import { dateLiteral, idLiteral, type QueryText, query, whereAll, wordList, wordLiteral } from "./query-text.ts";

/** Account types whose year begins at zero. */
export const EARNED_TYPES: readonly string[] = ["Income", "OthIncome", "COGS", "Expense", "OthExpense"];

const LINES = query`FROM transactionaccountingline tal INNER JOIN transaction t ON t.id = tal.transaction INNER JOIN account a ON a.id = tal.account`;

/** What every account holds at a day, and what of it was posted since the year began. */
export function balanceQuery(context: ReportContext, yearStart: CalendarDate, to: CalendarDate, after: QueryText | null): QueryText {
  const thisYear = query`SUM(CASE WHEN t.trandate >= ${dateLiteral(yearStart)} THEN tal.amount ELSE 0 END) AS year`;
  const where = whereAll([...posted(context), query`t.trandate <= ${dateLiteral(to)}`, ...some(after)]);
  return query`SELECT tal.account AS account, a.accttype AS kind, SUM(tal.amount) AS total, ${thisYear} ${LINES}${where} GROUP BY tal.account, a.accttype ORDER BY tal.account`;
}

/** What was posted to income and expenses in a span of days. */
export function movementQuery(context: ReportContext, from: CalendarDate, to: CalendarDate, after: QueryText | null): QueryText {
  const span = query`t.trandate >= ${dateLiteral(from)} AND t.trandate <= ${dateLiteral(to)}`;
  const where = whereAll([...posted(context), span, query`a.accttype IN (${wordList(EARNED_TYPES)})`, ...some(after)]);
  return query`SELECT tal.account AS account, a.accttype AS kind, SUM(tal.amount) AS total ${LINES}${where} GROUP BY tal.account, a.accttype ORDER BY tal.account`;
}

/** What every party owes or is owed at a day: the postings on the control accounts by the party of their line. */
export function agedQuery(context: ReportContext, type: "AcctRec" | "AcctPay", to: CalendarDate, after: QueryText | null): QueryText {
  const joined = query`${LINES} INNER JOIN transactionline tl ON tl.transaction = tal.transaction AND tl.id = tal.transactionline LEFT JOIN entity e ON e.id = tl.entity`;
  const where = whereAll([
    ...posted(context),
    query`t.trandate <= ${dateLiteral(to)}`,
    query`a.accttype = ${wordLiteral(type)}`,
    ...some(after),
  ]);
  return query`SELECT tl.entity AS entity, e.type AS kind, SUM(tal.amount) AS total ${joined}${where} GROUP BY tl.entity, e.type ORDER BY tl.entity`;
}

/** Posted, in the primary book: other books repeat every entry. */
function posted(context: ReportContext): QueryText[] {
  const { primaryBook } = factsOf(context.discovery);
  return [query`tal.posting = ${wordLiteral("T")}`, query`tal.accountingbook = ${idLiteral(primaryBook)}`];
}

function some(condition: QueryText | null): QueryText[] {
  return condition === null ? [] : [condition];
}
