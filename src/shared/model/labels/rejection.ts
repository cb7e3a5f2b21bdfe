import { andList } from "../../language/english.ts";
import type { JobItem } from "../ledger/write.ts";

/**
 * What a rejection comes to where the ledger only asks for fields: “The ledger requires a value for Budget owner.” Null where it says
 * anything else. The ledger's own words are shown with the update, whatever this says.
 */
export function requiredFields({ fieldLabels = [] }: Pick<JobItem, "fieldLabels">): string | null {
  if (fieldLabels.length === 0 || fieldLabels.some(({ required }) => required !== true)) return null;
  const labels = [...new Set(fieldLabels.map(({ label }) => label))];
  return `The ledger requires ${labels.length === 1 ? "a value" : "values"} for ${andList(labels)}.`;
}
