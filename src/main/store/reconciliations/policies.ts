import { z } from "zod";
import { defaultPolicy } from "#main/domain/close/reconciliation-policy.ts";
import { compareAccounts } from "#main/domain/postings/account-sum.ts";
import { accountCalled, chartOf } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { type Act, notFound, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import {
  type AppliedPolicy,
  type PolicyRow,
  type ReconciliationPolicy,
  reconciliationPolicy,
} from "#shared/contract/close/reconciliations.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
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

/** The policies that apply on a day, read once for all accounts: the latest that was set by then, else the default. */
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
export function listPolicies(reader: MirrorReader, day: CalendarDate): PolicyRow[] {
  const policyOf = policiesOn(reader, day);
  return [...chartOf(reader).values()]
    .filter(({ class: side }) => side === "asset" || side === "liability" || side === "equity")
    .sort(compareAccounts)
    .map((account) => ({ accountId: account.id, account, label: account.name, policy: policyOf(account) }));
}

/** Sets the same for several accounts, or for none where one refuses it. */
export function setPolicies(
  reader: MirrorReader,
  {
    accountIds,
    ...given
  }: Act & { readonly accountIds: readonly string[]; readonly from: CalendarDate; readonly change: Partial<ReconciliationPolicy> },
): Result<{ readonly decisionNos: number[] }, Failure> {
  const decisionNos: number[] = [];
  for (const accountId of accountIds) {
    const set = setPolicy(reader, { ...given, accountId });
    if (!set.ok) return set;
    decisionNos.push(set.value.decisionNo);
  }
  return ok({ decisionNos });
}

/** Sets some or all of an account's policy from the first day of a period on; what isn't named stays as it is. */
export function setPolicy(
  reader: MirrorReader,
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
  const account = accountCalled(chartOf(reader), named);
  if (account === undefined) return fail(notFound(`Account ${named} isn't in this client's books.`, "accountId"));
  if (change.type === "subledger" && account.role !== "receivable" && account.role !== "payable")
    return fail({
      code: "invalid_input",
      message: t("{account} isn't a receivables or payables account, so there is no aging to compare it with.", { account: account.name }),
      field: "type",
    });
  const { from: _from, set: _set, ...standing } = policiesOn(reader, from)(account);
  const subject = `policy|${account.id}|${from}`;
  const body = { what: "policy", accountId: account.id, from, policy: { ...standing, ...change } };
  return ok({ decisionNo: makeDecision(reader.db, { kind: "reconciliation", subject, body, person, nowMs }) });
}
