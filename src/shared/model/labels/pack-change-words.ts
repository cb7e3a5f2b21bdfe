import type { PackComparison } from "../close/pack.ts";
import { fieldWords } from "./change-words.ts";

type ChangedDocument = PackComparison["documents"][number];

/** One column that differs between two packs, as accountants call it; `values` null where they are IDs or say nothing more. */
export interface ColumnChange {
  readonly column: string;
  readonly words: string;
  readonly values: { readonly before: string; readonly after: string } | null;
}

/** Columns that don't say anything of the transaction itself. */
const TECHNICAL = new Set(["id", "statusIsDerived", "entityType", "ledgerId"]);
/** Columns of IDs, which name records that the comparison doesn't have. */
const ID_WORDS: Readonly<Record<string, string>> = {
  partyId: fieldWords("party"),
  periodId: fieldWords("period"),
  totalAccountId: fieldWords("total account"),
  entityId: "entity",
};
const COLUMN_WORDS: Readonly<Record<string, string>> = { unappliedKind: "kind of unapplied amount" };
const REMOVED = "removedDetectedAt";

/** How a transaction changed. A pack keeps the last state of a deleted one: what changed is that its deletion was noticed. */
export function documentChange({ kind, fields }: ChangedDocument): ChangedDocument["kind"] {
  return kind === "changed" && fields.some(({ field, before }) => field === REMOVED && before === "") ? "removed" : kind;
}

/** What differs of a transaction, in the words that the window has for its fields. */
export function columnChanges({ kind, fields }: ChangedDocument): ColumnChange[] {
  const named = new Set(fields.map(({ field }) => field));
  return fields.flatMap(({ field: column, before, after }): ColumnChange[] => {
    if (TECHNICAL.has(column)) return [];
    if (column === REMOVED) return kind === "changed" && after === "" ? [{ column, words: "restored in ledger", values: null }] : [];
    const record = ID_WORDS[column];
    if (record === undefined) return [{ column, words: COLUMN_WORDS[column] ?? fieldWords(column), values: { before, after } }];
    // A new transaction has all of them, and another contact has another name.
    return kind !== "changed" || (column === "partyId" && named.has("party")) ? [] : [{ column, words: `${record} changed`, values: null }];
  });
}
