import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { ApiContext } from "../context.ts";

/** Who acts, and when. */
export function actOf({ person, clock }: ApiContext): { readonly person: string; readonly nowMs: number } {
  return { person, nowMs: clock.nowMs() };
}

/** An act's own answer, or why the thread could not carry it out. */
export function inner<T>(answered: Result<Result<T, Failure>, Failure>): Result<T, Failure> {
  if (!answered.ok) return answered;
  return answered.value.ok ? ok(answered.value.value) : answered.value;
}

/** After an act that a close rests on: the board looks at the client again when it is next asked. */
export async function closeOutdated<T>(context: ApiContext, clientId: string, answer: Result<T, Failure>): Promise<Result<T, Failure>> {
  if (answer.ok) await context.pool.perform("firm.outdateClose", { clientId, nowMs: context.clock.nowMs() });
  return answer;
}

/** The same for acts on the close itself, which windows show in several places. */
export async function closeMoved<T>(context: ApiContext, clientId: string, answer: Result<T, Failure>): Promise<Result<T, Failure>> {
  await closeOutdated(context, clientId, answer);
  if (answer.ok) context.publish("clients.changed", { clientIds: [clientId] });
  return answer;
}
