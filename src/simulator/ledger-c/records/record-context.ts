import type { Books } from "../../books/types.ts";
import type { LedgerDatabase } from "../ledger-database.ts";
import type { LedgerCSettings } from "../options.ts";

/** What the record service works on. */
export interface RecordContext {
  readonly books: Books;
  readonly database: LedgerDatabase;
  readonly settings: LedgerCSettings;
  /** Transaction id to the reference that an integration wrote. */
  readonly externalIds: Map<string, string>;
}
