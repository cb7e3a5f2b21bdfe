import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { QueuedRead, QueuedWrite } from "#shared/contract/sync/queue.ts";
import type { Outlook } from "#shared/contract/sync/sync.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import {
  knownRead,
  knownWrites,
  lineGoesOn,
  lineProgress,
  lineShortly,
  lineState,
  lineWhat,
  lineWhy,
  needsReview,
  nextSync,
  queueLines,
  queueTotals,
  totalsText,
  waitsFor,
  waitsForNetwork,
  waitsForPerson,
} from "../../../src/renderer/features/sync-queue/queue-rows.ts";
import { formatMoney } from "../../../src/renderer/format/amounts/amount.ts";
import { formatDay } from "../../../src/renderer/format/dates/date.ts";
import { knownFailure } from "../../../src/renderer/format/labels/problem-labels.ts";
import { endsLabel, outlookInputs, unknownEndText } from "../../../src/renderer/format/labels/sync-estimate-labels.ts";
import { SYNC_LABELS, shownState } from "../../../src/renderer/format/labels/sync-labels.ts";
import { contactIdOf, jobFacts, listReason } from "../../../src/renderer/format/labels/write-facts.ts";

openStaticWindow();
const { queueColumns } = await import("../../../src/renderer/features/sync-queue/queue-columns.tsx");

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString() as never;

const outlook: Outlook = {
  ...{ callsLeft: 118, unsized: 0, goesOnAt: null, finishesAt: at(4), finishesLateAt: at(6) },
  inputs: {
    ...{ callsPerMinute: 60, burstRoom: 12, appCallsPerMinute: 10_000, appSharedBy: 3, callsAtOnce: 4, writesAhead: 2 },
    ...{ samples: 46, samplesNeeded: 20, medianMs: 240, p90Ms: 1_010, ownMs: 30 },
    ...{ dayLeft: 80, dayLimit: 5_000, dayFreeAt: at(600), monthReadsLeft: null },
  },
};
const read = (clientId: string, change: Partial<QueuedRead> = {}): QueuedRead => ({
  ...{ clientId, name: clientId, ledger: "Ledger A", state: "up_to_date", active: false, paused: false, goesFirst: false },
  ...{ queue: null, outlook: null, streams: [], streamsDone: 19, streamsTotal: 19, asOf: null, budget: null, problem: null },
  planned: { state: "waiting", nextAt: at(30), why: "every 1 h: no period is in close" },
  ...change,
});
const write = (jobId: string, position: number | null, change: object = {}): QueuedWrite =>
  ({
    ...{ clientId: "oak", name: "oak", position, queue: null },
    job: {
      jobId,
      state: position === null ? "rejected" : "queued",
      title: "New bill",
      operations: [],
      items: [],
      checks: [],
      failure: null,
      ...change,
    },
  }) as unknown as QueuedWrite;

const waiting = read("elm", {
  ...{ state: "queued", active: true, outlook },
  queue: { reason: "minute", position: 5, waiting: 2, resumeAt: at(1) },
  streams: [{ label: "Bills", state: "queued", seen: 0, totalKnown: null }],
});

describe("the firm's queue", () => {
  it("says of a read that can't reach its ledger that it is unavailable, whenever it is planned again", () => {
    const line = queueLines([read("ash", { state: "offline" })], [], "all")[0];
    expect(line && lineState(line).word).toBe("Unavailable");
    // The schedule may have noticed by then that this computer is what is offline.
    const noticed = read("ash", { state: "offline", planned: null });
    const [offline] = queueLines([knownRead(noticed, true)], [], "all");
    expect(offline && lineState(offline).word).toBe("Offline");
  });

  it("promises no automatic sync while this computer is offline, and leaves what runs or needs someone as it is", () => {
    const told = (one: QueuedRead) => {
      const [line] = queueLines([knownRead(one, true)], [], "all");
      return line && [lineState(line).word, lineWhy(line, NOW), lineGoesOn(line)];
    };
    for (const state of ["up_to_date", "never_synced"] as const) expect(told(read("ash", { state }))).toEqual(["Offline", "", at(30)]);
    for (const other of [waiting, read("fir", { state: "needs_sign_in", planned: null })]) expect(knownRead(other, true)).toBe(other);
    expect(knownRead(read("ash"), false)).toEqual(read("ash"));
  });

  it("has one cause for what waits while no ledger can be reached: none is said to be down", () => {
    const failure = { code: "ledger_unreachable", message: "Ledger C isn't answering." } as const;
    const writes = [write("w1", 1, { failure }), write("w2", null, { failure }), write("w3", 2)];
    const told = (offline: boolean) =>
      queueLines([], knownWrites(writes, offline), "all").map((line) => lineWhy(line, NOW).replace(/^.*first · /, ""));
    expect(told(true)).toEqual([
      "Offline. Tieout sends the update automatically.",
      "Waiting in the queue. Tieout sends the update automatically.",
      // An update that was sent keeps its own reason.
      "Ledger C isn't answering.",
    ]);
    expect(told(false)[0]).toBe("Ledger C isn't answering. Tieout sends the update automatically.");
    const known = (offline: boolean, code: "ledger_unreachable" | "busy") => knownFailure({ ...failure, code }, offline, "Wait.");
    expect(known(true, "ledger_unreachable")).toEqual({
      ...failure,
      message: "No ledger can be reached from this computer.",
      next: "Wait.",
    });
    expect([known(false, "ledger_unreachable"), known(true, "busy")]).toEqual([failure, { ...failure, code: "busy" }]);
    expect(totalsText(queueTotals([read("ash"), read("elm")], []), false, true)).toBe("2 clients sync once you're online");
  });

  it("tells what a ledger answered as it is, because a ledger that answers was reached", () => {
    const message = "Ledger C is down for maintenance.";
    const ledgerError = { status: 503, body: "Down for maintenance", request: "GET /bills" };
    const failure = { code: "ledger_unreachable", message, ledgerError } as const;
    expect(knownFailure(failure, true, "Wait.")).toBe(failure);
    const [line] = queueLines([], knownWrites([write("w1", 1, { failure })], true), "all");
    expect(line && lineWhy(line, NOW)).toContain(`${message} Tieout sends the update automatically.`);
  });

  it("calls a sync that runs while no ledger can be reached a try", () => {
    const [line] = queueLines([knownRead(read("ash", { active: true, state: "syncing", planned: null }), true)], [], "all");
    expect(line && lineState(line).word).toBe("Retrying");
    const client = { demo: false, ledger: "Ledger A" };
    const words = (offline: boolean) =>
      (["syncing", "up_to_date", "queued", "paused"] as const).map((state) => SYNC_LABELS[shownState({ ...client, state }, offline)].word);
    expect(words(true)).toEqual(["Retrying", "Offline", "Queued", "Paused"]);
    expect(words(false)).toEqual(["Syncing", "Up to date", "Queued", "Paused"]);
  });

  it("lets what is planned or ready to be sent wait for the network, and nothing that runs or needs someone", () => {
    const reads = [read("ash"), waiting, read("fir", { state: "needs_sign_in" }), read("elm", { planned: null })];
    const held = { ...write("held", 2), queue: { reason: "minute", position: 1, waiting: 0, resumeAt: at(1) } } as unknown as QueuedWrite;
    const lines = queueLines(reads, [write("ready", 1), held, write("rejected", null)], "all");
    const keys = lines.filter(waitsForNetwork).map(({ key }) => key);
    expect(keys).toEqual(["write ready", "read ash"]);
  });

  it("counts the parts of an update in words, where it has several", () => {
    const progress = (outcomes: readonly string[]) => {
      const items = outcomes.map((outcome) => ({ outcome }));
      const line = queueLines([], [write("w", null, { items })], "all")[0];
      return line && lineProgress(line);
    };
    expect([["rejected"], ["accepted", "rejected"]].map(progress)).toEqual(["", "1 of 2 parts"]);
  });

  it("tells an update by its day, amount and memo, as far as its title doesn't", () => {
    const line = (amount: string, tax: object = {}) => ({ net: { amount, currency: "NZD" }, ...tax });
    const create = (document: object) => ({ kind: "create_document", document: { currency: "NZD", issueDate: "2026-10-31", ...document } });
    const journal = create({ type: "journal", memo: "Depreciation", lines: [line("460.00"), line("-460.00")] });
    const day = formatDay("2026-10-31");
    const told = (title: string, ...operations: readonly object[]) => jobFacts({ title, items: [], operations } as never, "Elm");
    expect(told("New journal", journal)).toEqual([day, formatMoney("460.00", "NZD"), "Depreciation", "Elm"]);
    expect(told("New journal, Depreciation", journal)).toEqual([day, formatMoney("460.00", "NZD"), "Elm"]);
    expect(told("New journal and 1 more", journal, journal)).toEqual([]);
    const bill = (more: object) => create({ type: "purchase_bill", number: "7", party: { id: "elm" }, lines: [line("100.00")], ...more });
    expect(told("New bill 7", bill({}))[1]).toBe(`${formatMoney("100.00", "NZD")} before tax`);
    expect(told("New bill 7", bill({ tax: { basis: "none" } }))[1]).toBe(formatMoney("100.00", "NZD"));
    const taxed = line("100.00", { tax: { amount: { amount: "15.00", currency: "NZD" } } });
    expect(told("New bill 7", bill({ lines: [taxed] }))[1]).toBe(formatMoney("115.00", "NZD"));
    expect([[bill({})], [journal], [bill({}), journal]].map((operations) => contactIdOf({ operations } as never))).toEqual([
      ...["elm", null, null],
    ]);
    const [queued] = queueLines([], [write("d", null, { title: "New journal", operations: [journal] })], "all");
    expect(queued && lineWhat(queued)).toBe(`New journal, ${day}, ${formatMoney("460.00", "NZD")}, Depreciation`);
  });

  it("has the amount of an update, which comes last, on a further line where one is short, and a sync always on one", () => {
    const lines = [{ net: { amount: "460.00", currency: "NZD" } }, { net: { amount: "-460.00", currency: "NZD" } }];
    const document = { type: "journal", currency: "NZD", issueDate: "2026-10-31", lines };
    const draft = write("d", null, { title: "New journal", operations: [{ kind: "create_document", document }] });
    const column = queueColumns(() => NOW).find(({ id }) => id === "what");
    const [update, sync] = queueLines([read("ash")], [draft], "all").map((line) =>
      renderToStaticMarkup(createElement(Fragment, null, column?.cell(line, -1))),
    );
    expect(update).toMatch(/<span class="[^"]*inThreeLines.*460\.00<\/span>/);
    expect(sync).toMatch(/<span class="[^"]*ellipsis/);
  });

  it("has its act at the edge of the table", () => {
    expect(queueColumns(() => NOW).at(-1)).toMatchObject({ header: "Action", atEdge: true });
  });

  it("says of an update that was posted in part which of its parts isn't", () => {
    const item = (title: string, outcome: string) => ({ title, outcome, ...(outcome === "accepted" ? {} : { message: "No." }) });
    const told = (...items: readonly object[]) => listReason({ state: "partial", checks: [], failure: null, items } as never);
    const posted = item("New bill 1", "accepted");
    expect(told(posted, item("New bill 2", "rejected"))).toBe("1 of 2 posted. Not posted: New bill 2. No.");
    expect(told(item("New bill 2", "rejected"), posted, item("New bill 3", "conflict"))).toBe(
      "1 of 3 posted. Not posted: New bill 2 and 1 more. No.",
    );
    expect(listReason({ state: "rejected", checks: [], failure: null, items: [item("New bill 2", "rejected")] } as never)).toBe("No.");
  });

  it("names the first of several data sets where room is short, and says what a line waits for", () => {
    const streams = ["Bills", "Invoices", "Payments"].map((label) => ({ label, state: "queued" as const, seen: 0, totalKnown: null }));
    const lines = queueLines([{ ...waiting, streams }], [write("w", null), write("d", null, { state: "draft" })], "all");
    expect(lines.map(lineShortly)).toEqual(["Bills and 2 more", "New bill", "New bill"]);
    expect(lines.slice(1).map(waitsFor)).toEqual(["When resolved", "When sent"]);
  });

  it("gives a way into an update that needs someone, and none into one that goes out automatically", () => {
    const denied = { failure: { code: "keychain_unavailable", message: "" } };
    const busy: QueuedWrite = { ...write("busy", null), queue: { reason: "minute", position: 1, waiting: 0, resumeAt: at(1) } };
    const writes = [write("draft", null, { state: "draft" }), write("rejected", null), write("held", 1, denied), write("next", 1), busy];
    expect(writes.filter(needsReview).map(({ job }) => job.jobId)).toEqual(["draft", "rejected", "held"]);
  });

  it("puts writes that go before reads, then what waits for a person, then what comes automatically", () => {
    const lines = queueLines([waiting, read("ash")], [write("w1", null), write("w2", 1)], "all");
    expect(lines.map((line) => line.key)).toEqual(["write w2", "read elm", "write w1", "read ash"]);
    const keys = (scope: "now" | "reads" | "writes") =>
      queueLines([waiting, read("ash")], [write("w1", null)], scope).map((line) => line.key);
    expect(keys("now")).toEqual(["read elm", "write w1"]);
    expect(keys("reads")).toEqual(["read elm", "read ash"]);
    expect(keys("writes")).toEqual(["write w1"]);
  });

  it("calls a limit a wait with its reason and what is ahead, and never a failure", () => {
    const [line] = queueLines([{ ...waiting, goesFirst: true }], [], "all");
    if (line === undefined) throw new Error("no line");
    expect(lineState(line).word).toBe("Queued");
    expect(lineWhy(line, NOW)).toBe("Prioritized · per-minute limit · 4 requests ahead");
    expect(lineWhat(line)).toBe("Bills");
    expect(lineGoesOn(line)).toBe(at(1));
    expect(lineProgress(line)).toBe("19 of 19 data sets");
  });

  it("calls no running sync up to date: the ledger's reports are still to come", () => {
    const word = (change: Partial<QueuedRead>) => {
      const [line] = queueLines([read("elm", { state: "up_to_date", active: true, ...change })], [], "all");
      return line && lineState(line).word;
    };
    expect(word({})).toBe("Syncing");
    expect(word({ queue: waiting.queue })).toBe("Queued");
    expect(word({ active: false, planned: null })).toBe("Up to date");
  });

  it("counts nothing of a sync that hasn't begun: what an earlier one read isn't its progress", () => {
    const progress = (change: Partial<QueuedRead>) => {
      const [line] = queueLines([read("elm", { active: true, ...change })], [], "all");
      return line && lineProgress(line);
    };
    expect(progress({ state: "queued" })).toBe("");
    expect(progress({ state: "syncing", streamsDone: 7 })).toBe("7 of 19 data sets");
    // Everything is read and the ledger's reports are still to come.
    expect(progress({ state: "up_to_date" })).toBe("19 of 19 data sets");
    // What is planned, whole or cut short.
    expect(progress({ active: false })).toBe("");
    expect(progress({ active: false, state: "incomplete", streamsDone: 7 })).toBe("7 of 19 data sets");
  });

  it("says that the ledger's reports are read, all the while they are", () => {
    const told = (checking: boolean, change: Partial<QueuedRead> = {}) => {
      const [line] = queueLines([knownRead(read("elm", { active: true, state: "syncing", ...change }), false, checking)], [], "all");
      return line && [lineWhat(line), lineProgress(line), lineState(line).word];
    };
    expect(told(true)).toEqual(["Ledger reports for tie-outs", "19 of 19 data sets", "Syncing"]);
    expect(told(true, { state: "queued", queue: waiting.queue })).toEqual(["Ledger reports for tie-outs", "19 of 19 data sets", "Queued"]);
    expect(told(false)).toEqual(["Next data sets or reports", "", "Syncing"]);
  });

  it("names the next automatic sync, and no client that is only checked or tried at its time", () => {
    const planned = (state: "waiting" | "held" | "offline", minutes: number) => ({ planned: { state, nextAt: at(minutes), why: "" } });
    const others = [
      read("held", planned("held", 1)),
      read("down", planned("offline", 2)),
      read("away", { ...planned("waiting", 3), state: "offline" }),
      read("ended", { ...planned("waiting", 4), state: "needs_sign_in" }),
      read("paused", { planned: { state: "paused", nextAt: null, why: "" } }),
    ];
    expect(nextSync(others)).toBeNull();
    expect(nextSync([...others, read("ash"), read("oak", planned("waiting", 20))])).toEqual({ name: "oak", at: at(20) });
  });

  it("says of an idle client when it comes and why, and keeps what is wrong in sight", () => {
    const [idle, failed] = queueLines([read("ash"), read("fir", { state: "failed", problem: "The disk is full." })], [], "all");
    if (idle === undefined || failed === undefined) throw new Error("no line");
    expect([lineState(idle).word, lineWhy(idle, NOW), lineGoesOn(idle)]).toEqual(["Scheduled", "Every 1 h: no period is in close", at(30)]);
    expect([lineState(failed).word, lineWhy(failed, NOW)]).toEqual(["Failed", "The disk is full."]);
  });

  it("lets a client's second write stand behind its first", () => {
    const [, second] = queueLines([], [write("w1", 1), write("w2", 2)], "all");
    if (second === undefined) throw new Error("no line");
    expect(lineWhy(second, NOW)).toMatch(/^1 other update for this client goes first · /);
    expect(lineGoesOn(second)).toBeNull();
  });

  it("counts what moves, what comes and what stands still", () => {
    const reads = [waiting, read("ash"), read("fir", { paused: true, planned: { state: "paused", nextAt: null, why: "paused" } })];
    const totals = queueTotals(reads, [write("w1", null), write("w2", 1)]);
    expect(totals).toEqual({
      reading: 0,
      waiting: 1,
      byThemselves: 1,
      signIns: 0,
      still: 1,
      callsLeft: 118,
      writesGoing: 1,
      writesHeld: 0,
      writesAfterSafeMode: 0,
      writesForPeople: 1,
      drafts: 0,
    });
    expect(totalsText(totals)).toBe(
      "1 sync queued · at least 118 requests to go · 1 client will sync automatically · 1 client isn't scheduled to sync · 1 ledger update will finish automatically · 1 ledger update needs attention",
    );
    // A draft waits for its author, and nothing is wrong with it.
    const left = [write("w1", null), write("w2", null), write("w3", null, { state: "draft" })];
    expect(totalsText(queueTotals([], left))).toBe("2 ledger updates need attention · 1 draft ledger update");
    expect(totalsText(queueTotals([], []))).toBe("No ledger updates waiting");
    // Not all of them could be read: it isn't known that none waits.
    expect(totalsText(queueTotals([], []), false)).toBe("");
  });

  it("doesn't say that an update will finish automatically while it needs a sign-in or Tieout is in safe mode", () => {
    const held = write("w1", 1);
    const failure = { code: "keychain_unavailable", message: "The keychain is locked." } as const;
    const writes = [{ ...held, job: { ...held.job, state: "queued" as const, failure } }, write("w2", 2)];
    expect(totalsText(queueTotals([], writes))).toBe("1 ledger update will finish automatically · 1 ledger update on hold");
    expect(totalsText(queueTotals([], writes, true))).toBe("1 ledger update on hold · 1 ledger update waits until safe mode ends");
    const [, line] = queueLines([], writes, "all");
    if (line === undefined) throw new Error("no line");
    expect([lineWhy(line, NOW), lineWhy(line, NOW, true)].map((why) => why.includes("sends the update automatically"))).toEqual([
      true,
      false,
    ]);
  });

  it("promises no next request of a sync whose sign-in has ended, nor of an update that needs a decision", () => {
    const ended = read("oak", { state: "needs_sign_in" });
    const [update, sync] = queueLines([ended], [write("w1", null)], "all");
    if (update === undefined || sync === undefined) throw new Error("no line");
    expect([waitsForPerson(sync), waitsForPerson(update), lineGoesOn(sync)]).toEqual([true, true, null]);
    expect(totalsText(queueTotals([ended], []))).toBe("1 client disconnected · no ledger updates waiting");
  });
});

describe("the end of a reading", () => {
  it("is a span, near in minutes and far as times, and the earliest where sizes are not known", () => {
    expect(endsLabel(outlook, NOW)).toBe("in 4 to 6 min");
    expect(endsLabel({ ...outlook, finishesAt: at(0.5), finishesLateAt: at(2) }, NOW)).toBe("in 30 s to 2 min");
    expect(endsLabel({ ...outlook, unsized: 2 }, NOW)).toBe("in 4 min at the earliest");
    expect(endsLabel({ ...outlook, finishesLateAt: at(4) }, NOW)).toBe("in 4 min");
    expect(endsLabel({ ...outlook, unsized: 2, finishesLateAt: at(4) }, NOW)).toBe("in 4 min at the earliest");
    expect(endsLabel({ ...outlook, finishesAt: at(0), finishesLateAt: at(2) }, NOW)).toBe("within 2 min");
    expect(endsLabel({ ...outlook, finishesAt: at(0), finishesLateAt: at(0) }, NOW)).toBe("now");
    expect(endsLabel({ ...outlook, unsized: 2, finishesAt: at(0), finishesLateAt: at(0) }, NOW)).toBe("unknown");
    expect(endsLabel({ ...outlook, finishesLateAt: at(200) }, NOW, "UTC")).toMatch(/^12:04.* to .*3:20/);
  });

  it("is unknown with its reason before enough was timed", () => {
    const unknown = { ...outlook, finishesAt: null, finishesLateAt: null, inputs: { ...outlook.inputs, samples: 19 } };
    expect(endsLabel(unknown, NOW)).toBe("unknown");
    expect(unknownEndText(unknown)).toContain("once it has timed 20 requests to this ledger. So far, it has timed 19.");
    expect(unknownEndText(outlook)).toBeNull();
  });

  it("comes with everything that it rests on", () => {
    const inputs = new Map(outlookInputs(outlook, NOW));
    expect(inputs.get("Requests still to send")).toBe("118");
    expect(inputs.get("Ledger's rate limit")).toBe("60 requests a minute; right now, up to 12 can be sent without a pause");
    const noRoom = { ...outlook, inputs: { ...outlook.inputs, burstRoom: 0 } };
    expect(new Map(outlookInputs(noRoom, NOW)).get("Ledger's rate limit")).toBe("60 requests a minute");
    expect(inputs.get("Time per request")).toBe("Usually 0.24 s; 1 in 10 takes longer than 1.01 s (last 46 requests)");
    expect(inputs.get("Ledger's rate limit for all clients")).toBe("10,000 requests a minute, shared by 3 clients with requests waiting");
    expect(inputs.get("Ledger update requests that go first")).toBe("2");
    expect(inputs.get("Remaining requests (24-hour limit)")).toMatch(/^80 of 5,000; 118 requests available from /);
    expect(inputs.has("Remaining reads this month")).toBe(false);
  });
});
