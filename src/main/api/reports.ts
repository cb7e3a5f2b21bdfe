import type { AgingInput, AgingReport } from "#main/services/aging.ts";
import type { LedgerDetailInput } from "#main/services/ledger-detail.ts";
import type { SpendInput, SpendReport } from "#main/services/spend.ts";
import type { StatementInput } from "#main/services/statements.ts";
import type { TrialBalanceInput } from "#main/services/trial-balance.ts";
import type { Merging } from "#main/workers/review-ops.ts";
import { assert } from "#shared/kernel/assert.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { FigureGap, LedgerDetail, Statement, TrialBalance } from "#shared/model/statement.ts";
import { mirroredClient } from "./client-source.ts";
import type { ApiContext } from "./context.ts";
import { mixedCurrencies } from "./mixed-currencies.ts";

/** The aging of one side at a date, computed beside the client's mirror. */
export async function reportAging(
  context: ApiContext,
  clientId: string,
  question: Omit<AgingInput, "baseCurrency"> & Merging,
): Promise<Result<AgingReport, Failure>> {
  const source = await mirroredClient(context, clientId);
  if (!source.ok) return source;
  const organisation = (await context.connections.find(clientId))?.discovery?.organisation;
  const entity = organisation?.entities.find(({ id }) => id === question.entityId);
  const baseCurrency = entity?.currency ?? organisation?.baseCurrency ?? null;
  const report = await context.pool.perform("report.aging", { ...source.value, ...question, baseCurrency });
  return report.ok ? ok(withoutAgreeing(report.value)) : report;
}

/** Parties that agree are told by the tie-out, which keeps them; an aging names those that differ. */
function withoutAgreeing(report: AgingReport): AgingReport {
  const { agreeing: _told, ...tieOut } = report.tieOut;
  return { ...report, tieOut };
}

/** The three spend series of a range of dates. */
export async function reportSpend(
  context: ApiContext,
  clientId: string,
  question: SpendInput & Merging,
): Promise<Result<SpendReport, Failure>> {
  const source = await mirroredClient(context, clientId);
  return source.ok ? context.pool.perform("report.spend", { ...source.value, ...question }) : source;
}

/** What discovery knows of the books and a person does not have to say. */
type Discovered = "baseCurrency" | "hasGlFeed" | "unlistedPostings" | "yearEnd";

/** The trial balance of a range of dates, dates inclusive. */
export async function reportTrialBalance(
  context: ApiContext,
  clientId: string,
  question: Omit<TrialBalanceInput, Discovered>,
): Promise<Result<TrialBalance, Failure>> {
  const books = await discoveredBooks(context, clientId, question.entityId);
  if (!books.ok) return books;
  const { source, facts, gap } = books.value;
  return withGap(await context.pool.perform("report.trialBalance", { ...source, question: { ...question, ...facts } }), gap);
}

/** A profit and loss or balance sheet with its comparatives. */
export async function reportStatement(
  context: ApiContext,
  clientId: string,
  question: Omit<StatementInput, Discovered>,
): Promise<Result<Statement, Failure>> {
  const books = await discoveredBooks(context, clientId, question.entityId);
  if (!books.ok) return books;
  const { source, facts, gap } = books.value;
  return withGap(await context.pool.perform("report.statement", { ...source, question: { ...question, ...facts } }), gap);
}

/** A page of the general ledger of one account, which may be named by its id or its code. */
export async function reportLedgerDetail(
  context: ApiContext,
  clientId: string,
  question: Omit<LedgerDetailInput, Discovered>,
): Promise<Result<LedgerDetail, Failure>> {
  const books = await discoveredBooks(context, clientId, question.entityId);
  if (!books.ok) return books;
  const asked = { ...books.value.source, question: { ...question, ...books.value.facts } };
  const detail = await context.pool.perform("report.ledgerDetail", asked);
  if (!detail.ok || detail.value !== null) return detail as Result<LedgerDetail, Failure>;
  const message = `There is no account ${question.accountId} in this client's mirror.`;
  return fail({ code: "not_found", message, field: "account" });
}

function withGap<T extends { readonly gaps: FigureGap[] }>(report: Result<T, Failure>, gap: FigureGap | null): Result<T, Failure> {
  return report.ok && gap !== null ? ok({ ...report.value, gaps: [gap, ...report.value.gaps] }) : report;
}

async function discoveredBooks(context: ApiContext, clientId: string, entityId: string | undefined) {
  const source = await mirroredClient(context, clientId);
  if (!source.ok) return source;
  const discovery = (await context.connections.find(clientId))?.discovery;
  assert(discovery, "a mirrored client has been discovered");
  const { organisation, capabilities, unlistedPostings } = discovery;
  return ok({
    source: source.value,
    gap: mixedCurrencies(organisation, entityId),
    facts: {
      // The postings of a legal entity are in the currency of its own books.
      baseCurrency: organisation.entities.find(({ id }) => id === entityId)?.currency ?? organisation.baseCurrency,
      hasGlFeed: capabilities.hasGlFeed,
      unlistedPostings,
      yearEnd: { month: organisation.fiscalYearEndMonth, day: organisation.fiscalYearEndDay },
    },
  });
}
