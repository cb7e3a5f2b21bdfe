import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sideOf } from "#main/domain/review-bundles/review-descriptions.ts";
import { compareReviews } from "#main/domain/review-bundles/review-merge.ts";
import { CARRIED_KINDS } from "#shared/model/close/decision-kinds.ts";
import {
  type CarriedDecision,
  type CarriedEvent,
  type CarriedNote,
  type ClientReview,
  carriedDecision,
} from "#shared/model/close/review-bundle.ts";
import { budgetFact } from "#shared/model/firm/fact.ts";

const EMPTY: ClientReview = { notes: [], tasks: [], events: [], decisions: [], inputs: [], statements: [], files: [] };

function note(text: string, steps: readonly string[], removedMs: number | null = null): Pick<ClientReview, "notes" | "events"> {
  const about = { subjectKind: "client", subjectId: "", subjectLabel: null, seen: null } as const;
  const life = { person: "anna@a", madeMs: 1, changedMs: 1, removedMs, removedBy: removedMs === null ? null : "anna@a" };
  const made: CarriedNote = { id: "n", ...about, replyTo: null, text, mentions: [], ...life };
  const events = steps.map((after, atMs): CarriedEvent => ({ itemId: "n", what: "edited", before: null, after, person: "x", atMs }));
  return { notes: [made], events };
}

function decision(body: string, person: string, madeMs: number, undoneMs: number | null = null): CarriedDecision {
  return { kind: "flux_explanation", subject: "s", body, person, madeMs, undoneMs, undoneBy: undoneMs === null ? null : person };
}

const states = (ours: Partial<ClientReview>, theirs: Partial<ClientReview>) =>
  compareReviews({ ...EMPTY, ...ours }, { ...EMPTY, ...theirs }).steps.map(({ state }) => state);

describe("a review that comes from another machine", () => {
  it.each<[string, Partial<ClientReview>, Partial<ClientReview>, string[]]>([
    ["a note that is not here", {}, note("a", ["a"]), ["new"]],
    ["one that they changed after ours", note("a", ["a"]), note("b", ["a", "b"]), ["changed"]],
    ["one that we changed after theirs", note("b", ["a", "b"]), note("a", ["a"]), []],
    ["one that both changed", note("b", ["a", "b"]), note("c", ["a", "c"]), ["conflict"]],
    ["one that they removed", note("a", ["a"]), note("a", ["a", "removed"], 9), ["taken_back"]],
    ["a decision that is not here", {}, { decisions: [decision("1", "pat", 1)] }, ["new"]],
    ["one that is here", { decisions: [decision("1", "pat", 1)] }, { decisions: [decision("1", "pat", 1)] }, []],
    ["the same said twice", { decisions: [decision("1", "pat", 1)] }, { decisions: [decision("1", "pat", 2)] }, []],
    ["another, without knowing ours", { decisions: [decision("1", "pat", 1)] }, { decisions: [decision("2", "anna", 2)] }, ["conflict"]],
    [
      "another, knowing ours",
      { decisions: [decision("1", "pat", 1)] },
      { decisions: [decision("1", "pat", 1, 2), decision("2", "anna", 2)] },
      ["changed"],
    ],
    ["ours taken back", { decisions: [decision("1", "pat", 1)] }, { decisions: [decision("1", "pat", 1, 5)] }, ["taken_back"]],
    ["theirs taken back here", { decisions: [decision("1", "pat", 1, 5)] }, { decisions: [decision("1", "pat", 1)] }, []],
  ])("%s", (_, ours, theirs, expected) => expect(states(ours, theirs)).toEqual(expected));

  it("a review imported into itself changes nothing, and a conflict is one from either side", () => {
    const made = fc.record({ body: fc.constantFrom("1", "2"), person: fc.constantFrom("pat", "anna"), undone: fc.boolean() });
    // Only the last decision on a subject is active.
    const review = fc.array(made, { maxLength: 4 }).map(
      (list): ClientReview => ({
        ...EMPTY,
        decisions: list.map(({ body, person, undone }, at) => decision(body, person, at, undone || at < list.length - 1 ? 100 + at : null)),
      }),
    );
    fc.assert(
      fc.property(review, review, (a, b) => {
        expect(compareReviews(a, a)).toMatchObject({ steps: [], history: [] });
        const isConflict = (of: ReturnType<typeof compareReviews>) => of.steps.some(({ state }) => state === "conflict");
        expect(isConflict(compareReviews(a, b))).toBe(isConflict(compareReviews(b, a)));
      }),
    );
  });
});

describe("a decision of another machine", () => {
  it("is told in words, whatever its body holds under the names that are told", () => {
    const odd = { toString: 1, valueOf: 1 };
    const names = ["name", "closing", "date", "every", "first", "support", "text", "amount", "on", "title", "join", "type", "hash", "why"];
    for (const kind of CARRIED_KINDS)
      for (const what of ["support", "item", "cleared", "policy"]) {
        const body = JSON.stringify({
          ...Object.fromEntries(names.map((name) => [name, odd])),
          what,
          task: { title: odd },
          policy: { type: odd },
        });
        expect(sideOf({ ...decision(body, "anna@a", 1), kind }).text).toEqual(expect.any(String));
      }
  });

  it("is refused at the door with a time that no calendar has, as every fact of the firm's log is", () => {
    const made = (madeMs: number) => carriedDecision.safeParse(decision("{}", "anna@a", madeMs)).success;
    expect([made(Date.UTC(2026, 10, 21)), made(Date.UTC(9999, 0)), made(Number.MAX_SAFE_INTEGER)]).toEqual([true, false, false]);
    const budget = { name: "b", fileName: "b.csv", sha256: "", person: "anna@a", madeMs: 1, undoneMs: null, undoneBy: null };
    const read = (part: object) => budgetFact.safeParse({ ...budget, amounts: [["a", "2026-10", "1.00"]], ...part }).success;
    expect([
      read({}),
      read({ madeMs: 9e15 }),
      read({ amounts: [["a", "2026-10", "much"]] }),
      read({ amounts: [["a", "soon", "1"]] }),
    ]).toEqual([...[true, false, false, false]]);
  });
});

describe("a bank statement that comes from another machine", () => {
  const statement = (more: object = {}) =>
    ({
      ...{ accountId: "bank", sha256: "f1", part: 0, person: "anna@a", madeMs: 1, undoneMs: null, undoneBy: null },
      ...{ from: "2026-10-01", to: "2026-10-31", lines: [], ...more },
    }) as unknown as ClientReview["statements"][number];
  const compared = (ours: object[], theirs: object[]) => {
    const { steps, same } = compareReviews({ ...EMPTY, statements: ours.map(statement) }, { ...EMPTY, statements: theirs.map(statement) });
    return [
      steps.map(({ key, what, state, ours: own }) => [key, what, state, own === null ? null : (own as { sha256: string }).sha256]),
      same,
    ];
  };
  const KEY = "statement/bank/f1/0/anna@a/1";

  it("is new, or known, or taken back", () => {
    expect(compared([], [{}])).toEqual([[[KEY, "statement", "new", null]], 0]);
    expect(compared([{}], [{}])).toEqual([[], 1]);
    expect(compared([{}], [{ undoneMs: 5 }])).toEqual([[[KEY, "statement", "taken_back", "f1"]], 0]);
    expect([compared([{ undoneMs: 5 }], [{}]), compared([{ undoneMs: 5 }], [{ undoneMs: 6 }]), compared([], [{ undoneMs: 6 }])]).toEqual([
      [[], 1],
      [[], 1],
      [[], 1],
    ]);
  });

  it("is one with the same part of the same file, and in conflict with another of its days", () => {
    const theirs = { person: "ben@b", madeMs: 9 };
    expect(compared([{}], [theirs])).toEqual([[], 1]);
    const key = (part: string) => `statement/bank/${part}/ben@b/9`;
    expect(compared([{}], [{ ...theirs, part: 1 }])).toEqual([[[key("f1/1"), "statement", "conflict", "f1"]], 0]);
    expect(compared([{}], [{ ...theirs, sha256: "f2" }])).toEqual([[[key("f2/0"), "statement", "conflict", "f1"]], 0]);
    expect(compared([{}], [{ ...theirs, sha256: "f2", from: "2026-11-01", to: "2026-11-30" }])).toEqual([
      [[key("f2/0"), "statement", "new", null]],
      0,
    ]);
    expect(compared([{ accountId: "other" }], [{ ...theirs, sha256: "f2" }])[0]).toEqual([[key("f2/0"), "statement", "new", null]]);
    // What was taken back here is no rival.
    expect(compared([{ undoneMs: 5 }], [{ ...theirs, sha256: "f2" }])[0]).toEqual([[key("f2/0"), "statement", "new", null]]);
  });

  it("comes before the notes, tasks and decisions, each with its name", () => {
    const theirs = { ...EMPTY, ...note("a", ["a"]), statements: [statement()], decisions: [decision("1", "pat", 1)] };
    const task = { ...theirs.notes[0], title: "t" } as unknown as ClientReview["tasks"][number];
    const all = compareReviews(EMPTY, { ...theirs, tasks: [task] });
    expect(all.steps.map(({ key, what, state }) => [key, what, state])).toEqual([
      [KEY, "statement", "new"],
      ["note/n", "note", "new"],
      ["task/n", "task", "new"],
      ["decision/flux_explanation/s/pat/1", "decision", "new"],
    ]);
    expect([all.same, compareReviews({ ...theirs, tasks: [task] }, { ...theirs, tasks: [task] })]).toEqual([
      0,
      { steps: [], same: 4, history: [] },
    ]);
  });

  it("leaves decisions that were undone before they were known here in the history", () => {
    const undone = decision("1", "pat", 1, 5);
    const { steps, history } = compareReviews(EMPTY, { ...EMPTY, decisions: [undone, decision("2", "pat", 6)] });
    expect([steps.length, history]).toEqual([1, [undone]]);
    expect(compareReviews({ ...EMPTY, decisions: [undone] }, { ...EMPTY, decisions: [undone] }).history).toEqual([]);
    // The same words of another person are another decision.
    expect(states({ decisions: [decision("1", "pat", 1)] }, { decisions: [decision("1", "anna", 2)] })).toEqual(["conflict"]);
  });
});
