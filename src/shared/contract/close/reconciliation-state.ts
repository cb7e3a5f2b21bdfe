import type { ReconciliationRow, ReconciliationStateName } from "./reconciliations.ts";

/** What the name of a state depends on. Without a policy, only an account with statements is known to be reconciled with the bank. */
export type StateFacts = Pick<ReconciliationRow, "state" | "bank" | "toMatch" | "difference" | "totalOnly"> & {
  readonly policy?: Pick<ReconciliationRow["policy"], "type"> & Partial<Pick<ReconciliationRow["policy"], "required" | "frequency">>;
};

/** Window, checklist, command line and pack tell states apart with this one function; each has its own words for them. */
export function stateName({ state, bank, toMatch, difference, totalOnly = false, policy }: StateFacts): ReconciliationStateName {
  if (state === "reconciled" && totalOnly) return "total_only";
  if (state === "difference" && bank !== null && difference === null) return "no_closing_balance";
  if (state === "to_match" && toMatch === 0) return "fees_to_enter";
  if (state !== "no_support") return state;
  if (bank === "statement_ends_early") return bank;
  return bank === "no_statement" || policy?.type === "bank" ? "no_statement" : "no_support";
}
