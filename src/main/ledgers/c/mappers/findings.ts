import type { MappingFinding } from "../../adapter.ts";

/** A value that this adapter has no meaning for; the record is kept raw. */
export function unknownValue(field: string, value: string | undefined, where: string): MappingFinding {
  const what = value === undefined ? "has no value" : `has the unknown value “${value.slice(0, 60)}”`;
  return { code: "unknown_value", message: `“${field}” ${what} (${where}).`, field };
}

/** A line for which no account was found; the line is mapped without one. */
export function unresolvedAccount(lineId: string): MappingFinding {
  return { code: "unresolved_account", message: `No account was found for line ${lineId}.`, field: "accountId" };
}
