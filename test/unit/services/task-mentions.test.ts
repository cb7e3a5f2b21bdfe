import { expect, it } from "vitest";
import { openWork } from "#main/store/inbox/work-items.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { revertDecision } from "#main/store/work/undo-decision.ts";
import { createIngestLab, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

it("a mention in a close task's reason waits while the task is on its checklist", () => {
  const { db } = createIngestLab(tempHome());
  const act = { person: "Ada", nowMs: NOW };
  const decide = (kind: "close_tick" | "close_task", taskId: string, body: object) =>
    makeDecision(db, { kind, subject: `month:2026-10|${taskId}`, body, ...act });
  const waiting = () => openWork(db).map(({ itemId, person }) => [itemId, person]);
  decide("close_tick", "call-bank", { why: "@Pat agreed", mentions: ["Pat"] });
  // An earlier release named nobody.
  decide("close_tick", "payroll", { why: "@Pat agreed" });
  expect(waiting()).toEqual([["month:2026-10|call-bank", "Pat"]]);
  const removed = decide("close_task", "call-bank", { task: null });
  expect(waiting()).toEqual([]);
  revertDecision(db, { decisionNo: removed, ...act });
  expect(waiting()).toEqual([["month:2026-10|call-bank", "Pat"]]);
  db.close();
});
