import { message } from "#shared/language/t.ts";

/** What options mean that many verbs share; a verb's own help comes first. */
const SHARED_HELP: Readonly<Record<string, string>> = {
  account: "Account ID",
  "action-id": "Your own ID for this ledger update. Tieout never posts two updates with the same ID",
  amount: "Amount, such as 1250.00",
  "as-of": "Date of the figures, such as 2026-10-31",
  basis: "accrual or cash",
  client: "Client ID, as shown by “client list”",
  "current-pin-env": "Name of the environment variable that holds the current PIN, if there is one",
  dimension: "Dimension ID",
  document: "Transaction ID",
  draft: "Save the ledger update as a draft; nothing is sent",
  "dry-run": "Show the checks and the exact requests; nothing is sent",
  due: "Due date, such as 2026-11-05",
  entity: "ID of one legal entity, for ledgers with several entities",
  figure: "Figure ID",
  file: "File to read",
  from: "First day, such as 2026-10-01",
  id: "ID, as shown in the list",
  line: "Line ID",
  "max-wait": "Seconds to wait for the ledger. Unfinished work stays queued",
  merged: "Count merged contacts as one",
  months: "Number of months to show side by side",
  name: "Name",
  "new-pin-env": "Name of the environment variable that holds the new PIN, 4 to 12 digits",
  note: "Note",
  out: "File or folder to write",
  party: message("Customer or vendor (contact ID)"),
  "passphrase-env": "Name of the environment variable that holds the passphrase",
  period: "Period (ID, label or month, such as 2026-10)",
  "pin-env": "Name of the environment variable that holds the PIN",
  removed: "Only records deleted in the ledger",
  seen: "The changeHash of the version you saw, as shown by “document show”. Nothing is sent if the record has changed since then",
  side: "receivable or payable",
  text: "Text",
  title: "Title",
  to: "Last day, such as 2026-10-31",
  tree: "Group",
  value: "ID or name of the dimension value",
  yes: "Confirm",
};

/** What an option of a verb is, for `--help`. */
export function optionText(option: string, own: Readonly<Record<string, string>> = {}): string {
  return own[option] || (SHARED_HELP[option] ?? "");
}
