import type { AgingInput, AgingReport } from "#main/services/aging.ts";
import type { SpendInput, SpendReport } from "#main/services/spend.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { clientSource } from "./client-source.ts";
import { type ApiContext, findClient } from "./context.ts";

/** The aging of one side at a date, computed beside the client's mirror. */
export async function reportAging(
  context: ApiContext,
  clientId: string,
  question: Omit<AgingInput, "baseCurrency">,
): Promise<Result<AgingReport, Failure>> {
  const source = await mirrored(context, clientId);
  if (!source.ok) return source;
  const baseCurrency = (await context.connections.find(clientId))?.discovery?.organisation.baseCurrency ?? null;
  return context.pool.perform("report.aging", { ...source.value, ...question, baseCurrency });
}

/** The three spend series of a range of dates. */
export async function reportSpend(context: ApiContext, clientId: string, question: SpendInput): Promise<Result<SpendReport, Failure>> {
  const source = await mirrored(context, clientId);
  return source.ok ? context.pool.perform("report.spend", { ...source.value, ...question }) : source;
}

async function mirrored(context: ApiContext, clientId: string): Promise<Result<ClientSource, Failure>> {
  const client = await findClient(context, clientId);
  if (!client.ok) return client;
  const source = await clientSource(context, clientId);
  if (source !== null) return ok(source);
  return fail({
    code: "not_found",
    message: `${client.value.name} has no connection yet, so there is nothing to report on.`,
    field: "client",
    next: "Add a connection, then run a sync.",
  });
}
