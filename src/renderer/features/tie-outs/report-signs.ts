import type { AccountRow } from "#shared/contract/books/records.ts";
import { negateDecimal } from "#shared/kernel/decimal.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type TieOut, type TieOutCheck, turnedDocument, turnedLine } from "#shared/model/reports/tie-out.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";

/** Whether a subject's amounts, which are debits positive, are shown the other way round. */
export type Turned = (subjectId: string) => boolean;

const NOTHING: Turned = () => false;
const CREDITS: readonly AccountRow["class"][] = ["revenue", "liability", "equity"];
/** Computed lines of statements that are credits. */
const COMPUTED: readonly string[] = ["net_profit", "current_earnings", "retained_earnings"];
const CURRENCY_DIFFERENCES = "currency_differences";

/** Checks of a statement: income, liabilities and equity are positive in it. */
function isStatement(check: TieOutCheck): boolean {
  return check === "profit_and_loss" || check === "balance_sheet";
}

interface ReportSigns {
  /** Null until the accounts are known. */
  readonly isTurned: Turned | null;
  /** Why they couldn't be had. */
  readonly failure: Failure | null;
}

/** The signs of the statement that a check compares. */
export function useReportSigns(clientId: string, check: TieOutCheck): ReportSigns {
  return reportSigns(check, useCoreQuery("accounts.list", { clientId }, { enabled: isStatement(check) }));
}

/** What was asked for the accounts of a check. */
interface AskedAccounts {
  readonly data: { readonly rows: Parameters<typeof signsOf>[0] } | undefined;
  readonly error: { readonly failure: Failure } | null;
}

/** The same from an answer, or from none. */
export function reportSigns(check: TieOutCheck, { data, error }: AskedAccounts): ReportSigns {
  if (!isStatement(check)) return { isTurned: NOTHING, failure: null };
  return data === undefined ? { isTurned: null, failure: error?.failure ?? null } : { isTurned: signsOf(data.rows), failure: null };
}

/** The same for accounts that are known. */
export function signsOf(accounts: readonly Pick<AccountRow, "id" | "class" | "role">[]): Turned {
  const classes = new Map(accounts.map((account) => [account.id, account.class]));
  const differences = accounts.filter(({ role }) => role === "exchange_difference");
  const isCredit = (id: string): boolean => CREDITS.some((one) => one === classes.get(id));
  return (subjectId) => {
    if (subjectId === CURRENCY_DIFFERENCES) return differences.length > 0 && differences.every(({ id }) => isCredit(id));
    return COMPUTED.includes(subjectId) || isCredit(subjectId);
  };
}

/** A check with the signs of its statement: lines, those that agree, and the transactions behind each. Its totals have them already. */
export function inReportSigns(check: TieOut, isTurned: Turned): TieOut {
  const { lines, tied = [], documents } = check;
  const turned = new Set(lines.filter(({ subjectId }) => isTurned(subjectId)).flatMap((line) => line.documents.map(({ id }) => id)));
  return {
    ...check,
    lines: lines.map((line) => (isTurned(line.subjectId) ? turnedLine(line) : line)),
    tied: tied.map((one) => (isTurned(one.subjectId) ? { ...one, amount: negateDecimal(one.amount) } : one)),
    documents: documents.map((document) => (turned.has(document.id) ? turnedDocument(document) : document)),
  };
}
