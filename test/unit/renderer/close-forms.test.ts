import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reconciliationProgress } from "#shared/contract/close/reconciliation-progress.ts";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { instant } from "#shared/kernel/instant.ts";
import type { AdjustingEntry } from "#shared/model/close/adjusting-entry.ts";
import {
  barMonthOf,
  closedOverWords,
  fieldChanges,
  mayReopen,
  namedTask,
  partOf,
  placeOf,
  profitEffect,
  unknownEffectWords,
} from "../../../src/renderer/features/close/close-labels.ts";
import { cutOffWords, nothingReady, openWords } from "../../../src/renderer/features/close/gates/gate-labels.ts";
import {
  type EntryForm,
  emptyEntry,
  entriesToAct,
  entryBalance,
  entryForm,
  entryWords,
  isUneven,
  postedWords,
  readEntry,
  scheduleOf,
} from "../../../src/renderer/features/close/journals/adjusting-form.ts";
import {
  countedViews,
  differenceOf,
  nextAccount,
  progressWords,
  readSupport,
  rowsInView,
  type SupportForm,
  stateWords,
  supportForm,
} from "../../../src/renderer/features/close/reconciliations/reconciliation-form.ts";
import { automaticWords, blockReason, signedWords } from "../../../src/renderer/features/close/reconciliations/reconciliation-labels.ts";
import { draftedWords, sentSoFar } from "../../../src/renderer/format/labels/write-labels.ts";

const row = (accountId: string, state: ReconciliationRow["state"], required = true, signed = "open", signOffs: readonly object[] = []) =>
  ({ accountId, state, required, signed, signOffs }) as unknown as ReconciliationRow;
const item = (key: number, text: string, amount: string, date = "2026-10-20") => ({
  ...{ key, text, date, amount, documentId: null },
  ...{ owner: "", expected: "", carried: false },
});
const form = (support: string, items: SupportForm["items"] = []): SupportForm => ({ support, note: "", items });

describe("reconciliations", () => {
  const rows = [
    row("a", "reconciled", true, "reviewed"),
    row("b", "no_support"),
    row("c", "not_required", false),
    row("d", "difference", false),
    row("e", "moved"),
  ];
  const ids = (view: "open" | "required" | "all", openId: string | null = null) =>
    rowsInView(rows, view, openId).map((one) => one.accountId);

  it("shows what is to do, and keeps what stands open in its place", () => {
    expect(ids("all")).toEqual(["a", "b", "c", "d", "e"]);
    expect(ids("required")).toEqual(["a", "b", "d", "e"]);
    expect(ids("open")).toEqual(["b", "d", "e"]);
    expect(ids("open", "a")).toEqual(["a", "b", "d", "e"]);
    expect(reconciliationProgress(rows)).toEqual({ required: 3, automatic: 0, prepared: 1, reviewed: 1, stale: 0 });
  });

  it("count what isn't required beside what is", () => {
    const views = countedViews(rows);
    expect(views.map(({ word, count }) => `${word} ${count}`)).toEqual(["To do 3", "Required 4", "All 5"]);
    expect(views.at(-1)?.means).toContain("2 of them aren't required in this period.");
    expect(countedViews(rows.slice(0, 2)).at(-1)?.means).not.toContain("required");
  });

  it("tell a statement without a closing balance from an account out of balance", () => {
    const words = (difference: ReconciliationRow["difference"]) =>
      stateWords({ state: "difference", bank: "difference", toMatch: 0, difference }).word;
    expect(words(null)).toBe("No closing balance");
    expect(words(decimal("1.00"))).toBe(stateWords({ state: "difference", bank: null, toMatch: null, difference: decimal("1.00") }).word);
  });

  it("say of a sign-off that it waits for the firm's server only while it doesn't count", () => {
    const word = (signed: ReconciliationRow["signed"], waiting: boolean) =>
      signedWords({ signed, signOffs: [{ waiting }] as unknown as ReconciliationRow["signOffs"] }).word;
    expect([word("open", true), word("open", false), word("prepared", true)]).toEqual(["Waiting for server", "Not signed off", "Prepared"]);
  });

  it("tell an account whose lines are matched and whose fees are missing from one with lines to match", () => {
    expect(stateWords({ state: "to_match", bank: "to_match", toMatch: 2, difference: null }).word).toBe("Lines to match");
    const fees = stateWords({ state: "to_match", bank: "to_match", toMatch: 0, difference: null });
    expect(fees.word).toBe("Fees to enter");
    expect(fees.means).toBe("Every bank statement line is matched, but some fees aren't in the books yet.");
  });

  it("counts a sign-off only where the account still agrees, and never a stale one", () => {
    const signed = [
      row("a", "reconciled", true, "prepared"),
      row("b", "difference", true, "reviewed"),
      row("c", "reconciled", true, "stale"),
      row("d", "reconciled", false, "reviewed"),
    ];
    expect(reconciliationProgress(signed)).toEqual({ required: 3, automatic: 0, prepared: 1, reviewed: 0, stale: 1 });
    expect([nextAccount(signed, "a"), nextAccount(signed, "c"), nextAccount(rows.slice(0, 1), "a")]).toEqual(["b", "a", null]);
  });

  it("counts what Tieout signed off apart from what people prepared and reviewed", () => {
    const by = (decisionNo: number | null) => [{ role: "reviewer", decisionNo }];
    const signed = [
      row("a", "reconciled", true, "reviewed", by(null)),
      row("b", "reconciled", true, "reviewed", by(null)),
      row("c", "reconciled", true, "reviewed", by(7)),
      row("d", "no_support"),
      row("e", "reconciled", false, "reviewed", by(null)),
    ];
    expect(reconciliationProgress(signed)).toEqual({ required: 4, automatic: 2, prepared: 1, reviewed: 1, stale: 0 });
  });

  it("say how far they are, with what Tieout signed off apart from what people did", () => {
    const said = (automatic: number, prepared: number, reviewed = 0, required = 6) => {
      const { main, more } = progressWords({ required, automatic, prepared, reviewed, stale: 0 });
      return main + more;
    };
    expect(said(2, 0)).toBe("0 of 6 prepared, 2 automatic, 0 reviewed");
    expect(said(2, 3, 1)).toBe("3 of 6 prepared, 2 automatic, 1 reviewed");
    expect(said(2, 4, 1)).toBe("All 6 signed off, 2 automatically, 1 reviewed");
    expect(said(0, 3, 1)).toBe("3 of 6 prepared, 1 reviewed");
    expect(said(2, 0, 0, 2)).toBe("All 2 signed off automatically");
    expect(said(1, 0, 0, 1)).toBe("1 account signed off automatically");
    expect(said(0, 0, 0, 0)).toBe("No required accounts");
  });

  it("name the policy under which Tieout signed an account off", () => {
    expect(automaticWords({ set: null })).toContain("This follows the default policy.");
    const set = { decisionNo: 1, person: "Ana Walker", at: instant("2026-10-12T12:00:00.000Z") };
    expect(automaticWords({ set })).toContain("This follows the policy that Ana Walker set on 12 Oct 2026.");
  });

  it("adds support and items up to the difference while they are typed", () => {
    const closing = decimal("8579.47");
    expect(differenceOf(closing, form("8,000", [item(0, "cheque", "579.47")]))).toBe("0.00");
    expect(differenceOf(closing, form("(20.53)", [item(0, "cheque", "8600")]))).toBe("0.00");
    expect(differenceOf(closing, form("8000", [item(0, "", "")]))).toBe("579.47");
    expect(differenceOf(closing, form("8000", [item(0, "cheque", "12x")]))).toBeNull();
  });

  it("saves what was typed, without empty items", () => {
    const read = readSupport({ ...form("1 000.50", [item(0, " cheque ", "2"), item(1, "", "")]), note: " bank " }, "2026-10-31");
    expect(read).toEqual({
      value: {
        support: "1000.50",
        note: "bank",
        items: [{ text: "cheque", amount: "2", date: "2026-10-20", documentId: null, owner: null, expected: null }],
      },
    });
    expect(supportForm({ support: null, items: [] })).toEqual({ support: "", note: "", items: [] });
  });

  it("names the field that is wrong, and an item of the next period", () => {
    const read = readSupport(form("", [item(3, "late", "2", "2026-11-01"), item(4, "", "2"), item(5, "x", "")]), "2026-10-31");
    expect("errors" in read ? [...read.errors.keys()] : []).toEqual(["support", "3", "4", "5"]);
    expect("errors" in read && read.errors.get("3")).toContain("31 Oct 2026");
  });
});

describe("the effect of a post-close change on the profit", () => {
  it("falls with an expense, rises with income, and is unknown where the postings before are", () => {
    expect(profitEffect({ valued: true, result: decimal("100.00") })).toBe("-100.00");
    expect(profitEffect({ valued: true, result: decimal("-40.00") })).toBe("40.00");
    expect(profitEffect({ valued: false, result: decimal("0.00") })).toBeNull();
    expect(unknownEffectWords({ source: "ledger_lock", currency: "GBP" })).toContain("wasn't closed in Tieout");
    expect(unknownEffectWords({ source: "closed_here", currency: "GBP" })).toBe("Tieout can't tell what this transaction posts in GBP.");
  });
});

describe("a period closed over open work", () => {
  it("quotes the reason, and says so where a script gave none", () => {
    expect(closedOverWords(2, "Bank feed down")).toBe("Closing overrode 2 open required items. Reason: “Bank feed down”");
    expect(closedOverWords(1, "")).toBe("Closing overrode 1 open required item. No reason was given.");
  });
});

describe("a post-close change", () => {
  it("names what changed in the transaction, not that it was added, which its kind says", () => {
    const record = (before: string | null, after: string) => ({ field: "record", before, after });
    expect(fieldChanges([record(null, "created")])).toEqual([]);
    expect(fieldChanges([record("present", "removed"), record("removed", "present")])).toEqual(["Deleted in ledger", "Restored in ledger"]);
    expect(fieldChanges([{ field: "memo", before: null, after: "Rent" }])).toEqual(["Memo: empty → Rent"]);
  });

  it("can reopen only a period that was closed in Tieout", () => {
    expect([mayReopen({ source: "closed_here" }), mayReopen({ source: "ledger_lock" })]).toEqual([true, false]);
  });
});

describe("why an account can't be signed off", () => {
  const blockedBy = (block: "no_support" | "difference" | "needs_file" | "to_match", bank: ReconciliationRow["bank"], toMatch = 1) =>
    blockReason({ blocked: { preparer: block, reviewer: null }, policy: {}, bank, toMatch } as unknown as ReconciliationRow, "preparer");

  it("asks for a balance where one is typed, and for a statement where bank statements are the support", () => {
    expect(blockedBy("no_support", null)).toContain("Enter the balance");
    expect(blockedBy("no_support", "statement_ends_early")).toContain("Import the missing statement");
    expect(blockedBy("difference", "difference")).toContain("bank reconciliation");
    expect(blockedBy("needs_file", "reconciled")).toContain("without a file");
    expect(blockedBy("to_match", "to_match")).toBe("Some bank statement lines aren't matched yet. Match them first.");
    expect(blockedBy("to_match", "to_match", 0)).toBe("Some fees aren't in the books yet. Enter them first.");
  });

  it("asks for the closing balance where the statement has none", () => {
    const open = { blocked: { preparer: "difference" }, policy: {}, bank: "difference", difference: null } as unknown as ReconciliationRow;
    expect(blockReason(open, "preparer")).toBe("The bank statement has no closing balance. Enter the closing balance first.");
  });

  it("says that one's own sign-off waits, and not that a reviewer signed where the preparer's waits", () => {
    const own = "Signed off. The sign-off counts once the firm's server has accepted it.";
    const why = (role: "preparer" | "reviewer", signed: ReconciliationRow["signed"]) =>
      blockReason({ blocked: { [role]: "waiting" }, policy: {}, bank: null, signed } as unknown as ReconciliationRow, role);
    expect([why("preparer", "open"), why("reviewer", "prepared")]).toEqual([own, own]);
    expect(why("reviewer", "open")).not.toBe(own);
  });

  const twice = (signed: ReconciliationRow["signed"], ...signOffs: object[]) =>
    blockReason({ blocked: { preparer: "already" }, policy: {}, bank: null, signed, signOffs } as unknown as ReconciliationRow, "preparer");
  const isNext = "The preparer already signed off, and nothing has changed since. A reviewer must sign off next.";

  it("says that a reviewer is next where only the preparer has signed", () => {
    expect(twice("prepared")).toBe(isNext);
    expect(twice("reviewed")).toBe("Already signed off, and nothing has changed since.");
  });

  it("says that the reviewer's sign-off waits where it does, unless something changed since", () => {
    const preparer = { role: "preparer", stale: false, waiting: false };
    const reviewer = (stale: boolean) => ({ role: "reviewer", stale, waiting: true });
    expect(twice("prepared", preparer, reviewer(false))).toBe(
      "The preparer already signed off, and nothing has changed since. The firm's server hasn't accepted the reviewer's sign-off yet.",
    );
    expect(twice("prepared", preparer, reviewer(true))).toBe(isNext);
    const means = (stale: boolean) => signedWords({ signed: "prepared", signOffs: [preparer, reviewer(stale)] as never }).means;
    expect([means(false), means(true)]).toEqual([expect.stringContaining("reviewer's sign-off yet"), expect.stringContaining("next")]);
  });
});

describe("a gate of flux comparisons", () => {
  it("counts no line of a comparison that isn't available", () => {
    const item = (key: string, overridden = false) => ({ key, text: key, subject: "flux" as const, id: "budget", overridden });
    const words = (blocking: number, ...open: ReturnType<typeof item>[]) => openWords({ gate: "flux", blocking, open });
    expect(words(1, item("budget"))).toBe("1 unavailable flux comparison");
    expect(words(2, item("budget"), item("budget Account:1"))).toBe("1 open material change, 1 unavailable flux comparison");
    expect(words(1, item("budget", true), item("budget Account:1"))).toBe("1 open material change");
  });
});

describe("a sign-off over open work", () => {
  it("says beforehand that it needs the firm's server, where that can't be reached", () => {
    const failure = { code: "server_unreachable", message: "The firm's server can't be reached." } as const;
    expect(cutOffWords({ online: false, failure })).toContain("The server must accept the override before you can sign off");
    const others = [{ online: true, failure: null }, { online: false, failure: null }, null];
    expect(others.map(cutOffWords)).toEqual([null, null, null]);
  });
});

describe("a sign-off with nothing ready", () => {
  const said = (signed: ReconciliationRow["signed"], status: "signed" | "needed" | "ready_for_review", required = true) =>
    nothingReady([{ required, signed }], [{ unavailable: null, rows: [{ material: true, status }] }]);

  it("says that all is signed off, that someone else reviews, or what comes first", () => {
    expect(said("reviewed", "signed")).toContain("No sign-offs are missing");
    expect(said("open", "signed", false)).toContain("No sign-offs are missing");
    expect(
      [said("prepared", "needed"), said("reviewed", "ready_for_review")].map((one) => one.includes("someone who didn't prepare it")),
    ).toEqual([true, true]);
    const [first, second] = [said("open", "signed"), said("reviewed", "needed")];
    expect([first, second].map((one) => one.includes("still needs"))).toEqual([true, true]);
    expect([first, second].map((one) => one.includes("someone who didn't prepare it"))).toEqual([false, false]);
    const signed = { unavailable: null, rows: [{ material: true, status: "signed" as const }] };
    const open = { unavailable: null, rows: [{ material: true, status: "needed" as const }] };
    for (const other of [open, { unavailable: "No budget.", rows: [] }]) expect(nothingReady([], [signed, other])).toContain("still needs");
  });

  it("doesn't pass over a line below its threshold that changed since sign-off, as the gate still counts it", () => {
    const below = (status: "signed" | "needed" | "stale") => nothingReady([], [{ unavailable: null, rows: [{ material: false, status }] }]);
    expect(below("stale")).toContain("still needs");
    for (const status of ["signed", "needed"] as const) expect(below(status)).toContain("No sign-offs are missing");
  });
});

describe("places in the close", () => {
  it("carry the account that stands open, colons in its id and all", () => {
    expect(placeOf(partOf("reconciliations", "Account:35"))).toEqual({ section: "reconciliations", item: "Account:35" });
    expect(placeOf("packs")).toEqual({ section: "packs", item: null });
    expect(placeOf("nothing")).toEqual({ section: "checklist", item: null });
    expect(placeOf(null)).toEqual({ section: "checklist", item: null });
  });
});

const account = (id: string) => ({ id, name: id });
const accrual: EntryForm = {
  ...emptyEntry("accrual", "2026-10-15"),
  title: "Audit fee",
  until: "2026-12-31",
  lines: [
    { key: 0, account: account("1"), description: "", debit: "1,250", credit: "" },
    { key: 1, account: account("2"), description: "fee", debit: "", credit: "1250" },
    { key: 2, account: null, description: "", debit: "", credit: "" },
  ],
};
const definitionOf = (one: EntryForm): AdjustingEntry => {
  const read = readEntry(one);
  if ("errors" in read) throw new Error([...read.errors.values()].join());
  return read.value;
};
const errorsOf = (one: EntryForm) => {
  const read = readEntry(one);
  return "errors" in read ? [...read.errors.keys()].sort() : [];
};

describe("adjusting entries", () => {
  it("read debits and credits, and come back to the same definition", () => {
    const value = definitionOf(accrual);
    expect(value).toMatchObject({ kind: "accrual", from: "2026-10-15", until: "2026-12-31", reverses: true });
    expect("lines" in value && value.lines.map(({ amount }) => amount)).toEqual(["1250", "-1250"]);
    expect(definitionOf(entryForm({ entry: value }))).toEqual(value);
    expect(entryBalance(accrual.lines)).toBe("0");
  });

  it("name what is missing or does not add up", () => {
    expect(errorsOf(emptyEntry("accrual", ""))).toEqual(["from", "lines", "title"]);
    expect(errorsOf({ ...accrual, until: "2026-01-01" })).toEqual(["until"]);
    const lame = accrual.lines.map((line) => (line.key === 1 ? { ...line, credit: "1249" } : line));
    expect(errorsOf({ ...accrual, lines: lame })).toEqual(["lines"]);
    expect(errorsOf({ ...emptyEntry("prepayment", "2026-10-01"), title: "x", total: "-5", periods: "0" })).toEqual([
      "credit",
      "debit",
      "periods",
      "total",
    ]);
  });

  it("are spread so that all months together are the total, whatever it is", () => {
    const cents = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 60 }), (units, periods) => {
        const total = decimal(`${Math.floor(units / 100)}.${String(units % 100).padStart(2, "0")}`);
        const spread: AdjustingEntry = {
          ...{ kind: "prepayment", title: "x", total, periods, from: calendarDate("2026-10-31") },
          ...{ debitAccountId: "1", creditAccountId: "2" },
        };
        const lines = scheduleOf(spread, 2);
        expect(lines).toHaveLength(periods);
        expect(sumDecimals(lines.map(({ amount }) => amount))).toBe(total);
        expect(lines.at(-1)?.left).toBe("0.00");
      }),
    );
  });

  it("show each month on its last day, and say when months differ", () => {
    const lines = scheduleOf(definitionOf(accrual), 2);
    expect(lines.map(({ date }) => date)).toEqual(["2026-10-31", "2026-11-30", "2026-12-31"]);
    expect(lines.every(({ amount, reverses }) => amount === "1250" && reverses)).toBe(true);
    expect(isUneven(lines)).toBe(false);
    expect(scheduleOf(definitionOf({ ...accrual, until: "" }), 2)).toHaveLength(1);
    expect(scheduleOf(definitionOf({ ...accrual, kind: "recurring", until: "" }), 2)).toHaveLength(12);
  });

  it("say what can be drafted and what can be sent", () => {
    const entries = (["due", "draft", "rejected", "confirmed", "voided", "blocked", "sent"] as const).map((state) => ({ state }) as never);
    expect(entriesToAct(entries)).toEqual({ toDraft: 3, toSend: 2 });
    expect(entryWords("due").word).toBe("Due");
    expect(entryWords("rejected").tone).toBe("failed");
    expect(entryWords("voided").word).toBe("Voided or deleted");
  });

  it("are counted as they were drafted and sent, and those that a failure left are told", () => {
    expect(draftedWords({ jobIds: [], left: 0 })).toBe("No drafts created. Nothing has been sent.");
    expect(draftedWords({ jobIds: ["1"], left: 0 })).toBe("1 draft created. Nothing has been sent.");
    expect(draftedWords({ jobIds: ["1", "2"], left: 3 })).toBe(
      "2 drafts created. Nothing has been sent. Stopped with 3 drafts left to create.",
    );
    expect(postedWords(0)).toBe("No entries were left to send.");
    expect(sentSoFar(postedWords(2), 1)).toBe(
      "The list shows which of the 2 entries were posted. Stopped with 1 ledger update left to send.",
    );
  });
});

describe("an address that names a task of the checklist", () => {
  it("names its period, which the bar shows by the month of its middle", () => {
    const { section, item } = placeOf("checklist:month:2026-10|bank-feeds");
    expect([section, namedTask(item)]).toEqual(["checklist", { periodId: "month:2026-10", taskId: "bank-feeds" }]);
    expect([namedTask(null), namedTask("bank-feeds"), namedTask("|x")]).toEqual([null, null, null]);
    expect(barMonthOf({ start: "2026-10-01", end: "2026-10-31" })).toBe("2026-10");
    expect(barMonthOf({ start: "2026-09-27", end: "2026-10-31" })).toBe("2026-10");
    expect(barMonthOf({ start: "2026-10-04", end: "2026-11-07" })).toBe("2026-10");
  });
});
