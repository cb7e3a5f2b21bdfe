import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import { checkedCounts } from "#shared/model/close/checked-tasks.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { closeDueLabel, countedWords, emptyHint, requiredLeft, taskWords } from "../../../src/renderer/features/close/close-labels.ts";
import { periodMoves } from "../../../src/renderer/features/close/period-moves.ts";
import { stateWords } from "../../../src/renderer/features/close/reconciliations/reconciliation-form.ts";
import {
  closeBar,
  closeBarWords,
  closeChip,
  closeCounts,
  closeLateWords,
  closeProgressWords,
  closeWords,
  doneFigure,
  isOnlyChecked,
  phaseProgressWords,
} from "../../../src/renderer/format/labels/close-standing.ts";
import { ProgressBar } from "../../../src/renderer/ui/feedback/progress-bar.tsx";

openStaticWindow();
const { CloseFigures } = await import("../../../src/renderer/features/close/checklist/close-figures.tsx");

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
  const said = (status: string, today: string, daysLate = 0) => closeDueLabel({ due: "2026-11-10", status, daysLate } as never, today);

  it("is in the past once its day is over, or the period is closed", () => {
    expect([said("in_close", "2026-11-10"), said("in_close", "2026-11-11")]).toEqual(["Due", "Was due"]);
    expect([said("closed", "2026-11-05"), said("open", "2026-11-30")]).toEqual(["Was due", "Was due"]);
    // Beside that it's late, the past goes without saying.
    expect(said("open", "2026-11-30", 14)).toBe("Due");
  });
});

describe("how a close is doing", () => {
  const close = (started: boolean, daysLate: number, late: number, kinds = ["tie_outs", "no_missing_tax_id"]) => {
    const tasks = kinds.map((kind) => ({ state: "done", evidence: { kind } }));
    return {
      ...{ status: started ? "in_close" : "open", started, daysLate, period: { label: "2026-10" }, tasks },
      progress: { tasks: 28, done: kinds.length, byHand: 0, late, ...checkedCounts(tasks) },
    } as unknown as CloseStatus;
  };

  it("is late by its own due date, and before that by its tasks, in the same words before and after the start", () => {
    const words = [close(true, 14, 26), close(false, 14, 26), close(true, 0, 4), close(true, 0, 1), close(false, 0, 0)];
    expect(words.map(closeLateWords)).toEqual(["14 business days late", "14 business days late", "4 tasks late", "1 task late", null]);
    expect(words.map(closeWords)).toEqual([
      "October 2026 close: 26 of 28 tasks open, 14 business days late",
      "October 2026 close: 26 of 28 tasks open, 14 business days late, not started",
      "October 2026 close: 26 of 28 tasks open, 4 tasks late",
      "October 2026 close: 26 of 28 tasks open, 1 task late",
      "October 2026 close: 26 of 28 tasks open, not started",
    ]);
  });

  it("is in one state: an open period isn't started until somebody begins its close, and what was reopened says so", () => {
    const word = (status: string, started: boolean) => closeChip({ status, started } as CloseStatus).word;
    expect([word("open", false), word("open", true), word("in_close", true)]).toEqual(["Not started", "Open", "In close"]);
    expect([word("reopened", false), word("closed", false)]).toEqual(["Reopened", "Closed"]);
    expect(closeChip({ status: "open", started: false }).tone).toBe("neutral");
  });

  it("says how tasks can be done before anybody has started, where Tieout alone found them done", () => {
    expect(closeProgressWords(close(false, 0, 0))).toBe("2 of 28 checked automatically");
    expect(closeProgressWords(close(false, 0, 0, ["tie_outs", "reconciled"]))).toBe("2 of 28 tasks done");
    expect(closeProgressWords(close(false, 0, 0, []))).toBe("0 of 28 tasks done");
    expect(closeProgressWords(close(true, 0, 0))).toBe("2 of 28 tasks done");
    const closes = [close(false, 0, 0), close(false, 0, 0, ["tie_outs", "reconciled"]), close(false, 0, 0, []), close(true, 0, 0)];
    expect(closes.map(isOnlyChecked)).toEqual([true, false, false, false]);
  });

  it("says how many of those tasks were checked only partly, in the whole and in each phase, until somebody starts", () => {
    const inPart = (started: boolean) => {
      const found = [{ totalOnly: true }, { partly: true }, {}];
      const tasks = found.map((more) => ({ state: "done", evidence: { kind: "tie_outs", ...more } }));
      const { progress, ...rest } = close(started, 0, 0);
      return { ...rest, progress: { ...progress, done: 3, ...checkedCounts(tasks) }, tasks } as unknown as CloseStatus;
    };
    expect(closeProgressWords(inPart(false))).toBe("3 of 28 checked automatically (2 partly)");
    const phases = (started: boolean) => {
      const whole = inPart(started);
      return [whole.tasks, whole.tasks.slice(2)].map((tasks) => phaseProgressWords(whole, tasks));
    };
    expect(phases(false)).toEqual(["3 of 3 checked (2 partly)", "1 of 1 checked"]);
    expect([closeProgressWords(inPart(true)), ...phases(true)]).toEqual(["3 of 28 tasks done", "3 of 3 done", "1 of 1 done"]);
    // The bar shows as much as these words say.
    const bars = [false, true].map((started) => closeBar(inPart(started)));
    expect(bars).toEqual([
      { share: 3 / 28, part: 2 / 28, tone: "checked" },
      { share: 3 / 28, part: 0, tone: "syncing" },
    ]);
    const [widths = [], none = []] = bars.map((bar) => {
      const shown = renderToStaticMarkup(createElement(ProgressBar, { ...bar, label: "Tasks done" }));
      return [...shown.matchAll(/width:(\d+)%/g)].map(([, width]) => width);
    });
    expect([widths, none]).toEqual([["3", "7"], ["10"]]);
    expect([false, true].map((started) => closeBarWords(inPart(started)))).toEqual([
      "3 of 28 checked automatically (2 partly). The striped part of the bar shows the tasks that were only partly checked.",
      "3 of 28 tasks done",
    ]);
  });

  it("counts every task once in its head, in every state: done or open, and says how much was checked only partly", () => {
    const figures = (status: string, started: boolean, automatic: number, byHand = 0) => {
      const one = { status, started, progress: { tasks: 28, done: 16 - byHand, byHand, late: 0, automatic, partly: 5 } };
      const { label, value, means } = doneFigure(one as CloseStatus);
      const { done, open } = closeCounts(one as CloseStatus);
      expect(done + open).toBe(28);
      return [`${label}: ${value}`, means !== undefined, open];
    };
    expect(figures("open", false, 16)).toEqual(["Checked automatically: 16 of 28 (5 partly)", true, 12]);
    expect(figures("reopened", false, 16)).toEqual(["Checked automatically: 16 of 28 (5 partly)", true, 12]);
    // A person has done some of it, or has started.
    expect(figures("open", false, 15)).toEqual(["Done: 16 of 28", false, 12]);
    for (const [status, started] of [
      ["in_close", true],
      ["closed", true],
      ["closed", false],
      ["reopened", true],
    ] as const)
      expect(figures(status, started, 15, 1), status).toEqual(["Done: 16 of 28 (1 manually)", false, 12]);
  });

  it("says that a checklist has no tasks, beside an empty bar", () => {
    const none = { ...close(false, 0, 0, []), progress: { tasks: 0, done: 0, byHand: 0, late: 0 } };
    expect([closeProgressWords(none), closeBar(none).share]).toEqual(["No tasks", 0]);
    expect(doneFigure(none)).toEqual({ label: "Tasks", value: "None" });
  });
});

it("an account that isn't required in a period says how often its policy requires it", () => {
  const word = (required: boolean, frequency: "monthly" | "quarterly" | "yearly") => {
    const policy = { type: "support", required, frequency } as const;
    return stateWords({ state: "not_required", bank: null, toMatch: null, difference: null, policy }).word;
  };
  expect([word(true, "quarterly"), word(true, "yearly"), word(true, "monthly"), word(false, "quarterly")]).toEqual([
    "Required quarterly",
    "Required yearly",
    "Not required",
    "Not required",
  ]);
});

it("an account that agrees with an aging says, and shows by its mark, whether contacts were compared with the ledger", () => {
  const said = (state: "reconciled" | "difference", totalOnly?: boolean) => {
    const { word, tone } = stateWords({ state, bank: null, toMatch: null, difference: null, totalOnly });
    return `${word} (${tone})`;
  };
  expect([said("reconciled"), said("reconciled", true), said("difference", true)]).toEqual([
    "Reconciled (ok)",
    "Reconciled, total only (partly)",
    "Difference (warning)",
  ]);
});

describe("what the sign-off requires of a checklist", () => {
  it("is said of its open tasks, also where their work is counted apart, and of those that come after it, but not of its own", () => {
    const task = (id: string, kind: string | null, ...dependsOn: string[]) => ({
      ...{ id, dependsOn, state: id === "sync" ? ("done" as const) : ("open" as const) },
      evidence: kind === null ? null : { kind, passed: false, summary: "", items: [], count: 0 },
    });
    const tasks = [task("sync", "streams_complete"), task("call", null), task("accounts", "reconciled"), task("flux", "variances")];
    const after = [task("sign", "signed_off"), task("lock", "ledger_locked", "sign"), task("letter", null, "lock")];
    const words = (isClosed: boolean) => [...countedWords([...tasks, ...after], isClosed)].map(([id, { word }]) => `${id}: ${word}`);
    const required = ["call: Required", "accounts: Required", "flux: Required"];
    expect(words(false)).toEqual([...required, "lock: After sign-off", "letter: After sign-off"]);
    expect(words(true)).toEqual(["lock: After sign-off", "letter: After sign-off"]);
  });

  it("still applies to reconciliations that were made to wait for the sign-off, since each of them counts", () => {
    const task = (id: string, kind: string, ...dependsOn: string[]) => ({
      ...{ id, dependsOn, state: "waiting" as const, evidence: { kind, passed: false, summary: "", items: [], count: 0 } },
    });
    const counted = countedWords([task("sign", "signed_off"), task("accounts", "reconciled", "sign")], false);
    expect(counted.get("accounts")?.word).toBe("Required");
  });

  it("is counted as a draft pack counts it, gate by gate, until the period is closed", () => {
    const comparison = { key: "budget", id: "budget", subject: "flux", text: "", overridden: false };
    const words = (status: string, [tasks, accounts, changes, notes]: readonly number[], open: object[] = []) => {
      const gate = (name: string, blocking = 0, left: object[] = []) => ({ gate: name, required: 21, done: 0, blocking, open: left });
      const sign = [gate("tasks", tasks), gate("reconciliations", accounts), gate("flux", changes, open), gate("review_notes", notes)];
      return requiredLeft({ status, gates: { sign } } as unknown as CloseStatus).map((one) => `${one.gate}: ${one.words}`);
    };
    expect(words("in_close", [5, 6, 8])).toEqual([
      "reconciliations: 6 reconciliations",
      "flux: 8 material changes",
      "tasks: 5 other required tasks",
    ]);
    expect(words("in_close", [1, 0, 0, 1])).toEqual(["review_notes: 1 review note", "tasks: 1 other required task"]);
    expect(words("in_close", [0, 1, 2], [comparison])).toEqual([
      "reconciliations: 1 reconciliation",
      "flux: 1 material change, 1 flux comparison",
    ]);
    expect(words("in_close", [2])).toEqual(["tasks: 2 required tasks"]);
    expect([words("in_close", []), words("closed", [5, 6])]).toEqual([[], []]);
  });
});

it("each figure in the head of a close leads to where its work is, and only what is late has a color", () => {
  const gate = (name: string, blocking: number) => ({ gate: name, required: 21, done: 0, blocking, open: [] });
  const status = {
    ...{ clientId: "elm", status: "open", started: false, daysLate: 14, due: "2026-11-10", tasks: [{ id: "call", state: "open" }] },
    progress: { tasks: 28, done: 16, byHand: 0, late: 9, automatic: 16, partly: 5 },
    gates: { sign: [gate("tasks", 5), gate("reconciliations", 6), gate("flux", 8)] },
  } as unknown as CloseStatus;
  const html = renderToStaticMarkup(createElement(CloseFigures, { status }));
  expect(html.replaceAll(/<[^>]+>/g, "|").replaceAll(/\|+/g, "|")).toBe(
    "|Checked automatically|16 of 28 (5 partly)|Open tasks|12|Required for sign-off|6 reconciliations|, |8 material changes|, |" +
      "5 other required tasks|Due|10 Nov 2026| · |14 business days late|",
  );
  const leads = [...html.matchAll(/<(?:a|button)[^>]*?(?:href="([^"]*)")?>([^<]*)/g)].map(([, address, words]) => [words, address]);
  expect(leads).toEqual([
    ["12", undefined],
    ["6 reconciliations", "#/clients/elm/close/reconciliations"],
    ["8 material changes", "#/clients/elm/flux"],
    ["5 other required tasks", undefined],
  ]);
  const closed = renderToStaticMarkup(createElement(CloseFigures, { status: { ...status, status: "closed", daysLate: 0 } }));
  expect([closed.includes("Tasks left open"), closed.includes("Required for sign-off")]).toEqual([true, false]);
  // Out of its column, a number alone says nothing to a screen reader.
  const [, labels = ""] = /<button[^>]* aria-labelledby="([^"]*)"/.exec(html) ?? [];
  const named = labels.split(" ").map((id) => new RegExp(` id="${id}"[^>]*>([^<]*)`).exec(html)?.[1]);
  expect(named).toEqual(["Open tasks", "12"]);
});

it("what the sign-off requires says that it counts tasks being rechecked, which the checklist still shows as done", () => {
  const note = "being rechecked count as open";
  const shown = (evidence: object, byHand: object | null = null) => {
    const status = {
      ...{ clientId: "elm", status: "in_close", started: true, daysLate: 0, due: "2026-11-10" },
      ...{ tasks: [{ id: "tie", state: "done", evidence, byHand }], progress: { tasks: 1, done: 1, byHand: 0, late: 0 } },
      gates: { sign: [{ gate: "tasks", required: 1, done: 0, blocking: 1, open: [] }] },
    } as unknown as CloseStatus;
    const html = renderToStaticMarkup(createElement(CloseFigures, { status }));
    return [html.includes("1 required task"), html.includes(note)];
  };
  expect([shown({ rechecking: true }), shown({}), shown({ rechecking: true }, { person: "Ana" })]).toEqual([
    [true, true],
    [true, false],
    [true, false],
  ]);
});

describe("the state of a task", () => {
  const said = (kind: string, more: object = {}, asOf: string | null = "2026-11-29T12:00:00.000Z") => {
    const evidence = { kind, passed: true, summary: "", items: [], count: 0, ...more };
    return taskWords({ state: "done", evidence }, asOf);
  };

  it("says that Tieout checked it where no person did, and as of when", () => {
    expect(said("tie_outs").word).toBe("Checked automatically");
    expect(said("no_missing_tax_id").means).toMatch(/^Checked by Tieout, not by a person, as of \d+ Nov 2026, .*\. If the/);
    expect(said("no_missing_tax_id", {}, null).means).not.toContain("as of");
    const byTotal = said("tie_outs", { totalOnly: true });
    expect([byTotal.word, byTotal.tone]).toEqual(["Checked, total only", "partly"]);
    expect(byTotal.means).toMatch(/Contact balances weren't compared, only their total\.$/);
    const partly = said("entries_confirmed", { automatic: true, partly: true });
    expect([partly.word, partly.tone]).toEqual(["Partly checked", "partly"]);
    expect(partly.means).toMatch(/The text beside this task says what wasn't checked\.$/);
  });

  it("keeps the last result of checks that the sync under way runs again, and says that it counts as open for sign-off", () => {
    const held = said("tie_outs", { rechecking: true });
    expect([held.word, held.tone]).toEqual(["Checked, rechecking", "ok"]);
    expect(held.means).toBe("This sync will check this task again. Until then, it counts as open for sign-off.");
    expect(said("tie_outs", { rechecking: true, accepted: true }).word).toBe("Done, rechecking");
    const found = { kind: "tie_outs", passed: true, summary: "", items: [], count: 0, rechecking: true };
    // A person's word for it counts meanwhile.
    const byHand = { decisionNo: 1, person: "Ana", at: "2026-11-29T12:00:00.000Z", why: "Checked" } as never;
    expect(taskWords({ state: "done", evidence: found, byHand }, null).means).toMatch(/counts as done for sign-off because/);
    const evidence = { kind: "tie_outs", passed: false, summary: "", items: [], count: 0, rechecking: true };
    expect(taskWords({ state: "open", evidence }, null).word).toBe("Open");
  });

  it("doesn't call automatic what people signed off, sent, posted or accepted", () => {
    const people = ["reconciled", "signed_off", "variances", "entries_confirmed", "questions_sent", "closed_here", "pack_made"];
    for (const kind of people) expect(said(kind).word, kind).toBe("Done");
    expect(said("tie_outs", { accepted: true }).word).toBe("Done");
    // Of such work, what Tieout found in the ledger is nobody's sign-off.
    expect(said("entries_confirmed", { automatic: true }).word).toBe("Checked automatically");
    expect(taskWords({ state: "by_hand", evidence: null }, null).word).toBe("Marked complete");
  });
});

describe("a task without anything to show", () => {
  const hint = (kind: string, count: number, started: boolean, state = "open") =>
    emptyHint({ state: state as "open", evidence: { kind, passed: false, summary: "", items: [], count } }, started);

  it("says that it can be marked complete only where its row has the button for it", () => {
    expect(hint("questions_sent", 0, true)).toBe("Mark this task complete if there's nothing to ask.");
    expect(hint("entries_confirmed", 0, true, "waiting")).toBe("Mark this task complete if no entries are needed.");
    expect([hint("questions_sent", 0, false), hint("questions_sent", 2, true), hint("tie_outs", 0, true)]).toEqual([null, null, null]);
    expect(hint("questions_sent", 0, true, "by_hand")).toBeNull();
  });
});
