import { reconciliationState } from "#main/domain/close/reconciliation.ts";
import { oneForBoth } from "#main/domain/contacts/same-person.ts";
import { MOVES_FIGURES } from "#main/store/changes/moving-changes.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { periodDecisions } from "#main/store/periods/period-states.ts";
import { listPacks } from "#main/store/records/pack-store.ts";
import { lastPostedMs } from "#main/store/tie-outs/recheck.ts";
import { reconciliationProgress } from "#shared/contract/close/reconciliation-progress.ts";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { dayNumber } from "#shared/kernel/calendar-date.ts";
import { instantMs } from "#shared/kernel/instant.ts";
import { counted, moneyName, periodName } from "#shared/kernel/readable.ts";
import { JOB_STATE_LABELS } from "#shared/model/labels/status-labels.ts";
import type { JobState } from "#shared/model/ledger/write.ts";
import { periodSignatures } from "../close-signatures.ts";
import { closedChanges } from "../closed-changes.ts";
import { standingsOf } from "../reconciliation-standing.ts";
import { reconciliations } from "../reconciliations.ts";
import { evidence, type GateSetting, item, noneLeft } from "./gate.ts";

/** Writes that were sent and have no final result yet, oldest first. */
export function unsettledWrites(reader: MirrorReader) {
  return prepared(
    reader.db,
    "SELECT job_id, state, json_extract(body, '$.title') AS title FROM write_job WHERE state IN ('sent', 'unknown', 'partial') ORDER BY created_ms",
  ).all() as {
    readonly job_id: string;
    readonly state: JobState;
    readonly title: string | null;
  }[];
}

export function noUnknownWrite({ reader }: GateSetting) {
  const items = unsettledWrites(reader).map(({ job_id, state, title }) =>
    item(`${title ?? job_id}: ${JOB_STATE_LABELS[state]}`, "job", job_id),
  );
  return noneLeft(
    items,
    "Every ledger update that was sent has a final result.",
    (count) => `${counted(count, "ledger update")} ${count === 1 ? "has" : "have"} no final result yet.`,
  );
}

/** Post-close changes in periods up to this one are reviewed. */
export function changesDisposed({ reader, books, period }: GateSetting) {
  const open = closedChanges(reader, books).filter(({ disposition, periodEnd }) => disposition?.stands !== true && periodEnd <= period.end);
  const items = open.map(({ label, periodLabel, kind, recordId, isDocument }) =>
    item(
      `${periodName(periodLabel)}: ${label} was ${kind === "removed" ? "voided or deleted" : kind}`,
      isDocument ? "document" : null,
      recordId,
    ),
  );
  const through = `in periods through ${periodName(period.label)}`;
  return noneLeft(
    items,
    `No post-close changes to review ${through}.`,
    (count) => `${counted(count, "post-close change")} to review ${through}.`,
  );
}

/** Preparer and reviewer signed off on the figures as they are now. */
export function signedOff(setting: GateSetting) {
  const signatures = periodSignatures(setting);
  const items = signatures.map(({ role, person, at, stale, waiting }) => {
    const notes = [...(stale ? ["figures changed later"] : []), ...(waiting ? ["not on the firm's server yet"] : [])];
    return item(
      `${role === "preparer" ? "Prepared" : "Reviewed"} by ${person}, ${at}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`,
    );
  });
  const current = signatures.filter(({ stale }) => !stale);
  const roles = (["preparer", "reviewer"] as const).filter((role) => !current.some((one) => one.role === role));
  const both = oneForBoth(signatures);
  if (both !== null) return evidence(false, `${both} signed off as preparer and as reviewer. The reviewer must be someone else.`, items);
  const waiting = current.find((one) => one.waiting);
  if (roles.length === 0 && waiting !== undefined)
    return evidence(false, `The firm's server hasn't accepted the sign-off by ${waiting.person} yet.`, items);
  return evidence(
    roles.length === 0,
    roles.length === 0
      ? "Signed off by preparer and reviewer."
      : `The current figures still need a sign-off by the ${roles.join(" and the ")}.`,
    items,
  );
}

const SIGN_OFF_LABELS: Readonly<Record<ReconciliationRow["signed"], string>> = {
  open: "not signed off",
  prepared: "not reviewed",
  reviewed: "reviewed",
  stale: "changed since sign-off",
  returned: "returned to the preparer",
};

export function closedHere({ reader, period }: GateSetting) {
  const decision = periodDecisions(reader).get(period.id);
  if (decision?.body.status !== "closed") return evidence(false, `${periodName(period.label)} isn't closed in Tieout.`);
  return evidence(true, `Closed by ${decision.person}, ${decision.at}.`);
}

/** Accounts that must be reconciled and aren't prepared; when the reviewer signs the period, those that aren't reviewed either. */
export function openReconciliations(rows: readonly ReconciliationRow[], asked: "prepared" | "reviewed" = "prepared"): ReconciliationRow[] {
  const done = new Set(standingsOf(rows).accounts.flatMap((one) => (one[asked] ? [one.accountId] : [])));
  return rows.filter(({ required, accountId }) => required && !done.has(accountId));
}

const ROWS = new WeakMap<GateSetting, ReconciliationRow[]>();

/** Looked up once for all gates that need them. */
function allReconciliations(setting: GateSetting): ReconciliationRow[] {
  const known = ROWS.get(setting) ?? reconciliations(setting);
  ROWS.set(setting, known);
  return known;
}

/** The reconciliations that a period requires. */
export function requiredReconciliations(setting: GateSetting): ReconciliationRow[] {
  return allReconciliations(setting).filter(({ required }) => required);
}

/** What is left to do on an open reconciliation. */
export function reconciliationText(row: ReconciliationRow): string {
  const { label, state, difference, currency, signed } = row;
  if (state === "reconciled") return `${label}: ${SIGN_OFF_LABELS[signed]}`;
  const amount = state === "difference" && difference !== null ? ` ${moneyName({ amount: difference, currency })}` : "";
  return `${label}: ${reconciliationState(row).toLowerCase()}${amount}`;
}

export function reconciled(setting: GateSetting) {
  const rows = requiredReconciliations(setting);
  const items = openReconciliations(rows).map((row) => item(reconciliationText(row), "account", row.accountId));
  const { automatic, prepared: byPreparer } = reconciliationProgress(rows);
  const signed =
    automatic === 0
      ? "Signed off by the preparer."
      : byPreparer === 0
        ? "Signed off automatically."
        : `${byPreparer} signed off by the preparer, ${automatic} automatic.`;
  // The list of reconciliations has them, too.
  const others = allReconciliations(setting).length - rows.length;
  const rest = others === 0 ? "" : ` ${counted(others, "other account")} ${others === 1 ? "isn't" : "aren't"} required in this period.`;
  return noneLeft(
    items,
    rows.length === 0
      ? `No accounts have to be reconciled for ${periodName(setting.period.label)}.`
      : `${counted(rows.length, "required account")} reconciled. ${signed}${rest}`,
    (count) => `${count} of ${counted(rows.length, "required account")} still to be reconciled or signed off.${rest}`,
  );
}

const STAMP_LABELS = { INCOMPLETE: "Incomplete", DRAFT: "Draft" } as const;

/** The period's last pack is complete and signed off, and nothing has changed since. */
export function packMade({ reader, period }: GateSetting) {
  const pack = listPacks(reader.db).findLast(({ periodId }) => periodId === period.id);
  if (pack === undefined) return evidence(false, `No close pack for ${periodName(period.label)} yet.`);
  const items = [item(`${pack.name}, SHA-256 ${pack.sha256}, ${pack.at}`, "pack", String(pack.packNo))];
  const stamped = pack.stamps.map(
    ({ stamp, reasons }) => `${STAMP_LABELS[stamp]} (${reasons.map((reason) => reason.replace(/\.$/, "")).join("; ")})`,
  );
  if (stamped.length > 0) return evidence(false, `${pack.name} is marked ${stamped.join(" and ")}.`, items);
  const moved = prepared(reader.db, `SELECT 1 FROM field_change WHERE change_no > ? AND day <= ? AND ${MOVES_FIGURES} LIMIT 1`).get(
    pack.lastChange,
    dayNumber(period.end),
  );
  if (moved !== undefined || lastPostedMs(reader, period.end, instantMs(pack.at)) !== null)
    return evidence(false, `The books changed after ${pack.name} was created. Create a new pack.`, items);
  return evidence(true, `${pack.name} matches the current books.`, items);
}
