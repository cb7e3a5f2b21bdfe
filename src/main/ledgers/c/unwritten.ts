import { Defect } from "#shared/kernel/assert.ts";

/** Stands in until the part is written. @throws Defect */
export function unwritten(): never {
  throw new Defect("Ledger C: not written yet");
}
