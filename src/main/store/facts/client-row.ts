import { dropUnconnected, freeName } from "#main/store/clients/move-client.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { contentHash } from "./client-items.ts";
import { knownContent, noteKnown, readLog } from "./fact-log.ts";

/** A client as the firm's server has it: its name, its connection without secrets, and who works on it. */
export interface ClientOnServer {
  readonly clientId: string;
  readonly name: string;
  readonly body: ClientBody;
}
interface ClientBody {
  readonly demo?: boolean;
  readonly createdMs?: number;
  readonly connection?: StoredConnection | null;
  /** The id under which the firm goes on with these books. Nobody works with this one any more. */
  readonly mergedInto?: string;
  readonly people?: readonly (readonly [role: string, person: string, assignedBy: string, assignedMs: number])[];
}
/** `discovery` is JSON, as the registry keeps it; absent in what a machine told the server as it joined. */
interface StoredConnection {
  readonly connectionId: string;
  readonly system: string;
  readonly tenantId: string;
  readonly body: string;
  readonly discovery?: string | null;
  readonly discoveredMs?: number | null;
  readonly createdMs?: number;
}

/** The clients that differ here from what the server is known to have. Empty while the firm's file isn't in a firm. */
export function clientsToPut(db: Sqlite): ClientOnServer[] {
  if (readLog(db) === null) return [];
  const ids = prepared(db, "SELECT client_id FROM client ORDER BY created_ms, client_id").pluck().all() as string[];
  return ids.map((clientId) => readClientRow(db, clientId)).filter((client) => knownContent(db, keyOf(client)) !== contentOf(client));
}

/** Takes over clients as the server has them, unless they were changed here and not sent yet. @returns those that changed */
export function takeClients(db: Sqlite, clients: readonly ClientOnServer[], nowMs: number): string[] {
  return db
    .transaction(() => {
      if (readLog(db) === null) return [];
      const changed: string[] = [];
      for (const client of clients) {
        if (client.body.mergedInto !== undefined) {
          if (dropUnconnected(db, client.clientId)) changed.push(client.clientId);
          continue;
        }
        const known = knownContent(db, keyOf(client));
        if (known === contentOf(client)) continue;
        const own =
          prepared(db, "SELECT 1 FROM client WHERE client_id = ?").get(client.clientId) === undefined
            ? null
            : readClientRow(db, client.clientId);
        const isUnsent = own !== null && known !== null && contentOf(own) !== known;
        if (!isUnsent && put(db, client, nowMs)) changed.push(client.clientId);
        noteKnown(db, { itemKey: keyOf(client), content: contentOf(client), factNo: 0, atMs: 0, person: "" });
      }
      return changed;
    })
    .immediate();
}

function keyOf({ clientId }: ClientOnServer): string {
  return `client/${clientId}`;
}

/** Times are left out, and where demo ledgers listen: each machine has its own of those. */
function contentOf({ name, body: { demo, connection, people } }: ClientOnServer): string {
  const { connectionId, system, tenantId, body, discovery } = connection ?? {};
  const ledger = connection == null ? null : [connectionId, system, tenantId, demo === true ? null : body, discovery ?? null];
  return contentHash(JSON.stringify([name, demo ?? false, ledger, people ?? []]));
}

function readClientRow(db: Sqlite, clientId: string): ClientOnServer {
  const { name, createdMs, demo } = prepared(db, "SELECT name, created_ms AS createdMs, demo FROM client WHERE client_id = ?").get(
    clientId,
  ) as { readonly name: string; readonly createdMs: number; readonly demo: number };
  const connection = prepared(
    db,
    `SELECT connection_id AS connectionId, system, tenant_id AS tenantId, body, discovery, discovered_ms AS discoveredMs,
       created_ms AS createdMs FROM connection WHERE client_id = ?`,
  ).get(clientId) as StoredConnection | undefined;
  const people = prepared(db, "SELECT role, person, assigned_by, assigned_ms FROM client_person WHERE client_id = ? ORDER BY role")
    .raw()
    .all(clientId) as [string, string, string, number][];
  return { clientId, name, body: { demo: demo === 1, createdMs, connection: connection ?? null, people } };
}

/** False where another client here has the ledger already. */
function put(db: Sqlite, { clientId, name, body }: ClientOnServer, nowMs: number): boolean {
  const { demo = false, createdMs = nowMs, connection = null, people } = body;
  const rival = prepared(db, "SELECT 1 FROM connection WHERE client_id <> ? AND system = ? AND tenant_id = ?").get(
    clientId,
    connection?.system ?? null,
    connection?.tenantId ?? null,
  );
  if (rival !== undefined) return false;
  freeName(db, { clientId, name });
  prepared(
    db,
    "INSERT INTO client (client_id, name, created_ms, demo) VALUES (?,?,?,?) ON CONFLICT (client_id) DO UPDATE SET name = excluded.name",
  ).run(clientId, name, createdMs, demo ? 1 : 0);
  if (connection === null) prepared(db, "DELETE FROM connection WHERE client_id = ?").run(clientId);
  else putConnection(db, clientId, demo ? { ...connection, body: ownBody(db, clientId) ?? connection.body } : connection, nowMs);
  if (people === undefined) return true;
  prepared(db, "DELETE FROM client_person WHERE client_id = ?").run(clientId);
  const assign = prepared(db, "INSERT INTO client_person (client_id, role, person, assigned_by, assigned_ms) VALUES (?,?,?,?,?)");
  for (const one of people) assign.run(clientId, ...one);
  return true;
}

function ownBody(db: Sqlite, clientId: string): string | undefined {
  return prepared(db, "SELECT body FROM connection WHERE client_id = ?").pluck().get(clientId) as string | undefined;
}

function putConnection(db: Sqlite, clientId: string, connection: StoredConnection, nowMs: number): void {
  const { connectionId, system, tenantId, body, discovery, discoveredMs, createdMs = nowMs } = connection;
  prepared(db, "DELETE FROM connection WHERE client_id = ? AND connection_id <> ?").run(clientId, connectionId);
  prepared(
    db,
    `INSERT INTO connection (connection_id, client_id, system, tenant_id, body, discovery, discovered_ms, created_ms)
     VALUES (@connectionId, @clientId, @system, @tenantId, @body, @discovery, @discoveredMs, @createdMs)
     ON CONFLICT (connection_id) DO UPDATE SET body = excluded.body, discovery = COALESCE(excluded.discovery, discovery),
       discovered_ms = COALESCE(excluded.discovered_ms, discovered_ms)`,
  ).run({
    ...{ connectionId, clientId, system, tenantId, body, createdMs },
    discovery: discovery ?? null,
    discoveredMs: discoveredMs ?? null,
  });
}
