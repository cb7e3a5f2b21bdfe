import type { LedgerDetailRow } from "#shared/model/reports/statement.ts";
import { t } from "../../language/t.ts";
import { recordTypeWord } from "./transaction-labels.ts";

interface PostingName {
  readonly name: string;
  /** Its contact and memo, as far as it has them. */
  readonly more: readonly string[];
}

/** A posting as people speak of it: the type and number of its transaction; a payment without a number has that of the one it settles. */
export function postingName(row: LedgerDetailRow): PostingName {
  const { type, unappliedKind, documentNumber, settles = null } = row;
  const number = documentNumber ?? (settles?.others === 0 ? settles.number : null);
  const own = type === null ? row.number : [recordTypeWord(unappliedKind ?? type), number].filter(Boolean).join(" ");
  const parts = [own, row.contact, row.description].filter((part): part is string => part !== null && part !== "");
  const [name = unnamed(row), ...more] = parts;
  return { name, more };
}

function unnamed({ kind, documentId }: LedgerDetailRow): string {
  if (kind === "year_end") return t("Year end");
  return documentId === null ? t("Unknown transaction") : t("Transaction");
}

/** The number that the ledger gave the entry, where it isn't that of the transaction. */
export function entryNumberText({ type, number, documentNumber }: LedgerDetailRow): string | null {
  return type === null || number === null || number === documentNumber ? null : t("Entry {number} in the ledger", { number });
}
