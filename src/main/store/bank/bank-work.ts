import { type BalancedStatement, reconcileBank } from "#main/domain/bank-matching/reconcile-bank.ts";
import { reconciledThrough, suggestMatches } from "#main/domain/bank-matching/suggest-matches.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type {
  BankAccountRow,
  BankMatch,
  BankPosting,
  BankReconciliation,
  BankStatementView,
  BankWork,
} from "#shared/contract/close/bank.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { type BankAccount, bankAccounts } from "./bank-accounts.ts";
import { bankMatches, bankRules } from "./bank-decisions.ts";
import { openDrafts } from "./bank-drafts.ts";
import { bankMoves, namedPosting, unnamedPosting } from "./bank-postings.ts";
import { listStatements, type StoredLine, statementLines } from "./statement-store.ts";

/** A period of a bank account: the days whose lines are shown, the last of which it is reconciled at. */
export interface BankSetting {
  readonly reader: MirrorReader;
  readonly baseCurrency: string;
  readonly from: CalendarDate;
  readonly asOf: CalendarDate;
}

/** Everything known of one account, read once. */
export interface AccountFacts {
  readonly account: BankAccount;
  readonly statements: readonly BankStatementView[];
  /** Of all days: a match may clear in a later month. */
  readonly lines: readonly StoredLine[];
  /** Of all days. Those from before any that may be matched or outstanding are only added up, and have no names. */
  readonly postings: readonly BankPosting[];
  readonly withoutAmount: number;
  readonly matches: readonly BankMatch[];
}

const END = "9998-12-31" as CalendarDate;
/** How long before its first line a transaction may wait to be matched. */
const LOOK_BACK_DAYS = 130;

export function accountFacts(reader: MirrorReader, account: BankAccount, baseCurrency: string): AccountFacts {
  const lines = statementLines(reader, account.accountId, END);
  const { moves, withoutAmount } = bankMoves(reader, account, baseCurrency);
  const known = { lines: new Set(lines.map(({ lineId }) => lineId)), amounts: new Map(moves.map((one) => [one.recordId, one.amount])) };
  const matches = bankMatches(reader, account.accountId, known);
  const statements = listStatements(reader, account.accountId).map((one) => ({ ...one, currency: account.currency }));
  const since = namedFrom(statements);
  const matched = new Set(matches.flatMap(({ recordIds }) => recordIds));
  const postings = moves.map((move) =>
    move.date >= since || matched.has(move.recordId) ? namedPosting(reader, move) : unnamedPosting(move),
  );
  return { account, statements, lines, postings, withoutAmount, matches };
}

/** The first day whose postings may be shown by name: they may be matched, or are after the first balance that was typed. */
function namedFrom(statements: AccountFacts["statements"]): CalendarDate {
  const typed = statements
    .filter(({ decisionNo }) => decisionNo !== null)
    .map(({ to }) => addDays(to, 1))
    .sort();
  const since = lookBack(statements);
  return since === END ? (typed[0] ?? END) : since;
}

/** The first day whose postings may be matched; none without a file. */
function lookBack(statements: AccountFacts["statements"]): CalendarDate {
  const [first] = filesOf(statements);
  return first === undefined ? END : addDays(first.from, -LOOK_BACK_DAYS);
}

/** A typed balance belongs to the file before it that has none; where there is no such file it counts alone. */
function balancedStatements({ statements }: AccountFacts): BalancedStatement[] {
  const own: BalancedStatement[] = filesOf(statements).map(({ statementNo, from, to, opening, closing }) => ({
    ...{ statementNo, from, to, opening, closing },
  }));
  for (const { statementNo, decisionNo, to: date, closing } of statements) {
    if (decisionNo === null) continue;
    const at = own.findLastIndex(({ from, isTyped }) => from <= date && isTyped !== true);
    const host = own[at];
    if (host !== undefined && host.closing === null && host.to <= date) own[at] = { ...host, closing, to: date };
    else own.push({ statementNo, from: date, to: date, opening: null, closing, isTyped: true });
  }
  return own;
}

function filesOf(statements: AccountFacts["statements"]): BankStatementView[] {
  return statements.filter(({ decisionNo }) => decisionNo === null);
}

/** The account's reconciliation at a day. */
export function bankReconciliation(facts: AccountFacts, asOf: CalendarDate): BankReconciliation {
  const { account, statements, postings } = facts;
  const { currency, ...named } = account;
  const start = filesOf(statements)[0]?.from ?? null;
  const through = (day: CalendarDate) =>
    sumDecimals([decimal("0.00"), ...postings.filter(({ date }) => date <= day).map(({ amount }) => amount)]);
  const result = reconcileBank({
    ...{
      asOf,
      statements: balancedStatements(facts),
      lines: facts.lines,
      postings,
      matches: facts.matches.filter(({ broken }) => broken === null),
    },
    books: through(asOf),
    booksBefore: start === null ? null : through(addDays(start, -1)),
  });
  return { account: named, currency, ...result };
}

/** Lines and transactions of an account that nothing is matched with, through a day. */
export function openItems(facts: AccountFacts, asOf: CalendarDate): { readonly lines: StoredLine[]; readonly postings: BankPosting[] } {
  const counting = facts.matches.filter(({ broken }) => broken === null);
  const usedLines = new Set(counting.flatMap(({ lineIds }) => lineIds));
  const usedRecords = new Set(counting.flatMap(({ recordIds }) => recordIds));
  const lines = facts.lines.filter(({ lineId, date }) => date <= asOf && !usedLines.has(lineId));
  const since = lookBack(facts.statements);
  const postings = facts.postings.filter(({ recordId, date }) => date >= since && date <= asOf && !usedRecords.has(recordId));
  return { lines, postings };
}

/** The reconciliation at a day of every account with statements; empty where no statement was imported. */
export function statedReconciliations(reader: MirrorReader, baseCurrency: string, asOf: CalendarDate): BankReconciliation[] {
  const stated = new Set(listStatements(reader).map(({ accountId }) => accountId));
  return bankAccounts(reader, baseCurrency)
    .filter(({ accountId }) => stated.has(accountId))
    .map((account) => bankReconciliation(accountFacts(reader, account, baseCurrency), asOf));
}

/** What the screen of an account shows: its reconciliation, the period's lines, and what may belong together. */
export function bankWork({ reader, from, asOf }: BankSetting, facts: AccountFacts): BankWork {
  const open = openItems(facts, asOf);
  const rules = bankRules(reader, facts.account.accountId);
  const isOpen = new Set(open.lines.map(({ lineId }) => lineId));
  // A line of an earlier month that is still open stays in sight.
  const lines = facts.lines.filter(({ lineId, date }) => (date >= from && date <= asOf) || isOpen.has(lineId));
  const shown = new Set(lines.map(({ lineId }) => lineId));
  const matches = facts.matches.filter(({ lineIds, broken }) => broken !== null || lineIds.some((id) => shown.has(id)));
  const used = new Set(matches.flatMap(({ recordIds }) => recordIds));
  return {
    reconciliation: bankReconciliation(facts, asOf),
    lines,
    postings: [...open.postings, ...facts.postings.filter(({ recordId }) => used.has(recordId))],
    matches,
    suggestions: suggestMatches(open.lines, open.postings, rules, reconciledThrough(facts.postings)),
    statements: facts.statements,
    drafts: openDrafts(reader, facts.account.accountId, facts.matches),
    rules,
    withoutAmount: facts.withoutAmount,
  };
}

/** Every bank and card account with how far its reconciliation is. */
export function bankAccountRows(setting: BankSetting): BankAccountRow[] {
  const { reader, baseCurrency, asOf } = setting;
  return bankAccounts(reader, baseCurrency).map((account) => accountRow(accountFacts(reader, account, baseCurrency), setting, asOf));
}

function accountRow(facts: AccountFacts, { from }: BankSetting, asOf: CalendarDate): BankAccountRow {
  const result = bankReconciliation(facts, asOf);
  const own = facts.lines.filter(({ date }) => date >= from && date <= asOf);
  const open = new Set(result.unreconciledLines.map(({ lineId }) => lineId));
  const reaches = balancedStatements(facts).some((one) => one.to >= from && one.from <= asOf);
  return {
    ...result.account,
    currency: result.currency,
    state: reaches ? result.state : "no_statement",
    lines: own.length,
    matched: own.filter(({ lineId }) => !open.has(lineId)).length,
    toMatch: open.size,
    statementTo: result.statementDate,
    books: result.books,
    statement: result.statement,
    difference: result.difference,
  };
}
