import { Kysely, PostgresDialect, type RawBuilder, sql } from "kysely";
import pg from "pg";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ServerAddress } from "./address.ts";
import { CopyOut } from "./copy-out.ts";
import { serverFailure } from "./server-failure.ts";
import type { ServerTables } from "./tables.ts";

/** Statements in one transaction, or alone. */
export type ServerSql = Kysely<ServerTables>;

/** A transaction that failed. `mayBeCommitted`: the answer to COMMIT was lost, so look before doing it again. */
export type ServerFailure = Failure & { readonly mayBeCommitted?: true };

/** The firm's PostgreSQL. What goes wrong there is a value; a statement of ours that is wrong throws. */
export interface Server {
  /** Runs single statements, each in a transaction of its own. */
  read<T>(act: (db: ServerSql) => Promise<T>): Promise<Result<T, Failure>>;
  /**
   * The value of type bytea that a query selects, as one row, without the text form in which values come otherwise and which is twice
   * as long. Null: no row.
   */
  bytes(query: RawBuilder<unknown>): Promise<Result<Uint8Array<ArrayBuffer> | null, Failure>>;
  /** Runs statements as one; a failure that `act` returns rolls them back. Works through a pooler: no session state is used. */
  transaction<T>(act: (tx: ServerSql) => Promise<Result<T, Failure>>): Promise<Result<T, ServerFailure>>;
  /**
   * Hears notifications on a connection of its own, which must go to PostgreSQL directly, until the returned function is called.
   * @param onEnd called once when the connection is lost
   */
  listen(channel: string, onPayload: (payload: string) => void, onEnd: () => void): Promise<Result<() => Promise<void>, Failure>>;
  end(): Promise<void>;
}

export interface ConnectOptions {
  /** Connections at the most; more wait. */
  readonly connections?: number;
  /** Milliseconds until connecting counts as failed. */
  readonly patienceMs?: number;
}

const CONNECTIONS = 4;
const PATIENCE_MS = 10_000;
const IDLE_MS = 30_000;
const INT8 = 20;
const TIMESTAMPTZ = 1184;
const NUMERIC_AS_NUMBER = new Set([INT8]);

/** Numbers of rows are far below 2^53; times stay as the server wrote them, since a hash covers their microseconds. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (NUMERIC_AS_NUMBER.has(oid)) return Number;
    if (oid === TIMESTAMPTZ) return String;
    return pg.types.getTypeParser(oid, format as "text");
  }) as pg.CustomTypesConfig["getTypeParser"],
};

/** Prepares connections to a server; none is opened before the first statement. */
export function connect(address: ServerAddress, options: ConnectOptions = {}): Server {
  const config = clientConfig(address, options);
  const pool = new pg.Pool({ ...config, max: options.connections ?? CONNECTIONS, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true });
  // An idle connection that the server closed: the next statement opens another, and says so if that fails.
  pool.on("error", () => undefined);
  // One that ends while it is in use: the statement that waits for it fails, and says so.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<ServerTables>({ dialect: new PostgresDialect({ pool }) });
  return {
    read: (act) => asValue(() => act(db)),
    bytes: (query) => asValue(() => copied(pool, query.compile(db).sql)),
    transaction: (act) => transaction(db, act),
    listen: (channel, onPayload, onEnd) => asValue(() => listen(config, channel, onPayload, onEnd)),
    end: () => db.destroy(),
  };
}

function clientConfig({ host, port, database, user, password, tls, ca }: ServerAddress, { patienceMs }: ConnectOptions): pg.ClientConfig {
  return {
    ...{ host, port, database, user, password, types },
    application_name: "tieout",
    connectionTimeoutMillis: patienceMs ?? PATIENCE_MS,
    keepAlive: true,
    ssl: tls ? { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) } : false,
  };
}

async function copied(pool: pg.Pool, statement: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const client = await pool.connect();
  try {
    return await new CopyOut(statement).run(client);
  } finally {
    client.release();
  }
}

async function asValue<T>(act: () => Promise<T>): Promise<Result<T, Failure>> {
  try {
    return ok(await act());
  } catch (error) {
    const failure = serverFailure(error);
    if (failure === null) throw error;
    return fail(failure);
  }
}

/** Ends a transaction whose act came to a failure. */
class RolledBack extends Error {
  override readonly name = "RolledBack";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

async function transaction<T>(db: ServerSql, act: (tx: ServerSql) => Promise<Result<T, Failure>>): Promise<Result<T, ServerFailure>> {
  let isDone = false;
  try {
    const ran = await asValue(() =>
      db.transaction().execute(async (tx) => {
        const told = await act(tx);
        if (!told.ok) throw new RolledBack(told.failure);
        isDone = true;
        return told;
      }),
    );
    if (ran.ok) return ran.value;
    // The act was complete, so this failure is COMMIT's.
    const isLost = isDone && ran.failure.code === "server_unreachable";
    return fail({ ...ran.failure, ...(isLost ? { mayBeCommitted: true as const } : {}) });
  } catch (error) {
    if (error instanceof RolledBack) return fail(error.failure);
    throw error;
  }
}

async function listen(
  config: pg.ClientConfig,
  channel: string,
  onPayload: (payload: string) => void,
  onEnd: () => void,
): Promise<() => Promise<void>> {
  const client = new pg.Client(config);
  let isOpen = true;
  const end = () => {
    if (isOpen) onEnd();
    isOpen = false;
  };
  client.on("error", end);
  client.on("end", end);
  client.on("notification", ({ payload }) => onPayload(payload ?? ""));
  await client.connect();
  await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  return async () => {
    isOpen = false;
    await client.end();
  };
}

/** The server's time in milliseconds since the epoch. */
export async function serverNowMs(db: ServerSql): Promise<number> {
  const { rows } = await sql<{ ms: number }>`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms`.execute(db);
  return rows[0]?.ms ?? Number.NaN;
}
