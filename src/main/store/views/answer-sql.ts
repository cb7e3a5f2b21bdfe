import { existsSync } from "node:fs";
import { constants, DatabaseSync } from "node:sqlite";
import type { SqlQuestion } from "#main/ports/index.ts";
import type { SqlRows, SqlValue } from "#shared/contract/reports/open-data.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { describedViews } from "./described-views.ts";

/** The answer crosses to another process as one message. */
const ANSWER_CHARS_MAX = 64 * 1024 * 1024;
const BUSY_MS = 5_000;
const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE } = constants;
const READING: ReadonlySet<number> = new Set([SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE]);
/** They fill the memory with nothing, or reach outside the file. */
const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set(["load_extension", "fts3_tokenizer", "zeroblob", "randomblob"]);

/**
 * Answers one SELECT on the readable views, on a connection that can't write. It runs as long as it takes: the process that
 * started this one ends it. It uses the SQLite of the platform, which can be asked to refuse single statements,
 * and belongs in a process of its own: two SQLite libraries in one process would release each other's locks.
 */
export function answerSql({ path, sql, rowsMax }: Pick<SqlQuestion, "path" | "sql" | "rowsMax">): Result<SqlRows, Failure> {
  if (!existsSync(path))
    return fail({ code: "not_found", message: "This client's ledger hasn't been read yet.", field: "client", next: "Run a sync." });
  const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS, allowExtension: false });
  try {
    db.exec("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON");
    const refused = refusal(db, sql);
    return refused === null ? ok(readRows(db, sql, rowsMax)) : fail(refused);
  } catch (error) {
    return fail(asFailure(error, []));
  } finally {
    db.close();
  }
}

/**
 * Why the statement isn't run, or null. It is compiled in an empty file that has the names of the readable views and
 * nothing else: a name that means something there means a view here.
 */
function refusal(db: DatabaseSync, sql: string): Failure | null {
  const views = describedViews({ prepare: (text) => ({ all: () => db.prepare(text).all() }) });
  const names = views.map(({ name }) => name);
  const shadow = new DatabaseSync(":memory:", { allowExtension: false });
  try {
    for (const { name, columns } of views) shadow.exec(`CREATE TABLE ${name} (${columns.map((column) => `"${column.name}"`).join(", ")})`);
    shadow.setAuthorizer((action, first, second) => verdict(action, first, second));
    const compiled = shadow.prepare(sql);
    if (compiled.columns().length === 0) return notSelect();
    if (rest(sql.slice(compiled.sourceSQL.length)) !== "")
      return {
        code: "invalid_input",
        message: "Run one statement at a time.",
        field: "query",
        next: "Remove everything after the first statement.",
      };
    return null;
  } catch (error) {
    return asFailure(error, names);
  } finally {
    shadow.close();
  }
}

function verdict(action: number, first: string | null, second: string | null): number {
  if (!READING.has(action)) return SQLITE_DENY;
  if (action === SQLITE_FUNCTION && REFUSED_FUNCTIONS.has(String(second).toLowerCase())) return SQLITE_DENY;
  return action === SQLITE_READ && /^(?:sqlite_|pragma_|dbstat)/i.test(first ?? "") ? SQLITE_DENY : SQLITE_OK;
}

function readRows(db: DatabaseSync, sql: string, rowsMax: number): SqlRows {
  // The views may read the tables behind them, so that here only the kind of action counts.
  db.setAuthorizer((action) => (READING.has(action) ? SQLITE_OK : SQLITE_DENY));
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name }) => name);
  const rows: SqlValue[][] = [];
  let chars = 0;
  for (const row of statement.iterate() as Iterable<unknown>) {
    if (rows.length === rowsMax || chars > ANSWER_CHARS_MAX) return { columns, rows, more: true };
    const values = (row as readonly unknown[]).map(plainValue);
    for (const value of values) chars += typeof value === "string" ? value.length : 8;
    rows.push(values);
  }
  return { columns, rows, more: false };
}

function plainValue(value: unknown): SqlValue {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  // JSON has no infinity.
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  return value === null ? null : String(value);
}

/** What follows a statement, without white space, comments and semicolons. */
function rest(text: string): string {
  return text.replaceAll(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[\s;]+/g, "");
}

function notSelect(): Failure {
  return {
    code: "invalid_input",
    message: "Only a question that reads is answered: SELECT, WITH or VALUES.",
    field: "query",
    next: "To change something, change a copy of the file.",
  };
}

/** SQLite's own words for what is wrong with a question, and what to do. */
function asFailure(error: unknown, views: readonly string[]): Failure {
  const { errcode, message } = error as { readonly errcode?: number; readonly message: string };
  if (errcode === undefined) throw error;
  if ((errcode & 0xff) === SQLITE_AUTH || message === "not authorized") return notSelect();
  const refused = /^not authorized to use function: (.+)$/.exec(message)?.[1];
  if (refused !== undefined)
    return { code: "invalid_input", message: `${refused} isn't available here.`, field: "query", next: "Use another function." };
  if ((errcode & 0xff) === SQLITE_BUSY)
    return { code: "busy", message: "The client's file is busy with another program.", next: "Try again in a moment." };
  const table = /^no such table: (.+)$/.exec(message)?.[1];
  if (table !== undefined)
    return {
      code: "invalid_input",
      message: `There is no view named ${table}.`,
      field: "query",
      next: `Choose among ${views.join(", ")}.`,
    };
  const column = /^no such column: (.+)$/.exec(message)?.[1];
  if (column !== undefined)
    return {
      code: "invalid_input",
      message: `There is no column named ${column}.`,
      field: "query",
      next: "tieout view list shows every view with its columns.",
    };
  return { code: "invalid_input", message: `SQLite can't answer this: ${message}.`, field: "query", next: "Change the question." };
}

const SQLITE_BUSY = 5;
const SQLITE_AUTH = 23;
