import { describe, expect, it } from "vitest";
import { type FluxActs, fluxStatusOf, stampRefusal } from "#main/domain/flux/flux-status.ts";

const act = (decisionNo: number, person = "ann@office") => ({ decisionNo, person });
const stamp = (decisionNo: number, person: string, more: { readonly stale?: boolean; readonly waiting?: boolean } = {}) => ({
  ...{ decisionNo, person, stale: false, waiting: false },
  ...more,
});
const preparer = (decisionNo: number, more = {}) => stamp(decisionNo, "ann@office", more);
const reviewer = (decisionNo: number, more = {}) => stamp(decisionNo, "rita@office", more);
const acts = (some: Partial<FluxActs> = {}): FluxActs => ({ explanation: null, preparer: null, reviewer: null, returned: null, ...some });

describe("a row's status", () => {
  it.each<[string, Partial<FluxActs>, ReturnType<typeof fluxStatusOf>]>([
    ["nothing was done", {}, "needed"],
    ["it is explained", { explanation: act(1) }, "draft"],
    ["it is explained and prepared", { explanation: act(1), preparer: preparer(2) }, "ready_for_review"],
    ["it is prepared without an explanation", { preparer: preparer(2) }, "ready_for_review"],
    ["it is explained again after it was prepared", { explanation: act(3), preparer: preparer(2) }, "draft"],
    ["it is prepared and reviewed", { explanation: act(1), preparer: preparer(2), reviewer: reviewer(3) }, "signed"],
    ["one person did both", { explanation: act(1), preparer: preparer(2), reviewer: preparer(3) }, "ready_for_review"],
    ["it is prepared again after the review", { explanation: act(1), preparer: preparer(3), reviewer: reviewer(2) }, "ready_for_review"],
    ["figures moved under the preparer", { explanation: act(1), preparer: preparer(2, { stale: true }) }, "stale"],
    ["figures moved under both", { preparer: preparer(2, { stale: true }), reviewer: reviewer(3, { stale: true }) }, "stale"],
    ["figures moved under the reviewer alone", { preparer: preparer(2), reviewer: reviewer(3, { stale: true }) }, "ready_for_review"],
    ["only a review is there, and figures moved", { explanation: act(1), reviewer: reviewer(2, { stale: true }) }, "stale"],
    [
      "figures moved before it was prepared again, which the server hasn't confirmed",
      { explanation: act(4), preparer: preparer(5, { waiting: true }), reviewer: reviewer(3, { stale: true }) },
      "stale",
    ],
    ["it is explained again after figures moved", { explanation: act(3), preparer: preparer(2, { stale: true }) }, "draft"],
    ["the server hasn't confirmed the preparer", { explanation: act(1), preparer: preparer(2, { waiting: true }) }, "draft"],
    ["the server hasn't confirmed the preparer, and nothing is explained", { preparer: preparer(2, { waiting: true }) }, "needed"],
    [
      "the server hasn't confirmed the reviewer",
      { explanation: act(1), preparer: preparer(2), reviewer: reviewer(3, { waiting: true }) },
      "ready_for_review",
    ],
    ["it is returned", { returned: act(1) }, "returned"],
    ["it is returned after it was prepared", { explanation: act(1), preparer: preparer(2), returned: act(3) }, "returned"],
    ["it is prepared again after it was returned", { explanation: act(1), preparer: preparer(3), returned: act(2) }, "ready_for_review"],
    ["it is explained again after it was returned", { explanation: act(3), returned: act(2) }, "draft"],
    ["it is explained again after preparing and returning", { explanation: act(4), preparer: preparer(2), returned: act(3) }, "draft"],
  ])("when %s", (_when, some, status) => expect(fluxStatusOf(true, acts(some))).toBe(status));

  it("below the threshold needs nothing, until somebody does something", () => {
    expect(fluxStatusOf(false, acts())).toBe("not_needed");
    expect(fluxStatusOf(false, acts({ preparer: preparer(2, { waiting: true }) }))).toBe("not_needed");
    expect(fluxStatusOf(false, acts({ explanation: act(1) }))).toBe("draft");
  });
});

describe("a sign-off is refused", () => {
  const explained = { explanation: act(1) };
  const prepared = { ...explained, preparer: preparer(2) };
  const signed = { ...prepared, reviewer: reviewer(3) };
  it.each<[string, Parameters<typeof stampRefusal>[0], Partial<FluxActs>, ReturnType<typeof stampRefusal>]>([
    ["to a preparer of an explained row: not", "preparer", explained, null],
    ["to a preparer who has prepared it", "preparer", prepared, "already"],
    ["to a preparer of a reviewed row", "preparer", signed, "already"],
    ["to a preparer of a returned row", "preparer", { ...prepared, returned: act(4) }, "needs_explanation"],
    ["to a preparer without an explanation", "preparer", {}, "needs_explanation"],
    ["to a preparer after figures moved: not", "preparer", { ...explained, preparer: preparer(2, { stale: true }) }, null],
    ["to a preparer whose own waits", "preparer", { ...explained, preparer: preparer(2, { waiting: true }) }, "waiting"],
    [
      "to a preparer whose own waited when figures moved: not",
      "preparer",
      { ...explained, preparer: preparer(2, { waiting: true, stale: true }) },
      null,
    ],
    ["to a preparer while a review waits: not", "preparer", { ...explained, reviewer: reviewer(2, { waiting: true }) }, null],
    ["to a reviewer while the preparer's waits", "reviewer", { ...explained, preparer: preparer(2, { waiting: true }) }, "waiting"],
    ["to a reviewer whose own waits", "reviewer", { ...prepared, reviewer: reviewer(3, { waiting: true }) }, "waiting"],
    ["to a reviewer of a prepared row: not", "reviewer", prepared, null],
    ["to a reviewer of an explained row", "reviewer", explained, "needs_preparer"],
    ["to a reviewer of a reviewed row", "reviewer", signed, "already"],
    ["to a reviewer who explained it", "reviewer", { explanation: act(1, "rita@home"), preparer: preparer(2) }, "same_person"],
    ["to a reviewer who prepared it", "reviewer", { preparer: stamp(2, "rita@home") }, "same_person"],
    ["to a reviewer of a row without an explanation: not", "reviewer", { preparer: preparer(2) }, null],
  ])("%s", (_to, role, some, why) =>
    expect(stampRefusal(role, role === "preparer" ? "ann@office" : "rita@office", true, acts(some))).toBe(why),
  );

  it("for a returned row below the threshold, too, until it is explained again", () => {
    expect(stampRefusal("preparer", "ann@office", false, acts({ returned: act(1) }))).toBe("needs_explanation");
    expect(stampRefusal("preparer", "ann@office", false, acts())).toBeNull();
  });
});
