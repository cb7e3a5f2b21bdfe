import type { PersonRole } from "#shared/model/close/person.ts";

/**
 * The least role that may record a kind of fact, as the operations that make it declare it; a preparer's where a kind isn't listed.
 * Sign-offs ask for the role that they are given in. The server keeps a copy of this table, which only a migration changes.
 */
export const FACT_RIGHTS: Readonly<Record<string, PersonRole>> = {
  flux_return: "reviewer",
  reconciliation_return: "reviewer",
  tie_out_accepted: "reviewer",
  gate_override: "reviewer",
  person: "admin",
  firm_profile: "admin",
  close_policy: "admin",
  setting: "admin",
};
