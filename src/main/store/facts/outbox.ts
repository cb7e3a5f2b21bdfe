import { sha256 } from "#main/store/database/hash.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { sealOwnRecords } from "#main/store/database/own-chain.ts";
import { prepared } from "#main/store/database/query.ts";
import type { Fact } from "#shared/model/firm/fact.ts";
import { contentHash, type FileSource, type Item, itemOfRow } from "./client-items.ts";
import { knownContent, readLog } from "./fact-log.ts";
import { itemOfFirmRow } from "./firm-rows.ts";

/** A fact that waits to be sent, with what names its item here. */
export interface WaitingFact extends Fact {
  readonly itemKey: string;
}

export interface Outbox {
  readonly facts: readonly WaitingFact[];
  /** Once they were sent, everything through this entry of the own chain was. */
  readonly throughEntry: number;
  /** More waits than fits into one turn. */
  readonly more: boolean;
  /** What was recorded before this machine joined is among these or still behind them. */
  readonly movingIn: boolean;
}

const ENTRIES_A_TURN = 1_000;
const BYTES_A_TURN = 4_000_000;

interface Entry {
  readonly entry_no: number;
  readonly table_name: string;
  readonly row_key: string;
}

/**
 * What this file has that the log doesn't, in the order in which it was recorded. The outbox has no table of its own: it is the
 * end of the own-records chain, without what came from the log.
 * @returns null while the file isn't in a firm
 */
export function clientOutbox(db: Sqlite, files: FileSource): Outbox | null {
  return outboxOf(db, files.clientId, ({ table_name: table, row_key: key }) => itemOfRow(db, table, key, files));
}

/** The same for the firm's own file. */
export function firmOutbox(db: Sqlite): Outbox | null {
  return outboxOf(db, "", ({ table_name: table, row_key: key }) => itemOfFirmRow(db, table, key));
}

function outboxOf(db: Sqlite, clientId: string, itemOf: (entry: Entry) => Item | null): Outbox | null {
  const log = readLog(db);
  if (log === null) return null;
  sealOwnRecords(db);
  const entries = prepared(db, "SELECT entry_no, table_name, row_key FROM own_entry WHERE entry_no > ? ORDER BY entry_no LIMIT ?").all(
    log.sentEntry,
    ENTRIES_A_TURN,
  ) as Entry[];
  const facts = new Map<string, WaitingFact>();
  let [bytes, throughEntry] = [0, log.sentEntry];
  for (const entry of entries) {
    if (bytes > BYTES_A_TURN) break;
    const item = itemOf(entry);
    for (const one of item === null ? [] : [...item.needs, item]) {
      const content = contentHash(one.content);
      if (facts.has(one.key) || knownContent(db, one.key) === content) continue;
      const source = entry.entry_no <= log.movedEntry ? "moved_in" : "own";
      const factId = factIdOf([clientId, entry.entry_no, one.key, source, one.body]);
      facts.set(one.key, { factId, kind: one.kind, source, body: one.body, itemKey: one.key });
      bytes += one.body.length;
    }
    throughEntry = entry.entry_no;
  }
  const more = entries.length === ENTRIES_A_TURN || throughEntry < (entries.at(-1)?.entry_no ?? 0);
  return { facts: [...facts.values()], throughEntry, more, movingIn: log.sentEntry < log.movedEntry };
}

/**
 * A UUID of a fact's place and of all that it says: sent again after a lost answer, it is the same fact. A decision that is sent
 * again to a server that went back may know of others by now. Under its old number it would look like a fact that was changed.
 */
function factIdOf(parts: readonly (string | number)[]): string {
  const hex = sha256(JSON.stringify(parts));
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
