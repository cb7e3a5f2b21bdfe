import { overlaps } from "#main/domain/bank-statements/overlaps.ts";
import type { StatementFile } from "#main/domain/bank-statements/read-statements.ts";
import type { Statement, StatementLine } from "#main/domain/bank-statements/statement.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import type { BankStatementView } from "#shared/contract/close/bank.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString } from "#shared/kernel/decimal.ts";
import { counted, rangeName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type BankAccount, bankAccounts, findBankAccount } from "./bank-accounts.ts";
import { countedParts, importedStatements, keepStatement, type StoredLine, statementLines } from "./statement-store.ts";

export interface StatementImport extends Act {
  readonly file: StatementFile;
  readonly sha256: string;
  readonly accountId: string | null;
  readonly baseCurrency: string;
  /** Leaves out lines that were imported before, in place of refusing the file. */
  readonly onlyNew: boolean;
  /** Last day of the statement, where the file has none. */
  readonly through: CalendarDate | null;
  readonly closing: DecimalString | null;
}

/**
 * Imports what a file holds for one account, or for every account that it is recognised for. All of it that doesn't count
 * yet, or nothing.
 */
export function importStatements(reader: MirrorReader, given: StatementImport): Result<readonly number[], Failure> {
  const { accountId, baseCurrency } = given;
  const kept: number[] = [];
  for (const [part, statement] of partsToImport(reader, given)) {
    const account = accountFor(reader, statement, accountId, baseCurrency);
    if (!account.ok) return account;
    const fitting = checkAccount(reader, statement, account.value);
    if (fitting !== null) return fail(fitting);
    const done = importOne(reader, given, { statement, part, account: account.value });
    if (!done.ok) return done;
    kept.push(done.value);
  }
  return kept.length === 0 ? refused("The file doesn't contain a bank statement.") : ok(kept);
}

/**
 * Of a file that was imported before, only what was removed since: importing it again brings that back. A file that counts
 * as a whole is refused when its parts are looked at.
 */
function partsToImport(reader: MirrorReader, { file, sha256 }: StatementImport): readonly (readonly [number, Statement])[] {
  const counting = countedParts(reader, sha256);
  const parts = [...file.statements.entries()];
  const left = parts.filter(([part]) => !counting.has(part));
  return left.length === 0 ? parts : left;
}

/** The account that a bank account was last imported for. */
export function knownAccount(reader: MirrorReader, bankAccount: string | null): string | null {
  if (bankAccount === null) return null;
  return importedStatements(reader).findLast((one) => one.bankAccount === bankAccount)?.accountId ?? null;
}

function accountFor(
  reader: MirrorReader,
  { bankAccount, currency }: Statement,
  named: string | null,
  baseCurrency: string,
): Result<BankAccount, Failure> {
  const id = named ?? knownAccount(reader, bankAccount);
  if (id !== null) return findBankAccount(reader, id, baseCurrency);
  const possible = bankAccounts(reader, baseCurrency).filter((one) => currency === null || one.currency === currency);
  const [only] = possible;
  if (only !== undefined && possible.length === 1) return ok(only);
  const what =
    bankAccount === null
      ? "The file doesn't name its account."
      : `Tieout doesn't know yet which account in the books belongs to bank account ${bankAccount}.`;
  return fail({ code: "invalid_input", message: `${what} Choose the account to import to.`, field: "accountId" });
}

function checkAccount(reader: MirrorReader, statement: Statement, account: BankAccount): Failure | null {
  const { bankAccount, currency, format } = statement;
  const labelOf = ({ code, name }: BankAccount) => `${code === null ? "" : `${code} `}${name}`;
  const label = labelOf(account);
  if (currency !== null && currency !== account.currency)
    return {
      code: "invalid_input",
      message: `The statement is in ${currency}, but ${label} is in ${account.currency}.`,
      field: "accountId",
    };
  const other = knownAccount(reader, bankAccount);
  if (other !== null && other !== account.accountId) {
    const known = findBankAccount(reader, other, account.currency);
    const otherLabel = known.ok ? labelOf(known.value) : other;
    return {
      code: "invalid_input",
      message: `Earlier statements for bank account ${bankAccount} were imported to ${otherLabel}, not to ${label}.`,
      field: "accountId",
      next: `If they went to the wrong account, open ${otherLabel} under Bank, choose Bank statements, and remove them first.`,
    };
  }
  const own = importedStatements(reader, account.accountId).find((one) => one.format === format && one.bankAccount !== null);
  if (bankAccount !== null && own !== undefined && own.bankAccount !== bankAccount)
    return {
      code: "invalid_input",
      message: `The file is for bank account ${bankAccount}, but earlier statements for ${label} were for ${own.bankAccount}.`,
      field: "accountId",
      next: `Import the file to another account. If the earlier statements are in the wrong account, open ${label} under Bank, choose Bank statements, and remove them first.`,
    };
  return null;
}

interface OneStatement {
  readonly statement: Statement;
  readonly part: number;
  readonly account: BankAccount;
}

function importOne(reader: MirrorReader, given: StatementImport, { statement, part, account }: OneStatement): Result<number, Failure> {
  const before = importedStatements(reader, account.accountId);
  if (before.some((one) => one.sha256 === given.sha256 && one.to === statement.to)) return already("This file was imported before.", null);
  const twice = repeated(statement.lines);
  if (twice !== null) return refused(`Line ${twice.place} (ID ${twice.bankId}) is in the file twice, with the same date and amount.`);
  const to = given.through !== null && given.through > statement.to ? given.through : statement.to;
  const overlap = before.find((one) => overlaps(one, statement));
  const known = knownLines(reader, account.accountId, statement, before);
  const numbered = statement.lines.map((line, at) => ({ ...line, lineNo: at + 1 }));
  const fresh = numbered.filter((_, at) => !known.has(at));
  if (!given.onlyNew) {
    const next =
      fresh.length === 0 ? null : fresh.length === 1 ? "Import only the new line." : `Import only the ${fresh.length} new lines.`;
    if (overlap !== undefined)
      return already(
        `The file covers ${rangeName(statement.from, statement.to)}, but ${rangeName(overlap.from, overlap.to)} was already imported from ${overlap.fileName}.`,
        next,
      );
    if (known.size > 0 && fresh.length > 0)
      return already(`${known.size} of ${counted(numbered.length, "line")} ${known.size === 1 ? "was" : "were"} imported before.`, next);
  }
  if (numbered.length > 0 && fresh.length === 0) return already("Every line of the file was imported before.", null);
  const cut = known.size > 0 || overlap !== undefined;
  const days = fresh.map(({ date }) => date).sort();
  const ended = before.filter((one) => overlaps(one, statement)).map((one) => one.to);
  const after = ended.sort().at(-1);
  const from = !cut ? statement.from : earliest(days[0] ?? statement.to, after === undefined ? null : addDays(after, 1));
  return ok(
    keepStatement(reader, {
      ...{ accountId: account.accountId, format: statement.format, sha256: given.sha256, part, bankAccount: statement.bankAccount },
      ...{ currency: account.currency, from: from < to ? from : to, to, lines: fresh, person: given.person, nowMs: given.nowMs },
      // What came before the lines that are left isn't the file's opening balance.
      opening: cut ? null : statement.opening,
      closing: given.closing ?? statement.closing,
    }),
  );
}

function earliest(first: CalendarDate, other: CalendarDate | null): CalendarDate {
  return other === null || first < other ? first : other;
}

/** A line that the file has twice by the bank's own id. Some banks use one id for many lines, so date and amount count, too. */
function repeated(lines: readonly StatementLine[]): StatementLine | null {
  const seen = new Set<string>();
  return (
    lines.find((line) => {
      if (line.bankId === null) return false;
      const key = idKey(line);
      const isTwice = seen.has(key);
      seen.add(key);
      return isTwice;
    }) ?? null
  );
}

/**
 * Which of the statement's lines were imported before: by the bank's own id, else, on days that another statement has, by
 * content; where one of the two has an id and the other none, or they come from files of different formats, which word
 * lines differently, by day and amount. A line that a bank has twice on one day is known once for each time that it was
 * imported. The line of the file doesn't tell them apart: many banks write the whole file in one.
 */
function knownLines(
  reader: MirrorReader,
  accountId: string,
  statement: Statement,
  before: readonly BankStatementView[],
): ReadonlySet<number> {
  const formats = new Map(before.map(({ statementNo, format }) => [statementNo, format]));
  const left = Map.groupBy(statementLines(reader, accountId, addDays(statement.to, 1)), dayKey);
  const isStated = (date: CalendarDate) => before.some(({ from, to }) => from <= date && date <= to);
  const ways: readonly ((line: StatementLine, stored: StoredLine) => boolean)[] = [
    (line, stored) => line.bankId !== null && line.bankId === stored.bankId,
    (line, stored) => line.bankId === null && isStated(line.date) && contentKey(line) === contentKey(stored),
    (line, stored) =>
      isStated(line.date) && ((line.bankId === null) !== (stored.bankId === null) || formats.get(stored.statementNo) !== statement.format),
  ];
  const known = new Set<number>();
  for (const isSame of ways)
    for (const [at, line] of statement.lines.entries()) {
      if (known.has(at)) continue;
      const same = left.get(dayKey(line)) ?? [];
      const found = same.findIndex((stored) => isSame(line, stored));
      if (found < 0) continue;
      same.splice(found, 1);
      known.add(at);
    }
  return known;
}

type Content = Pick<StoredLine, "date" | "amount" | "payee" | "reference" | "description" | "bankId">;
const dayKey = ({ date, amount }: Pick<Content, "date" | "amount">) => `${date}|${canonicalDecimal(amount)}`;
const idKey = (line: Content) => `${line.bankId}|${dayKey(line)}`;
const contentKey = ({ date, amount, payee, reference, description }: Content) =>
  JSON.stringify([date, canonicalDecimal(amount), payee, reference, description]);

function already(message: string, next: string | null): Result<never, Failure> {
  return fail({ code: "already_exists", message, field: "file", ...(next === null ? {} : { next }) });
}

function refused(message: string): Result<never, Failure> {
  return fail({ code: "invalid_input", message, field: "file" });
}
