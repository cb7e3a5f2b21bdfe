import { booksOf, discoveredClient } from "#main/operations/client-source.ts";
import type { ClientStep } from "#main/operations/client-work.ts";
import { findOperation } from "#main/operations/collection.ts";
import type { Operation, ThreadPlace } from "#main/operations/operation.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import { assert } from "#shared/kernel/assert.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ApiContext, Ask } from "./context.ts";
import type { Caller } from "./door.ts";

const THREAD_OPS = {
  reader: "operation.read",
  writer: "operation.write",
  firmReader: "firm.operation.read",
  firmWriter: "firm.operation.write",
  background: "operation.later",
} as const satisfies Record<ThreadPlace | ClientStep<never, never>["runs"], string>;

/** Runs an operation where it belongs. `input` was parsed with its schema and the person may do it. */
export async function runOperation(
  context: ApiContext,
  operation: Operation,
  input: unknown,
  caller: Caller,
): Promise<Result<unknown, Failure>> {
  const { runs, name } = operation;
  if (runs === "core") return settled(context, operation, input, await operation.perform(context, input, undefined, caller));
  const prepared = await operation.prepare(context, input);
  if (!prepared.ok) return prepared;
  const message = { name, input, prepared: prepared.value, person: context.person, nowMs: context.clock.nowMs() };
  if (runs === "firmReader" || runs === "firmWriter") {
    const answer = await context.pool.perform(THREAD_OPS[runs], message);
    return settled(context, operation, input, answer.ok ? answer.value : answer);
  }
  const { clientId } = input as { readonly clientId: string };
  const client = await discoveredClient(context, clientId);
  if (!client.ok) return operation.unread === undefined ? client : ok(operation.unread);
  const answer = await context.pool.perform(THREAD_OPS[runs], { ...booksOf(client.value), ...message });
  return settled(context, operation, input, answer.ok ? answer.value : answer);
}

/** Has a step done on the thread that owns the client's file. */
export async function runStep<I extends { readonly clientId: string }, T>(
  context: ApiContext,
  { name, runs }: ClientStep<I, T>,
  input: I,
): Promise<Result<T, Failure>> {
  const client = await discoveredClient(context, input.clientId);
  if (!client.ok) return client;
  const message = { name, input, prepared: undefined, person: context.person, nowMs: context.clock.nowMs() };
  const answer = await context.pool.perform(THREAD_OPS[runs], { ...booksOf(client.value), ...message });
  return answer.ok ? (answer.value as Result<T, Failure>) : answer;
}

/** What an act answers; what the files or the firm's server refused is a failure, too. @throws any other error */
export async function answered<T>(act: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof OperationFailed) return fail(error.failure);
    throw error;
  }
}

/** How operations ask each other; the outer one's role was checked at the door. */
export function asking(context: () => ApiContext): Ask {
  return async (operation, input) => {
    const declared = findOperation(operation.name);
    assert(declared !== null, `${operation.name} isn't listed in the collection`);
    const answer = await runOperation(context(), declared, operation.input.parse(input), {});
    return answer as Result<never, Failure>;
  };
}

/**
 * What follows a success. It only refreshes what can be made again from what is saved by now, so that a failure in it never turns
 * the answer into one: the person would do the same again, and it would be there twice.
 */
async function settled(
  context: ApiContext,
  { name, kind, runs, outdates, after }: Operation,
  input: unknown,
  answer: Result<unknown, Failure>,
): Promise<Result<unknown, Failure>> {
  if (!answer.ok) return answer;
  const { clientId } = input as { readonly clientId: string };
  const nowMs = context.clock.nowMs();
  if (outdates.includes("close")) await logged(context, name, () => context.pool.must("firm.outdateClose", { clientId, nowMs }));
  if (outdates.includes("clients")) context.publish("clients.changed", { clientIds: [clientId] });
  await logged(context, name, () => after(context, input, answer.value));
  // Windows keep answers until news comes: each hears of what any of them saved for a client.
  if (kind === "command" && runs === "writer") context.publish("work.changed", { clientId });
  return answer;
}

async function logged({ log }: ApiContext, operation: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof OperationFailed) log.warn("api.not_refreshed", { operation, code: error.failure.code, message: error.message });
    else log.error("api.defect", error, { operation });
  }
}
