import { type DecimalString, decimal, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Comparative, Statement, StatementAccount, TrialBalance, TrialBalanceRow } from "#shared/model/reports/statement.ts";
import { formatDay } from "../../format/dates/date.ts";
import { monthOfSpan, spanText } from "../../format/dates/date-range.ts";
import { accountTypeWords } from "../../format/labels/account-type-labels.ts";
import { t } from "../../language/t.ts";

/**
 * A line as it is shown. `type`: the head of the rows of one account type, with their sum; `total`: a section's; `result`: what the statement comes to; `apart`: by how much it does not
 * balance. `amounts` has one for each column.
 */
export interface StatementLine {
  readonly key: string;
  readonly kind: "type" | "account" | "total" | "result" | "apart";
  readonly label: string;
  /** What the ledger itself calls it, where the label says it in words. */
  readonly hint?: string;
  readonly code: string;
  /** The account that opens; null where the line is none. */
  readonly account: StatementAccount;
  readonly amounts: readonly (DecimalString | null)[];
}

interface Row {
  readonly label: string;
  readonly account: StatementAccount;
  readonly amounts: readonly DecimalString[];
}

const NOTHING = decimal("0");

/** A trial balance by account type. Columns: opening, debits, credits, then the balance as debit or credit. */
export function trialBalanceLines({ rows }: TrialBalance): StatementLine[] {
  return typeGroups(rows.map((row) => ({ label: row.label, account: row.account, amounts: trialBalanceAmounts(row) })));
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

/** A profit and loss or balance sheet: sections, in them account types, in them accounts, flat. */
export function statementLines({ rows }: Statement): StatementLine[] {
  const lines: StatementLine[] = [];
  let accounts: Row[] = [];
  for (const row of rows) {
    // A computed line within a section, the year's earnings, is one of its rows.
    if (row.kind === "account" || (row.kind === "computed" && row.section === "equity")) {
      accounts.push(row);
      continue;
    }
    if (row.section === "unknown" && accounts.length > 0) lines.push(UNKNOWN_HEAD);
    lines.push(...typeGroups(accounts));
    accounts = [];
    const kind = row.kind !== "computed" ? "total" : row.section === "unknown" ? "apart" : "result";
    lines.push({ key: `${kind}:${row.section}:${row.label}`, kind, label: row.label, code: "", account: null, amounts: row.amounts });
  }
  return [...lines, ...typeGroups(accounts)];
}

const UNKNOWN_HEAD: StatementLine = {
  key: "type:unknown",
  kind: "type",
  label: t("Not on a known account"),
  code: "",
  account: null,
  amounts: [],
};

/** Rows under heads of their account types, in the order in which types first occur. Rule 23: no other grouping. */
function typeGroups(rows: readonly Row[]): StatementLine[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const type = row.account?.type ?? "";
    groups.set(type, [...(groups.get(type) ?? []), row]);
  }
  return [...groups].flatMap(([type, members]) => [...typeHead(type, members), ...members.map(accountLine)]);
}

function typeHead(type: string, members: readonly Row[]): StatementLine[] {
  const [first] = members;
  if (type === "" || first === undefined) return [];
  const amounts = columnSums(
    members.map((row) => row.amounts),
    first.amounts.length,
  );
  const hint = t("Account type in the ledger: {type}", { type });
  return [
    { key: `type:${first.account?.class}:${type}`, kind: "type", label: accountTypeWords(type), hint, code: "", account: null, amounts },
  ];
}

function accountLine({ label, account, amounts }: Row): StatementLine {
  return {
    key: account?.id ?? `row:${label}`,
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
export function columnWords({ name, from, to }: Comparative, kind: Statement["kind"]): string {
  if (name === "month" && kind === "profit_and_loss" && monthOfSpan({ from, to }) === null)
    return t("{from} to {to}", { from: formatDay(from).replace(/ \d{4}$/, ""), to: formatDay(to) });
  return spanText(kind === "balance_sheet" ? { from: to, to } : { from, to });
}
