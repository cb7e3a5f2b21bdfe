import { describe, expect, it } from "vitest";
import { dueWords, emptyHint, taskWords } from "../../../src/renderer/features/close/close-labels.ts";
import { periodMoves } from "../../../src/renderer/features/close/period-moves.ts";
import { stateWords } from "../../../src/renderer/features/close/reconciliations/reconciliation-form.ts";

const SKIPPED = "rare Skip the checklist and close October 2026…";

describe("the moves of a period", () => {
  const moves = (status: string, started: boolean, mayBecome: readonly string[], isReady = false) =>
    periodMoves({ status, started, mayBecome, period: { label: "2026-10" } } as never, isReady).map(
      ({ kind, word, isRare }) => `${isRare ? "rare" : kind} ${word}`,
    );

  it("never have two buttons that ask to be pressed", () => {
    expect(moves("open", false, ["in_close", "closed"])).toEqual(["primary Start close", SKIPPED]);
    expect(moves("in_close", true, ["open", "closed"])).toEqual(["plain Close October 2026", "quiet Cancel close"]);
    expect(moves("in_close", true, ["open", "closed"], true)).toEqual(["primary Close October 2026", "quiet Cancel close"]);
    expect(moves("closed", true, ["reopened"], true)).toEqual(["plain Reopen October 2026"]);
  });

  it("lead a reopened period with a checklist back to its closing, and start the close of one without", () => {
    expect(moves("reopened", true, ["in_close", "closed"], true)).toEqual(["primary Close October 2026"]);
    expect(moves("reopened", false, ["in_close", "closed"], true)).toEqual(["primary Start close", SKIPPED]);
  });

  it("keep away from the next step only what skips the checklist", () => {
    expect(moves("in_close", true, ["open", "closed"]).filter((one) => one.startsWith("rare"))).toEqual([]);
    // A close that was canceled has its checklist, and is still skipped.
    expect(moves("open", true, ["in_close", "closed"])[1]).toBe(SKIPPED);
  });
});

describe("when a close is due", () => {
  const said = (status: string, started: boolean, today: string) => {
    const { due, overdue } = dueWords({ due: "2026-11-10", started, status } as never, today);
    return [due, overdue];
  };

  it("is in the past once its day is over, or the period is closed", () => {
    expect(said("in_close", true, "2026-11-10")).toEqual(["Due 10 Nov 2026", null]);
    expect(said("in_close", true, "2026-11-11")).toEqual(["Was due 10 Nov 2026", null]);
    expect([said("closed", true, "2026-11-05"), said("closed", false, "2026-11-30")]).toEqual([
      ["Was due 10 Nov 2026", null],
      ["Was due 10 Nov 2026", null],
    ]);
  });

  it("says once that a close is overdue that nobody has started", () => {
    expect(said("open", false, "2026-11-10")[1]).toBeNull();
    expect(said("open", false, "2026-11-11")).toEqual(["Was due 10 Nov 2026", "Close is overdue"]);
  });
});

it("an account that agrees with an aging says whether contacts were compared with the ledger", () => {
  const word = (state: "reconciled" | "difference", totalOnly?: boolean) =>
    stateWords({ state, bank: null, toMatch: null, difference: null, totalOnly }).word;
  expect([word("reconciled"), word("reconciled", true), word("difference", true)]).toEqual([
    "Reconciled",
    "Reconciled, total only",
    "Difference",
  ]);
});

describe("the state of a task", () => {
  const said = (kind: string, more: object = {}, asOf: string | null = "2026-11-29T12:00:00.000Z") => {
    const evidence = { kind, passed: true, summary: "", items: [], count: 0, ...more };
    return taskWords({ state: "done", evidence }, asOf);
  };

  it("says that Tieout checked it where no person did, and as of when", () => {
    expect(said("tie_outs").word).toBe("Checked automatically");
    expect(said("no_missing_tax_id").means).toMatch(/^Checked by Tieout as of \d+ Nov 2026, .*\. No one signed it off\./);
    expect(said("no_missing_tax_id", {}, null).means).not.toContain("as of");
  });

  it("doesn't call automatic what people signed off, sent, posted or accepted", () => {
    const people = ["reconciled", "signed_off", "variances", "entries_confirmed", "questions_sent", "closed_here", "pack_made"];
    for (const kind of people) expect(said(kind).word, kind).toBe("Done");
    expect(said("tie_outs", { accepted: true }).word).toBe("Done");
    expect(taskWords({ state: "by_hand", evidence: null }, null).word).toBe("Marked complete");
  });
});

describe("a task without anything to show", () => {
  const hint = (kind: string, count: number, started: boolean, state = "open") =>
    emptyHint({ state: state as "open", evidence: { kind, passed: false, summary: "", items: [], count } }, started);

  it("says that it can be marked complete only where its row has the button for it", () => {
    expect(hint("questions_sent", 0, true)).toBe("Mark this task complete if there's nothing to ask.");
    expect(hint("entries_confirmed", 0, true, "waiting")).toBe("Mark this task complete if none are needed.");
    expect([hint("questions_sent", 0, false), hint("questions_sent", 2, true), hint("tie_outs", 0, true)]).toEqual([null, null, null]);
    expect(hint("questions_sent", 0, true, "by_hand")).toBeNull();
  });
});
