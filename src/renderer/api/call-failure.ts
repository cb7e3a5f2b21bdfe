import type { Failure } from "#shared/model/ledger/failure.ts";

/** Waits for a call. @returns why it failed, or null once it was done. @throws any other error */
export async function failureOf(call: Promise<unknown>): Promise<Failure | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof CallFailure) return error.failure;
    throw error;
  }
}

/** A failure answered by the core, or by the way to it, thrown so that queries and commands can hold it. */
export class CallFailure extends Error {
  override readonly name = "CallFailure";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
