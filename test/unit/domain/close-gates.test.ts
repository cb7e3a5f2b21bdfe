import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeGates, mayOverride, requiredTasks } from "#main/domain/close/gate-verdicts.ts";
import { mayMove } from "#main/domain/close/period-transitions.ts";
import { mayTakeStep, type ReviewStep, reviewNoteState } from "#main/domain/close/review-note-states.ts";
import type { Checklist } from "#main/store/close/close-checklist.ts";
import { reviewedComparisons } from "#main/store/close/gates/sign-gates.ts";
import { DEFAULT_CLOSE_POLICY, SIGN_GATES } from "#shared/model/close/close-gates.ts";
import { PERSON_ROLES } from "#shared/model/close/person.ts";

const gate = fc.constantFrom(...SIGN_GATES);
const keys = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
const covering = fc.array(fc.record({ gate, covers: keys }), { maxLength: 4 });

describe("gates", () => {
  it("hold up exactly the open items that no override of the same gate names", () => {
    fc.assert(
      fc.property(gate, keys, covering, (name, open, overrides) => {
        const [judged] = judgeGates([{ gate: name, required: 9, open: open.map((key) => ({ key })) }], overrides, DEFAULT_CLOSE_POLICY);
        const left = open.filter((key) => !overrides.some((one) => one.gate === name && one.covers.includes(key)));
        expect([judged?.blocking, judged?.done, judged?.open.length]).toEqual([left.length, 9 - open.length, open.length]);
      }),
    );
  });

  it("are overridden by nobody below the rule, and by nobody at all under never", () => {
    for (const role of PERSON_ROLES) {
      expect(mayOverride(DEFAULT_CLOSE_POLICY, "review_notes", role)).toBe(false);
      expect(mayOverride(DEFAULT_CLOSE_POLICY, "tasks", role)).toBe(role === "reviewer" || role === "admin");
      expect(mayOverride({ ...DEFAULT_CLOSE_POLICY, tasks: "admin" }, "tasks", role)).toBe(role === "admin");
    }
  });

  it("review what the checklist compares, once each, and the prior month where it names nothing", () => {
    const compared = (...gates: readonly object[]) => [
      ...reviewedComparisons({ tasks: gates.map((gate) => ({ gate })) } as unknown as Checklist),
    ];
    const budget = { kind: "variances", comparison: "budget" };
    expect(compared({ kind: "signed_off" })).toEqual([["prior_month", false]]);
    expect(compared({ ...budget, signed: true }, { ...budget, signed: false })).toEqual([["budget", true]]);
    expect(compared({ ...budget, signed: false }, { ...budget, comparison: "prior_month", signed: false })).toHaveLength(2);
  });

  it("require every task but those that the sign-off or the closing brings about, wherever they depend", () => {
    const tasks: Parameters<typeof requiredTasks>[0] = [
      { id: "letter", dependsOn: ["sign"], gate: null },
      { id: "call", dependsOn: [], gate: null },
      { id: "flux", dependsOn: [], gate: { kind: "variances", comparison: "prior_month", signed: true } },
      { id: "sign", dependsOn: ["call"], gate: { kind: "signed_off" } },
      { id: "close", dependsOn: ["sign"], gate: { kind: "closed_here" } },
      { id: "archive", dependsOn: ["close"], gate: null },
    ];
    expect(requiredTasks(tasks, "sign")).toEqual(["call"]);
    expect(requiredTasks(tasks, "close")).toEqual(["letter", "call", "sign"]);
  });
});

describe("a period's moves", () => {
  it("never lead from closed back to open: a reopened period is reopened until it closes", () => {
    const all = ["open", "in_close", "closed", "reopened"] as const;
    expect(Object.fromEntries(all.map((from) => [from, all.filter((to) => mayMove(from, to))]))).toEqual({
      open: ["in_close", "closed"],
      in_close: ["open", "closed"],
      closed: ["reopened"],
      reopened: ["in_close", "closed"],
    });
  });
});

describe("review notes", () => {
  it("are cleared only by a clear that nothing followed, and take only steps that change something", () => {
    const step = fc.constantFrom<Exclude<ReviewStep, "raise">>("answer", "clear", "reopen");
    fc.assert(
      fc.property(fc.array(step), (wanted) => {
        const taken: { step: ReviewStep }[] = [{ step: "raise" }];
        for (const one of wanted) if (mayTakeStep(reviewNoteState(taken), one)) taken.push({ step: one });
        expect(reviewNoteState(taken) === "cleared").toBe(taken.at(-1)?.step === "clear");
        expect(taken.some(({ step: one }, at) => one === "clear" && taken[at - 1]?.step === "clear")).toBe(false);
      }),
    );
  });
});
