import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { ReportContext } from "../adapter.ts";
import { factsOf } from "./facts.ts";
import { dateLiteral, idList, idLiteral, type QueryText, query, whereAll, wordList, wordLiteral } from "./query-text.ts";

/** Account types whose year begins at zero. */
export const EARNED_TYPES: readonly string[] = ["Income", "OthIncome", "COGS", "Expense", "OthExpense"];

const LINES = query`FROM transactionaccountingline tal INNER JOIN transaction t ON t.id = tal.transaction INNER JOIN account a ON a.id = tal.account`;
const WITH_LINES = query`${LINES} INNER JOIN transactionline tl ON tl.transaction = tal.transaction AND tl.id = tal.transactionline`;

/** How a query is narrowed: to rows after another one, and to subsidiaries, each of which is then a separate group. */
export interface Narrowed {
  readonly after: QueryText | null;
  readonly subsidiaries: readonly string[] | null;
}

/** What every account holds at a day, and what of it was posted since the year began. */
export function balanceQuery(context: ReportContext, yearStart: CalendarDate, to: CalendarDate, narrowed: Narrowed): QueryText {
  const thisYear = query`SUM(CASE WHEN t.trandate >= ${dateLiteral(yearStart)} THEN tal.amount ELSE 0 END) AS year`;
  const where = whereAll([...posted(context), query`t.trandate <= ${dateLiteral(to)}`, ...narrowing(narrowed)]);
  const { columns, group, lines } = byAccount(narrowed);
  return query`SELECT ${columns}, SUM(tal.amount) AS total, ${thisYear} ${lines}${where} GROUP BY ${group}, a.accttype ORDER BY ${group}`;
}

/** What was posted to income and expenses in a span of days. */
export function movementQuery(context: ReportContext, from: CalendarDate, to: CalendarDate, narrowed: Narrowed): QueryText {
  const span = query`t.trandate >= ${dateLiteral(from)} AND t.trandate <= ${dateLiteral(to)}`;
  const where = whereAll([...posted(context), span, query`a.accttype IN (${wordList(EARNED_TYPES)})`, ...narrowing(narrowed)]);
  const { columns, group, lines } = byAccount(narrowed);
  return query`SELECT ${columns}, SUM(tal.amount) AS total ${lines}${where} GROUP BY ${group}, a.accttype ORDER BY ${group}`;
}

function byAccount({ subsidiaries }: Narrowed): Readonly<Record<"columns" | "group" | "lines", QueryText>> {
  const columns = query`tal.account AS account, a.accttype AS kind`;
  if (subsidiaries === null) return { columns, group: query`tal.account`, lines: LINES };
  return { columns: query`${OWN}, ${columns}`, group: query`tl.subsidiary, tal.account`, lines: WITH_LINES };
}

const OWN = query`tl.subsidiary AS subsidiary`;

/** What every party owes or is owed at a day: the postings on the control accounts by the party of their line. */
export function agedQuery(context: ReportContext, type: "AcctRec" | "AcctPay", to: CalendarDate, narrowed: Narrowed): QueryText {
  const where = whereAll([
    ...posted(context),
    query`t.trandate <= ${dateLiteral(to)}`,
    query`a.accttype = ${wordLiteral(type)}`,
    ...narrowing(narrowed),
  ]);
  const columns = query`tl.entity AS entity, e.type AS kind`;
  const ofEach = narrowed.subsidiaries !== null;
  const group = ofEach ? query`tl.subsidiary, tl.entity` : query`tl.entity`;
  return query`SELECT ${ofEach ? query`${OWN}, ${columns}` : columns}, SUM(tal.amount) AS total ${WITH_LINES} LEFT JOIN entity e ON e.id = tl.entity${where} GROUP BY ${group}, e.type ORDER BY ${group}`;
}

/** Posted, in the primary book: other books repeat every entry. */
function posted(context: ReportContext): QueryText[] {
  const { primaryBook } = factsOf(context.discovery);
  return [query`tal.posting = ${wordLiteral("T")}`, query`tal.accountingbook = ${idLiteral(primaryBook)}`];
}

function narrowing({ after, subsidiaries }: Narrowed): QueryText[] {
  const own = subsidiaries === null ? [] : [query`tl.subsidiary IN (${idList(subsidiaries)})`];
  return after === null ? own : [...own, after];
}
