import { oneForBoth } from "#main/domain/contacts/same-person.ts";
import { MOVES_FIGURES } from "#main/store/changes/moving-changes.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { periodDecisions } from "#main/store/periods/period-states.ts";
import { listPacks } from "#main/store/records/pack-store.ts";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { dayNumber } from "#shared/kernel/calendar-date.ts";
import { dueAdjustments } from "../adjusting-entries.ts";
import { periodSignatures } from "../close-signatures.ts";
import { closedChanges } from "../closed-changes.ts";
import { reconciliations } from "../reconciliations.ts";
import { evidence, type GateOf, type GateSetting, item, noneLeft } from "./gate.ts";

/** Writes without an answer that says what became of them, oldest first. */
export function unsettledWrites(reader: MirrorReader) {
  return prepared(
    reader.db,
    "SELECT job_id, state, json_extract(body, '$.title') AS title FROM write_job WHERE state IN ('sent', 'unknown', 'partial') ORDER BY created_ms",
  ).all() as {
    readonly job_id: string;
    readonly state: string;
    readonly title: string | null;
  }[];
}

/** No write is left without an answer that says what became of it. */
export function noUnknownWrite({ reader }: GateSetting) {
  const items = unsettledWrites(reader).map(({ job_id, state, title }) => item(`${title ?? job_id}: ${state}`, "job", job_id));
  return noneLeft(items, "Every write has an outcome.", (count) => `${count} writes have no settled outcome.`);
}

/** What changed in periods closed up to this one was looked at. */
export function changesDisposed({ reader, books, period }: GateSetting) {
  const open = closedChanges(reader, books).filter(({ disposition, periodEnd }) => disposition?.stands !== true && periodEnd <= period.end);
  const items = open.map(({ label, periodLabel, kind, recordId }) => item(`${periodLabel}: ${label} was ${kind}`, "document", recordId));
  return noneLeft(
    items,
    "No change in a closed period waits for a disposition.",
    (count) => `${count} changes in closed periods wait for a disposition.`,
  );
}

/** Preparer and reviewer signed, and the books are as they were when they did. */
export function signedOff(setting: GateSetting) {
  const signatures = periodSignatures(setting);
  const items = signatures.map(({ role, person, at, stale }) =>
    item(`${role}: ${person}, ${at}${stale ? ", and the books have moved since" : ""}`),
  );
  const roles = (["preparer", "reviewer"] as const).filter((role) => !signatures.some((one) => one.role === role && !one.stale));
  const both = oneForBoth(signatures);
  if (both !== null) return evidence(false, `${both} signed as preparer and as reviewer.`, items);
  return evidence(
    roles.length === 0,
    roles.length === 0 ? "Preparer and reviewer signed." : `Not signed as it stands by the ${roles.join(" and the ")}.`,
    items,
  );
}

export function closedHere({ reader, period }: GateSetting) {
  const decision = periodDecisions(reader).get(period.id);
  if (decision?.body.status !== "closed") return evidence(false, `${period.label} is not closed here.`);
  return evidence(true, `${decision.person} closed ${period.label} at ${decision.at}.`);
}

/** Every entry of these kinds that falls into the period, and its reversal, was taken by the ledger. */
export function entriesConfirmed({ reader, period, periods, books }: GateSetting, { entries: kinds }: GateOf<"entries_confirmed">) {
  const due = dueAdjustments(reader, { period, periods, currency: books.baseCurrency, definitionId: null }).filter(({ kind }) =>
    kinds.includes(kind),
  );
  if (due.length === 0) return evidence(false, `No ${kinds.join(" or ")} is defined for ${period.label}.`);
  const items = due.map(({ title, part, date, state, definitionId }) =>
    item(`${title}, ${part}, ${date}: ${state}`, "entry", definitionId),
  );
  const open = due.filter(({ state }) => state !== "confirmed").length;
  return evidence(open === 0, `${due.length - open} of ${due.length} entries are confirmed by the ledger.`, items);
}

/** Accounts that have to be reconciled and are not. */
export function openReconciliations(rows: readonly ReconciliationRow[]): ReconciliationRow[] {
  return rows.filter(({ required, state }) => required && state !== "reconciled");
}

/** Every account that has to be reconciled agrees with its support, for the balance that stands now. */
export function reconciled(setting: GateSetting) {
  const rows = reconciliations(setting).filter(({ required }) => required);
  const open = openReconciliations(rows);
  const items = open.map(({ label, state, difference, accountId }) =>
    item(`${label}: ${state === "difference" ? `off by ${difference}` : state.replaceAll("_", " ")}`, "account", accountId),
  );
  return noneLeft(
    items,
    `${rows.length} accounts agree with their support.`,
    (count) => `${count} of ${rows.length} accounts are not reconciled.`,
  );
}

/** The last pack of the period is whole and signed, and was made of the books as they stand. */
export function packMade({ reader, period }: GateSetting) {
  const pack = listPacks(reader.db).findLast(({ periodId }) => periodId === period.id);
  if (pack === undefined) return evidence(false, `No pack of ${period.label} was made.`);
  const items = [item(`${pack.name}, SHA-256 ${pack.sha256}, ${pack.at}`, "pack", String(pack.packNo))];
  const stamped = pack.stamps.map(({ stamp, reasons }) => `${stamp}: ${reasons.join("; ")}`);
  if (stamped.length > 0) return evidence(false, `${pack.name} is stamped ${stamped.join(", ")}.`, items);
  const moved = prepared(reader.db, `SELECT 1 FROM field_change WHERE change_no > ? AND day <= ? AND ${MOVES_FIGURES} LIMIT 1`).get(
    pack.lastChange,
    dayNumber(period.end),
  );
  if (moved !== undefined) return evidence(false, `The books of ${period.label} have moved since ${pack.name} was made.`, items);
  return evidence(true, `${pack.name} was made of the books as they stand.`, items);
}
