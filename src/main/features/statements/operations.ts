import { z } from "zod";
import type { ClientWork } from "#main/operations/client-work.ts";
import { query } from "#main/operations/operation.ts";
import { ledgerDetailReport } from "#main/store/postings/ledger-detail.ts";
import { withSettled } from "#main/store/postings/settled-rows.ts";
import { cashFlowReport } from "#main/store/statements/cash-flow.ts";
import { laidOutStatement } from "#main/store/statements/statements.ts";
import { summaryReport } from "#main/store/statements/summary.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { message } from "#shared/language/t.ts";
import { calendarDateString } from "#shared/model/books/money.ts";
import { accountingBasis } from "#shared/model/reports/ledger-report.ts";
import { comparison, type FigureGap, ledgerDetail, trialBalance } from "#shared/model/reports/statement.ts";
import { cashFlow, laidOutStatement as laidOut, laidOutKind, summary } from "#shared/model/reports/statement-layout.ts";
import { mixedCurrencies } from "./mixed-currencies.ts";
import { cashFlowText, summaryText } from "./statement-text.ts";

const span = z.object({
  clientId,
  from: calendarDateString.describe("First day"),
  to: calendarDateString.describe("Last day"),
  basis: accountingBasis.default("accrual").describe("Accounting basis"),
  entityId: shortId.optional().describe("Legal entity ID, if the ledger has several legal entities"),
});
const inOrder = ({ from, to }: { readonly from: string; readonly to: string }) => from <= to;
const ORDER = { message: "use a date on or after “from”", path: ["to"] };

const across = {
  compare: z.array(comparison).max(8).default([]).describe("Comparison to add (may be repeated)"),
  months: z
    .number()
    .int()
    .min(1)
    .max(12)
    .optional()
    .describe("Number of months to show side by side, ending on the “to” day. The “from” day and any comparisons are then ignored"),
};

export const reportTrialBalance = query("reports.trialBalance", {
  summary: "List each account with a balance or activity: opening balance, debits, credits and closing balance",
  input: span.refine(inOrder, ORDER),
  output: trialBalance,
  runs: "reader",
  perform: (work, { clientId: _client, ...asked }) => ok(withGap(work, asked, trialBalanceReport(work.mirror, booksAsked(work, asked)))),
});

export const reportStatement = query("reports.statement", {
  summary: "Show a profit and loss statement or balance sheet, with comparisons",
  input: span.extend({ kind: laidOutKind, ...across }).refine(inOrder, ORDER),
  output: laidOut,
  runs: "reader",
  perform: (work, { clientId: _client, ...asked }) => ok(withGap(work, asked, laidOutStatement(work.mirror, booksAsked(work, asked)))),
});

export const reportCashFlow = query("reports.cashFlow", {
  summary: "Show the indirect cash-flow statement, and whether it ties to the change in the bank balances",
  input: span.omit({ basis: true }).extend(across).refine(inOrder, ORDER),
  output: cashFlow,
  runs: "reader",
  perform: (work, { clientId: _client, ...asked }) => ok(withGap(work, asked, cashFlowReport(work.mirror, booksAsked(work, asked)))),
  command: { verb: "report cash-flow", options: { entityId: "entity" }, lines: cashFlowText },
});

export const reportSummary = query("reports.summary", {
  summary: message("Show twelve months of profit and cash, key ratios, and receivables and payables by age"),
  input: span.omit({ from: true }),
  output: summary,
  runs: "reader",
  perform: (work, { clientId: _client, ...asked }) => ok(withGap(work, asked, summaryReport(work.mirror, booksAsked(work, asked)))),
  command: { verb: "report summary", options: { entityId: "entity" }, lines: summaryText },
});

/** Trial balance, financial statements and the general ledger. */
export const statementOperations = [
  reportTrialBalance,
  reportStatement,
  reportCashFlow,
  reportSummary,

  query("reports.ledgerDetail", {
    summary: "Show one account's general ledger with a running balance, page by page",
    input: span
      .extend({
        accountId: shortId.describe("Account (ID or code)"),
        after: z
          .string()
          .regex(/^-?\d+:-?\d+:-?\d+:-?\d+(?:\.\d+)?$/, "use the value of “next” from the previous answer")
          .optional()
          .describe("Where to continue: the value of “next” in the previous answer"),
        limit: z.number().int().min(1).max(1000).default(200),
      })
      .refine(inOrder, ORDER),
    output: ledgerDetail,
    runs: "reader",
    perform: (work, { clientId: _client, ...asked }) => {
      const detail = ledgerDetailReport(work.mirror, booksAsked(work, asked));
      if (detail !== null) return ok(withSettled(work.mirror, detail));
      return fail({ code: "not_found", message: `This client has no account ${asked.accountId}.`, field: "account" });
    },
  }),
] as const;

/** The question with what discovery knows of the books. The postings of a legal entity are in the currency of its own books. */
function booksAsked<Q extends { readonly entityId?: string | undefined }>({ books, yearEnd, organisation }: ClientWork, asked: Q) {
  const entity = organisation.entities.find(({ id }) => id === asked.entityId);
  return { ...books, ...asked, baseCurrency: entity?.currency ?? organisation.baseCurrency, yearEnd };
}

function withGap<T extends { readonly gaps: FigureGap[] }>(
  { organisation }: ClientWork,
  { entityId }: { readonly entityId?: string | undefined },
  report: T,
): T {
  const gap = mixedCurrencies(organisation, entityId);
  return gap === null ? report : { ...report, gaps: [gap, ...report.gaps] };
}
