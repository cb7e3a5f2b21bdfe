import type { AgingInput, AgingReport } from "#main/services/aging.ts";
import type { SpendInput, SpendReport } from "#main/services/spend.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { mirroredClient } from "./client-source.ts";
import type { ApiContext } from "./context.ts";

/** The aging of one side at a date, computed beside the client's mirror. */
export async function reportAging(
  context: ApiContext,
  clientId: string,
  question: Omit<AgingInput, "baseCurrency">,
): Promise<Result<AgingReport, Failure>> {
  const source = await mirroredClient(context, clientId);
  if (!source.ok) return source;
  const baseCurrency = (await context.connections.find(clientId))?.discovery?.organisation.baseCurrency ?? null;
  return context.pool.perform("report.aging", { ...source.value, ...question, baseCurrency });
}

/** The three spend series of a range of dates. */
export async function reportSpend(context: ApiContext, clientId: string, question: SpendInput): Promise<Result<SpendReport, Failure>> {
  const source = await mirroredClient(context, clientId);
  return source.ok ? context.pool.perform("report.spend", { ...source.value, ...question }) : source;
}
