import { amountWriter } from "#main/domain/postings/account-sum.ts";
import { listFindings } from "#main/store/exceptions/findings.ts";
import { statementReport } from "#main/store/statements/statements.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import type { SignedSummary } from "#shared/contract/close/close-gates.ts";
import { sumDecimals } from "#shared/kernel/decimal.ts";
import { isCash } from "#shared/model/reports/is-cash.ts";
import type { GateSetting } from "./gates/gate.ts";

/**
 * What someone signs off on, in a few figures: the trial balance's totals, net income and cash of the period, what was
 * required and done, and what was overridden. Amounts are in the currency of the books, cash as a debit balance without
 * cards, as the balance sheet has it.
 */
export function signedSummary(
  { reader, books, yearEnd, period }: GateSetting,
  { gates, progress }: Pick<CloseStatus, "gates" | "progress">,
): SignedSummary {
  const question = { ...books, yearEnd, from: period.start, to: period.end };
  const { rows, totals } = trialBalanceReport(reader, question);
  const profit = statementReport(reader, { ...question, kind: "profit_and_loss", compare: [] }).rows.find(
    ({ kind, section }) => kind === "computed" && section === "result",
  );
  const write = amountWriter(books.baseCurrency);
  return {
    currency: books.baseCurrency,
    debits: totals.debit,
    credits: totals.credit,
    netProfit: profit?.amounts[0] ?? null,
    cash: write(sumDecimals(rows.flatMap(({ account, balance }) => (isCash(account) ? [balance] : [])))),
    exceptions: listFindings(reader).filter(({ acknowledged }) => acknowledged === null).length,
    gates: gates.sign.map(({ gate, required, done, blocking }) => ({ gate, required, done, blocking })),
    byHand: progress.byHand,
    overrides: gates.overrides.map(({ gate, person, at, why, items }) => ({ gate, person, at, why, items })),
  };
}
