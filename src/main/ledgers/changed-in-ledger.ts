/** What a look says of a record that is neither as it was nor as the change would have made it. */
export function changedInLedger(act: "void" | "delete" | "update" | undefined): string {
  if (act === "void") return "The transaction isn't voided, and it was changed in the ledger.";
  if (act === "delete") return "The transaction isn't deleted, and it was changed in the ledger.";
  return "The transaction was changed in the ledger: it matches neither the earlier version nor yours.";
}
