import { z } from "zod";

/** What must be finished before a reviewer signs off a period, and before it is closed. */
export const SIGN_GATES = ["tasks", "reconciliations", "flux", "review_notes"] as const;
export const signGate = z.enum(SIGN_GATES);
export type SignGate = z.infer<typeof signGate>;

/** Who may override a gate with a reason; an administrator may do whatever a reviewer may. */
export const overrideRule = z.enum(["never", "reviewer", "admin"]);
export type OverrideRule = z.infer<typeof overrideRule>;

/** The firm's policy: for each gate, and for a person that a reconciliation policy names, who may override it. */
export const closePolicy = z.strictObject({
  tasks: overrideRule,
  reconciliations: overrideRule,
  flux: overrideRule,
  review_notes: overrideRule,
  /** Signing off a reconciliation in place of the preparer or reviewer that its policy names. */
  named_person: overrideRule.default("reviewer"),
});
export type ClosePolicy = z.infer<typeof closePolicy>;

/** Applies until the firm chooses: a reviewer may answer for open work with a reason, but nobody skips a review note. */
export const DEFAULT_CLOSE_POLICY: ClosePolicy = {
  tasks: "reviewer",
  reconciliations: "reviewer",
  flux: "reviewer",
  review_notes: "never",
  named_person: "reviewer",
};

/** An item that is a whole comparison: its figures aren't available, so there are no lines to count. */
export function isWholeComparison({ subject, key, id }: { readonly subject: string; readonly key: string; readonly id: string }): boolean {
  return subject === "flux" && key === id;
}

/** What a gate counts, one and many, as sentences name it. */
export const GATE_NOUNS: Readonly<Record<SignGate, readonly [one: string, many: string]>> = {
  tasks: ["task", "tasks"],
  reconciliations: ["reconciliation", "reconciliations"],
  flux: ["material change", "material changes"],
  review_notes: ["review note", "review notes"],
};
