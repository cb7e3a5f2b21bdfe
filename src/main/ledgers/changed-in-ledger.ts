/** What a look says of a record that is neither as it was nor as the change would have made it. */
export function changedInLedger(act: "void" | "delete" | "update" | undefined): string {
  if (act === "void") return "The transaction hasn't been voided. It was changed in the ledger after Tieout read it.";
  if (act === "delete") return "The transaction hasn't been deleted. It was changed in the ledger after Tieout read it.";
  return "The transaction was changed in the ledger. It matches neither your update nor the version Tieout read before sending it.";
}
