import type { AgingSide } from "#main/domain/aging/aging.ts";
import { postingName } from "#main/domain/bank-matching/reconcile-bank.ts";
import { amountWriter } from "#main/domain/postings/account-sum.ts";
import { controlTotals } from "#main/domain/tie-outs/aging-tie-out.ts";
import { agingReport } from "#main/store/aging/aging.ts";
import { findBankAccount } from "#main/store/bank/bank-accounts.ts";
import { accountFacts, bankReconciliation } from "#main/store/bank/bank-work.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { BankReconciliation } from "#shared/contract/close/bank.ts";
import type { OpenItem, ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { compareDecimals, type DecimalString, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Period } from "#shared/model/books/period.ts";
import type { TrialBalanceRow } from "#shared/model/reports/statement.ts";

interface Setting {
  readonly reader: MirrorReader;
  readonly baseCurrency: string;
  readonly period: Pick<Period, "start" | "end">;
}

/** What bank statements say of an account, and what is between them and the books. */
export type BankSupport = Pick<ReconciliationRow, "support" | "items" | "oldestDays" | "difference" | "state" | "bank" | "toMatch"> & {
  readonly statementFiles: readonly string[];
};

/** The reconciliation of an account with imported statements; null where they are in another currency than the books. */
export function bankSupport({ reader, baseCurrency, period }: Setting, accountId: string, isAsset: boolean): BankSupport | null {
  const account = findBankAccount(reader, accountId, baseCurrency);
  // The rows are in the currency of the books.
  if (!account.ok || account.value.currency !== baseCurrency) return null;
  const facts = accountFacts(reader, account.value, baseCurrency);
  const result = bankReconciliation(facts, period.end);
  const write = amountWriter(baseCurrency);
  const shown = (amount: DecimalString) => write(isAsset ? amount : negateDecimal(amount));
  const last = facts.statements.findLast(({ from }) => from <= period.end);
  const reaches = facts.statements.some(({ from, to }) => from <= period.end && to >= period.start);
  const bank = reaches ? result.state : "no_statement";
  const support: ReconciliationRow["support"] =
    result.statement === null || last === undefined
      ? null
      : { source: "bank", decisionNo: null, person: last.person, at: last.at, amount: shown(result.statement), note: last.fileName };
  const items = itemsOf(result).map((one) => ({ ...one, amount: shown(one.amount), carried: one.date < period.start }));
  return {
    ...{ support, items, oldestDays: result.oldestDays, bank, state: BANK_STATES[bank], toMatch: result.unreconciledLines.length },
    difference: result.difference === null ? null : shown(result.difference),
    statementFiles: facts.statements.flatMap(({ from, sha256 }) => (from <= period.end && sha256 !== "" ? [sha256] : [])),
  };
}

const BANK_STATES: Readonly<Record<NonNullable<ReconciliationRow["bank"]>, ReconciliationRow["state"]>> = {
  reconciled: "reconciled",
  to_match: "to_match",
  difference: "difference",
  no_statement: "no_support",
  statement_ends_early: "no_support",
};

/** What is between the statement and the books; added to the statement's balance, it comes to the books. */
function itemsOf(result: BankReconciliation): Omit<OpenItem, "carried">[] {
  const named = (...texts: readonly (string | null)[]) => texts.filter((text) => text !== null && text !== "").join(" ") || "Transaction";
  const plain = { itemId: null, owner: null, expected: null, overdue: false };
  return [
    ...[...result.outstandingPayments, ...result.outstandingReceipts].map((one) => ({
      ...{ ...plain, text: `Outstanding: ${postingName(one)}`, amount: one.amount, date: one.date },
      ...{ documentId: one.recordId, ageDays: one.ageDays },
    })),
    ...result.unreconciledLines.map(({ date, amount, ageDays, payee, reference, description }) => ({
      ...{ ...plain, text: `Not in the books: ${named(payee, reference, description)}`, amount: negateDecimal(amount) },
      ...{ date, documentId: null, ageDays },
    })),
    ...result.fees.map(({ date, amount, text }) => ({
      ...{ ...plain, text: `Fee not in the books: ${named(text)}`, amount, date, documentId: null, ageDays: 0 },
    })),
  ];
}

const SIDES: Readonly<Record<string, AgingSide>> = { receivable: "receivable", payable: "payable" };

/**
 * What the aging says of each control account at the period's end, by account id. Where a side has several accounts, the aging
 * covers them together: each account is given what the others leave of it. None where the aging has gaps or an open document
 * has no amount in the books' currency.
 */
export function agingSupports(
  { reader, baseCurrency, period }: Setting,
  rows: readonly TrialBalanceRow[],
): ReadonlyMap<string, DecimalString> {
  const found = new Map<string, DecimalString>();
  for (const [role, side] of Object.entries(SIDES)) {
    const controls = rows.flatMap(({ account, balance }) => (account?.role === role ? [{ accountId: account.id, balance }] : []));
    if (controls.length === 0) continue;
    const aging = agingReport(reader, { side, asOfDate: period.end, baseCurrency });
    if (aging.gaps.length > 0) continue;
    const sign = (amount: DecimalString) => (side === "receivable" ? amount : negateDecimal(amount));
    const books = sumDecimals(controls.map(({ balance }) => sign(balance)));
    const totals = controlTotals(aging, baseCurrency);
    const total = totals.find((one) => compareDecimals(one, books) === 0) ?? totals.at(-1);
    if (total === undefined) continue;
    for (const { accountId, balance } of controls) found.set(accountId, subtractDecimals(total, subtractDecimals(books, sign(balance))));
  }
  return found;
}
