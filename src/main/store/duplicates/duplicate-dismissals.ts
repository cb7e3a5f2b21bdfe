import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import { type Act, type Decided, notFound, ownDecisions, pairSubject } from "#main/store/work/own-decisions.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const seenBill = z.object({ id: z.string(), changeHash: z.string() });
/** Two bills that a person declared different, each as it was then. */
const dismissalBody = z.object({ bills: z.tuple([seenBill, seenBill]), note: z.string().nullable() });

/** A dismissal. It is valid while both bills are unchanged since it was made. */
export interface Dismissal extends Decided {
  readonly note: string | null;
  readonly stands: boolean;
}

/** Looks dismissals up by two bills, in either order; null where the pair wasn't dismissed. */
export function duplicateDismissals(reader: MirrorReader): (a: string, b: string) => Dismissal | null {
  const known = new Map(ownDecisions(reader.db, "duplicate_dismissed", dismissalBody).map((decision) => [decision.subject, decision]));
  return (a, b) => {
    const decision = known.get(pairSubject(a, b));
    if (decision === undefined) return null;
    const { decisionNo, person, at, body } = decision;
    const stands = body.bills.every(({ id, changeHash }) => changeHashOf(reader, id) === changeHash);
    return { decisionNo, person, at, note: body.note, stands };
  };
}

/** Records that two bills aren't duplicates (rule 14). Neither bill changes. */
export function dismissDuplicate(
  reader: MirrorReader,
  { a, b, note, person, nowMs }: Act & { readonly a: string; readonly b: string; readonly note: string | null },
): Result<{ readonly decisionNo: number }, Failure> {
  if (a === b) return fail({ code: "invalid_input", message: "Choose two different bills.", field: "b" });
  const bills = [];
  for (const [field, id] of Object.entries({ a, b })) {
    const changeHash = changeHashOf(reader, id);
    if (changeHash === null) return fail(notFound(`Transaction ${id} isn't in this client's books.`, field));
    bills.push({ id, changeHash });
  }
  const decision = { kind: "duplicate_dismissed" as const, subject: pairSubject(a, b), body: { bills, note }, person, nowMs };
  return ok({ decisionNo: makeDecision(reader.db, decision) });
}

/** Undoes a dismissal: the pair is listed again. */
export function restoreDuplicate(
  reader: MirrorReader,
  { a, b, person, nowMs }: Act & { readonly a: string; readonly b: string },
): Result<{ readonly decisionNo: number }, Failure> {
  const standing = ownDecisions(reader.db, "duplicate_dismissed", dismissalBody, { subject: pairSubject(a, b) }).at(-1);
  if (standing === undefined) return fail(notFound(`The bills ${a} and ${b} aren't dismissed as possible duplicates.`, "a"));
  undoDecision(reader.db, standing.decisionNo, person, nowMs);
  return ok({ decisionNo: standing.decisionNo });
}

function changeHashOf(reader: MirrorReader, id: string): string | null {
  const recNo = recordNumber(reader, id, "document");
  if (recNo === null) return null;
  const hash = prepared(reader.db, "SELECT change_hash FROM document WHERE rec_no = ?").pluck().get(recNo) as Buffer | undefined;
  return hash === undefined ? null : hash.toString("hex");
}
