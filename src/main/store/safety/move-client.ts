import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { commitExchange, dropExchange, finishExchange, freshKeptName } from "#main/files/exchange.ts";
import { syncFolderOf, syncPath } from "#main/files/sync.ts";
import { INCOMING, KEPT_FOLDER, REPAIRS_FOLDER } from "#main/ports/data-folder-names.ts";
import { clientFilePath, openClientFileAt } from "#main/store/database/client-file.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { attachmentFolder } from "#main/store/records/attachment-files.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { carryOver, dropLogged } from "./carry-over.ts";
import { openToLook, withLogs } from "./known-files.ts";
import { readBack } from "./snapshot.ts";

export interface ClientMove {
  readonly clientId: string;
  /** The id that the firm has for the same books. Nothing here has it yet. */
  readonly toClientId: string;
  readonly nowMs: number;
}

/**
 * Gives what people recorded of a client another id: a new file with the own records and supporting documents, and without what the
 * ledger said, which the firm's log brings. The former file goes to the folder `kept`. One exchange, which the next start completes if
 * this process dies; doing it again changes nothing. Nobody may have either file open.
 * @returns where the former file is now; null where there was none
 * @throws StoreRefusal
 */
export function moveClientFile(home: string, { clientId, toClientId, nowMs }: ClientMove): string | null {
  const folder = `${REPAIRS_FOLDER}/${toClientId}`;
  finishExchange(home, folder);
  const path = clientFilePath(home, clientId);
  if (!existsSync(path) || existsSync(clientFilePath(home, toClientId))) return null;
  dropExchange(home, folder);
  const bring = fillIncoming(home, join(home, folder, INCOMING), path, { clientId, toClientId });
  const keptAs = freshKeptName(home, `merged-${clientId}-${instantFromMs(nowMs).replaceAll(/[:.]/g, "-")}`);
  const documents = `clients/${basename(attachmentFolder(home, clientId))}`;
  const aside = [...withLogs(`clients/${basename(path)}`), ...(existsSync(join(home, documents)) ? [documents] : [])];
  commitExchange(home, folder, { keptAs, aside, bring });
  finishExchange(home, folder);
  return join(home, KEPT_FOLDER, keptAs);
}

/** @returns the names that the new files get in the data folder */
function fillIncoming(home: string, incoming: string, path: string, { clientId, toClientId }: Omit<ClientMove, "nowMs">): string[] {
  const name = `clients/${basename(clientFilePath(home, toClientId))}`;
  const next = join(incoming, name);
  mkdirSync(dirname(next), { recursive: true, mode: 0o700 });
  const former = openToLook(path);
  const db = openClientFileAt(next, toClientId);
  try {
    carryOver(former, db);
    dropLogged(db);
    numberByTime(db);
  } finally {
    former.close();
    db.close();
  }
  readBack(next, toClientId);
  syncPath(next);
  syncFolderOf(next);
  const from = attachmentFolder(home, clientId);
  if (!existsSync(from)) return [name];
  const documents = `clients/${basename(attachmentFolder(home, toClientId))}`;
  const to = join(incoming, documents);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const file of readdirSync(from)) {
    copyFileSync(join(from, file), join(to, file));
    syncPath(join(to, file));
  }
  syncPath(to);
  return [name, documents];
}

/** A computer alone counts its sendings from 1, and two of them would use the same numbers. With a server they follow the clock. */
function numberByTime(db: Sqlite): void {
  const all = prepared(db, "SELECT attempt_no AS no, sent_ms AS sentMs FROM write_attempt ORDER BY attempt_no DESC").all() as {
    readonly no: number;
    readonly sentMs: number;
  }[];
  const change = prepared(db, "UPDATE write_attempt SET attempt_no = ? WHERE attempt_no = ?");
  let next = Number.MAX_SAFE_INTEGER;
  for (const { no, sentMs } of all) {
    next = Math.min(Math.max(no, sentMs), next - 1);
    if (next > no) change.run(next, no);
  }
}
