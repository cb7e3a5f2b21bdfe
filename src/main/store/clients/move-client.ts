import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";

/** Tables of the firm's file with rows of a client, besides the client's own. */
const OF_CLIENT = ["connection", "rollup", "client_insight", "read_day", "client_person", "work_item"] as const;
/** Settings that belong to one client, by what comes before its id. */
const SETTINGS = ["schedule/client/", "left-mirror/"] as const;

export interface ClientIdChange {
  readonly from: string;
  readonly to: string;
  /** The connection that the firm has for the same books; it takes the place of the client's own. */
  readonly connection: { readonly connectionId: string; readonly body: string };
}

/**
 * Gives a client another id in the firm's file, in one transaction.
 * @returns false where there is no such client, or another one has the id already; then nothing changes
 */
export function moveClient(db: Sqlite, { from, to, connection }: ClientIdChange): boolean {
  return db
    .transaction(() => {
      if (prepared(db, "SELECT 1 FROM client WHERE client_id = ?").get(to) !== undefined) return false;
      db.pragma("defer_foreign_keys = ON");
      const moved = prepared(db, "UPDATE client SET client_id = ? WHERE client_id = ?").run(to, from);
      if (moved.changes === 0) return false;
      for (const table of OF_CLIENT) prepared(db, `UPDATE ${table} SET client_id = ? WHERE client_id = ?`).run(to, from);
      for (const prefix of SETTINGS)
        prepared(db, "UPDATE OR REPLACE setting SET key = ? WHERE key = ?").run(`${prefix}${to}`, `${prefix}${from}`);
      const { connectionId, body } = connection;
      prepared(db, "UPDATE connection SET connection_id = ?, body = ? WHERE client_id = ?").run(connectionId, body, to);
      return true;
    })
    .immediate();
}

/** Takes a client that was never connected out of the firm's file. @returns false where it isn't there, or is connected */
export function dropUnconnected(db: Sqlite, clientId: string): boolean {
  if (prepared(db, "SELECT 1 FROM connection WHERE client_id = ?").get(clientId) !== undefined) return false;
  for (const table of OF_CLIENT) prepared(db, `DELETE FROM ${table} WHERE client_id = ?`).run(clientId);
  return prepared(db, "DELETE FROM client WHERE client_id = ?").run(clientId).changes > 0;
}

/** Lets a client of the firm have its name: another client here that is called the same gets a number behind its own. */
export function freeName(db: Sqlite, { clientId, name }: { readonly clientId: string; readonly name: string }): void {
  const named = prepared(db, "SELECT client_id AS id, name FROM client WHERE name = ? COLLATE NOCASE AND client_id <> ?");
  const other = named.get(name, clientId) as { readonly id: string; readonly name: string } | undefined;
  if (other === undefined) return;
  const numbered = (no: number): string =>
    named.get(`${other.name} (${no})`, other.id) === undefined ? `${other.name} (${no})` : numbered(no + 1);
  prepared(db, "UPDATE client SET name = ? WHERE client_id = ?").run(numbered(2), other.id);
}
