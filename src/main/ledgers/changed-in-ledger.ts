/** What a look says of a record that is neither as it was nor as the change would have made it. */
export function changedInLedger(act: "void" | "delete" | "update" | undefined): string {
  if (act === "void") return "The transaction hasn't been voided. It was changed in the ledger after Tieout read it.";
  if (act === "delete") return "The transaction hasn't been deleted. It was changed in the ledger after Tieout read it.";
  return "The transaction was changed in the ledger. It matches neither your update nor the version Tieout read before sending it.";
}

/** More than these would be a list. */
const NAMED = 3;

/** The same of what was about to be changed, in a few words: its fields that changed, and each line as a whole. */
export function changedBriefly(fields: readonly string[]): string {
  const names = [...new Set(fields)];
  const more = names.length - NAMED;
  const told = [...names.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return told.length === 0 ? "Changed in the ledger" : `Changed in the ledger: ${told.join(", ")}`;
}
