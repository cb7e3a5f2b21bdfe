import type { AccountRow } from "#shared/contract/books/records.ts";
import { type DecimalString, decimal, isZero, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { isNetIncome, type TiedSubject, type TieOut } from "#shared/model/reports/tie-out.ts";
import { isNegative } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { signsOf } from "./report-signs.ts";

/** A line that agrees, with the code of its account. */
export interface ComparedLine extends TiedSubject {
  readonly code: string | null;
}

/** A part of a statement; its sum is null where lines of it are missing, which would make it another. */
interface ComparedSection {
  readonly title: string;
  readonly total: string;
  readonly lines: readonly ComparedLine[];
  readonly sum: DecimalString | null;
}

/** The lines of a statement in its order, and the figure that they add up to. */
export interface ComparedStatement {
  readonly sections: readonly ComparedSection[];
  readonly result: { readonly label: string; readonly amount: DecimalString } | null;
}

type Class = AccountRow["class"];
/** The accounts of the books, whose classes and codes a statement is listed by. */
export type BookAccounts = readonly Pick<AccountRow, "id" | "class" | "role" | "code">[];

const ORDER: readonly Class[] = ["asset", "liability", "equity", "revenue", "expense", "non_posting"];
/** Lines that are calculated, or the ledger's own, and where their statement has them. */
const COMPUTED: Readonly<Record<string, Class>> = { current_earnings: "equity", retained_earnings: "equity" };

interface SectionWords {
  readonly of: Class;
  readonly title: string;
  readonly total: string;
}

const SECTIONS: Readonly<Record<"profit_and_loss" | "balance_sheet", readonly SectionWords[]>> = {
  profit_and_loss: [
    // The statement has other income and the cost of sales apart, and its totals go by the same names without them.
    { of: "revenue", title: t("All income"), total: t("Total of all income") },
    { of: "expense", title: t("All expenses"), total: t("Total of all expenses") },
  ],
  balance_sheet: [
    { of: "asset", title: t("Assets"), total: t("Total assets") },
    { of: "liability", title: t("Liabilities"), total: t("Total liabilities") },
    { of: "equity", title: t("Equity"), total: t("Total equity") },
  ],
};

/**
 * The lines of a profit and loss or balance sheet that agree, in the order of the statement. Sums are there where all lines are, and
 * only if they add up to the total of the check. Null of other checks, and of lines that no section has.
 */
export function comparedStatement(check: TieOut, isWhole: boolean, accounts: BookAccounts): ComparedStatement | null {
  if (check.check !== "profit_and_loss" && check.check !== "balance_sheet") return null;
  const { tied = [], ours } = check;
  const words = SECTIONS[check.check];
  const classOf = classes(accounts);
  const net = tied.find((one) => isNetIncome(check.check, one));
  const lines = inOrder(
    tied.filter((one) => one !== net),
    accounts,
  );
  if (lines.some((line) => !words.some(({ of }) => of === classOf(line)))) return null;
  const sections = words.map(({ of, title, total }): ComparedSection => {
    const own = lines.filter((line) => classOf(line) === of);
    return { title, total, lines: own, sum: sumOf(own) };
  });
  const [first, second, third] = sections.map(({ sum }) => sum ?? decimal("0"));
  const left = sumDecimals([second ?? decimal("0"), third ?? decimal("0")]);
  const isProfit = check.check === "profit_and_loss";
  const end = isProfit ? subtractDecimals(first ?? decimal("0"), left) : left;
  const whole = isProfit ? net?.amount : first;
  const foots = isWhole && whole !== undefined && ours !== null && isSame(end, whole) && isSame(whole, ours);
  const result = isProfit ? net : foots ? { label: t("Total liabilities and equity"), amount: end } : undefined;
  return {
    sections: sections.filter((section) => section.lines.length > 0).map((section) => (foots ? section : { ...section, sum: null })),
    result: result === undefined ? null : { label: result.label, amount: result.amount },
  };
}

/** The accounts of a trial balance with debits and credits apart, as it lists them, and both totals where all accounts are there. */
export interface ComparedBalances {
  readonly lines: readonly (ComparedLine & { readonly debit: DecimalString | null; readonly credit: DecimalString | null })[];
  readonly totals: { readonly debit: DecimalString; readonly credit: DecimalString } | null;
}

export function comparedBalances({ check, tied = [], ours }: TieOut, isWhole: boolean, accounts: BookAccounts): ComparedBalances | null {
  if (check !== "trial_balance") return null;
  const lines = inOrder(tied, accounts).map((line) => {
    const isCredit = isNegative(line.amount);
    return { ...line, debit: isCredit ? null : line.amount, credit: isCredit ? subtractDecimals(decimal("0"), line.amount) : null };
  });
  const sum = (side: "debit" | "credit") => sumDecimals([decimal("0"), ...lines.flatMap((line) => line[side] ?? [])]);
  const [debit, credit] = [sum("debit"), sum("credit")];
  return { lines, totals: isWhole && ours !== null && isSame(debit, ours) ? { debit, credit } : null };
}

/** The class of a line's account. Currency differences that the ledger has as one row have the side that their signs have. */
function classes(accounts: BookAccounts): (line: Pick<TiedSubject, "subjectId">) => Class | undefined {
  const byId = new Map(accounts.map((account) => [account.id, account.class]));
  const differences = signsOf(accounts)("currency_differences") ? "revenue" : "expense";
  return ({ subjectId }) => byId.get(subjectId) ?? (subjectId === "currency_differences" ? differences : COMPUTED[subjectId]);
}

/** By class, then by code, those without one by name. */
function inOrder(tied: readonly TiedSubject[], accounts: BookAccounts): readonly ComparedLine[] {
  const classOf = classes(accounts);
  const codes = new Map(accounts.map(({ id, code }) => [id, code]));
  const rank = (line: TiedSubject) => ORDER.indexOf(classOf(line) ?? "non_posting");
  return tied
    .map((line): ComparedLine => ({ ...line, code: codes.get(line.subjectId) ?? null }))
    .sort((a, b) => rank(a) - rank(b) || byCode(a, b) || a.label.localeCompare(b.label));
}

/** What has a code comes before what has none, such as the year's earnings. */
function byCode(a: ComparedLine, b: ComparedLine): number {
  if (a.code === null || b.code === null) return Number(a.code === null) - Number(b.code === null);
  return a.code.localeCompare(b.code, "en", { numeric: true });
}

function sumOf(lines: readonly ComparedLine[]): DecimalString {
  return sumDecimals([decimal("0"), ...lines.map(({ amount }) => amount)]);
}

function isSame(a: DecimalString, b: DecimalString): boolean {
  return isZero(subtractDecimals(a, b));
}
