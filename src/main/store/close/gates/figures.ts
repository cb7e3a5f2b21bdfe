import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { openVariances } from "#main/store/flux/flux-counts.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import { acceptancesOf, stillFinds } from "#main/store/tie-outs/accepted-checks.ts";
import { needsRecheck } from "#main/store/tie-outs/recheck.ts";
import { type Act, notFound } from "#main/store/work/own-decisions.ts";
import type { GateEvidence } from "#shared/contract/close/close.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, type DecimalString, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { groupedDecimal } from "#shared/kernel/grouped.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { amountName, counted, dayName, moneyName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { FLUX_STATUS_LABELS } from "#shared/model/labels/status-labels.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { isOwed, isTotalOnly, type TieOut, type TieOutCheck, tieOut } from "#shared/model/reports/tie-out.ts";
import { evidence, type GateOf, type GateSetting, type Item, item } from "./gate.ts";

interface CheckAt {
  readonly check: TieOut;
  readonly ranMs: number;
}

/** The last outcome of a check at a day. */
function checkAt(reader: MirrorReader, check: TieOutCheck, day: CalendarDate): CheckAt | null {
  const row = prepared(
    reader.db,
    "SELECT body, ran_ms FROM tie_out WHERE check_name = ? AND as_of_day = ? AND outcome <> 'not_run' ORDER BY tie_out_no DESC LIMIT 1",
  ).get(check, dayNumber(day)) as { readonly body: string; readonly ran_ms: number } | undefined;
  return row === undefined ? null : { check: tieOut.parse(JSON.parse(row.body)), ranMs: row.ran_ms };
}

const UNCHECKED = "not checked as of this date";
/** The check compares the books with the ledger's own report, which says nothing about the bank's statement. */
const NOT_THE_STATEMENT = " Bank statements are reconciled separately.";

/** An aging that ties in total can still be wrong by contact. */
const TOTALS_ONLY = " Contact balances weren't compared, only their total.";

/** Each check tied out at the period's end, or its difference was accepted, and nothing has changed since. */
export function tieOutsHold(setting: TieOutSetting, gate: GateOf<"tie_outs">) {
  return tieOutsFound(setting, gate, judged);
}

type TieOutSetting = Pick<GateSetting, "reader" | "period">;

/**
 * What the checks came to last, for screens, while a sync is under way that runs them again; no gate passes on it.
 * Null where no sync has overtaken them.
 */
export function lastTieOuts(setting: TieOutSetting, gate: GateOf<"tie_outs">): Omit<GateEvidence, "kind"> | null {
  const { reader, period } = setting;
  const isOvertaken = (name: TieOutCheck) => {
    const found = checkAt(reader, name, period.end);
    return found !== null && needsRecheck(reader, period.end, found.ranMs);
  };
  if (!gate.checks.some(isOvertaken)) return null;
  const last = tieOutsFound(setting, gate, lastJudged);
  const checks = gate.checks.length === 1 ? "this check" : "these checks";
  return { ...last, summary: `${last.summary} This sync will run ${checks} again.`, rechecking: true };
}

function tieOutsFound({ reader, period }: TieOutSetting, { checks }: GateOf<"tie_outs">, judge: typeof judged): Omit<GateEvidence, "kind"> {
  const items: Item[] = [];
  let open = 0;
  let unchecked = 0;
  let accepted = 0;
  let byTotal = "";
  const failed: TieOutCheck[] = [];
  for (const name of checks) {
    const { text, holds, isAccepted = false, isByTotal = false, varies = false } = judge(reader, period, name);
    items.push(item(`${codeLabel(name)}: ${text}`, "check", name));
    if (!holds) open++;
    if (text === UNCHECKED) unchecked++;
    if (isAccepted) accepted++;
    if (isByTotal) byTotal = TOTALS_ONLY;
    if (varies) failed.push(name);
  }
  if (unchecked === checks.length) return evidence(false, notRunText(reader, checks, period.end), items);
  const apart = open === 0 && checks.includes("bank_balances") ? NOT_THE_STATEMENT : "";
  const found = evidence(open === 0, `${tiedText({ all: checks.length, open, accepted })} as of ${period.end}.${byTotal}${apart}`, items);
  const totalOnly = open === 0 && byTotal !== "" ? { totalOnly: true } : {};
  return { ...found, ...(accepted === 0 ? {} : { accepted: true }), ...totalOnly, ...failedOf(failed) };
}

/** Control accounts by what is in them: what holds a close up is told in a narrow column. */
const IN_CONTROL: Partial<Record<TieOutCheck, string>> = { receivable_control: "ar", payable_control: "ap" };

/** One by its name, several by their number. */
function failedOf([first, ...others]: readonly TieOutCheck[]): { readonly failed?: string } {
  if (first === undefined) return {};
  return {
    failed: `${others.length === 0 ? codeLabel(IN_CONTROL[first] ?? first) : counted(others.length + 1, "tie-out")} out of balance`,
  };
}

/** Where a run couldn't make the checks for one reason, that reason, as the tie-outs themselves give it; else that there was no run. */
function notRunText(reader: MirrorReader, checks: readonly TieOutCheck[], day: CalendarDate): string {
  const [reason, ...others] = new Set(checks.map((name) => whyNotRun(reader, name, day)));
  if (reason != null && others.length === 0) return reason;
  return checks.length === 1 ? `This tie-out as of ${day} hasn't been run yet.` : `These tie-outs as of ${day} haven't been run yet.`;
}

/** Why the last run of a day left a check out; null where there was none. */
function whyNotRun(reader: MirrorReader, check: TieOutCheck, day: CalendarDate): string | null {
  const body = prepared(reader.db, "SELECT body FROM tie_out WHERE check_name = ? AND as_of_day = ? ORDER BY tie_out_no DESC LIMIT 1")
    .pluck()
    .get(check, dayNumber(day)) as string | undefined;
  return body === undefined ? null : tieOut.parse(JSON.parse(body)).reason;
}

/** What somebody accepted is done, but it didn't tie out. */
function tiedText({ all, open, accepted }: { readonly all: number; readonly open: number; readonly accepted: number }): string {
  if (all > 1) return `${all - open} of ${all} checks tied out to the ledger${accepted === 0 ? "" : " or accepted"}`;
  if (open > 0) return "Not tied out to the ledger";
  return accepted === 0 ? "Tied out to the ledger" : "Accepted, but not tied out to the ledger";
}

/** The checks that the checklist still counts as open at the period's end. */
export function openChecks({ reader, period }: Pick<GateSetting, "reader" | "period">, checks: readonly TieOutCheck[]): TieOutCheck[] {
  return checks.filter((name) => !judged(reader, period, name).holds);
}

interface Judged {
  readonly text: string;
  readonly holds: boolean;
  readonly isAccepted?: boolean;
  readonly isByTotal?: boolean;
  /** It is out of balance, which nobody accepted. */
  readonly varies?: boolean;
}

function judged(reader: MirrorReader, period: GateSetting["period"], name: TieOutCheck): Judged {
  const found = checkAt(reader, name, period.end);
  if (found === null) return { text: UNCHECKED, holds: false };
  const { ranMs } = found;
  if (needsRecheck(reader, period.end, ranMs))
    return { text: `recheck needed because a sync changed the books after the check on ${instantFromMs(ranMs)}`, holds: false };
  return outcomeOf(reader, period, found);
}

/** The same, whether or not a sync has changed the books since. */
function lastJudged(reader: MirrorReader, period: GateSetting["period"], name: TieOutCheck): Judged {
  const found = checkAt(reader, name, period.end);
  return found === null ? { text: UNCHECKED, holds: false } : outcomeOf(reader, period, found);
}

function outcomeOf(reader: MirrorReader, period: GateSetting["period"], { check, ranMs }: CheckAt): Judged {
  const { check: name, currency } = check;
  const ran = `${check.outcome === "cannot_check" ? "last tried" : "checked"} ${instantFromMs(ranMs)}`;
  const isByTotal = isTotalOnly(check);
  const ofTotal = isByTotal ? ", total only" : "";
  if (check.outcome === "ties") return { text: `tied out${ofTotal}, ${ran}`, holds: true, isByTotal };
  if (check.outcome === "within_tolerance")
    return { text: `within tolerance${ofTotal}, difference ${differenceName(check)}, ${ran}`, holds: true, isByTotal };
  const accepted = acceptancesOf(reader, period.id, name).at(-1);
  const what =
    check.outcome === "cannot_check"
      ? `can't be checked${check.reason === null ? "" : ` (${check.reason.replace(/\.$/, "")})`}`
      : `out of balance by ${differenceName(check)}`;
  const varies = check.outcome === "variance";
  if (accepted === undefined) return { text: `${what}, ${ran}`, holds: false, varies };
  if (!stillFinds(accepted.body, check)) {
    const { difference } = accepted.body;
    const earlier =
      difference === null
        ? "only accepted that it couldn't be checked"
        : `accepted a difference of ${differenceName({ check: name, difference, currency })}`;
    return { text: `${what}, but ${accepted.person} ${earlier}`, holds: false, varies };
  }
  return { text: `${what}, accepted by ${accepted.person} with the reason “${accepted.body.why}”`, holds: true, isAccepted: true };
}

/** A difference with the sign that its check is shown with, and its currency; record counts have none. */
function differenceName({ check, difference, currency }: Pick<TieOut, "check" | "difference" | "currency">): string {
  const amount = difference === null ? "0" : isOwed(check) ? negateDecimal(difference) : difference;
  return currency === null ? amountName(amount) : moneyName({ amount, currency });
}

/** Accepts a check's difference at the period's end. It counts while the check finds the same difference. */
export function acceptTieOut(
  reader: MirrorReader,
  {
    period,
    check: name,
    why,
    person,
    nowMs,
  }: Act & { readonly period: GateSetting["period"]; readonly check: TieOutCheck; readonly why: string },
): Result<{ readonly decisionNo: number }, Failure> {
  const found = checkAt(reader, name, period.end);
  if (found === null)
    return fail({
      ...notFound(`The “${codeLabel(name)}” tie-out for ${dayName(period.end)} hasn't been run.`, "check"),
      next: `Run the tie-outs as of ${dayName(period.end)} first.`,
    });
  const { outcome, difference } = found.check;
  if (outcome === "ties" || outcome === "within_tolerance")
    return fail({
      code: "conflict",
      message: `${codeLabel(name)} tied out${outcome === "ties" ? "" : " within tolerance"}, so there is nothing to accept.`,
      field: "check",
    });
  const body = { why, outcome, difference };
  return ok({ decisionNo: makeDecision(reader.db, { kind: "tie_out_accepted", subject: `${period.id}|${name}`, body, person, nowMs }) });
}

/** The trial balance at the period's end sums to zero, on accounts that are known. */
export function trialBalanceHolds({ reader, period, books, yearEnd }: GateSetting) {
  const { rows, totals, currency } = trialBalanceReport(reader, { ...books, yearEnd, from: period.start, to: period.end });
  const unknown = rows.filter(({ kind, balance }) => kind === "unknown" && !isZero(balance));
  const items = unknown.map(({ label, balance }) => item(`${label}, ${moneyName({ amount: balance, currency })}`, "account"));
  if (!isZero(totals.balance))
    return { ...evidence(false, outOfBalance(totals.balance, currency), items), failed: `${codeLabel("trial_balance")} out of balance` };
  if (items.length > 0) return evidence(false, `${counted(items.length, "unknown account")} with a balance.`, items);
  return evidence(true, `${counted(rows.length, "account")}, in balance.`);
}

function outOfBalance(balance: DecimalString, currency: string): string {
  const larger = balance.startsWith("-") ? "Credits exceed debits" : "Debits exceed credits";
  return `${larger} by ${moneyName({ amount: absoluteDecimal(balance), currency })}.`;
}

export function variancesHold(setting: GateSetting, { comparison, signed }: GateOf<"variances">) {
  const { review } = setting.review(comparison);
  if (review.unavailable !== null) return evidence(false, review.unavailable);
  const open = openVariances(review, signed);
  const { progress } = review;
  const items = open.map(({ label, change, status, accountId }) =>
    item(
      `${label}: ${change === null ? "change not known" : `changed by ${groupedDecimal(change)}`}, ${FLUX_STATUS_LABELS[status]}`,
      "account",
      accountId,
    ),
  );
  const done =
    progress.material === 0
      ? "No material changes."
      : signed
        ? `${progress.signed} of ${counted(progress.material, "material change")} signed off.`
        : `${progress.explained} of ${counted(progress.material, "material change")} explained.`;
  const below = open.filter(({ material }) => !material).length;
  const left = open.length - below;
  return evidence(
    items.length === 0,
    [
      done,
      ...(left === 0 ? [] : [`${left} left.`]),
      ...(below === 0 ? [] : [`${counted(below, "account")} below the threshold changed since sign-off.`]),
    ].join(" "),
    items,
  );
}
