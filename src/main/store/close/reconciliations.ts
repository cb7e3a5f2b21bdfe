import { z } from "zod";
import { reconcile, type Supported } from "#main/domain/close/reconciliation.ts";
import { amountWriter, currencyDigits } from "#main/domain/postings/account-sum.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import { findBankAccount } from "#main/store/bank/bank-accounts.ts";
import { accountFacts, bankReconciliation } from "#main/store/bank/bank-work.ts";
import { listStatements } from "#main/store/bank/statement-store.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { readAttachments } from "#main/store/records/attachment-store.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import { type Act, notFound, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import type { BankReconciliation, BankStatementView } from "#shared/contract/close/bank.ts";
import { type Attachment, type ReconciliationRow, reconcilingItem } from "#shared/contract/close/reconciliations.ts";
import { type DecimalString, decimal, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { decimalString } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { TrialBalanceRow } from "#shared/model/reports/statement.ts";
import type { GateSetting } from "./gates/gate.ts";

const supportBody = z.object({
  what: z.literal("support"),
  support: decimalString,
  note: z.string().nullable(),
  items: z.array(reconcilingItem),
  writtenFor: decimalString,
});
const filesBody = z.object({ what: z.literal("files"), files: z.array(z.string()) });
const requiredBody = z.object({ what: z.literal("required"), required: z.boolean() });
type Support = OwnDecision<z.output<typeof supportBody>>;

export type ReconciliationSetting = Pick<GateSetting, "reader" | "books" | "yearEnd" | "period">;
type OnAccount = Act & { readonly accountId: string };
type Done = Result<{ readonly decisionNo: number }, Failure>;

/** Accounts that tie-outs compare with the ledger need no separate support. */
const TIED: ReadonlySet<string | undefined> = new Set(["bank", "receivable", "payable"]);

/** Every balance-sheet account of a period with its roll-forward, support and reconciling items. */
export function reconciliations(setting: ReconciliationSetting): ReconciliationRow[] {
  const { reader, books, period } = setting;
  const rows = trialBalanceReport(reader, { ...books, yearEnd: setting.yearEnd, from: period.start, to: period.end }).rows;
  const supports = new Map(
    ownDecisions(reader.db, "reconciliation", supportBody, { prefix: `${period.id}|` }).map((one) => [one.subject, one]),
  );
  const files = new Map(
    ownDecisions(reader.db, "reconciliation", filesBody, { prefix: `${period.id}|` }).map((one) => [one.subject, one.body.files]),
  );
  const required = new Map(
    ownDecisions(reader.db, "reconciliation", requiredBody, { prefix: "required|" }).map((one) => [
      one.subject.slice(9),
      one.body.required,
    ]),
  );
  const stated = new Set(listStatements(reader).map(({ accountId }) => accountId));
  return rows.flatMap((row) => {
    const { account } = row;
    if (account === null || !["asset", "liability", "equity"].includes(account.class)) return [];
    const subject = `${period.id}|${account.id}`;
    const isRequired = required.get(account.id) ?? (account.class !== "equity" && !TIED.has(account.role) && !isZero(row.balance));
    const typed = rowOf(setting, row, supports.get(subject), readAttachments(reader.db, files.get(`${subject}|files`) ?? []), isRequired);
    return [stated.has(account.id) ? withBank(setting, typed) : typed];
  });
}

function rowOf(
  { books, period }: ReconciliationSetting,
  row: TrialBalanceRow,
  decided: Support | undefined,
  attachments: readonly Attachment[],
  required: boolean,
): ReconciliationRow {
  const account = row.account as NonNullable<TrialBalanceRow["account"]>;
  const write = amountWriter(books.baseCurrency);
  const shown = (amount: DecimalString) => write(account.class === "asset" ? amount : negateDecimal(amount));
  const closing = shown(row.balance);
  const supported: Supported | null = decided === undefined ? null : decided.body;
  const tolerance = decimal(currencyDigits(books.baseCurrency) === 0 ? "0" : `0.${"0".repeat(currencyDigits(books.baseCurrency) - 1)}5`);
  const result = reconcile(closing, supported, { required, tolerance, day: period.end });
  const [up, down] = account.class === "asset" ? [row.debit, row.credit] : [row.credit, row.debit];
  return {
    ...{ accountId: account.id, account, label: row.label, currency: books.baseCurrency, required },
    ...{ opening: shown(row.opening), increases: write(up), decreases: write(down), closing },
    support:
      decided === undefined
        ? null
        : {
            decisionNo: decided.decisionNo,
            person: decided.person,
            at: decided.at,
            amount: write(decided.body.support),
            note: decided.body.note,
          },
    moved: result.moved,
    attachments: [...attachments],
    items: (decided?.body.items ?? []).map((one, at) => ({ ...one, ageDays: result.ages[at] ?? 0 })),
    oldestDays: result.oldestDays,
    difference: result.difference === null ? null : write(result.difference),
    state: result.state,
    bank: null,
  };
}

/** An account with bank statements is reconciled by them: a typed balance no longer counts, and it is required at every close. */
function withBank({ reader, books, period }: ReconciliationSetting, row: ReconciliationRow): ReconciliationRow {
  const account = findBankAccount(reader, row.accountId, books.baseCurrency);
  // The rows are in the currency of the books.
  if (!account.ok || account.value.currency !== books.baseCurrency) return row;
  const facts = accountFacts(reader, account.value, books.baseCurrency);
  const result = bankReconciliation(facts, period.end);
  const write = amountWriter(books.baseCurrency);
  const shown = (amount: DecimalString) => write(row.account?.class === "asset" ? amount : negateDecimal(amount));
  const last = facts.statements.findLast(({ from }) => from <= period.end);
  const reaches = facts.statements.some(({ from, to }) => from <= period.end && to >= period.start);
  const state = reaches ? result.state : "no_statement";
  const support = result.statement === null || last === undefined ? null : statementSupport(last, shown(result.statement));
  const items = itemsOf(result).map((one) => ({ ...one, amount: shown(one.amount) }));
  return {
    ...{ ...row, required: true, moved: false, support, items, oldestDays: result.oldestDays, bank: state },
    difference: result.difference === null ? null : shown(negateDecimal(result.difference)),
    state: BANK_STATES[state],
  };
}

const BANK_STATES: Readonly<Record<NonNullable<ReconciliationRow["bank"]>, ReconciliationRow["state"]>> = {
  reconciled: "reconciled",
  to_match: "to_match",
  difference: "difference",
  no_statement: "no_support",
  statement_ends_early: "no_support",
};

/** An import is no decision, so it has no number that could undo one. */
function statementSupport({ person, at, fileName }: BankStatementView, amount: DecimalString): NonNullable<ReconciliationRow["support"]> {
  return { decisionNo: 0, person, at: at as Instant, amount, note: fileName };
}

/** What is between the statement and the books; added to the statement's balance, it comes to the books. */
function itemsOf(result: BankReconciliation): ReconciliationRow["items"] {
  const named = (...texts: readonly (string | null)[]) => texts.filter((text) => text !== null && text !== "").join(" ") || "Transaction";
  return [
    ...[...result.outstandingPayments, ...result.outstandingReceipts].map(
      ({ recordId, date, amount, ageDays, contact, number, reference }) => ({
        ...{ text: `Outstanding: ${named(contact, number, reference)}`, amount, date, documentId: recordId, ageDays },
      }),
    ),
    ...result.unreconciledLines.map(({ date, amount, ageDays, payee, reference, description }) => ({
      ...{
        text: `Not in the books: ${named(payee, reference, description)}`,
        amount: negateDecimal(amount),
        date,
        documentId: null,
        ageDays,
      },
    })),
    ...result.fees.map(({ date, amount, text }) => ({
      text: `Fee not in the books: ${named(text)}`,
      amount,
      date,
      documentId: null,
      ageDays: 0,
    })),
  ];
}

/** Saves an account's support and reconciling items for its current balance. */
export function saveReconciliation(
  setting: ReconciliationSetting,
  { accountId, support, note, items, person, nowMs }: OnAccount & Pick<z.output<typeof supportBody>, "support" | "note" | "items">,
): Done {
  const row = reconciliations(setting).find((one) => one.accountId === accountId || one.account?.code === accountId);
  if (row === undefined)
    return fail(
      notFound(
        `${accountId} isn't a balance-sheet account with a balance or activity in ${periodName(setting.period.label)}.`,
        "accountId",
      ),
    );
  const later = items.find(({ date }) => date > setting.period.end);
  if (later !== undefined)
    return fail({
      code: "invalid_input",
      message: `${later.text} is dated ${later.date}, after ${periodName(setting.period.label)}.`,
      field: "items",
    });
  const subject = `${setting.period.id}|${row.accountId}`;
  const body = { what: "support", support, note, items, writtenFor: row.closing };
  return ok({ decisionNo: makeDecision(setting.reader.db, { kind: "reconciliation", subject, body, person, nowMs }) });
}

/** Sets whether an account must be reconciled at every close. */
export function requireReconciliation(
  reader: MirrorReader,
  { accountId, required, person, nowMs }: OnAccount & { readonly required: boolean },
): Done {
  const account = chartOf(reader).get(accountId);
  if (account === undefined) return fail(notFound(`Account ${accountId} isn't in this client's books.`, "accountId"));
  const body = { what: "required", required };
  return ok({ decisionNo: makeDecision(reader.db, { kind: "reconciliation", subject: `required|${accountId}`, body, person, nowMs }) });
}

/** Attaches files to an account of a period, or removes them; `change` turns the current list into the new one. */
export function pinFiles(
  { reader, period }: Pick<ReconciliationSetting, "reader" | "period">,
  { accountId, change, person, nowMs }: OnAccount & { readonly change: (files: readonly string[]) => readonly string[] },
): Done {
  if (!chartOf(reader).has(accountId)) return fail(notFound(`Account ${accountId} isn't in this client's books.`, "accountId"));
  const subject = `${period.id}|${accountId}|files`;
  const standing = ownDecisions(reader.db, "reconciliation", filesBody, { subject }).at(-1)?.body.files ?? [];
  const body = { what: "files", files: [...new Set(change(standing))] };
  return ok({ decisionNo: makeDecision(reader.db, { kind: "reconciliation", subject, body, person, nowMs }) });
}
