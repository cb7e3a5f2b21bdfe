import type { ApiContext } from "../context.ts";
import { reportLedgerDetail, reportStatement, reportTrialBalance } from "../reports.ts";
import type { Handlers } from "./handlers.ts";

/** Statements of a client's books, each with its source, its as-of and what it lacks. */
export function reportHandlers(context: ApiContext) {
  return {
    "reports.trialBalance": ({ clientId, ...question }) => reportTrialBalance(context, clientId, question),
    "reports.statement": ({ clientId, ...question }) => reportStatement(context, clientId, question),
    "reports.ledgerDetail": ({ clientId, ...question }) => reportLedgerDetail(context, clientId, question),
  } satisfies Partial<Handlers>;
}
