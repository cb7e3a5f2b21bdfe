import type { Failure } from "#shared/model/ledger/failure.ts";

/** Ends the making of a write before anything is sent; `prepare` turns it into a value. */
export class WriteRefused extends Error {
  override readonly name = "WriteRefused";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** @throws WriteRefused naming the field of the operation that can't be written */
export function refuseInput(field: string, message: string, next?: string): never {
  throw new WriteRefused({ code: "invalid_input", message, field, ...(next === undefined ? {} : { next }) });
}
