import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { Account } from "#shared/model/books/account.ts";

/** Every account that the mirror has seen, as mapped, without its balance. */
export function mirroredAccounts(reader: MirrorReader): Account[] {
  const bodies = prepared(reader.db, "SELECT body FROM entity WHERE kind = 'account' ORDER BY id").pluck().all() as string[];
  return bodies.map((body) => JSON.parse(body) as Account);
}
