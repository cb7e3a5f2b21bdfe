import { z } from "zod";
import type { DocumentStatus } from "./document.ts";

/** A rule of the order in which a status is derived where the ledger has none (rule 6): its place, its name and what it gives. */
export const statusRule = z.object({
  number: z.number().int(),
  of: z.number().int(),
  name: z.enum(["note_says_voided", "nothing_at_all", "nothing_outstanding", "less_than_total", "otherwise"]),
});
export type StatusRule = z.infer<typeof statusRule>;

// Rule 6: no two of them give the same status, so a stored status says for good which one fired.
const GIVES = [
  ["note_says_voided", "voided"],
  ["nothing_at_all", "voided_or_zero"],
  ["nothing_outstanding", "paid"],
  ["less_than_total", "part_paid"],
  ["otherwise", "open"],
] as const satisfies readonly (readonly [StatusRule["name"], DocumentStatus])[];

/** The status that a rule gives. */
export function statusOfRule(name: StatusRule["name"]): DocumentStatus {
  return GIVES[GIVES.findIndex(([rule]) => rule === name)]?.[1] ?? "open";
}

/** The rule that fired; null where the ledger itself states the status. */
export function statusRuleOf({ status, statusIsDerived }: { status: DocumentStatus; statusIsDerived: boolean }): StatusRule | null {
  const at = GIVES.findIndex(([, given]) => given === status);
  const name = GIVES[at]?.[0];
  return statusIsDerived && name !== undefined ? { number: at + 1, of: GIVES.length, name } : null;
}
