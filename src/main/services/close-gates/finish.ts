import { prepared } from "#main/store/query.ts";
import { periodSignatures } from "../close-signatures.ts";
import { closedChanges } from "../closed-changes.ts";
import { closeStateOf, periodDecisions } from "../period-states.ts";
import { evidence, type GateOf, type GateSetting, item, noneLeft } from "./gate.ts";

/** No write left without an answer that says what became of it. */
export function noUnknownWrite({ reader }: GateSetting) {
  const rows = prepared(
    reader.db,
    "SELECT job_id, state, json_extract(body, '$.title') AS title FROM write_job WHERE state IN ('sent', 'unknown', 'partial') ORDER BY created_ms",
  ).all() as {
    readonly job_id: string;
    readonly state: string;
    readonly title: string | null;
  }[];
  const items = rows.map(({ job_id, state, title }) => item(`${title ?? job_id}: ${state}`, "job", job_id));
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
  return evidence(
    roles.length === 0,
    roles.length === 0 ? "Preparer and reviewer signed." : `Not signed as it stands by the ${roles.join(" and the ")}.`,
    items,
  );
}

export function closedHere({ reader, period }: GateSetting) {
  const decision = periodDecisions(reader).get(period.id);
  if (decision === undefined || closeStateOf(new Map([[period.id, decision]]), period) !== "closed")
    return evidence(false, `${period.label} is not closed here.`);
  return evidence(true, `${decision.person} closed ${period.label} at ${decision.at}.`);
}

/** Entries are looked up by what became of their jobs. */
export function entriesConfirmed(_setting: GateSetting, { entries }: GateOf<"entries_confirmed">) {
  return evidence(false, `No ${entries.join(" or ")} is defined for this client.`);
}

export function reconciled(_setting: GateSetting) {
  return evidence(false, "No account is set up to be reconciled.");
}

/** A pack is a file of its own; where none was ever made there is no record of one. */
export function packMade({ reader, period }: GateSetting) {
  const known = prepared(reader.db, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'pack'").get();
  if (known === undefined) return evidence(false, `No pack of ${period.label} was made.`);
  return evidence(false, `No pack of ${period.label} was made.`);
}
