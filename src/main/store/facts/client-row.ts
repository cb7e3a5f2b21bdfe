import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { contentHash } from "./client-items.ts";
import { knownContent, noteKnown, readLog } from "./fact-log.ts";

type Value = string | number | null;

/** A client as the firm's server has it: its name, its connection without secrets, and who works on it. */
export interface ClientOnServer {
  readonly clientId: string;
  readonly name: string;
  readonly body: ClientBody;
}
interface ClientBody {
  readonly createdMs: number;
  readonly demo: boolean;
  readonly connection: Readonly<Record<string, Value>> | null;
  readonly people: readonly (readonly [role: string, person: string, assignedBy: string, assignedMs: number])[];
}

/** The clients that differ here from what the server is known to have. Empty while the firm's file isn't in a firm. */
export function clientsToPut(db: Sqlite): ClientOnServer[] {
  if (readLog(db) === null) return [];
  const ids = prepared(db, "SELECT client_id FROM client ORDER BY created_ms, client_id").pluck().all() as string[];
  return ids.map((clientId) => readClientRow(db, clientId)).filter((client) => knownContent(db, keyOf(client)) !== contentOf(client));
}

/** Takes over clients as the server has them, unless they were changed here and not sent yet. @returns those that changed */
export function takeClients(db: Sqlite, clients: readonly ClientOnServer[]): string[] {
  return db
    .transaction(() => {
      if (readLog(db) === null) return [];
      const changed: string[] = [];
      for (const client of clients) {
        const known = knownContent(db, keyOf(client));
        if (known === contentOf(client)) continue;
        const own =
          prepared(db, "SELECT 1 FROM client WHERE client_id = ?").get(client.clientId) === undefined
            ? null
            : readClientRow(db, client.clientId);
        const isUnsent = own !== null && known !== null && contentOf(own) !== known;
        if (!isUnsent && put(db, client)) changed.push(client.clientId);
        noteKnown(db, { itemKey: keyOf(client), content: contentOf(client), factNo: 0, atMs: 0, person: "" });
      }
      return changed;
    })
    .immediate();
}

function keyOf({ clientId }: ClientOnServer): string {
  return `client/${clientId}`;
}

function contentOf({ name, body }: ClientOnServer): string {
  const { createdMs, demo, connection, people } = body;
  const columns = connection === null ? null : Object.entries(connection).sort(([a], [b]) => (a < b ? -1 : 1));
  return contentHash(JSON.stringify([name, createdMs, demo, columns, people]));
}

function readClientRow(db: Sqlite, clientId: string): ClientOnServer {
  const {
    name,
    created_ms: createdMs,
    demo,
  } = prepared(db, "SELECT name, created_ms, demo FROM client WHERE client_id = ?").get(clientId) as {
    readonly name: string;
    readonly created_ms: number;
    readonly demo: number;
  };
  const connection = (prepared(db, "SELECT * FROM connection WHERE client_id = ?").get(clientId) ?? null) as ClientBody["connection"];
  const people = prepared(db, "SELECT role, person, assigned_by, assigned_ms FROM client_person WHERE client_id = ? ORDER BY role")
    .raw()
    .all(clientId);
  return { clientId, name, body: { createdMs, demo: demo === 1, connection, people: people as [string, string, string, number][] } };
}

/** False where another client here has the name or the ledger already. */
function put(db: Sqlite, { clientId, name, body }: ClientOnServer): boolean {
  const { createdMs, demo, connection, people } = body;
  const rival = prepared(
    db,
    `SELECT 1 FROM client c LEFT JOIN connection k USING (client_id)
     WHERE c.client_id <> ? AND (c.name = ? COLLATE NOCASE OR (k.system = ? AND k.tenant_id = ?))`,
  ).get(clientId, name, connection?.system ?? null, connection?.tenant_id ?? null);
  if (rival !== undefined) return false;
  prepared(
    db,
    "INSERT INTO client (client_id, name, created_ms, demo) VALUES (?,?,?,?) ON CONFLICT (client_id) DO UPDATE SET name = excluded.name",
  ).run(clientId, name, createdMs, demo ? 1 : 0);
  prepared(db, "DELETE FROM connection WHERE client_id = ?").run(clientId);
  if (connection !== null) {
    const columns = prepared(db, "SELECT name FROM pragma_table_info('connection')").pluck().all() as string[];
    const names = columns.filter((column) => column in connection);
    prepared(db, `INSERT INTO connection (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`).run(
      ...names.map((column) => connection[column] ?? null),
    );
  }
  prepared(db, "DELETE FROM client_person WHERE client_id = ?").run(clientId);
  const assign = prepared(db, "INSERT INTO client_person (client_id, role, person, assigned_by, assigned_ms) VALUES (?,?,?,?,?)");
  for (const one of people) assign.run(clientId, ...one);
  return true;
}
