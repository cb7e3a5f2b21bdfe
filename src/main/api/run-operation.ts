import type { ClientBooks } from "#main/operations/act.ts";
import type { Operation, Outdates, ThreadPlace } from "#main/operations/operation.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { mirroredClient } from "./client-source.ts";
import type { ApiContext } from "./context.ts";
import type { Caller } from "./door.ts";

const THREAD_OPS = {
  reader: "operation.read",
  writer: "operation.write",
  firmReader: "firm.operation.read",
  firmWriter: "firm.operation.write",
} as const satisfies Record<ThreadPlace, string>;

/** Runs an operation where it belongs. `input` was parsed with its schema and the person may do it. */
export async function runOperation(
  context: ApiContext,
  operation: Operation,
  input: unknown,
  caller: Caller,
): Promise<Result<unknown, Failure>> {
  const { runs, name, outdates } = operation;
  if (runs === "core") return settled(context, input, outdates, await operation.perform(context, input, undefined, caller));
  const prepared = await operation.prepare(context, input);
  if (!prepared.ok) return prepared;
  const message = { name, input, prepared: prepared.value, person: context.person, nowMs: context.clock.nowMs() };
  if (runs === "firmReader" || runs === "firmWriter") {
    const answer = await context.pool.perform(THREAD_OPS[runs], message);
    return settled(context, input, outdates, answer.ok ? answer.value : answer);
  }
  const client = await clientOf(context, (input as { readonly clientId: string }).clientId);
  if (!client.ok) return client;
  const answer = await context.pool.perform(THREAD_OPS[runs], { ...client.value, ...message });
  return settled(context, input, outdates, answer.ok ? answer.value : answer);
}

/** The client's file, and what discovery knows of its books. Closes and reviews are of the whole client, on the accrual basis. */
async function clientOf(context: ApiContext, clientId: string) {
  const source = await mirroredClient(context, clientId);
  if (!source.ok) return source;
  const discovery = (await context.connections.find(clientId))?.discovery;
  if (discovery === null || discovery === undefined)
    return fail<Failure>({
      code: "not_found",
      message: "This client's ledger hasn't been read yet.",
      field: "clientId",
      next: "Run a sync.",
    });
  const { organisation, capabilities } = discovery;
  const books: ClientBooks = {
    books: { basis: "accrual", baseCurrency: organisation.baseCurrency, hasGlFeed: capabilities.hasGlFeed },
    yearEnd: { month: organisation.fiscalYearEndMonth, day: organisation.fiscalYearEndDay },
  };
  return ok({ ...source.value, ...books });
}

async function settled(
  context: ApiContext,
  input: unknown,
  outdates: readonly Outdates[],
  answer: Result<unknown, Failure>,
): Promise<Result<unknown, Failure>> {
  if (!answer.ok || outdates.length === 0) return answer;
  const { clientId } = input as { readonly clientId: string };
  await context.pool.perform("firm.outdateClose", { clientId, nowMs: context.clock.nowMs() });
  if (outdates.includes("clients")) context.publish("clients.changed", { clientIds: [clientId] });
  return answer;
}
