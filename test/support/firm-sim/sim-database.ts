import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { ConnectServer } from "#main/firm/firm-port.ts";
import type { ServerAddress } from "#main/store/server/address.ts";
import { connect, type Server } from "#main/store/server/connect.ts";
import { fail } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { postgres } from "#test/support/postgres.ts";

/** The way from one machine to the server, and what goes wrong on it. */
export interface Way {
  isCut: boolean;
  /** Milliseconds that the next statement takes to arrive. */
  delayMs(): number;
  /** Whether the next answer is lost, though what was asked is done. */
  losesAnswer(): boolean;
}

/** What the simulation needs of virtual time. */
interface Time {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  hold<T>(work: Promise<T>): Promise<T>;
}

/** A statement that a machine can still end takes a few milliseconds. */
const STUCK_MS = 2_000;

const UNREACHABLE: Failure = { code: "server_unreachable", message: "The firm's server can't be reached." };

/**
 * The clock of the simulated server: virtual time, and a little later at each look. The product's own functions ask it, because
 * it takes the place of PostgreSQL's in this database before they are made.
 */
export const SIM_CLOCK = `
CREATE TABLE public.sim_clock (at timestamptz NOT NULL);
INSERT INTO public.sim_clock VALUES (clock_timestamp());
CREATE SEQUENCE public.sim_tick;
SET allow_system_table_mods = on;
ALTER FUNCTION pg_catalog.clock_timestamp() RENAME TO real_clock_timestamp;
CREATE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE SECURITY DEFINER AS
$$ SELECT at + nextval('public.sim_tick') * interval '20 microseconds' FROM public.sim_clock $$;
RESET allow_system_table_mods;
`;

/** One seed's database on the real server of this process: a copy of a prepared one, with virtual time and faults. */
export class SimDatabase {
  readonly name: string;
  readonly #time: Time;
  #owner: Client | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #clockMs = Number.NaN;
  /** Nobody reaches it. */
  isDown = false;
  /** When a replica took over. */
  readonly takeovers: number[] = [];
  /** How many statements the machines have sent. */
  statements = 0;
  /** Called before each statement of a machine with its number; what it does happens just before that. */
  onStatement: ((number: number) => Promise<void>) | null = null;

  readonly #admin: string;

  private constructor(name: string, time: Time, admin: string) {
    this.name = name;
    this.#time = time;
    this.#admin = admin;
  }

  /** @param admin the login of an administrator's machine */
  static async copyOf(template: string, name: string, time: Time, admin: string): Promise<SimDatabase> {
    await onServer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    return new SimDatabase(name, time, admin);
  }

  /**
   * Statements of one machine. They come one after the other, in the order in which they were sent, so that a seed is always the same.
   * @param deathOf settles when the machine dies in the middle of this step; null where it won't
   */
  through(way: Way, deathOf: () => Promise<void> | null): ConnectServer {
    return (address: ServerAddress) => {
      const server = connect({ ...address, database: this.name }, { connections: 1 });
      const asked = async <T extends { readonly ok: boolean }>(ask: () => Promise<T>, lost: object) => {
        await this.#time.sleep(way.delayMs());
        return this.#inTurn(async () => {
          this.statements++;
          await this.onStatement?.(this.statements);
          if (way.isCut || this.isDown) return fail(UNREACHABLE);
          await this.#setClock();
          const answer = await this.#unlessStuck(ask(), deathOf(), address.user);
          return way.losesAnswer() ? fail({ ...UNREACHABLE, ...(answer.ok ? lost : {}) }) : answer;
        });
      };
      return {
        read: (act) => asked(() => server.read(act), {}) as never,
        bytes: (query) => asked(() => server.bytes(query), {}) as never,
        transaction: (act) => asked(() => server.transaction(act), { mayBeCommitted: true }) as never,
        // As through a pooler: everybody looks at the log now and then.
        listen: async () => fail(UNREACHABLE),
        end: () => server.end(),
      } satisfies Server;
    };
  }

  /** A transaction whose machine died in the middle of it waits for an answer of its threads for good: the server ends it. */
  async #unlessStuck<T>(asking: Promise<T>, death: Promise<void> | null, user: string): Promise<T> {
    if (death === null) return asking;
    const over = new AbortController();
    const stuck = death.then(async () => {
      await pause(STUCK_MS, null, { signal: over.signal });
      await endConnections(this.name, user);
      return fail(UNREACHABLE) as T;
    });
    stuck.catch(() => undefined);
    return Promise.race([asking.finally(() => over.abort()), stuck]);
  }

  /** A statement of the database's owner, between two of the machines'. */
  asOwner(statement: string): Promise<Record<string, unknown>[]> {
    return this.#inTurn(() => this.runNow(statement));
  }

  /** A statement of the firm's administrator. */
  asAdmin(statement: string): Promise<Record<string, unknown>[]> {
    return this.#inTurn(() => this.runNow(`SET SESSION AUTHORIZATION ${this.#admin}; ${statement}; RESET SESSION AUTHORIZATION`));
  }

  /** The same from inside a machine's statement. */
  async runNow(statement: string): Promise<Record<string, unknown>[]> {
    await this.#setClock();
    return (await (await this.#ownersClient()).query(statement)).rows ?? [];
  }

  /** Stops the server, from inside a statement: every connection ends, and nobody reaches it. */
  async stopNow(): Promise<void> {
    this.isDown = true;
    await this.#endConnections();
  }

  /** A process of the server is killed, and with it all of them; it recovers and starts again. From inside a statement. */
  async crashNow(): Promise<void> {
    const owner = await this.#ownersClient();
    const witness = new Client({ connectionString: (await postgres()).url(this.name) });
    witness.on("error", () => undefined);
    await witness.connect();
    const noticed = new Promise<void>((resolve) => witness.once("end", resolve));
    const [row] = (await owner.query("SELECT pg_backend_pid() AS pid")).rows as { readonly pid: number }[];
    process.kill(row?.pid ?? Number.NaN, "SIGKILL");
    this.#owner = null;
    // The server ends every other connection when it notices: until then it would still answer, and crash after that.
    await noticed;
    await onServer("SELECT 1", true);
  }

  async #endConnections(): Promise<void> {
    await this.#owner?.end().catch(() => undefined);
    this.#owner = null;
    await endConnections(this.name);
  }

  /** What a replica has at this moment. */
  async copy(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#endConnections();
      await onServer(`DROP DATABASE IF EXISTS ${this.name}_copy WITH (FORCE)`);
      await onServer(`CREATE DATABASE ${this.name}_copy TEMPLATE ${this.name}`);
    });
  }

  /** The replica takes the place of the server: what was committed since `copy` is lost. */
  async promote(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#endConnections();
      await onServer(`DROP DATABASE ${this.name} WITH (FORCE)`);
      await onServer(`ALTER DATABASE ${this.name}_copy RENAME TO ${this.name}`);
      this.#clockMs = Number.NaN;
      this.takeovers.push(this.#time.nowMs());
    });
  }

  async drop(): Promise<void> {
    await this.#endConnections();
    for (const name of [this.name, `${this.name}_copy`]) await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act, act);
    this.#turn = turn.catch(() => undefined);
    return this.#time.hold(turn);
  }

  async #setClock(): Promise<void> {
    const nowMs = this.#time.nowMs();
    if (nowMs === this.#clockMs) return;
    const owner = await this.#ownersClient();
    await owner.query(`UPDATE public.sim_clock SET at = to_timestamp(${nowMs / 1000})`);
    this.#clockMs = nowMs;
  }

  async #ownersClient(): Promise<Client> {
    if (this.#owner === null) {
      const client = new Client({ connectionString: (await postgres()).url(this.name) });
      client.on("error", () => undefined);
      await client.connect();
      await client.query("SET synchronous_commit = off");
      this.#owner = client;
    }
    return this.#owner;
  }
}

/** Ends everybody's connections to a database, or those of one login. */
export async function endConnections(name: string, login: string | null = null): Promise<void> {
  const whose = login === null ? "" : ` AND usename = '${login}'`;
  await onServer(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()${whose}`,
  );
}

const PATIENCE_MS = 20_000;

/** Runs a statement beside all databases. @param isStarting waits until the server is there */
export async function onServer(statement: string, isStarting = false): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const client = new Client({ connectionString: (await postgres()).url() });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query(statement);
      return;
    } catch (error) {
      if (!isStarting || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
