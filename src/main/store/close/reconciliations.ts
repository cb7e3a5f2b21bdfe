import { z } from "zod";
import { reconcile } from "#main/domain/close/reconciliation.ts";
import { isDueIn } from "#main/domain/close/reconciliation-policy.ts";
import { type SignedInput, signedInputOf, signedState, signOffBlockOf } from "#main/domain/close/reconciliation-sign-off.ts";
import { amountWriter, currencyDigits } from "#main/domain/postings/account-sum.ts";
import { accountCalled, chartOf, fiscalCalendar, ledgerPeriods } from "#main/store/accounts/chart.ts";
import { listStatements } from "#main/store/bank/statement-store.ts";
import { type AccountItems, periodItems, saveItems } from "#main/store/reconciliations/items.ts";
import { policiesInForce } from "#main/store/reconciliations/policies.ts";
import { accountActs, hashOf, type PeriodActs, periodActs } from "#main/store/reconciliations/sign-offs.ts";
import { agingSupports, bankSupport } from "#main/store/reconciliations/supports.ts";
import { readAttachments } from "#main/store/records/attachment-store.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { lastReportOf } from "#main/store/records/tie-out-store.ts";
import { scheduleBalances } from "#main/store/schedules/schedule-balances.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import { type Act, notFound, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import type {
  AppliedPolicy,
  Attachment,
  OpenItem,
  ReconciliationRow,
  ReconciliationSignOff,
  ReconcilingItem,
} from "#shared/contract/close/reconciliations.ts";
import { reconcilingItem } from "#shared/contract/close/reconciliations.ts";
import { daysBetween } from "#shared/kernel/calendar-date.ts";
import { compareDecimals, type DecimalString, decimal, isZero, negateDecimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { percentOf } from "#shared/kernel/percent.ts";
import { dayName, notInBooks, periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { decimalString } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { TrialBalanceRow } from "#shared/model/reports/statement.ts";
import { isTotalOnly } from "#shared/model/reports/tie-out.ts";
import type { GateSetting } from "./gates/gate.ts";

const supportBody = z.object({
  what: z.literal("support"),
  support: decimalString,
  note: z.string().nullable(),
  /** Items of older versions, which counted in their period only. */
  items: z.array(reconcilingItem).default([]),
  writtenFor: decimalString,
});
const filesBody = z.object({ what: z.literal("files"), files: z.array(z.string()) });
type Support = OwnDecision<z.output<typeof supportBody>>;

export type ReconciliationSetting = Pick<GateSetting, "reader" | "books" | "yearEnd" | "period" | "today">;
type OnAccount = Act & { readonly accountId: string };
type Done = Result<{ readonly decisionNo: number }, Failure>;

/** A row with what its sign-offs are given on. */
export interface WorkedRow {
  readonly row: ReconciliationRow;
  readonly input: SignedInput;
}

/** What all rows of a period need, read once. */
interface Known {
  readonly setting: ReconciliationSetting;
  readonly person: string;
  readonly supports: ReadonlyMap<string, Support>;
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly agings: ReadonlyMap<string, DecimalString>;
  /** The balance per schedule, of accounts that schedule items are on. */
  readonly schedules: ReadonlyMap<string, DecimalString>;
  readonly items: ReadonlyMap<string, AccountItems>;
  readonly acts: PeriodActs;
  readonly stated: ReadonlySet<string>;
}

/**
 * Every balance-sheet account of a period with its policy, roll-forward, support, reconciling items and sign-offs.
 * @param person who asks: what keeps that person from signing off is told with each row
 */
export function reconciliations(setting: ReconciliationSetting, person = ""): ReconciliationRow[] {
  return workedReconciliations(setting, person).map(({ row }) => row);
}

export function workedReconciliations(setting: ReconciliationSetting, person: string): WorkedRow[] {
  const { reader, books, period } = setting;
  const rows = trialBalanceReport(reader, { ...books, yearEnd: setting.yearEnd, from: period.start, to: period.end }).rows;
  const prefix = `${period.id}|`;
  const known: Known = {
    ...{ setting, person, items: periodItems(reader, period, setting.today), acts: periodActs(reader, period.id) },
    supports: new Map(ownDecisions(reader.db, "reconciliation", supportBody, { prefix }).map((one) => [one.subject, one])),
    files: new Map(ownDecisions(reader.db, "reconciliation", filesBody, { prefix }).map((one) => [one.subject, one.body.files])),
    agings: agingSupports({ reader, baseCurrency: books.baseCurrency, period }, rows),
    schedules: new Map(scheduleBalances(setting).map(({ accountId, perSchedule }) => [accountId, perSchedule])),
    stated: new Set(listStatements(reader).map(({ accountId }) => accountId)),
  };
  const policyOf = policiesInForce(setting, period.end);
  const calendar = fiscalCalendar(setting.yearEnd, ledgerPeriods(reader));
  const worked = rows.flatMap((row) => {
    const { account } = row;
    if (account === null || !SIDES.includes(account.class)) return [];
    const policy = policyOf(account);
    const isIdle = [row.opening, row.debit, row.credit, row.balance].every(isZero);
    const isAsked = policy.required && isDueIn(policy.frequency, period.end, calendar);
    return [workedRow(known, row, policy, isAsked && (policy.set !== null || !isIdle))];
  });
  return inOrderOfCodes(worked);
}

const SIDES = ["asset", "liability", "equity"];

/** Statements put a card before the payables by its type, which these lists don't name. Where any account has no code, that order stays. */
function inOrderOfCodes(worked: readonly WorkedRow[]): WorkedRow[] {
  const codeOf = ({ row: { account } }: WorkedRow) => account?.code ?? "";
  if (worked.some((one) => codeOf(one) === "")) return [...worked];
  const sideOf = ({ row: { account } }: WorkedRow) => SIDES.indexOf(account?.class ?? "");
  return worked.toSorted((one, other) => sideOf(one) - sideOf(other) || compareText(codeOf(one), codeOf(other)));
}

type Draft = Omit<ReconciliationRow, "signOffs" | "signed" | "returned" | "blocked">;

function workedRow(known: Known, row: TrialBalanceRow, policy: AppliedPolicy, required: boolean): WorkedRow {
  const { setting, stated, acts, person } = known;
  const { reader, books, period } = setting;
  const typed = typedRow(known, row, policy, required);
  const { accountId, account } = typed;
  // An account with bank statements is reconciled by them: a typed balance no longer counts, and it is required at every close.
  const bank = stated.has(accountId)
    ? bankSupport({ reader, baseCurrency: books.baseCurrency, period }, accountId, account?.class === "asset")
    : null;
  const { statementFiles = [], ...ofBank } = bank ?? {};
  // A balance that was typed from a PDF has no statement file of its own.
  const lacksFile = bank?.state === "reconciled" && statementFiles.length === 0 && needsFile(policy, bank.support, typed.attachments);
  const draft: Draft =
    bank === null
      ? typed
      : { ...typed, ...ofBank, required: true, moved: false, totalOnly: false, cleared: [], ...(lacksFile ? { state: "needs_file" } : {}) };
  const input = signedInputOf(draft, period.id, statementFiles);
  if (isAutomatic(draft)) return { row: automaticRow(draft, input), input };
  const found = accountActs(reader, acts, accountId, input);
  const signed = signedState(found.acts);
  const blockOf = (role: "preparer" | "reviewer") => signOffBlockOf(role, { person, named: policy }, draft.state, found.acts);
  const blocked = { preparer: blockOf("preparer"), reviewer: blockOf("reviewer") };
  return { row: { ...draft, signOffs: found.signOffs, signed, returned: signed === "returned" ? found.returned : null, blocked }, input };
}

/** By policy an account that agrees exactly with its aging, without items, needs nobody's signature; the aging's total alone is no reason. */
function isAutomatic({ policy, support, state, difference, items, totalOnly = false }: Draft): boolean {
  const agrees = state === "reconciled" && difference !== null && isZero(difference) && items.length === 0;
  return policy.automatic && support?.source === "subledger" && agrees && !totalOnly;
}

function automaticRow(draft: Draft, input: SignedInput): ReconciliationRow {
  const hash = hashOf(input);
  const signOffs = (["preparer", "reviewer"] as const).map(
    (role): ReconciliationSignOff => ({
      role,
      decisionNo: null,
      person: null,
      at: null,
      hash,
      stale: false,
      waiting: false,
      changed: [],
      instead: null,
    }),
  );
  return { ...draft, signOffs, signed: "reviewed", returned: null, blocked: { preparer: "already", reviewer: "already" } };
}

function typedRow(known: Known, row: TrialBalanceRow, policy: AppliedPolicy, required: boolean): Draft {
  const { setting, supports, files, items } = known;
  const { books, period, reader } = setting;
  const account = row.account as NonNullable<TrialBalanceRow["account"]>;
  const write = amountWriter(books.baseCurrency);
  const shown = (amount: DecimalString) => write(account.class === "asset" ? amount : negateDecimal(amount));
  const [opening, closing] = [shown(row.opening), shown(row.balance)];
  const subject = `${period.id}|${account.id}`;
  const decided = supports.get(subject);
  const support = supportOf(known, account.id, policy, decided);
  const open = [...(items.get(account.id)?.open ?? []), ...oldItems(decided, setting)];
  const supported =
    support === null
      ? null
      : { support: support.amount, items: open, writtenFor: support.source === "support" && decided ? decided.body.writtenFor : closing };
  const result = reconcile(closing, supported, { required, tolerance: toleranceOf(books.baseCurrency, policy), day: period.end });
  const attachments = readAttachments(reader.db, files.get(`${subject}|files`) ?? []);
  const [up, down] = account.class === "asset" ? [row.debit, row.credit] : [row.credit, row.debit];
  return {
    ...{ accountId: account.id, account, label: row.label, currency: books.baseCurrency, policy, required },
    ...{ opening, increases: write(up), decreases: write(down), closing },
    ...{ change: write(subtractDecimals(closing, opening)), percent: percentOf(closing, opening) },
    support: support === null ? null : { ...support, amount: write(support.amount) },
    ...(support?.source === "subledger" && isAgedByTotal(setting, account.role) ? { totalOnly: true } : {}),
    ...{ moved: result.moved, attachments, items: open, cleared: items.get(account.id)?.cleared ?? [], oldestDays: result.oldestDays },
    difference: result.difference === null ? null : write(result.difference),
    state: result.state === "reconciled" && needsFile(policy, support, attachments) ? "needs_file" : result.state,
    bank: null,
    toMatch: null,
  };
}

/** An aging that ties in total can still be wrong by contact. */
function isAgedByTotal({ reader, period }: ReconciliationSetting, role: string | undefined): boolean {
  const check = role === "receivable" ? "aging_receivable" : "aging_payable";
  return isTotalOnly({ check, report: lastReportOf(reader.db, check, period.end) ?? undefined });
}

/** Where the balance per support comes from, by the account's type; what can't be worked out may be typed. */
function supportOf(
  { agings, schedules }: Known,
  accountId: string,
  { type }: AppliedPolicy,
  decided: Support | undefined,
): ReconciliationRow["support"] {
  const found = { decisionNo: null, person: null, at: null, note: null };
  if (type === "zero_balance") return { ...found, source: "zero_balance", amount: decimal("0") };
  const aged = type === "subledger" ? agings.get(accountId) : undefined;
  if (aged !== undefined) return { ...found, source: "subledger", amount: aged };
  const scheduled = type === "schedule" ? schedules.get(accountId) : undefined;
  if (scheduled !== undefined) return { ...found, source: "schedule", amount: scheduled };
  if (decided === undefined) return null;
  const { decisionNo, person, at, body } = decided;
  return { source: "support", decisionNo, person, at, amount: body.support, note: body.note };
}

/** The aging is evidence of its own; whatever somebody typed needs a file where the policy asks for one. */
function needsFile({ evidence }: AppliedPolicy, support: ReconciliationRow["support"], attachments: readonly Attachment[]): boolean {
  return evidence && support?.source !== "subledger" && attachments.length === 0;
}

function toleranceOf(currency: string, { tolerance }: AppliedPolicy): DecimalString {
  const digits = currencyDigits(currency);
  const rounding = decimal(digits === 0 ? "0" : `0.${"0".repeat(digits)}5`);
  return compareDecimals(tolerance, rounding) > 0 ? tolerance : rounding;
}

function oldItems(decided: Support | undefined, { period }: ReconciliationSetting): OpenItem[] {
  return (decided?.body.items ?? []).map((item) => ({
    ...{ ...item, itemId: null, carried: false, overdue: false },
    ageDays: Math.max(0, daysBetween(item.date, period.end)),
  }));
}

interface SupportToSave extends OnAccount {
  readonly support: DecimalString | null;
  readonly note: string | null;
  /** Left out: the items stay as they are. */
  readonly items?: readonly ReconcilingItem[] | undefined;
}

/** Saves an account's support and reconciling items for its current balance; without support only the items. */
export function saveReconciliation(
  setting: ReconciliationSetting,
  { accountId, support, note, items, person, nowMs }: SupportToSave,
): Result<{ readonly decisionNo: number; readonly decisions: number[] }, Failure> {
  const { reader, period } = setting;
  const found = rowNamed(reconciliations(setting), setting, accountId);
  if (!found.ok) return found;
  const row = found.value;
  const later = items?.find(({ date }) => date > period.end);
  if (later !== undefined)
    return fail({
      code: "invalid_input",
      message: `The item “${later.text}” is dated ${dayName(later.date)}, after ${periodName(period.label)}.`,
      field: "items",
    });
  const saved = items === undefined ? [] : saveItems(reader, { accountId: row.accountId, period, items, person, nowMs });
  const subject = `${period.id}|${row.accountId}`;
  const body = { what: "support", support, note, writtenFor: row.closing };
  const decisions =
    support === null ? saved : [makeDecision(reader.db, { kind: "reconciliation", subject, body, person, nowMs }), ...saved];
  return ok({ decisionNo: decisions[0] ?? 0, decisions });
}

/** A row by its account's id or code. */
export function rowNamed(
  rows: readonly ReconciliationRow[],
  { period }: Pick<ReconciliationSetting, "period">,
  named: string,
): Result<ReconciliationRow, Failure> {
  const row = rows.find((one) => one.accountId === named) ?? rows.find((one) => one.account?.code === named);
  if (row !== undefined) return ok(row);
  const message = `There's no balance-sheet account ${named} with a balance or activity in ${periodName(period.label)}.`;
  return fail(notFound(message, "accountId"));
}

/** Attaches files to an account of a period, or removes them; `change` turns the list into the new one, null where a file is missing. */
export function pinFiles(
  { reader, period }: Pick<ReconciliationSetting, "reader" | "period">,
  { accountId, change, person, nowMs }: OnAccount & { readonly change: (files: readonly string[]) => readonly string[] | null },
): Done {
  const account = accountCalled(chartOf(reader), accountId);
  if (account === undefined) return fail(notFound(notInBooks("account", accountId), "accountId"));
  const subject = `${period.id}|${account.id}|files`;
  const standing = ownDecisions(reader.db, "reconciliation", filesBody, { subject }).at(-1)?.body.files ?? [];
  const files = change(standing);
  if (files === null)
    return fail({
      ...notFound(`The reconciliation of ${account.name} for ${periodName(period.label)} has no such file.`, "sha256"),
      next: "Someone may have removed it already. Check the files that are attached now.",
    });
  const body = { what: "files", files: [...new Set(files)] };
  return ok({ decisionNo: makeDecision(reader.db, { kind: "reconciliation", subject, body, person, nowMs }) });
}
