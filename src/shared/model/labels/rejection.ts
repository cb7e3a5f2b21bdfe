import { andList } from "../../language/english.ts";
import type { JobItem } from "../ledger/write.ts";

/**
 * What a rejection comes to where the ledger only asks for fields: “Budget owner is required by the ledger.” Null where it says
 * anything else. The ledger's own words go with it and are never replaced by it.
 */
export function requiredFields({ fieldLabels = [] }: Pick<JobItem, "fieldLabels">): string | null {
  if (fieldLabels.length === 0 || fieldLabels.some(({ required }) => required !== true)) return null;
  const labels = [...new Set(fieldLabels.map(({ label }) => label))];
  return `${andList(labels)} ${labels.length === 1 ? "is" : "are"} required by the ledger.`;
}
