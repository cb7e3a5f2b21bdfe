import { fluxSectionOf } from "#main/domain/flux/flux-section.ts";
import { applyLimits, defaultLimits, type FluxLimits, thresholdFor } from "#main/domain/flux/flux-threshold.ts";
import { currencyDigits } from "#main/domain/postings/account-sum.ts";
import { accountCalled, chartOf } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { policiesOn } from "#main/store/reconciliations/policies.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { type Act, type Decided, ownDecisions } from "#main/store/work/own-decisions.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { notInBooks } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type FluxRule, type FluxScope, type FluxThreshold, fluxThreshold } from "#shared/model/reports/flux.ts";
import type { FluxFigure, FluxFigures, FluxQuestion } from "./flux-figures.ts";

export type ThresholdRow = Decided & FluxThreshold;

/** The active thresholds, including those that take effect later. */
export function listThresholds(reader: MirrorReader): ThresholdRow[] {
  return ownDecisions(reader.db, "flux_threshold", fluxThreshold).map(({ decisionNo, person, at, body }) => ({
    decisionNo,
    person,
    at,
    ...body,
  }));
}

/** The same, with the code and name of the account that a threshold is for. */
export function namedThresholds(reader: MirrorReader): (ThresholdRow & { readonly account: string | null })[] {
  const chart = chartOf(reader);
  return listThresholds(reader).map((row) => {
    const account = row.scope.kind === "account" ? chart.get(row.scope.accountId) : undefined;
    return { ...row, account: account === undefined ? null : [account.code ?? "", account.name].join(" ").trim() };
  });
}

/** Sets what counts as material from a day on; one of the same scope, comparison and day is replaced. */
export function setThreshold(
  reader: MirrorReader,
  { person, nowMs, threshold: given }: Act & { readonly threshold: FluxThreshold },
): Result<{ readonly decisionNo: number }, Failure> {
  const threshold = { ...given, scope: scopeById(reader, given.scope) };
  const refused = refusalOf(reader, threshold);
  if (refused !== null) return fail(refused);
  const { scope, comparison, effectiveFrom } = threshold;
  const subject = `${scopeText(scope)}@${effectiveFrom}${comparison === null ? "" : `|${comparison}`}`;
  return ok({ decisionNo: makeDecision(reader.db, { kind: "flux_threshold", subject, body: threshold, person, nowMs }) });
}

/** An account may be named by its code; it's kept by its ID, since codes change. */
function scopeById(reader: MirrorReader, scope: FluxScope): FluxScope {
  if (scope.kind !== "account") return scope;
  const account = accountCalled(chartOf(reader), scope.accountId);
  return account === undefined ? scope : { kind: "account", accountId: account.id };
}

function refusalOf(reader: MirrorReader, { scope, amount, percent }: FluxThreshold): Failure | null {
  const wrong = (message: string, field: string): Failure => ({ code: "invalid_input", message, field });
  if (amount?.startsWith("-")) return wrong("Enter an amount of zero or more.", "amount");
  if (percent?.startsWith("-")) return wrong("Enter a percentage of zero or more.", "percent");
  const chart = chartOf(reader);
  if (scope.kind === "account" && !chart.has(scope.accountId)) return wrong(notInBooks("account", scope.accountId), "accountId");
  if (scope.kind === "account_type" && ![...chart.values()].some(({ type }) => type === scope.accountType))
    return wrong(`No account of this client has the type ${scope.accountType}.`, "accountType");
  return null;
}

function scopeText(scope: FluxScope): string {
  if (scope.kind === "statement") return scope.statement;
  if (scope.kind === "section") return `section:${scope.section}`;
  if (scope.kind === "risk") return `risk:${scope.risk}`;
  return scope.kind === "account" ? `account:${scope.accountId}` : `type:${scope.accountType}`;
}

/** The default materiality, from the revenue of the twelve months. */
export function standardLimits(figures: Pick<FluxFigures, "revenueOfYear">, currency: string): FluxLimits {
  const revenue = figures.revenueOfYear.startsWith("-") ? decimal("0") : figures.revenueOfYear;
  return defaultLimits(revenue, currencyDigits(currency));
}

/** The rules at a period's end, read once for all rows. */
export function rulesOf(
  reader: MirrorReader,
  figures: FluxFigures,
  { period, comparison, books }: FluxQuestion,
): (row: FluxFigure) => FluxRule {
  const thresholds = listThresholds(reader);
  const standard = standardLimits(figures, books.baseCurrency);
  const policyOf = policiesOn(reader, period.end);
  return ({ accountId, account, statement, current, comparative }) => {
    const risk = statement === "balance_sheet" ? policyOf(account).risk : null;
    const subject = { accountId, accountType: account.type, section: fluxSectionOf(account), risk, statement };
    const own = thresholdFor(thresholds, subject, period.end, comparison);
    const limits = own ?? standard;
    const { amount, percent, join } = limits;
    const scope = own?.scope.kind ?? "default";
    const decisionNo = own?.decisionNo ?? null;
    if (comparative === null) return { decisionNo, scope, amount, percent, join, fired: false, words: "nothing to compare with" };
    return applyLimits(limits, scope, decisionNo, { current, comparative });
  };
}
