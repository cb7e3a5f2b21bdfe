/** A running PostgreSQL server of its own. */
export interface PrivatePostgres {
  readonly host: string;
  readonly port: number;
  readonly admin: string;
  readonly password: string;
  /** The folder with its programs. */
  readonly bin: string;
  readonly data: string;
  /** The address of a database, for its administrator unless another user is named. */
  url(database?: string, user?: string, password?: string): string;
  /** What the server said lately. */
  log(): string;
  /** `SIGINT` ends it in peace; `SIGQUIT` and `SIGKILL` are crashes. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export function findPostgres(): string | null;
export function ensurePostgres(): Promise<string>;
export function startPostgres(settings?: Readonly<Record<string, string | number>>): Promise<PrivatePostgres>;
