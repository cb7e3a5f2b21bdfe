import Database from "better-sqlite3";
import { appliedVia, outstandingOf, transactionById } from "../books/postings.ts";
import type { Books, SimTransaction } from "../books/types.ts";
import { showDates } from "./encoded-date.ts";
import { QueryRefusal } from "./queries/query-refusal.ts";
import { type RewrittenQuery, rewriteQuery } from "./queries/rewrite-query.ts";
import { numeral, registerSqlFunctions } from "./queries/sql-functions.ts";
import { segmentsOf } from "./references.ts";
import { renderLists } from "./rendering/render-lists.ts";
import { type RenderOptions, renderTransaction } from "./rendering/render-transaction.ts";
import { statusLabel } from "./status-letter.ts";
import { createStatement, indexStatements, type Row, segmentTable, type Table, tablesOf } from "./tables.ts";

/** One page of a query, as the ledger sends it: strings only, null columns absent. */
export interface QueryPage {
  readonly total: number;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

const TRANSACTION_TABLES = ["transaction", "transactionline", "transactionaccountingline", "nexttransactionlinelink"] as const;

/** The table that a reference column points to, and the column shown for it. */
const REFERENCES: Readonly<Record<string, readonly [table: string, column: string]>> = {
  entity: ["entity", "altname"],
  currency: ["currency", "symbol"],
  account: ["account", "accountsearchdisplayname"],
  expenseaccount: ["account", "accountsearchdisplayname"],
  item: ["item", "itemid"],
  department: ["department", "name"],
  class: ["classification", "name"],
  location: ["location", "name"],
  subsidiary: ["subsidiary", "name"],
  postingperiod: ["accountingperiod", "periodname"],
};

/** The ledger's query engine: the books as tables, updated before each query. */
export class LedgerDatabase {
  readonly #books: Books;
  readonly #options: RenderOptions;
  readonly #db = new Database(":memory:");
  readonly #inserts = new Map<string, (row: Row) => void>();
  readonly #marks = new Map<string, string>();
  /** Lengths of results, by query, while the tables stay as they are: each further page of one states it again. */
  readonly #counts = new Map<string, number>();
  readonly #changes = this.#db.prepare<[], number>("SELECT total_changes()").pluck();
  #countedAt = 0;
  #signature = "";
  #listMark = "";
  /** List rows by table and id, for displayed names: the engine can't run a second query inside a function. */
  #directory = new Map<string, Map<string, Row>>();
  #nowMs = 0;

  constructor(books: Books, options: RenderOptions) {
    this.#books = books;
    this.#options = options;
    this.#db.pragma("journal_mode = OFF");
    this.#db.pragma("synchronous = OFF");
    for (const table of tablesOf(books)) {
      this.#db.exec(createStatement(table));
      this.#inserts.set(table.name, this.#insertInto(table));
    }
    registerSqlFunctions(this.#db, { display: (column, value) => this.#display(column, value), nowMs: () => this.#nowMs });
  }

  /**
   * Runs a query text and returns one page of its result.
   * @throws QueryRefusal, or the engine's error for an unknown column or table
   */
  query(text: string, limit: number, offset: number, nowMs: number, hiddenTables: ReadonlySet<string>): QueryPage {
    const query = rewriteQuery(text);
    for (const word of query.words) if (hiddenTables.has(word)) throw new QueryRefusal(`no such table: ${word}`);
    this.refresh();
    this.#nowMs = nowMs;
    const first = offset === 0 ? this.#page(query, limit, 0, 0) : null;
    // A first page with room to spare is the whole result.
    if (first !== null && first.length < limit) return { total: first.length, rows: first };
    const total = this.#count(query);
    return { total, rows: first ?? this.#page(query, limit, offset, total) };
  }

  /** Rows of a table by id, for the record service. */
  rowsById(table: string, id: string): Row[] {
    this.refresh();
    const key = table === "transaction" || !TRANSACTION_TABLES.some((name) => name === table) ? "id" : "transaction";
    return this.#db.prepare<[string], Row>(`SELECT * FROM "${table}" WHERE "${key}" = ?`).all(id);
  }

  /** Ids of a list table, in order. */
  idsOf(table: string): string[] {
    this.refresh();
    return this.#db
      .prepare<[], { id: number | string }>(`SELECT id FROM "${table}" ORDER BY id`)
      .all()
      .map((row) => String(row.id));
  }

  /** Writes changed transactions and lists into the tables; cheap when nothing has changed. */
  refresh(): void {
    const signature = this.#quickSignature();
    this.#refreshLists(signature);
    if (signature === this.#signature) return;
    this.#db.transaction(() => this.#refreshTransactions())();
    if (this.#signature === "") for (const table of tablesOf(this.#books)) indexStatements(table).forEach((ddl) => void this.#db.exec(ddl));
    this.#signature = signature;
  }

  /** Adds rows that aren't in the books, for tests of very long results. */
  fill(tableName: string, rows: readonly Row[]): void {
    this.refresh();
    const insert = this.#inserts.get(tableName);
    if (!insert) throw new Error(`no such table: ${tableName}`);
    this.#db.transaction(() => rows.forEach(insert))();
  }

  #count({ sql }: RewrittenQuery): number {
    const changes = this.#changes.get() ?? 0;
    if (changes !== this.#countedAt) this.#counts.clear();
    this.#countedAt = changes;
    const known = this.#counts.get(sql);
    if (known !== undefined) return known;
    const counted = this.#db.prepare<[], { n: number }>(`SELECT COUNT(*) AS n FROM (${sql})`).get()?.n ?? 0;
    // What asks for the time counts differently later.
    if (!/\bsysdate\b/i.test(sql)) this.#counts.set(sql, counted);
    return counted;
  }

  #page(query: RewrittenQuery, limit: number, offset: number, total: number): Record<string, string>[] {
    const sql = query.hasFetch ? `SELECT * FROM (${query.sql})` : query.sql;
    // Without ORDER BY the ledger guarantees no order: every second page is cut from the other end, so rows repeat and go missing.
    const unstable = !query.hasOrder && total > limit && (offset / limit) % 2 === 1;
    const from = unstable ? Math.max(0, total - offset - limit) : offset;
    const statement = this.#db.prepare<[], unknown[]>(`${sql} LIMIT ${limit} OFFSET ${from}`).raw();
    const names = statement
      .columns()
      .map((column, at) => (column.column === null && /\W/.test(column.name) ? `expr${at + 1}` : column.name.toLowerCase()));
    return statement.all().map((values) => sentRow(names, values));
  }

  #quickSignature(): string {
    let versions = 0;
    let modified = 0;
    for (const transaction of this.#books.transactions) {
      versions += transaction.version;
      modified += transaction.modifiedMs % 1_000_000_007;
    }
    return `${this.#books.transactions.length}/${versions}/${modified}/${this.#options.externalIds.size}`;
  }

  #refreshTransactions(): void {
    const gone = new Set(this.#marks.keys());
    for (const transaction of this.#books.transactions) {
      if (transaction.state === "deleted") continue;
      gone.delete(transaction.id);
      const mark = this.#markOf(transaction);
      const known = this.#marks.get(transaction.id);
      if (known === mark) continue;
      if (known !== undefined) this.#remove(transaction.id);
      this.#add(transaction);
      this.#marks.set(transaction.id, mark);
    }
    for (const id of gone) {
      this.#remove(id);
      this.#db.prepare(`DELETE FROM nexttransactionlinelink WHERE previousdoc = ?`).run(id);
      this.#marks.delete(id);
    }
  }

  /** Everything that a transaction's rows depend on. */
  #markOf(transaction: SimTransaction): string {
    const applied = [...transaction.allocations, ...appliedVia(this.#books, transaction.id)];
    const targets = applied.map(({ toId, amount }) => `${toId}:${amount}:${transactionById(this.#books, toId)?.version}`);
    const open = outstandingOf(this.#books, transaction);
    const externalId = this.#options.externalIds.get(transaction.id) ?? "";
    return `${transaction.version}|${transaction.modifiedMs}|${transaction.state}|${open}|${externalId}|${targets.join()}`;
  }

  #add(transaction: SimTransaction): void {
    const rows = renderTransaction(this.#books, transaction, this.#options);
    this.#inserts.get("transaction")?.(rows.transaction);
    for (const table of TRANSACTION_TABLES.slice(1)) {
      const insert = this.#inserts.get(table);
      for (const row of rows[table] as readonly Row[]) insert?.(row);
    }
  }

  #remove(id: string): void {
    this.#db.prepare(`DELETE FROM "transaction" WHERE id = ?`).run(id);
    this.#db.prepare(`DELETE FROM transactionline WHERE "transaction" = ?`).run(id);
    this.#db.prepare(`DELETE FROM transactionaccountingline WHERE "transaction" = ?`).run(id);
    this.#db.prepare(`DELETE FROM nexttransactionlinelink WHERE nextdoc = ?`).run(id);
  }

  #refreshLists(signature: string): void {
    const { accounts, parties, items, dimensions, periods } = this.#books;
    const counts = [accounts, parties, items].map((list) => `${list.length}:${list.reduce((sum, entry) => sum + entry.version, 0)}`);
    const mark = [signature, ...counts, JSON.stringify([dimensions, periods])].join("|");
    if (mark === this.#listMark) return;
    const lists = renderLists(this.#books, this.#options.secondaryBook);
    this.#db.transaction(() => {
      for (const [table, rows] of Object.entries(lists)) {
        this.#db.prepare(`DELETE FROM "${table}"`).run();
        const insert = this.#inserts.get(table);
        for (const row of rows) insert?.(row);
      }
    })();
    this.#directory = new Map(Object.entries(lists).map(([table, rows]) => [table, new Map(rows.map((row) => [String(row.id), row]))]));
    this.#listMark = mark;
  }

  #insertInto(table: Table): (row: Row) => void {
    const places = table.columns.map(() => "?").join(", ");
    const statement = this.#db.prepare(`INSERT INTO "${table.name}" VALUES (${places})`);
    return (row) => {
      statement.run(table.columns.map((column) => row[column] ?? null));
    };
  }

  #display(column: string, value: string): string | null {
    if (column === "status") {
      const [type = "", letter = ""] = value.split(":");
      return statusLabel(type, letter);
    }
    const segment = segmentsOf(this.#books).find((candidate) => candidate.fieldKey === column);
    const [table, shown] = segment ? [segmentTable(column), "name"] : (REFERENCES[column] ?? ["", ""]);
    if (table === "") return null;
    const shownValue = this.#directory.get(table)?.get(value)?.[shown];
    return shownValue === undefined || shownValue === null ? null : String(shownValue);
  }
}

function sentRow(names: readonly string[], values: readonly unknown[]): Record<string, string> {
  const row: Record<string, string> = {};
  names.forEach((name, at) => {
    const value = values[at];
    if (typeof value === "number") row[name] = numeral(value);
    else if (typeof value === "string") row[name] = showDates(value);
  });
  return row;
}
