import { type DecimalString, decimal, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { percentOf } from "#shared/kernel/percent.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import type { Comparative, Statement, StatementAccount, TrialBalance, TrialBalanceRow } from "#shared/model/reports/statement.ts";
import type { CashFlow, CashFlowLine, CashFlowPart, LaidOutLine, LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import { formatDay } from "../../format/dates/date.ts";
import { monthOfSpan, spanText } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";

/**
 * A line as it is shown. `section` and `type` head other lines; `line` is one of a cash-flow statement; `groupTotal` is the sum below
 * the accounts of a `type`, where there are several; `total` and `subtotal` are other sums, `result` is what the statement comes to,
 * `closing` is the cash that a cash flow ends with, `apart` is what no group can hold or by how much it does not balance, and `check`
 * is zero where the statement ties. `amounts` has one for each column, if any.
 */
export interface StatementLine {
  readonly key: string;
  readonly kind: "section" | "type" | "account" | "line" | "groupTotal" | "total" | "subtotal" | "result" | "closing" | "apart" | "check";
  readonly label: string;
  readonly code: string;
  /** The account that opens; null where the line is none. */
  readonly account: StatementAccount;
  readonly amounts: readonly (DecimalString | null)[];
  /** How many steps its name is in from the edge, below what heads it. */
  readonly indent?: 1 | 2;
  /** Keys of the account lines that a sum adds up. */
  readonly members?: readonly string[];
  /** The accounts behind a line that names none of its own. */
  readonly parts?: readonly CashFlowPart[];
  /** A sum that ends one side of a balance sheet, as the result ends the other; false of a result that more follows. */
  readonly endsSide?: boolean;
}

interface Row {
  readonly label: string;
  readonly account: StatementAccount;
  readonly group: string | null;
  readonly amounts: readonly DecimalString[];
}

const NOTHING = decimal("0");

/** A trial balance by the groups of the client's statements. Columns: opening, debits, credits, then the balance as debit or credit. */
export function trialBalanceLines({ rows }: TrialBalance): StatementLine[] {
  const grouped = rows.map((row) => ({ label: row.label, account: row.account, group: row.group, amounts: trialBalanceAmounts(row) }));
  return sumsBelow(groupedLines(grouped));
}

/** The totals below a trial balance; debit and credit balances are equal when it balances. */
export function trialBalanceTotal({ rows, totals }: TrialBalance): StatementLine {
  const sums = columnSums(rows.map(trialBalanceAmounts), 5);
  const amounts = [sums[0] ?? NOTHING, totals.debit, totals.credit, sums[3] ?? NOTHING, sums[4] ?? NOTHING];
  return { key: "total", kind: "result", label: t("Total"), code: "", account: null, amounts };
}

/** True when debit and credit balances are not equal. */
export function isOutOfBalance({ totals }: TrialBalance): boolean {
  return !isZero(totals.balance);
}

function trialBalanceAmounts({ opening, debit, credit, balance }: TrialBalanceRow): DecimalString[] {
  const isCredit = balance.startsWith("-");
  return [opening, debit, credit, isCredit ? NOTHING : balance, isCredit ? negateDecimal(balance) : NOTHING];
}

/** A profit and loss or balance sheet in the client's layout. */
export function statementLines({ kind, lines }: Pick<LaidOutStatement, "kind" | "lines">): StatementLine[] {
  const assets = kind === "balance_sheet" ? lines.findIndex((line) => line.kind === "subtotal") : -1;
  const shown = lines.map((line, at): StatementLine => {
    const common = { key: lineKey(line), label: line.label, code: line.account?.code ?? "", account: line.account };
    const isSum = line.kind !== "account" && line.kind !== "section";
    const members = isSum ? membersOf(lines, at, kind).map(lineKey) : [];
    const indent = indentOf(lines, at);
    return {
      ...common,
      amounts: line.amounts,
      // Without a sum of its own it heads a section, as those of other statements do.
      kind: line.kind === "group" && line.amounts.length === 0 ? "section" : LINE_KINDS[line.kind],
      ...(isSum ? { members } : {}),
      ...(indent === 0 ? {} : { indent }),
      ...(at === assets ? { endsSide: true } : {}),
    };
  });
  return sumsBelow(shown);
}

/** A group is one step below its section, and an account one below the nearest of its heads. */
function indentOf(lines: readonly LaidOutLine[], at: number): 0 | 1 | 2 {
  const line = lines[at];
  if (line?.kind === "group") return line.amounts.length === 0 ? 0 : 1;
  if (line?.kind !== "account") return 0;
  return lines.some((head) => head.kind === "group" && head.group === line.group && head.amounts.length > 0) ? 2 : 1;
}

/** The sums of groups below their accounts, as all other sums are. A group of one account has none: it would say its figures twice. */
function sumsBelow(lines: readonly StatementLine[]): StatementLine[] {
  const groups = lines.filter(({ kind, members = [] }) => kind === "type" && members.length > 1);
  return lines.flatMap((line) => {
    const own: StatementLine = line.kind === "type" ? { ...line, amounts: [] } : line;
    const ended = groups.find(({ members }) => members?.at(-1) === line.key);
    return ended === undefined ? [own] : [own, groupTotal(ended)];
  });
}

/** Saved in the other English, a title is still the same. */
function spelled(title: string): string {
  return title.replace("-", "");
}

/** The names of groups that Tieout itself gives. A firm's own group may be a name, such as PayPal, which keeps its capital. */
const STANDARD_GROUPS: ReadonlySet<string> = new Set(
  [
    ...[t("Income"), t("Cost of sales"), t("Operating expenses"), t("Other income"), t("Other expenses")],
    ...[t("Bank"), t("Accounts receivable"), t("Inventory"), t("Other current assets"), t("Fixed assets"), t("Other noncurrent assets")],
    ...[t("Bank overdrafts"), t("Credit cards"), t("Accounts payable"), t("Taxes payable"), t("Other current liabilities")],
    ...[t("Noncurrent liabilities"), t("Equity")],
  ].map(spelled),
);

function groupTotal(group: StatementLine): StatementLine {
  const title = STANDARD_GROUPS.has(spelled(group.label)) ? insideSentence(group.label) : group.label;
  return { ...group, key: groupTotalKey(group), kind: "groupTotal", label: t("Total {group}", { group: title }) };
}

/** The key of the sum of a group. */
export function groupTotalKey({ key }: Pick<StatementLine, "key">): string {
  return `total:${key}`;
}

/** The key under which notes on a line's figures are kept: a sum below its group is the figure that was beside the group's name. */
export function notedKey({ key, kind }: Pick<StatementLine, "key" | "kind">): string {
  return kind === "groupTotal" ? key.slice(groupTotalKey({ key: "" }).length) : key;
}

/** A cash-flow statement: its activities, each line with the accounts behind it. */
export function cashFlowLines({ lines }: Pick<CashFlow, "lines">): StatementLine[] {
  return lines.map(
    ({ kind, key, label, amounts, parts }): StatementLine => ({
      key,
      kind: key === "closing_cash" ? "closing" : CASH_KINDS[kind],
      label,
      code: "",
      account: null,
      amounts,
      parts,
      ...(kind === "line" ? { indent: 1 } : {}),
      // Cash at both ends comes after the net change, and the closing cash is the last of a cash flow.
      ...(kind === "result" ? { endsSide: false } : {}),
    }),
  );
}

const LINE_KINDS: Readonly<Record<LaidOutLine["kind"], StatementLine["kind"]>> = {
  section: "section",
  group: "type",
  account: "account",
  total: "total",
  subtotal: "subtotal",
  result: "result",
  apart: "apart",
};

const CASH_KINDS: Readonly<Record<CashFlowLine["kind"], StatementLine["kind"]>> = {
  section: "section",
  line: "line",
  total: "total",
  result: "result",
  balance: "line",
  check: "check",
};

/** The earnings of the year, the one line of a balance sheet between its accounts that no account holds. */
export function isYearsEarnings({ account, label }: StatementLine, statement: Pick<Statement, "rows"> | null): boolean {
  if (account !== null) return false;
  return statement?.rows.some((row) => row.kind === "computed" && row.section === "equity" && row.label === label) ?? false;
}

/** The accounts among lines of a statement; the earnings of the year are a row, but no account. */
export function accountLines(lines: readonly StatementLine[], statement: Pick<Statement, "rows"> | null): readonly StatementLine[] {
  return lines.filter((line) => line.kind === "account" && !isYearsEarnings(line, statement));
}

function lineKey({ key }: LaidOutLine): string {
  return key;
}

/** The accounts that a heading or a sum adds up. */
function membersOf(lines: readonly LaidOutLine[], at: number, kind: Statement["kind"]): readonly LaidOutLine[] {
  const line = lines[at];
  const isAccount = (each: LaidOutLine) => each.kind === "account";
  // What no group can hold is no sum.
  if (line === undefined || line.kind === "apart") return [];
  if (line.kind === "group") {
    // A group with the name of its section has no head: its accounts may be right below those of another.
    const end = lines.findIndex((each, index) => index > at && !(isAccount(each) && each.group === line.group));
    return lines.slice(at + 1, end < 0 ? undefined : end);
  }
  const above = lines.slice(0, at);
  const since = (kinds: readonly LaidOutLine["kind"][]) => above.findLastIndex((each) => kinds.includes(each.kind)) + 1;
  if (line.kind === "total") return above.slice(since(kind === "profit_and_loss" ? ["group"] : ["section"])).filter(isAccount);
  if (line.kind === "subtotal" && kind === "balance_sheet") return above.slice(since(["subtotal"])).filter(isAccount);
  if (line.kind === "result" && kind === "balance_sheet") {
    const assets = above.findIndex((each) => each.kind === "subtotal");
    return above.slice(assets + 1).filter(isAccount);
  }
  return above.filter(isAccount);
}

/** Rows of a trial balance under heads of their groups, in the order in which groups first occur. */
function groupedLines(rows: readonly Row[]): StatementLine[] {
  const groups = new Map<string | null, Row[]>();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  return [...groups].flatMap(([group, members]) => [
    ...groupHead(group, members),
    ...members.map((row): StatementLine => ({ ...accountLine(row), ...(group === null ? {} : { indent: 1 }) })),
  ]);
}

function groupHead(group: string | null, members: readonly Row[]): StatementLine[] {
  const [first] = members;
  if (group === null || first === undefined) return [];
  const rows = members.map((row) => row.amounts);
  const amounts = columnSums(rows, first.amounts.length);
  const key = `group:${first.account?.class}:${group}`;
  return [{ key, kind: "type", label: group, code: "", account: null, amounts, members: members.map(rowKey) }];
}

function rowKey({ label, account }: Row): string {
  return account?.id ?? `row:${label}`;
}

function accountLine(row: Row): StatementLine {
  const { label, account, amounts } = row;
  return {
    key: rowKey(row),
    kind: "account",
    label: account?.name ?? label,
    code: account?.code ?? "",
    account,
    amounts,
  };
}

function columnSums(rows: readonly (readonly DecimalString[])[], columns: number): DecimalString[] {
  return Array.from({ length: columns }, (_, column) => sumDecimals(rows.map((amounts) => amounts[column] ?? NOTHING)));
}

/** The head of a column: a span, or the one day of a balance sheet. Of many periods, only the last day has its year. */
export function columnWords({ name, from, to }: Comparative, kind: Statement["kind"] | "cash_flow"): string {
  if (name === "month" && kind !== "balance_sheet" && monthOfSpan({ from, to }) === null)
    return t("{from} to {to}", { from: formatDay(from).replace(/ \d{4}$/, ""), to: formatDay(to) });
  return spanText(kind === "balance_sheet" ? { from: to, to } : { from, to });
}

/** The change of a line; the percentage is null where it would mean nothing. */
export interface LineChange {
  readonly amount: DecimalString;
  readonly percent: DecimalString | null;
}

/** A line's first column compared with another; null where either has no amount. */
export function lineChange({ amounts }: StatementLine, against: number): LineChange | null {
  const [current] = amounts;
  const base = amounts[against];
  if (current === undefined || current === null || base === undefined || base === null) return null;
  return { amount: subtractDecimals(current, base), percent: percentOf(current, base) };
}
