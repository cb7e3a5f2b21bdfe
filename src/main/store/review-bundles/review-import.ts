import { matterOf, type ReviewSide, sideOf } from "#main/domain/review-bundles/review-descriptions.ts";
import { compareReviews, decisionKey, type ReviewComparison, type ReviewStep } from "#main/domain/review-bundles/review-merge.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { noteAttachment } from "#main/store/records/attachment-store.ts";
import * as store from "#main/store/records/review-store.ts";
import { saveSignedInput } from "#main/store/records/signed-input-store.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type {
  CarriedDecision,
  CarriedEvent,
  CarriedNote,
  CarriedStatement,
  CarriedTask,
  ClientReview,
} from "#shared/model/close/review-bundle.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** A difference in words. */
export interface WordedStep {
  readonly key: string;
  readonly what: ReviewStep["what"];
  readonly state: ReviewStep["state"];
  readonly kind: string;
  readonly subject: string;
  readonly ours: ReviewSide | null;
  readonly theirs: ReviewSide;
}

export type Conflict = Omit<WordedStep, "key" | "what" | "state"> & {
  readonly conflictNo: number;
  readonly importedMs: number;
  readonly importedBy: string;
};

/** What importing would do, for people. */
export function previewReview(db: Sqlite, theirs: ClientReview): { readonly differences: readonly WordedStep[]; readonly same: number } {
  const { steps, same } = withoutWaiting(db, compareReviews(store.readReview(db), theirs));
  const differences = steps.map(({ key, what, state, ours, theirs: item }) => ({ key, what, state, ...wordsOf(ours, item) }));
  return { differences, same };
}

function wordsOf(ours: ReviewStep["ours"], theirs: ReviewStep["theirs"]) {
  return { ...matterOf(theirs), ours: ours === null ? null : sideOf(ours), theirs: sideOf(theirs) };
}

/** A conflict that already waits for a choice isn't reported again. */
function withoutWaiting(db: Sqlite, compared: ReviewComparison): ReviewComparison {
  const waiting = new Set(store.openConflicts(db).map((row) => `${row.item_key} ${row.theirs}`));
  const steps = compared.steps.filter(
    ({ state, key, theirs: item }) => state !== "conflict" || !waiting.has(`${key} ${JSON.stringify(item)}`),
  );
  return { ...compared, steps, same: compared.same + compared.steps.length - steps.length };
}

/**
 * Takes a review over, all of it or nothing. Of a conflict ours stays and theirs is kept beside it,
 * unless a person chose theirs.
 * @param chosen keys of conflicts of which theirs is taken
 * @param sha256 what a signature was given on is kept only under its own hash
 */
export function takeReview(
  db: Sqlite,
  { review, chosen, person, nowMs }: Act & { readonly review: ClientReview; readonly chosen: ReadonlySet<string> },
  sha256: (text: string) => string,
): Result<{ readonly taken: number; readonly conflicts: number }, Failure> {
  const forged = review.inputs.find(({ hash, text }) => sha256(text) !== hash);
  if (forged !== undefined)
    return fail({
      code: "invalid_input",
      message: "Signed-off figures in the bundle were changed after they were signed off.",
      field: "path",
      next: "Ask the sender to export the bundle again.",
    });
  return ok(
    db
      .transaction(() => {
        for (const { hash, text } of review.inputs) saveSignedInput(db, hash, text, nowMs);
        for (const { sha256: named, fileName, content } of review.files)
          noteAttachment(db, { sha256: named, fileName, bytes: Buffer.byteLength(content, "base64"), person, nowMs });
        const { taken, conflicts } = mergeReview(db, store.readReview(db), { review, chosen, person, nowMs });
        return { taken: taken.length, conflicts };
      })
      .immediate(),
  );
}

/**
 * The one merge, of review bundles and of the firm's log; inside the caller's transaction.
 * @param ours what is here of everything that the review names
 * @returns what was taken over, and how many new conflicts are kept in sight
 */
export function mergeReview(
  db: Sqlite,
  ours: ClientReview,
  { review, chosen, person, nowMs }: Act & { readonly review: ClientReview; readonly chosen: ReadonlySet<string> },
): { readonly taken: readonly ReviewStep[]; readonly conflicts: number } {
  const { steps, history } = withoutWaiting(db, compareReviews(ours, review));
  for (const decision of history) store.putDecision(db, decision);
  const conflicts = steps.filter(({ state, key }) => state === "conflict" && !chosen.has(key));
  for (const step of conflicts) keepInSight(db, step, review.events, { person, nowMs });
  const taken = steps.filter((step) => !conflicts.includes(step));
  for (const step of taken) take(db, step, eventsOf(review.events, step.theirs), { person, nowMs });
  return { taken, conflicts: conflicts.length };
}

/** The conflicts that nobody has settled yet. */
export function listConflicts(db: Sqlite): Conflict[] {
  return store.openConflicts(db).map((row) => ({
    conflictNo: row.conflict_no,
    ...wordsOf(JSON.parse(row.ours ?? "null") as ReviewStep["ours"], JSON.parse(row.theirs) as ReviewStep["theirs"]),
    importedMs: row.imported_ms,
    importedBy: row.person,
  }));
}

/** A person chose. Either way both sides are known here from now on, so that it is no conflict again. */
export function settleConflict(
  db: Sqlite,
  { conflictNo, keep, person, nowMs }: Act & { readonly conflictNo: number; readonly keep: "ours" | "theirs" },
): Result<null, Failure> {
  return db
    .transaction((): Result<null, Failure> => {
      const row = store.openConflicts(db).find(({ conflict_no }) => conflict_no === conflictNo);
      if (row === undefined) return fail({ code: "not_found", message: `There is no open conflict ${conflictNo}.`, field: "conflictNo" });
      const theirs = JSON.parse(row.theirs) as ReviewStep["theirs"];
      const events = JSON.parse(row.events) as CarriedEvent[];
      const ours = "kind" in theirs ? standingOf(db, theirs) : null;
      if ("sha256" in theirs) {
        const rival = (JSON.parse(row.ours ?? "null") as CarriedStatement | null) ?? theirs;
        if (keep === "theirs") takeStatement(db, rival, theirs, "conflict", { person, nowMs });
        else store.putStatement(db, { ...theirs, undoneMs: nowMs, undoneBy: person });
        store.settleConflictRow(db, conflictNo, keep, person, nowMs);
        return ok(null);
      }
      const what = "kind" in theirs ? "decision" : "title" in theirs ? "task" : "note";
      if (keep === "theirs") take(db, { key: row.item_key, what, state: "conflict", ours, theirs }, events, { person, nowMs });
      else if ("kind" in theirs) store.putDecision(db, { ...theirs, undoneMs: nowMs, undoneBy: person });
      else for (const event of events) store.putEvent(db, event);
      if (!("kind" in theirs)) store.putEvent(db, settled(theirs.id, keep, person, nowMs));
      store.settleConflictRow(db, conflictNo, keep, person, nowMs);
      return ok(null);
    })
    .immediate();
}

function take(db: Sqlite, { ours, theirs, state }: ReviewStep, events: readonly CarriedEvent[], { person, nowMs }: Act): void {
  if ("sha256" in theirs) {
    takeStatement(db, ours as CarriedStatement | null, theirs, state, { person, nowMs });
    return;
  }
  if ("kind" in theirs) {
    takeDecision(db, ours as CarriedDecision | null, theirs, state, { person, nowMs });
    return;
  }
  for (const event of events) store.putEvent(db, event);
  if ("title" in theirs) store.putTask(db, theirs as CarriedTask);
  else store.putNote(db, theirs as CarriedNote);
  if (state === "conflict") store.putEvent(db, settled(theirs.id, "theirs", person, nowMs));
}

function takeDecision(
  db: Sqlite,
  ours: CarriedDecision | null,
  theirs: CarriedDecision,
  state: ReviewStep["state"],
  { person, nowMs }: Act,
): void {
  if (state === "taken_back") store.endDecision(db, theirs, theirs.undoneMs ?? nowMs, theirs.undoneBy ?? person);
  else {
    if (ours !== null) store.endDecision(db, ours, nowMs, person);
    store.putDecision(db, theirs);
  }
}

function takeStatement(
  db: Sqlite,
  ours: CarriedStatement | null,
  theirs: CarriedStatement,
  state: ReviewStep["state"],
  { person, nowMs }: Act,
): void {
  if (state === "taken_back") store.endStatement(db, theirs, theirs.undoneMs ?? nowMs, theirs.undoneBy ?? person);
  else {
    if (ours !== null) store.endStatement(db, ours, nowMs, person);
    store.putStatement(db, theirs);
  }
}

function keepInSight(db: Sqlite, { key, ours, theirs }: ReviewStep, events: readonly CarriedEvent[], { person, nowMs }: Act): void {
  store.putConflict(db, {
    item_key: key,
    ours: ours === null ? null : JSON.stringify(ours),
    theirs: JSON.stringify(theirs),
    events: JSON.stringify(eventsOf(events, theirs)),
    person,
    imported_ms: nowMs,
  });
}

function eventsOf(events: readonly CarriedEvent[], item: ReviewStep["theirs"]): CarriedEvent[] {
  return "kind" in item || "sha256" in item ? [] : events.filter(({ itemId }) => itemId === item.id);
}

function standingOf(db: Sqlite, theirs: CarriedDecision): CarriedDecision | null {
  const standing = store.decisionsOn(db, theirs.kind, theirs.subject).find(({ undoneMs }) => undoneMs === null);
  return standing === undefined || decisionKey(standing) === decisionKey(theirs) ? null : standing;
}

function settled(itemId: string, keep: "ours" | "theirs", person: string, nowMs: number): CarriedEvent {
  return { itemId, what: "settled", before: null, after: keep, person, atMs: nowMs };
}
