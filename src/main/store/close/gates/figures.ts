import { z } from "zod";
import { MOVES_FIGURES } from "#main/store/changes/moving-changes.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import { type Act, notFound, ownDecisions } from "#main/store/work/own-decisions.ts";
import type { FluxReview } from "#shared/contract/reports/flux.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, isZero } from "#shared/kernel/decimal.ts";
import { groupedDecimal } from "#shared/kernel/grouped.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { decimalString } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type TieOut, type TieOutCheck, tieOut } from "#shared/model/reports/tie-out.ts";
import { evidence, type GateOf, type GateSetting, type Item, item, noneLeft } from "./gate.ts";

const acceptedBody = z.object({ why: z.string(), outcome: z.string(), difference: decimalString.nullable() });

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

/** When something dated through a day last moved that figures rest on. */
function lastMoveMs(reader: MirrorReader, day: CalendarDate): number {
  return prepared(reader.db, `SELECT COALESCE(MAX(detected_ms), 0) FROM field_change WHERE day <= ? AND ${MOVES_FIGURES}`)
    .pluck()
    .get(dayNumber(day)) as number;
}

/** Each check ties at the period's end, within tolerance, or was accepted as it stands; and nothing moved since it was made. */
export function tieOutsHold({ reader, period }: GateSetting, { checks }: GateOf<"tie_outs">) {
  const movedMs = lastMoveMs(reader, period.end);
  const items: Item[] = [];
  let open = 0;
  for (const name of checks) {
    const { text, holds } = judged(reader, period, name, movedMs);
    items.push(item(`${name.replaceAll("_", " ")}: ${text}`, "check", name));
    if (!holds) open++;
  }
  return evidence(
    open === 0,
    open === 0 ? `All ${checks.length} hold at ${period.end}.` : `${open} of ${checks.length} do not hold at ${period.end}.`,
    items,
  );
}

/** Those of the checks that do not hold at the period's end, as the checklist judges them. */
export function openChecks({ reader, period }: Pick<GateSetting, "reader" | "period">, checks: readonly TieOutCheck[]): TieOutCheck[] {
  const movedMs = lastMoveMs(reader, period.end);
  return checks.filter((name) => !judged(reader, period, name, movedMs).holds);
}

function judged(
  reader: MirrorReader,
  period: GateSetting["period"],
  name: TieOutCheck,
  movedMs: number,
): { readonly text: string; readonly holds: boolean } {
  const found = checkAt(reader, name, period.end);
  if (found === null) return { text: "not run at this date", holds: false };
  const { check, ranMs } = found;
  const ran = `at ${instantFromMs(ranMs)}`;
  if (movedMs > ranMs) return { text: `figures moved since it was made ${ran}; run it again`, holds: false };
  if (check.outcome === "ties") return { text: `ties, ${ran}`, holds: true };
  if (check.outcome === "within_tolerance") return { text: `within tolerance (${check.difference}), ${ran}`, holds: true };
  const accepted = ownDecisions(reader.db, "tie_out_accepted", acceptedBody, { subject: `${period.id}|${name}` }).at(-1);
  const what = check.outcome === "cannot_check" ? `can not be checked (${check.reason ?? "no reason"})` : `off by ${check.difference}`;
  if (accepted === undefined) return { text: `${what}, ${ran}`, holds: false };
  if (accepted.body.outcome !== check.outcome || !same(accepted.body.difference, check.difference))
    return { text: `${what}; ${accepted.person} accepted another difference (${accepted.body.difference ?? "none"})`, holds: false };
  return { text: `${what}, accepted by ${accepted.person}: ${accepted.body.why}`, holds: true };
}

function same(a: TieOut["difference"], b: TieOut["difference"]): boolean {
  return a === null || b === null ? a === b : canonicalDecimal(a) === canonicalDecimal(b);
}

/** Accepts what a check found at the period's end, for as long as it finds the same. */
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
      ...notFound(`${name.replaceAll("_", " ")} was not made at ${period.end}.`, "check"),
      next: `Run tie-outs as of ${period.end} first.`,
    });
  const { outcome, difference } = found.check;
  if (outcome === "ties" || outcome === "within_tolerance")
    return fail({ code: "conflict", message: `${name.replaceAll("_", " ")} holds; there is nothing to accept.`, field: "check" });
  const body = { why, outcome, difference };
  return ok({ decisionNo: makeDecision(reader.db, { kind: "tie_out_accepted", subject: `${period.id}|${name}`, body, person, nowMs }) });
}

/** The trial balance at the period's end sums to zero, on accounts that are known. */
export function trialBalanceHolds({ reader, period, books, yearEnd }: GateSetting) {
  const { rows, totals, currency } = trialBalanceReport(reader, { ...books, yearEnd, from: period.start, to: period.end });
  const unknown = rows.filter(({ kind, balance }) => kind === "unknown" && !isZero(balance));
  const items = unknown.map(({ label, balance }) => item(`${label}: ${balance} ${currency}`, "account"));
  if (!isZero(totals.balance)) return evidence(false, `Out of balance by ${totals.balance} ${currency}.`, items);
  if (items.length > 0) return evidence(false, `${items.length} amounts stand on accounts that are not known.`, items);
  return evidence(true, `${rows.length} accounts, balanced.`);
}

/** Rows of a variance review that wait for an explanation, or with `signed` for a signature; stale signatures always do. */
export function openVariances({ rows }: Pick<FluxReview, "rows">, signed: boolean): FluxReview["rows"] {
  return rows.filter(
    ({ material, status }) => status === "stale" || (material && (signed ? status !== "signed" : ["needed", "returned"].includes(status))),
  );
}

/** No row of the variance review waits for an explanation, or for a signature. */
export function variancesHold(setting: GateSetting, { comparison, signed }: GateOf<"variances">) {
  const { review } = setting.review(comparison);
  if (review.unavailable !== null) return evidence(false, review.unavailable);
  const open = openVariances(review, signed);
  const { progress } = review;
  const items = open.map(({ label, change, status, accountId }) =>
    item(`${label}: changed by ${change === null ? "n/a" : groupedDecimal(change)}, ${status.replaceAll("_", " ")}`, "account", accountId),
  );
  const done = signed
    ? `${progress.signed} of ${progress.material} material variances are signed.`
    : `${progress.explained} of ${progress.material} material variances are explained.`;
  return noneLeft(items, done, (count) => `${done} ${count} left.`);
}
