import type { Failure } from "#shared/model/ledger/failure.ts";

/** A failure answered by the core, or by the way to it, thrown so that queries and commands can hold it. */
export class CallFailure extends Error {
  override readonly name = "CallFailure";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
