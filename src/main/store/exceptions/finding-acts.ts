import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { type Act, notFound, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const acknowledgedBody = z.object({ note: z.string().nullable() });

/** Who looked at which finding, by its number. */
export function acknowledgements(reader: MirrorReader): ReadonlyMap<string, OwnDecision<z.output<typeof acknowledgedBody>>> {
  return new Map(ownDecisions(reader.db, "finding_acknowledged", acknowledgedBody).map((decision) => [decision.subject, decision]));
}

/** Records that someone acknowledged a finding. */
export function acknowledgeFinding(
  reader: MirrorReader,
  { findingNo, note, person, nowMs }: Act & { readonly findingNo: number; readonly note: string | null },
): Result<{ readonly decisionNo: number }, Failure> {
  const open = prepared(reader.db, "SELECT 1 FROM finding WHERE finding_no = ? AND resolved_ms IS NULL").get(findingNo);
  if (open === undefined) return fail(notFound(`There's no open exception ${findingNo}.`, "findingNo"));
  const decision = { kind: "finding_acknowledged" as const, subject: String(findingNo), body: { note }, person, nowMs };
  return ok({ decisionNo: makeDecision(reader.db, decision) });
}
