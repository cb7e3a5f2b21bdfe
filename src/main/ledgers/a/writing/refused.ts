import type { Failure } from "#shared/model/ledger/failure.ts";
import type { LedgerRequest, LedgerResponse } from "../../adapter.ts";

/** A generator that asks the ledger and reads the answers. */
export type Asking<Value> = Generator<LedgerRequest, Value, LedgerResponse>;

/** Ends the preparation of a job. Thrown inside this folder only; `prepare` turns it into its result. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** What was asked for can't be written; `field` is named as in the file. */
export function badInput(field: string, message: string): Refused {
  return new Refused({ code: "invalid_input", message, field });
}

/** Names a field of an operation as a person would find it in the file. */
export type At = (field: string) => string;
