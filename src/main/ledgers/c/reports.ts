import type { LedgerReport, LedgerReportKind, ReportQuestion } from "#shared/model/reports/ledger-report.ts";
import { AnswerUnreadable, type LedgerReports, type LedgerRequest, type LedgerResponse, type ReportContext } from "../adapter.ts";
import { asObjects, asText, readReportBody } from "../report-parts.ts";
import { afterKey, isId, nameText, type QueryText, query } from "./query-text.ts";
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
    refuseCash(question);
    const { rows, raws } = yield* readSums(context, queryFor(context, question, null));
    return { report: { ...facts(context, question), ...layOut(context, question, rows) }, raw: `[${raws.join(",")}]` };
  },
  *readByEntity(context, question, entityIds) {
    refuseCash(question);
    const subsidiaries = entityIds.map((id) => id.slice(id.indexOf(":") + 1));
    const { rows, raws } = yield* readSums(context, queryFor(context, question, subsidiaries));
    return entityIds.map((entityId, at) => {
      const own = ofEntity(context, entityId);
      const report = layOut(
        own,
        question,
        rows.filter(({ subsidiary }) => subsidiary === subsidiaries[at]),
      );
      return { report: { ...facts(own, question), entityId, ...report }, raw: `[${raws.join(",")}]` };
    });
  },
};

function refuseCash({ basis }: ReportQuestion): void {
  if (basis === "cash") throw new AnswerUnreadable("Ledger C provides these figures only on the accrual basis.");
}

/** The books of one entity are in its own currency. */
function ofEntity(context: ReportContext, entityId: string): ReportContext {
  const { discovery } = context;
  const { organisation } = discovery;
  const baseCurrency = organisation.entities.find(({ id }) => id === entityId)?.currency ?? organisation.baseCurrency;
  return { ...context, discovery: { ...discovery, organisation: { ...organisation, baseCurrency } } };
}

function facts(
  { discovery, fetchedAt }: ReportContext,
  question: ReportQuestion,
): Omit<LedgerReport, "title" | "columns" | "rows" | "amounts"> {
  return { ...question, currency: discovery.organisation.baseCurrency, method: "query", fetchedAt };
}

interface Question {
  readonly text: (after: QueryText | null) => QueryText;
  readonly key: "account" | "entity";
  readonly bySubsidiary: boolean;
}

function queryFor(context: ReportContext, { kind, from, to }: ReportQuestion, subsidiaries: readonly string[] | null): Question {
  const bySubsidiary = subsidiaries !== null;
  if (kind === "aged_receivable" || kind === "aged_payable") {
    const type = kind === "aged_receivable" ? "AcctRec" : "AcctPay";
    return { key: "entity", bySubsidiary, text: (after) => agedQuery(context, type, to, { after, subsidiaries }) };
  }
  if (kind === "profit_and_loss")
    return { key: "account", bySubsidiary, text: (after) => movementQuery(context, from, to, { after, subsidiaries }) };
  const yearStart = context.fiscalYearStart(to);
  return { key: "account", bySubsidiary, text: (after) => balanceQuery(context, yearStart, to, { after, subsidiaries }) };
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
  { text, key, bySubsidiary }: Question,
): Generator<LedgerRequest, { readonly rows: SumRow[]; readonly raws: string[] }, LedgerResponse> {
  const limit = pageLimit(context);
  const rows: SumRow[] = [];
  const raws: string[] = [];
  let last: SumRow | null = null;
  for (;;) {
    const { raw, body } = readReportBody(
      yield queryRequest(context, text(last === null ? null : afterRow(last, key, bySubsidiary)), limit),
    );
    if (!Array.isArray(body.items))
      throw new AnswerUnreadable("The ledger's answer isn't in the expected format: it has no list of records.");
    raws.push(raw);
    const page = asObjects(body.items, "items").map((item) => sumRow(item, key));
    rows.push(...page);
    const next: SumRow | undefined = page.at(-1);
    if (page.length < limit || next === undefined || (next.id === null && !bySubsidiary)) return { rows, raws };
    if (next.id === null)
      throw new AnswerUnreadable(
        "The ledger answers in pages, and the last row of one page has no ID, so Tieout can't request the next page.",
      );
    if (![next.id, ...(bySubsidiary ? [next.subsidiary ?? ""] : [])].every(isId))
      throw new AnswerUnreadable(
        "The ledger answers in pages, and the last row of one page has an unreadable ID, so Tieout can't request the next page.",
      );
    if (next.id === last?.id && next.subsidiary === last.subsidiary)
      throw new AnswerUnreadable("Ledger C returned the same page of rows twice.");
    last = next;
  }
}

function afterRow({ id, subsidiary }: SumRow, key: Question["key"], bySubsidiary: boolean): QueryText {
  const column = key === "account" ? query`tal.${nameText("account")}` : query`tl.${nameText("entity")}`;
  const own = { column, last: id ?? "" };
  return afterKey(bySubsidiary ? [{ column: query`tl.${nameText("subsidiary")}`, last: subsidiary ?? "" }, own] : [own]);
}

/** Columns come in whatever case the account answers in; a null column is missing. */
function sumRow(item: Readonly<Record<string, unknown>>, key: Question["key"]): SumRow {
  const row = Object.fromEntries(Object.entries(item).map(([name, value]) => [name.toLowerCase(), value]));
  const text = (name: string) => asText(row[name] as string | undefined);
  return {
    id: text(key) || null,
    subsidiary: text("subsidiary") || null,
    type: text("kind"),
    total: text("total") || null,
    year: text("year") || null,
  };
}
