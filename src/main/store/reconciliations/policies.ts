import { z } from "zod";
import { defaultPolicy } from "#main/domain/close/reconciliation-policy.ts";
import { compareAccounts } from "#main/domain/postings/account-sum.ts";
import { balanceAccounts } from "#main/domain/schedules/schedule-table.ts";
import { accountCalled, chartOf } from "#main/store/accounts/chart.ts";
import { accountsByStatement } from "#main/store/bank/bank-accounts.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { scheduleItems } from "#main/store/schedules/schedule-items.ts";
import { type Act, notFound, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import {
  type AppliedPolicy,
  type PolicyRow,
  type ReconciliationPolicy,
  reconciliationPolicy,
} from "#shared/contract/close/reconciliations.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { notInBooks } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { t } from "#shared/language/t.ts";
import { calendarDateString } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { StatementAccount } from "#shared/model/reports/statement.ts";

const policyBody = z.object({ what: z.literal("policy"), accountId: z.string(), from: calendarDateString, policy: reconciliationPolicy });
/** What older versions stored: that an account is required or isn't, in every period. */
const requiredBody = z.object({ what: z.literal("required"), required: z.boolean() });
const REQUIRED = "required|";

type OneAccount = NonNullable<StatementAccount>;
export type PolicyOf = (account: OneAccount) => AppliedPolicy;

/** A client's books, whose schedules and bank statements have a say in how accounts are reconciled. */
export interface PolicyBooks {
  readonly reader: MirrorReader;
  readonly books: { readonly baseCurrency: string };
}

/** An account with bank statements is reconciled by them at every close, whatever is set. */
const BY_STATEMENT = { required: true, type: "bank", frequency: "monthly" } as const;

/** The policies in force on a day: schedule items on an account are its support each month, until somebody sets another policy. */
export function policiesInForce({ reader, books }: PolicyBooks, day: CalendarDate): PolicyOf {
  const policyOf = policiesOn(reader, day);
  const stated = accountsByStatement(reader, books.baseCurrency);
  const scheduled = new Set(scheduleItems(reader).flatMap(({ item }) => balanceAccounts(item)));
  return (account) => {
    const policy = policyOf(account);
    if (stated.has(account.id)) return { ...policy, ...BY_STATEMENT };
    const isScheduled = policy.set === null && policy.type === "support" && scheduled.has(account.id);
    return isScheduled ? { ...policy, type: "schedule", frequency: "monthly" } : policy;
  };
}

/** The policies that were set by a day, read once for all accounts: the latest of each, else the default. */
export function policiesOn(reader: MirrorReader, day: CalendarDate): PolicyOf {
  const latest = new Map<string, OwnDecision<z.output<typeof policyBody>>>();
  for (const one of ownDecisions(reader.db, "reconciliation", policyBody, { prefix: "policy|" })) {
    const { accountId, from } = one.body;
    const known = latest.get(accountId);
    if (from <= day && (known === undefined || known.body.from <= from)) latest.set(accountId, one);
  }
  const required = new Map(
    ownDecisions(reader.db, "reconciliation", requiredBody, { prefix: REQUIRED }).map((one) => [one.subject.slice(REQUIRED.length), one]),
  );
  return (account) => {
    const set = latest.get(account.id);
    if (set !== undefined) return { ...set.body.policy, from: set.body.from, set: decidedOf(set) };
    const old = required.get(account.id);
    const standard = defaultPolicy(account);
    if (old === undefined) return { ...standard, from: null, set: null };
    return { ...standard, required: old.body.required, frequency: "monthly", from: null, set: decidedOf(old) };
  };
}

function decidedOf({ decisionNo, person, at }: Pick<OwnDecision<unknown>, "decisionNo" | "person" | "at">) {
  return { decisionNo, person, at };
}

/** Every balance-sheet account with the policy that applies on a day, as the chart lists them. */
export function listPolicies(books: PolicyBooks, day: CalendarDate): PolicyRow[] {
  const policyOf = policiesInForce(books, day);
  return [...chartOf(books.reader).values()]
    .filter(({ class: side }) => side === "asset" || side === "liability" || side === "equity")
    .sort(compareAccounts)
    .map((account) => ({ accountId: account.id, account, label: account.name, policy: policyOf(account) }));
}

/** Sets the same for several accounts, or for none where one refuses it. */
export function setPolicies(
  books: PolicyBooks,
  {
    accountIds,
    ...given
  }: Act & { readonly accountIds: readonly string[]; readonly from: CalendarDate; readonly change: Partial<ReconciliationPolicy> },
): Result<{ readonly decisionNos: number[] }, Failure> {
  const decisionNos: number[] = [];
  for (const accountId of accountIds) {
    const set = setPolicy(books, { ...given, accountId });
    if (!set.ok) return set;
    decisionNos.push(set.value.decisionNo);
  }
  return ok({ decisionNos });
}

/** Sets some or all of an account's policy from the first day of a period on; what isn't named stays as it is. */
export function setPolicy(
  books: PolicyBooks,
  {
    accountId: named,
    from,
    change,
    person,
    nowMs,
  }: Act & {
    readonly accountId: string;
    readonly from: CalendarDate;
    readonly change: Partial<ReconciliationPolicy>;
  },
): Result<{ readonly decisionNo: number }, Failure> {
  const { reader } = books;
  const account = accountCalled(chartOf(reader), named);
  if (account === undefined) return fail(notFound(notInBooks("account", named), "accountId"));
  if (change.type === "subledger" && account.role !== "receivable" && account.role !== "payable")
    return fail({
      code: "invalid_input",
      message: t("{account} isn't a receivables or payables account, so there is no aging to compare it with.", { account: account.name }),
      field: "type",
    });
  const refused = statementRefusal(books, account, change);
  if (refused !== null) return fail(refused);
  const { from: _from, set: _set, ...standing } = policiesInForce(books, from)(account);
  const subject = `policy|${account.id}|${from}`;
  const body = { what: "policy", accountId: account.id, from, policy: { ...standing, ...change } };
  return ok({ decisionNo: makeDecision(reader.db, { kind: "reconciliation", subject, body, person, nowMs }) });
}

/** What nothing would come of while bank statements decide it. */
function statementRefusal({ reader, books }: PolicyBooks, { id, name }: OneAccount, change: Partial<ReconciliationPolicy>): Failure | null {
  const field = (["required", "type", "frequency"] as const).find((one) => change[one] !== undefined && change[one] !== BY_STATEMENT[one]);
  if (field === undefined || !accountsByStatement(reader, books.baseCurrency).has(id)) return null;
  return {
    code: "invalid_input",
    message: `${name} has bank statements, so it is reconciled with them every month.`,
    field,
    next: "Change only its other settings, or remove its bank statements first.",
  };
}
