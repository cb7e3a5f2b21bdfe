import type { ApiContext } from "../context.ts";
import { reportAging, reportLedgerDetail, reportSpend, reportStatement, reportTrialBalance } from "../reports.ts";
import type { Handlers } from "./handlers.ts";

/** Statements, agings and spend of a client's books, each with its source, its as-of and what it lacks. */
export function reportHandlers(context: ApiContext) {
  return {
    "reports.aging": ({ clientId, ...question }) => reportAging(context, clientId, question),
    "reports.spend": ({ clientId, ...question }) => reportSpend(context, clientId, question),
    "reports.trialBalance": ({ clientId, ...question }) => reportTrialBalance(context, clientId, question),
    "reports.statement": ({ clientId, ...question }) => reportStatement(context, clientId, question),
    "reports.ledgerDetail": ({ clientId, ...question }) => reportLedgerDetail(context, clientId, question),
  } satisfies Partial<Handlers>;
}
