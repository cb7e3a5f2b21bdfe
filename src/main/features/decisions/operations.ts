import { z } from "zod";
import { withClose } from "#main/features/close/close-question.ts";
import { type CloseRules, closeRules } from "#main/features/close/close-rules.ts";
import { afterWork } from "#main/features/work/after-work.ts";
import type { ClientWork } from "#main/operations/client-work.ts";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { refusalBelow } from "#main/operations/role-refusal.ts";
import { signingRefusal } from "#main/operations/signing-refusal.ts";
import { closeStatus, gateSetting } from "#main/store/close/close-status.ts";
import { blockedBy, blockingGates } from "#main/store/close/gates/gate-overrides.ts";
import { sha256 } from "#main/store/database/hash.ts";
import { periodDecisions } from "#main/store/periods/period-states.ts";
import { type Decision, listDecisions } from "#main/store/records/decision-store.ts";
import { revertDecision, undoRefusal, undoRole, undoSigns } from "#main/store/work/undo-decision.ts";
import { decisionKind, decisionRow } from "#shared/contract/close/reviews.ts";
import { clientId } from "#shared/contract/fields.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { periodName } from "#shared/kernel/readable.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** What people decided about a client's records, each under a number. */
export const decisionOperations = [
  query("decisions.list", {
    summary: "List decisions, oldest first, with who made them and when",
    input: z.object({
      clientId,
      kind: decisionKind.optional().describe("Only decisions of this kind"),
      undone: z.boolean().optional().describe("Include decisions that were undone or replaced"),
    }),
    output: z.array(decisionRow),
    runs: "reader",
    perform: ({ mirror }, { kind, undone = false }) => {
      const kinds = kind === undefined ? decisionKind.options : [kind];
      const found = kinds.flatMap((one) => listDecisions(mirror.db, one, { undone }));
      return ok(found.map(decisionView).sort((a, b) => a.decisionNo - b.decisionNo));
    },
    command: {
      verb: "decision list",
      table: {
        rows: (decisions) => decisions,
        columns: [
          right("number", 6, (row) => row.decisionNo),
          left("kind", 20, (row) => row.kind),
          left("subject", 60, (row) => row.subject),
          left("person", 24, (row) => row.person),
          left("made", 24, (row) => row.at),
          left("undone", 24, (row) => row.undoneAt),
        ],
      },
    },
  }),

  // What took a reviewer to decide takes one to undo.
  command("decisions.undo", {
    summary: "Undo a decision",
    input: z.object({
      clientId,
      decisionNo: z.number().int().describe("Decision number"),
      outright: z.boolean().default(false).describe("Don't restore the earlier decision that this one replaced"),
    }),
    output: z.object({ undone: z.boolean() }),
    runs: "writer",
    outdates: ["close", "clients"],
    prepare: async (context) => {
      const rules = await closeRules(context);
      const unsigned = await signingRefusal(context);
      return ok({ notReviewer: refusalBelow(context.people, "reviewer"), rules: rules.ok ? rules.value : null, unsigned });
    },
    perform: (work, { decisionNo, outright }, { notReviewer, rules, unsigned }) => {
      const { mirror, person, nowMs } = work;
      if (notReviewer !== null && undoRole(mirror.db, decisionNo) === "reviewer") return fail(notReviewer);
      if (unsigned !== null && undoSigns(mirror.db, { decisionNo, outright })) return fail(unsigned);
      const held = (rules === null ? null : reclosingRefusal(work, decisionNo, rules)) ?? undoRefusal(mirror, { decisionNo, outright });
      if (held !== null) return fail(held);
      if (revertDecision(mirror.db, { decisionNo, outright, person, nowMs })) return ok({ undone: true });
      return fail({
        code: "not_found",
        message: `Decision ${decisionNo} doesn't exist, or was already undone or replaced.`,
        field: "decisionNo",
      });
    },
    // A note or mention that is taken back no longer waits for anybody.
    after: afterWork,
    command: { verb: "decision undo", options: { decisionNo: "decision" }, lines: () => ["Undone."] },
  }),
] as const;

/** Undoing a reopening closes the period again, so it waits for the same gates as closing. */
function reclosingRefusal(work: ClientWork, decisionNo: number, { template, policy }: CloseRules): Failure | null {
  const move = [...periodDecisions(work.mirror).values()].find((decision) => decision.decisionNo === decisionNo);
  if (move?.body.from !== "closed") return null;
  const looked = withClose(work, move.subject, template, (question) =>
    ok({
      label: question.period.label,
      gates: closeStatus(gateSetting(question, work.mirror, sha256), template, policy).gates.close,
    }),
  );
  if (!looked.ok || blockingGates(looked.value.gates).length === 0) return null;
  const { label, gates } = looked.value;
  return {
    code: "conflict",
    message: `Undoing this decision would close ${periodName(label)} again despite open work. ${blockedBy(gates)}`,
    field: "decisionNo",
    next: "Finish the open work, then close the period.",
  };
}

function decisionView({ decisionNo, kind, subject, body, person, madeMs, undoneMs, undoneBy }: Decision) {
  const undoneAt = undoneMs === null ? null : instantFromMs(undoneMs);
  return { decisionNo, kind, subject, body, person, at: instantFromMs(madeMs), undoneAt, undoneBy };
}
