import type { PeriodStatus } from "#main/domain/close/period-transitions.ts";
import type { MirrorFigures } from "#main/store/accounts/client-figures.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { CloseProgress } from "#shared/contract/close/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { TieOutCounts, TieOutStanding } from "#shared/model/reports/tie-out.ts";

export interface StoredConnection {
  readonly connectionId: string;
  readonly clientId: string;
  readonly system: LedgerSystem;
  readonly tenantId: string;
  /** The connection file as parsed, without secrets. */
  readonly body: string;
  readonly discovery: Discovery | null;
  readonly discoveredMs: number | null;
}

/** The state of a client's latest close, for the board across clients. `openDue` is the earliest due date of an open task. */
export interface CloseSummary {
  readonly period: string;
  readonly periodEnd: CalendarDate;
  /** When the period after it ends, null where the client has none; absent until this release has looked at it. */
  readonly nextEnd?: CalendarDate | null;
  /** Whether its checklist was copied; absent until this release has looked at it. */
  readonly started?: boolean;
  readonly status: PeriodStatus;
  readonly progress: CloseProgress;
  readonly due: CalendarDate;
  readonly openDue: CalendarDate | null;
  readonly blocks: readonly string[];
  /** The first that blocks is the sync, whose own state says why; absent until this release has looked at it. */
  readonly heldBySync?: boolean;
  /** The first that blocks is a task by its name, and not what a check found; absent until this release has looked at it. */
  readonly nextIsTask?: boolean;
  /** `left` is null where no line can be compared. */
  readonly variances: { readonly left: number | null; readonly summary: string } | null;
  /** The checks at the period's end; absent until this release has looked at it. */
  readonly tieOuts?: TieOutStanding | null;
  readonly preparer: string | null;
  readonly reviewer: string | null;
  readonly openChanges: number;
  /** Why it was closed; absent until this release has looked at it. */
  readonly closedWhy?: string | null;
  /** The tasks it was closed over, by name, without the lock of the ledger; absent until this release has looked at it. */
  readonly leftOpen?: readonly string[];
  /** Some tasks are counted by what their checks found before the sync that was under way; absent otherwise. */
  readonly rechecking?: boolean;
  readonly updatedAt: Instant;
}

/** The stored half of a dashboard row; what is live (queue, progress) is laid over it. */
export type Rollup = MirrorFigures &
  Pick<ClientRow, "state" | "asOf" | "problem" | "streamsDone" | "streamsTotal"> & {
    /** Absent where an earlier version noted the problem. */
    readonly problemCode?: ClientRow["problemCode"];
    /** Absent until a complete run was tied out. */
    readonly tieOuts?: TieOutCounts | null;
    /** Absent until a close was begun. */
    readonly close?: CloseSummary;
    /** When the close was last acted on, in milliseconds. */
    readonly closeActedMs?: number;
    /** When a close was last looked for in vain: no period had ended. */
    readonly noCloseAt?: Instant;
  };

/** The members of a rollup that one act knows. The state of a close is written by `saveClose`. */
export type RollupChange = Partial<Omit<Rollup, "close" | "closeActedMs" | "noCloseAt">>;

/** What a client shows before its mirror was ever counted. */
const NOTHING_READ: Rollup = {
  documents: 0,
  parties: 0,
  openReceivables: 0,
  openPayables: 0,
  findings: 0,
  removed: 0,
  lockedThrough: null,
  state: "never_synced",
  asOf: null,
  problem: null,
  streamsDone: 0,
  streamsTotal: 0,
};

export interface StoredClient {
  readonly clientId: string;
  readonly name: string;
  readonly demo: boolean;
  readonly paused: boolean;
  readonly system: LedgerSystem | null;
  readonly organisation: string | null;
  readonly baseCurrency: string | null;
  readonly rollup: Rollup | null;
}

export interface CounterRow {
  readonly key: string;
  readonly body: string;
}

const CLIENTS = `SELECT c.client_id, c.name, c.demo, c.paused, k.system, json_extract(k.discovery, '$.organisation.name') AS organisation,
    json_extract(k.discovery, '$.organisation.baseCurrency') AS base_currency, r.body
  FROM client c LEFT JOIN connection k ON k.client_id = c.client_id LEFT JOIN rollup r ON r.client_id = c.client_id`;

interface ClientColumns {
  readonly client_id: string;
  readonly name: string;
  readonly demo: number;
  readonly paused: number;
  readonly system: LedgerSystem | null;
  readonly organisation: string | null;
  readonly base_currency: string | null;
  readonly body: string | null;
}

/** Every client with its rollup: the dashboard's data, from one file and no client file. */
export function listClients(db: Sqlite): StoredClient[] {
  return (prepared(db, `${CLIENTS} ORDER BY c.name COLLATE NOCASE`).all() as ClientColumns[]).map(clientOf);
}

export function readClient(db: Sqlite, clientId: string): StoredClient | null {
  const row = prepared(db, `${CLIENTS} WHERE c.client_id = ?`).get(clientId) as ClientColumns | undefined;
  return row === undefined ? null : clientOf(row);
}

function clientOf(row: ClientColumns): StoredClient {
  return {
    clientId: row.client_id,
    name: row.name,
    demo: row.demo === 1,
    paused: row.paused === 1,
    system: row.system,
    organisation: row.organisation,
    baseCurrency: row.base_currency,
    rollup: row.body === null ? null : (JSON.parse(row.body) as Rollup),
  };
}

/** Adds a client; false when the name is taken. */
export function addClient(
  db: Sqlite,
  client: { readonly clientId: string; readonly name: string; readonly demo: boolean; readonly nowMs: number },
): boolean {
  const insert = prepared(db, "INSERT INTO client (client_id, name, created_ms, demo) VALUES (?,?,?,?) ON CONFLICT DO NOTHING");
  return insert.run(client.clientId, client.name, client.nowMs, client.demo ? 1 : 0).changes === 1;
}

export function setPaused(db: Sqlite, clientId: string, paused: boolean): void {
  prepared(db, "UPDATE client SET paused = ? WHERE client_id = ?").run(paused ? 1 : 0, clientId);
}

interface ConnectionColumns {
  readonly connection_id: string;
  readonly client_id: string;
  readonly system: LedgerSystem;
  readonly tenant_id: string;
  readonly body: string;
  readonly discovery: string | null;
  readonly discovered_ms: number | null;
}

export function listConnections(db: Sqlite): StoredConnection[] {
  return (prepared(db, "SELECT * FROM connection").all() as ConnectionColumns[]).map(connectionOf);
}

/** A client's connection, or null. What was discovered of a ledger is large: who needs one connection reads one. */
export function readConnection(db: Sqlite, clientId: string): StoredConnection | null {
  const row = prepared(db, "SELECT * FROM connection WHERE client_id = ?").get(clientId) as ConnectionColumns | undefined;
  return row === undefined ? null : connectionOf(row);
}

/** A client's name, and its mirror with what was discovered of its ledger: what each operation on its file begins with. */
export function readDiscovered(db: Sqlite, clientId: string) {
  const client = prepared(db, "SELECT name FROM client WHERE client_id = ?").get(clientId) as { readonly name: string } | undefined;
  const stored = client === undefined ? null : readConnection(db, clientId);
  return {
    name: client?.name ?? null,
    discovered:
      stored === null || stored.discovery === null
        ? null
        : { source: { clientId, system: stored.system, tenantId: stored.tenantId }, discovery: stored.discovery },
  };
}

function connectionOf(row: ConnectionColumns): StoredConnection {
  return {
    connectionId: row.connection_id,
    clientId: row.client_id,
    system: row.system,
    tenantId: row.tenant_id,
    body: row.body,
    discovery: row.discovery === null ? null : (JSON.parse(row.discovery) as Discovery),
    discoveredMs: row.discovered_ms,
  };
}

/** Stores a connection; when the client or the tenant already has one, says which one. */
export function saveConnection(
  db: Sqlite,
  connection: Omit<StoredConnection, "discovery" | "discoveredMs"> & { readonly nowMs: number },
): { readonly saved: boolean; readonly conflict: string | null } {
  const other = db
    .prepare(
      "SELECT c.name, c.client_id FROM connection k JOIN client c USING (client_id) WHERE k.client_id = ? OR (k.system = ? AND k.tenant_id = ?)",
    )
    .get(connection.clientId, connection.system, connection.tenantId) as { name: string; client_id: string } | undefined;
  if (other !== undefined) return { saved: false, conflict: other.name };
  prepared(db, "INSERT INTO connection (connection_id, client_id, system, tenant_id, body, created_ms) VALUES (?,?,?,?,?,?)").run(
    connection.connectionId,
    connection.clientId,
    connection.system,
    connection.tenantId,
    connection.body,
    connection.nowMs,
  );
  return { saved: true, conflict: null };
}

/** Takes a connection away; the client, its figures and its mirror stay. */
export function removeConnection(db: Sqlite, connectionId: string): void {
  prepared(db, "DELETE FROM connection WHERE connection_id = ?").run(connectionId);
}

/**
 * Replaces a connection's file, for example when the demo ledgers listen on another port.
 * @param was the file that the new one was made from
 * @returns false, with nothing changed, when another act has changed the file since
 */
export function updateConnection(db: Sqlite, connectionId: string, was: string, body: string): boolean {
  return prepared(db, "UPDATE connection SET body = ? WHERE connection_id = ? AND body = ?").run(body, connectionId, was).changes === 1;
}

export function saveDiscovery(db: Sqlite, connectionId: string, discovery: Discovery, nowMs: number): void {
  prepared(db, "UPDATE connection SET discovery = ?, discovered_ms = ? WHERE connection_id = ?").run(
    JSON.stringify(discovery),
    nowMs,
    connectionId,
  );
}

/**
 * Stores part of a client's dashboard row; what `change` leaves out stays as it is. A client that was
 * removed while it was read gets no row.
 */
export function saveRollup(db: Sqlite, clientId: string, change: RollupChange, nowMs: number): void {
  db.transaction(() => {
    const stored = readRollup(db, clientId) ?? NOTHING_READ;
    const { close, closeActedMs, noCloseAt } = stored;
    prepared(
      db,
      "INSERT INTO rollup (client_id, body, updated_ms) SELECT client_id, ?, ? FROM client WHERE client_id = ? ON CONFLICT (client_id) DO UPDATE SET body = excluded.body, updated_ms = excluded.updated_ms",
    ).run(JSON.stringify({ ...stored, ...change, close, closeActedMs, noCloseAt }), nowMs, clientId);
  }).immediate();
}

/**
 * Saves the state of a client's close beside its figures. A client that has none yet gets none, and what
 * is known of a later period stays, unless nobody has started it and the earlier one is under way.
 * @param askedMs when the summary was asked for: it knows nothing of an act after that
 * @returns whether it says anything other than what was known
 */
export function saveClose(db: Sqlite, clientId: string, summary: CloseSummary, askedMs: number): boolean {
  let isNews = false;
  changeClose(db, clientId, ({ close, closeActedMs }) => {
    if (close !== undefined && close.periodEnd > summary.periodEnd && !givesWay(close, summary)) return {};
    isNews = close === undefined || !saysTheSame(close, summary);
    return { close: (closeActedMs ?? 0) > askedMs ? { ...summary, updatedAt: NEVER } : summary };
  });
  return isNews;
}

/** Once an earlier period is reopened, or its closing is undone, that is where the work is. */
function givesWay(later: CloseSummary, { status }: CloseSummary): boolean {
  return later.started === false && later.status === "open" && (status === "in_close" || status === "reopened");
}

/** One that was stored keeps the order in which the members of a summary were written. */
function saysTheSame(stored: CloseSummary, summary: CloseSummary): boolean {
  return JSON.stringify({ ...stored, updatedAt: "" }) === JSON.stringify({ ...summary, updatedAt: "" });
}

/** Says that a close was acted on: whatever was asked before is out of date. */
export function outdateClose(db: Sqlite, clientId: string, actedMs: number): void {
  changeClose(db, clientId, ({ close }) => ({
    closeActedMs: actedMs,
    ...(close === undefined ? {} : { close: { ...close, updatedAt: NEVER } }),
  }));
}

/** Notes that a client has no close to show: when it was looked for, no period had ended. */
export function noteNoClose(db: Sqlite, clientId: string, at: Instant): void {
  changeClose(db, clientId, () => ({ noCloseAt: at }));
}

function changeClose(db: Sqlite, clientId: string, change: (stored: Rollup) => Pick<Rollup, "close" | "closeActedMs" | "noCloseAt">): void {
  db.transaction(() => {
    const stored = readRollup(db, clientId);
    if (stored === null) return;
    const body = JSON.stringify({ ...stored, ...change(stored) });
    prepared(db, "UPDATE rollup SET body = ? WHERE client_id = ?").run(body, clientId);
  }).immediate();
}

function readRollup(db: Sqlite, clientId: string): Rollup | null {
  const text = prepared(db, "SELECT body FROM rollup WHERE client_id = ?").pluck().get(clientId) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as Rollup);
}

const NEVER: Instant = instantFromMs(0);

export function listCounters(db: Sqlite): CounterRow[] {
  return prepared(db, "SELECT key, body FROM counter").all() as CounterRow[];
}

/** Writes counters in one durable transaction, before the calls they stand for are sent. */
export function saveCounters(db: Sqlite, rows: readonly CounterRow[], nowMs: number): void {
  const save = prepared(
    db,
    "INSERT INTO counter (key, body, updated_ms) VALUES (?,?,?) ON CONFLICT (key) DO UPDATE SET body = excluded.body, updated_ms = excluded.updated_ms",
  );
  db.transaction(() => {
    for (const row of rows) save.run(row.key, row.body, nowMs);
  }).immediate();
}

/** Takes the demo firm's clients out of the registry. Returns their ids, so that their files can go too. */
export function removeDemo(db: Sqlite): string[] {
  return db
    .transaction(() => {
      const ids = prepared(db, "SELECT client_id FROM client WHERE demo = 1").pluck().all() as string[];
      for (const id of ids) {
        for (const table of ["rollup", "connection", "client_insight", "read_day", "client_person", "client"])
          prepared(db, `DELETE FROM ${table} WHERE client_id = ?`).run(id);
      }
      return ids;
    })
    .immediate();
}
