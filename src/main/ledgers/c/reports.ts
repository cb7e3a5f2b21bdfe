import type { LedgerReport, LedgerReportKind, ReportQuestion } from "#shared/model/ledger-report.ts";
import { AnswerUnreadable, type LedgerReports, type LedgerRequest, type LedgerResponse, type ReportContext } from "../adapter.ts";
import { asObjects, asText, readReportBody } from "../report-parts.ts";
import { afterKey, nameText, type QueryText, query } from "./query-text.ts";
import { agedReport, type SumRow, statementReport, trialBalanceReport } from "./report-layout.ts";
import { agedQuery, balanceQuery, movementQuery } from "./report-queries.ts";
import { pageLimit, queryRequest } from "./requests.ts";

type KindC = Exclude<LedgerReportKind, "bank_summary">;

const KINDS: readonly KindC[] = ["trial_balance", "profit_and_loss", "balance_sheet", "aged_receivable", "aged_payable"];

/**
 * Ledger C answers no reports: the same figures are summed by its own query engine over the lines of
 * its general ledger, and laid out as a report would be (rule 19). That is a second way to the
 * figures: the sums are the ledger's, not made of what was mirrored.
 */
export const reportsC: LedgerReports = {
  kinds: KINDS,
  *read(context, question) {
    if (question.basis === "cash") throw new AnswerUnreadable("Ledger C's query language states the accrual basis only.");
    const { text, key } = queryFor(context, question);
    const { rows, raws } = yield* readSums(context, text, key);
    return { report: { ...facts(context, question), ...layOut(context, question, rows) }, raw: `[${raws.join(",")}]` };
  },
};

function facts(
  { discovery, fetchedAt }: ReportContext,
  question: ReportQuestion,
): Omit<LedgerReport, "title" | "columns" | "rows" | "amounts"> {
  return { ...question, currency: discovery.organisation.baseCurrency, method: "query", fetchedAt };
}

type Question = { readonly text: (after: QueryText | null) => QueryText; readonly key: "account" | "entity" };

function queryFor(context: ReportContext, { kind, from, to }: ReportQuestion): Question {
  if (kind === "aged_receivable" || kind === "aged_payable")
    return { key: "entity", text: (after) => agedQuery(context, kind === "aged_receivable" ? "AcctRec" : "AcctPay", to, after) };
  if (kind === "profit_and_loss") return { key: "account", text: (after) => movementQuery(context, from, to, after) };
  return { key: "account", text: (after) => balanceQuery(context, context.fiscalYearStart(to), to, after) };
}

function layOut(
  context: ReportContext,
  { kind }: ReportQuestion,
  rows: readonly SumRow[],
): Pick<LedgerReport, "title" | "columns" | "rows" | "amounts"> {
  if (kind === "aged_receivable" || kind === "aged_payable") return agedReport(context, kind, rows);
  return kind === "trial_balance" ? trialBalanceReport(context, rows) : statementReport(context, kind === "profit_and_loss", rows);
}

/** Reads all groups, page after page by their key: an offset stops at 100,000 rows. */
function* readSums(
  context: ReportContext,
  text: Question["text"],
  key: Question["key"],
): Generator<LedgerRequest, { readonly rows: SumRow[]; readonly raws: string[] }, LedgerResponse> {
  const limit = pageLimit(context);
  const rows: SumRow[] = [];
  const raws: string[] = [];
  let last: string | null = null;
  for (;;) {
    const after: QueryText | null = last === null ? null : afterKey([{ column: keyColumn(key), last }]);
    const { raw, body } = readReportBody(yield queryRequest(context, text(after), limit));
    if (!Array.isArray(body.items)) throw new AnswerUnreadable("The answer of the query service has no rows member.");
    raws.push(raw);
    const page = asObjects(body.items, "items").map((item) => sumRow(item, key));
    rows.push(...page);
    const next = page.at(-1)?.id ?? null;
    if (page.length < limit || next === null) return { rows, raws };
    if (next === last) throw new AnswerUnreadable("Ledger C repeated a page of rows instead of going on.");
    last = next;
  }
}

function keyColumn(key: Question["key"]): QueryText {
  return key === "account" ? query`tal.${nameText("account")}` : query`tl.${nameText("entity")}`;
}

/** Columns come in whatever case the account answers in; a null column is missing. */
function sumRow(item: Readonly<Record<string, unknown>>, key: Question["key"]): SumRow {
  const row = Object.fromEntries(Object.entries(item).map(([name, value]) => [name.toLowerCase(), value]));
  const text = (name: string) => asText(row[name] as string | undefined);
  return { id: text(key) || null, type: text("kind"), total: text("total") || null, year: text("year") || null };
}
