import { expect, it } from "vitest";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { activityPage } from "#main/store/work/activity.ts";
import { undoRole } from "#main/store/work/undo-decision.ts";
import type { DecisionKind } from "#shared/model/close/decision-kinds.ts";
import { createIngestLab, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

it("activity names the role that the core asks for to undo each decision", () => {
  const lab = createIngestLab(tempHome());
  const made: readonly (readonly [DecisionKind, string, object])[] = [
    ["flux_explanation", "month:2026-10|prior_month|Account:1", { text: "Rent" }],
    ["flux_sign", "month:2026-10|prior_month|Account:1|preparer", { role: "preparer" }],
    ["flux_sign", "month:2026-10|prior_month|Account:1|reviewer", { role: "reviewer" }],
    ["flux_return", "month:2026-10|prior_month|Account:1", { why: "Unclear" }],
    ["reconciliation", "policy|Account:1", {}],
    ["reconciliation", "support|Account:1", {}],
    ["gate_override", "month:2026-10|tasks|1", { items: [] }],
  ];
  const numbers = made.map(([kind, subject, body], at) => makeDecision(lab.db, { kind, subject, body, person: "Ada", nowMs: NOW + at }));
  const wanted = ["preparer", "preparer", "reviewer", "reviewer", "reviewer", "preparer", "reviewer"];
  expect(numbers.map((no) => undoRole(lab.db, no))).toEqual(wanted);
  const rows = activityPage(lab.reader, { limit: 50, entities: [] }).rows.toReversed();
  expect(rows.map((row) => row.undoRole)).toEqual(wanted);
  makeDecision(lab.db, { kind: "close_checklist", subject: "month:2026-10", body: { tasks: [] }, person: "Ada", nowMs: NOW + 90 });
  expect(activityPage(lab.reader, { limit: 1, entities: [] }).rows[0]).toMatchObject({ decisionNo: null, undoRole: null });
  lab.db.close();
});
