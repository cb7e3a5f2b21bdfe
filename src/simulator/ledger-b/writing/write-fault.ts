import { type Fault, validation } from "../faults.ts";

/** Ends a write before anything is changed; the caller answers with the fault. */
export class WriteFault extends Error {
  override readonly name = "WriteFault";
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.detail);
    this.fault = fault;
  }
}

export function refuse(code: string, message: string, detail: string): never {
  throw new WriteFault(validation(code, message, detail));
}

export function missing(parameter: string): never {
  return refuse(
    "2020",
    "Required param missing, need to supply the required value for the API",
    `Required parameter ${parameter} is missing in the request`,
  );
}

/** A reference to something that is not there: `Accounts element id 7 not found`. */
export function noSuch(list: string, id: string): never {
  return refuse("2500", "Invalid Reference Id", `Invalid Reference Id : ${list} element id ${id} not found`);
}

export function businessRule(detail: string): never {
  return refuse("6000", "A business validation error has occurred while processing your request", `Business Validation Error: ${detail}`);
}

export function badEnum(member: string, value: string): never {
  return refuse("2170", "Invalid Enumeration", `Invalid Enumeration : ${member} cannot be ${value}`);
}
