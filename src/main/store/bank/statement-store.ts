import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { ClientSchema } from "#main/store/database/schema-client.ts";
import type { BankLine, BankStatementView, StatementFormat } from "#shared/contract/close/bank.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { typedBalances } from "./bank-decisions.ts";

export interface StatementToKeep {
  readonly accountId: string;
  readonly format: StatementFormat;
  readonly sha256: string;
  readonly part: number;
  readonly bankAccount: string | null;
  readonly currency: string;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly opening: DecimalString | null;
  readonly closing: DecimalString | null;
  /** `lineNo`: its place in the file, so that it keeps its id when others are left out. */
  readonly lines: readonly (Omit<BankLine, "lineId"> & { readonly lineNo: number })[];
  readonly person: string;
  readonly nowMs: number;
}

export type StoredLine = BankLine & { readonly statementNo: number };

/** Keeps a statement with its lines. @returns its number */
export function keepStatement({ db }: MirrorReader, one: StatementToKeep): number {
  const added = prepared(
    db,
    `INSERT INTO bank_statement (account_id, format, sha256, part, bank_account, currency, from_date, to_date, opening, closing, person, made_ms)
     VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`,
  ).run(
    ...[one.accountId, one.format, one.sha256, one.part, one.bankAccount, one.currency, one.from, one.to, one.opening, one.closing],
    one.person,
    one.nowMs,
  );
  const statementNo = Number(added.lastInsertRowid);
  const insert = prepared(
    db,
    "INSERT INTO bank_line (statement_no, line_no, date, amount, payee, reference, description, bank_id) VALUES (?,?,?,?,?,?,?,?)",
  );
  for (const { lineNo, date, amount, payee, reference, description, bankId } of one.lines)
    insert.run(statementNo, lineNo, date, amount, payee, reference, description, bankId);
  return statementNo;
}

/** The statements that count, of one account or of all, in order of their days: files, and balances that people typed. */
export function listStatements(reader: MirrorReader, accountId?: string): BankStatementView[] {
  const files = importedStatements(reader, accountId);
  const currencies = new Map(files.map((one) => [one.accountId, one.currency]));
  const typed = typedBalances(reader, accountId).map((one) => ({ ...one, currency: currencies.get(one.accountId) ?? "" }));
  return [...files, ...typed].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

/** The bank's files that count, of one account or of all, in order of their days. */
export function importedStatements({ db }: MirrorReader, accountId?: string): BankStatementView[] {
  const rows = prepared(
    db,
    `SELECT s.*, a.file_name, (SELECT COUNT(*) FROM bank_line l WHERE l.statement_no = s.statement_no) AS lines
     FROM bank_statement s JOIN attachment a USING (sha256)
     WHERE undone_ms IS NULL ${accountId === undefined ? "" : "AND account_id = ?"} ORDER BY from_date, statement_no`,
  ).all(...(accountId === undefined ? [] : [accountId])) as (ClientSchema["bank_statement"] & { file_name: string; lines: number })[];
  return rows.map((row) => ({
    statementNo: row.statement_no,
    decisionNo: null,
    accountId: row.account_id,
    format: row.format as StatementFormat,
    fileName: row.file_name,
    sha256: row.sha256,
    bankAccount: row.bank_account,
    currency: row.currency,
    from: row.from_date as CalendarDate,
    to: row.to_date as CalendarDate,
    opening: row.opening as DecimalString | null,
    closing: row.closing as DecimalString | null,
    lines: row.lines,
    person: row.person,
    at: instantFromMs(row.made_ms),
  }));
}

/** Which parts of a file count, in whichever account. */
export function countedParts({ db }: MirrorReader, sha256: string): ReadonlySet<number> {
  const counting = prepared(db, "SELECT part FROM bank_statement WHERE sha256 = ? AND undone_ms IS NULL").pluck();
  return new Set(counting.all(sha256) as number[]);
}

/** Lines of an account through a day, in order. */
export function statementLines({ db }: MirrorReader, accountId: string, through: CalendarDate): StoredLine[] {
  const rows = prepared(
    db,
    `SELECT l.*, substr(s.sha256, 1, 16) || '.' || s.part || '.' || l.line_no AS line_id
     FROM bank_line l JOIN bank_statement s USING (statement_no)
     WHERE s.undone_ms IS NULL AND s.account_id = ? AND l.date <= ? ORDER BY l.date, s.from_date, l.statement_no, l.line_no`,
  ).all(accountId, through) as (ClientSchema["bank_line"] & { line_id: string })[];
  return rows.map((row) => ({
    lineId: row.line_id,
    statementNo: row.statement_no,
    date: row.date as CalendarDate,
    amount: row.amount as DecimalString,
    payee: row.payee,
    reference: row.reference,
    description: row.description,
    bankId: row.bank_id,
  }));
}

/** Takes a statement out of every reconciliation; it stays on record. */
export function removeStatement({ db }: MirrorReader, statementNo: number, person: string, nowMs: number): boolean {
  const remove = prepared(db, "UPDATE bank_statement SET undone_ms = ?, undone_by = ? WHERE statement_no = ? AND undone_ms IS NULL");
  return remove.run(nowMs, person, statementNo).changes === 1;
}

/** A statement that was removed; null when there is none of that number. */
export function removedStatement({ db }: MirrorReader, statementNo: number): Pick<BankStatementView, "accountId" | "from" | "to"> | null {
  const row = prepared(
    db,
    "SELECT account_id AS accountId, from_date AS 'from', to_date AS 'to' FROM bank_statement WHERE statement_no = ? AND undone_ms IS NOT NULL",
  ).get(statementNo) as Pick<BankStatementView, "accountId" | "from" | "to"> | undefined;
  return row ?? null;
}

/** Counts a removed statement again. */
export function restoreStatement({ db }: MirrorReader, statementNo: number): void {
  prepared(db, "UPDATE bank_statement SET undone_ms = NULL, undone_by = NULL WHERE statement_no = ?").run(statementNo);
}
