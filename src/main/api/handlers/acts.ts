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
