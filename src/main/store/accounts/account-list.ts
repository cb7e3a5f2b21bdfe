import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { AccountRow } from "#shared/contract/books/records.ts";
import type { Account } from "#shared/model/books/account.ts";

/** The chart of accounts as the mirror has it, flat (rule 23); those that the ledger no longer has are marked. */
export function accountList(reader: MirrorReader): AccountRow[] {
  const rows = prepared(
    reader.db,
    "SELECT body, removed_ms FROM entity JOIN source_record USING (rec_no) WHERE kind = 'account' ORDER BY id",
  ).all() as { readonly body: string; readonly removed_ms: number | null }[];
  return rows.map(({ body, removed_ms }) => {
    const { id, code, name, type, class: side, role, currency, active } = JSON.parse(body) as Account;
    return {
      id,
      code: code ?? null,
      name,
      type,
      class: side,
      role: role ?? null,
      currency: currency ?? null,
      active,
      removed: removed_ms !== null,
    };
  });
}
