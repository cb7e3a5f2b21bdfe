import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { CallFailure } from "../../../src/renderer/api/call-failure.ts";
import {
  bankRows,
  FEE_WORDS,
  groupWords,
  hasFee,
  isSettled,
  isToChoose,
  lacksFee,
  namedInSentence,
  postingDetail,
  reasonWords,
  rowGroups,
  rowsOf,
  stateWord,
} from "../../../src/renderer/features/bank/bank-lines.ts";
import { CsvColumns, unmapped } from "../../../src/renderer/features/bank/csv-columns.tsx";
import { sendDrafts, sentWords } from "../../../src/renderer/features/bank/drafts-sent.ts";
import { wordsAmongMany } from "../../../src/renderer/features/bank/import-limit.ts";
import { LineSummary } from "../../../src/renderer/features/bank/line-summary.tsx";
import { reconciliationColumns } from "../../../src/renderer/features/close/reconciliations/reconciliation-columns.tsx";
import { stateWords } from "../../../src/renderer/features/close/reconciliations/reconciliation-form.ts";
import { owedWords } from "../../../src/renderer/format/amounts/owed-words.ts";

describe("why a bank line and transactions belong together", () => {
  const words = (fee: string, count: number, of: number, lineIds: readonly string[] = ["line"]) =>
    reasonWords({
      fee: decimal(fee),
      lineIds: [...lineIds],
      reasons: [
        { code: "rule", text: "Card payouts" },
        { code: "adds_up", count, of },
      ],
    });

  it("says that transactions add up to the line, with the fee where there is one", () => {
    expect(words("12.50", 3, 7)).toBe("Found by rule “Card payouts” · 3 of 7 possible transactions add up to this line plus the fee.");
    expect(words("12.50", 1, 1)).toBe("Found by rule “Card payouts” · 1 transaction equals this line plus the fee.");
    expect(words("0.00", 3, 7)).toBe("Found by rule “Card payouts” · 3 of 7 possible transactions add up to this line.");
    expect(words("0.00", 2, 2)).toBe("Found by rule “Card payouts” · 2 transactions add up to this line.");
  });

  it("says that lines add up to the transaction where several lines are one", () => {
    expect(words("0.00", 2, 5, ["a", "b"])).toBe("Found by rule “Card payouts” · 2 of 5 possible lines add up to this transaction.");
    expect(words("0.00", 2, 2, ["a", "b"])).toBe("Found by rule “Card payouts” · 2 lines add up to this transaction.");
  });

  it("tells rows with a fee that isn't in the books from others", () => {
    const fee = (amount: string) => ({ fee: decimal(amount) }) as never;
    expect(hasFee({ match: fee("2.50"), suggestion: null })).toBe(true);
    expect(hasFee({ match: null, suggestion: fee("2.50") })).toBe(true);
    expect(hasFee({ match: fee("0.00"), suggestion: null })).toBe(false);
    expect(hasFee({ match: null, suggestion: null })).toBe(false);
    expect(FEE_WORDS).toContain("“Enter fee.”");
  });

  it("keeps a line with a fee to enter in sight, and offers the fee until it is drafted, or when its draft was rejected", () => {
    const line = (lineId: string) => ({ lineId });
    const match = (lineId: string, fee: string) => ({ lineIds: [lineId], recordIds: [], fee: decimal(fee), broken: null });
    const draft = (lineId: string, isFee: boolean, state: string) => ({ lineId, isFee, state, jobId: lineId });
    const work = {
      ...{ lines: ["a", "b", "c", "d", "e"].map(line), postings: [], suggestions: [] },
      matches: [match("a", "2.50"), match("b", "0.00"), match("c", "1.00"), match("d", "1.00")],
      drafts: [draft("c", true, "draft"), draft("d", true, "rejected"), draft("e", false, "draft")],
    };
    const rows = bankRows(work as unknown as Parameters<typeof bankRows>[0]);
    expect(rowsOf(rows, "open").map(({ key }) => key)).toEqual(["a", "c", "d", "e"]);
    expect(rowsOf(rows, "matched").map(({ key }) => key)).toEqual(["a", "b", "c", "d"]);
    expect(rows.filter(lacksFee).map(({ key }) => key)).toEqual(["a", "d"]);
    expect(rows.map(({ draft: own, feeDraft }) => [own?.jobId ?? null, feeDraft?.jobId ?? null])).toEqual([
      ...[
        [null, null],
        [null, null],
        [null, "c"],
        [null, "d"],
      ],
      ["e", null],
    ]);
  });

  const proposed = (key: string, level: string, code: string, flags: readonly (boolean | null)[], fee = "0.00") => ({
    ...{ key, lines: [], match: null, draft: null, feeDraft: null },
    suggestion: { level, fee: decimal(fee), recordIds: flags.map(String), reasons: [{ code, count: 2 }] },
    postings: flags.map((ledgerReconciled) => ({ ledgerReconciled })),
  });
  const alone = (key: string, draft: object | null) => ({
    ...{ key, lines: [], postings: [], match: null, suggestion: null, draft, feeDraft: null },
  });
  const proposals = [
    ...[proposed("exact", "exact", "only_one", [false]), proposed("there", "likely", "only_one", [true, true])],
    ...[proposed("two fit", "likely", "several", [true]), proposed("two fit, unlike", "possible", "several", [true])],
    ...[proposed("unlike", "possible", "only_one", [true]), proposed("not sought", "likely", "adds_up", [true])],
    ...[proposed("partly there", "likely", "only_one", [true, false]), proposed("not there", "likely", "only_one", [false])],
    ...[proposed("unsaid", "likely", "only_one", [null]), proposed("fee", "likely", "only_one", [true], "2.50")],
    ...[alone("none", null), alone("drafted", { state: "queued" }), alone("rejected", { state: "rejected" })],
  ] as unknown as Parameters<typeof rowGroups>[0];

  it("leaves to be decided what others fit as well, even if the ledger has it reconciled, and a fee always", () => {
    expect(proposals.filter(isSettled).map(({ key }) => key)).toEqual(["exact", "there"]);
  });

  it("puts first what is decided one by one, and apart what can be accepted together", () => {
    const groups = rowGroups(proposals, "open");
    expect(groups.map(({ id, start, rows }) => [id, start, rows.map(({ key }) => key)])).toEqual([
      [
        "decide",
        0,
        ["two fit", "two fit, unlike", "unlike", "not sought", "partly there", "not there", "unsaid", "fee", "none", "rejected"],
      ],
      ["drafted", 10, ["drafted"]],
      ["ledger", 11, ["there"]],
      ["exact", 12, ["exact"]],
    ]);
    const titles = ["10 to review", "1 drafted", "1 reconciled in the ledger", "1 clear match"];
    expect(groups.map((group) => groupWords(group)?.title)).toEqual(titles);
    // A line that is matched isn't reviewed again, whatever fee it came less.
    const fee = { match: { fee: decimal("32.88") } };
    const matched = ["a", "b"].map((key) => ({ ...alone(key, null), ...fee })) as unknown as typeof proposals;
    const title = (...rows: typeof proposals) => groupWords({ id: "decide", start: 0, rows })?.title;
    expect(title(...proposals.slice(2), ...matched.slice(1))).toBe("11 to review, 1 fee to enter");
    expect(title(...matched)).toBe("2 fees to enter");
    expect(rowGroups(proposals, "matched")).toEqual([{ id: "matched", start: 0, rows: proposals }]);
  });

  it("says what a line and its transaction have in common, and how far their dates are apart", () => {
    const same = { code: "same_amount" } as const;
    const apart = (days: number) => ({ code: "days_apart", days }) as const;
    const reference = { code: "reference", text: "1815" } as const;
    const contact = { code: "contact", text: "Birch Logistics" } as const;
    const said = (reasons: Parameters<typeof reasonWords>[0]["reasons"], before?: string) =>
      reasonWords({ fee: decimal("0"), lineIds: ["line"], reasons }, before);
    expect(said([same, apart(0), contact, { code: "only_one" }])).toBe("Amount, date and name match.");
    expect(said([same, apart(0), reference, contact])).toBe("Amount, date, reference 1815 and name match.");
    expect(said([same, apart(1), contact])).toBe("Amount and name match, bank date 1 day later.");
    expect(said([same, apart(0), contact], "INV-0172")).toBe("INV-0172 · Amount, date and name match");
    expect(said([same, apart(0), contact], "")).toBe("Amount, date and name match");
    expect(said([same, apart(3), contact], "INV-0172")).toBe("INV-0172 · Amount and name match, 3 days apart");
    expect(said([same, apart(-1)], "")).toBe("Amount matches, 1 day apart");
  });

  it("leaves to be chosen what is weak or what others fit as well, and nothing else", () => {
    expect(proposals.filter(isToChoose).map(({ key }) => key)).toEqual(["two fit", "two fit, unlike", "unlike"]);
  });

  it("says last, in a sentence of its own, what speaks against a match", () => {
    const [same, several] = [{ code: "same_amount" } as const, { code: "several", count: 2 } as const];
    const apart = { code: "days_apart", days: 26 } as const;
    const said = (reasons: Parameters<typeof reasonWords>[0]["reasons"], isThereReconciled = false, before: string | null = null) =>
      reasonWords({ fee: decimal("0"), lineIds: ["line"], reasons }, before, isThereReconciled);
    expect(said([same, apart, several])).toBe("Amount matches, bank date 26 days later. Other matches fit too.");
    expect(said([same, apart, several], true)).toBe(
      "Amount matches, bank date 26 days later. Reconciled in the ledger. Other matches fit too.",
    );
    expect(said([{ code: "adds_up", count: 2, of: 5 }, several])).toBe(
      "2 of 5 possible transactions add up to this line. Other matches fit too.",
    );
    expect(said([same, apart, several], false, "OP-12186")).toBe("OP-12186 · Amount matches, 26 days apart · Other matches fit too");
    expect(said([same, apart, several], true, "")).toBe("Amount matches, 26 days apart · Reconciled in the ledger · Other matches fit too");
    expect(said([same, { code: "several", count: 1 }], false, "")).toBe("Amount matches · Other matches may fit");
    // Where it is known how many: that, or that only lines contend for the transaction.
    const fitting = (transactions: number) => [same, apart, { code: "several", count: 3, transactions } as const];
    expect(said(fitting(3))).toBe("Amount matches, bank date 26 days later. 3 possible matches.");
    expect(said(fitting(2), false, "OP-12186")).toBe("OP-12186 · Amount matches, 26 days apart");
    expect(said(fitting(1))).toBe("Amount matches, bank date 26 days later. Other lines fit too.");
    // Likely all the same, but this is why it isn't among the clear ones.
    const older = [same, { code: "days_apart", days: 1 }, { code: "others_older" }] as const;
    expect(said(older)).toBe("Amount matches, bank date 1 day later. Other matches are weeks older.");
    expect(said(older, false, "F62926")).toBe("F62926 · Amount matches, 1 day apart · Other matches are weeks older");
  });

  it("calls no name similar that is found in a clear match", () => {
    const reasons = [{ code: "contact", text: "Birch Logistics" } as const];
    expect(reasonWords({ fee: decimal("0"), lineIds: ["line"], reasons })).toBe("Name matches.");
  });

  it("never counts one possible match", () => {
    const several = (count: number) => reasonWords({ fee: decimal("0"), lineIds: ["line"], reasons: [{ code: "several", count }] });
    expect(several(1)).toBe("Other matches may fit.");
    expect(several(2)).toBe("Other matches fit too.");
  });
});

describe("words of a bank account", () => {
  it("says that no closing balance is known, not that the account is out of balance", () => {
    expect(stateWord({ state: "difference", difference: null, toMatch: 0 }).word).toBe("No closing balance");
    expect(stateWord({ state: "difference", difference: decimal("5.00"), toMatch: 0 }).word).toBe("Out of balance");
    expect(stateWord({ state: "to_match", difference: null, toMatch: 2 }).word).toBe("Lines to match");
  });

  it("says that there's no statement as Reconciliations does, where other accounts have no support", () => {
    const inReconciliations = (bank: "no_statement" | "statement_ends_early" | null, type: "bank" | "support") =>
      stateWords({ state: "no_support", bank, toMatch: null, difference: null, policy: { type } }).word;
    const { word } = stateWord({ state: "no_statement", difference: null, toMatch: 0 });
    expect(word).toBe("No statement");
    expect([inReconciliations("no_statement", "bank"), inReconciliations(null, "bank")]).toEqual([word, word]);
    expect(inReconciliations("statement_ends_early", "bank")).toBe("Statement ends early");
    expect(inReconciliations(null, "support")).toBe("No support");
  });

  it("asks for the fees where every line is matched", () => {
    expect(stateWord({ state: "to_match", difference: decimal("0.00"), toMatch: 1 }).word).toBe("Lines to match");
    expect(stateWord({ state: "to_match", difference: decimal("0.00"), toMatch: 0 }).word).toBe("Fees to enter");
  });

  it("say of a card's balance among others that it is owed, or overpaid", () => {
    const said = ["1013.67", "-20.00", "0.00"].map((owed) => owedWords(decimal(owed)));
    expect(said.map(({ amount, word }) => [amount, word])).toEqual([
      ["1013.67", "owed"],
      ["20.00", "overpaid"],
      ["0.00", null],
    ]);
  });

  it("names lines in a sentence without a second period", () => {
    const line = { lineId: "1", date: "2026-10-01", amount: decimal("1"), payee: "Harbor Supply Co.", description: null, reference: null };
    expect(namedInSentence([line] as unknown as Parameters<typeof namedInSentence>[0])).toBe("Harbor Supply Co");
  });

  it("has a line's number right after its words, where it isn't read as part of the day", () => {
    const shown = (reference: string | null) => {
      const line = { lineId: "1", date: "2026-10-20", amount: decimal("-3737.50"), payee: "CHECK", description: null, reference };
      const lines = [{ ...line, bankId: null }] as unknown as Parameters<typeof LineSummary>[0]["lines"];
      return renderToStaticMarkup(createElement(Fragment, null, createElement(LineSummary, { lines, currency: "NZD" }))).replaceAll(
        /<[^>]*>/g,
        "",
      );
    };
    expect(shown("4721")).toContain("CHECK 4721");
    expect(shown(null)).toContain("CHECK");
    expect(shown(null)).not.toContain("CHECK ");
  });

  it("keeps what splits the rows of a CSV file whose columns a person chooses", () => {
    expect(unmapped(";")).toMatchObject({ delimiter: ";", headerRows: 1, date: 0, amount: null });
  });

  it("asks whether charges are positive only of a file with one column of amounts, or with balances that may be owed", () => {
    const isAsked = (amount: number | null, balance: number | null = null) => {
      const file = { rows: [["Date", "Amount"]], delimiter: ",", remembered: false } as const;
      const shown = createElement(CsvColumns, { ...file, mapping: { ...unmapped(","), amount, balance }, onChange: () => undefined });
      return renderToStaticMarkup(shown).includes("Charges are positive");
    };
    expect(isAsked(1)).toBe(true);
    expect(isAsked(null)).toBe(false);
    expect(isAsked(null, 1)).toBe(true);
  });

  it("offers what can be done with one of several files", () => {
    const failure = {
      code: "already_exists",
      message: "3 of 9 lines were imported before.",
      next: "Import only the 6 new lines.",
    } as const;
    expect(wordsAmongMany(failure)).toBe("3 of 9 lines were imported before. To import only the new lines, import the file separately.");
    expect(wordsAmongMany({ code: "already_exists", message: "This file was imported before." })).toBe("This file was imported before.");
    expect(wordsAmongMany({ code: "invalid_input", message: "The file is empty." })).toBe("The file is empty.");
  });
});

describe("the difference among a month's reconciliations", () => {
  it("stands out as on the bank screen: only once every statement line has its match", () => {
    const column = reconciliationColumns().find(({ id }) => id === "difference");
    const isOff = (amount: string, toMatch: number | null) => {
      const row = { difference: decimal(amount), currency: "USD", toMatch } as unknown as ReconciliationRow;
      return renderToStaticMarkup(createElement(Fragment, null, column?.cell(row, -1))).includes("offFigure");
    };
    expect([isOff("5.00", 3), isOff("5.00", 0), isOff("5.00", null), isOff("0.00", 0)]).toEqual([false, true, true, false]);
  });

  it("is only so far until then, as the reconciling items are; without support there is nothing to say so of", () => {
    const shown = (id: "items" | "difference", toMatch: number | null, support: object | null = {}) => {
      const difference = support === null ? null : decimal("5.00");
      const row = { difference, currency: "USD", toMatch, support, items: [{ amount: decimal("-2.00") }] } as unknown as ReconciliationRow;
      const column = reconciliationColumns().find((one) => one.id === id);
      return renderToStaticMarkup(createElement(Fragment, null, column?.cell(row, -1)));
    };
    for (const id of ["items", "difference"] as const) {
      const means = id === "items" ? "reconciling items include all" : "the difference also includes any older transactions";
      expect(shown(id, 3)).toContain(`title="3 bank statement lines aren&#x27;t matched yet. For now, ${means}`);
      expect(
        [3, 0, null].map((toMatch) => shown(id, toMatch).includes("so far")),
        id,
      ).toEqual([true, false, false]);
      expect(shown(id, 3, null)).toBe("");
    }
  });
});

describe("the states of a month's reconciliations", () => {
  it("are words until they ask for more than the next step", () => {
    const isQuiet = (id: "state" | "signed", more: object) => {
      const row = { bank: null, toMatch: null, difference: null, policy: { type: "support" }, required: true, signOffs: [], ...more };
      const html = renderToStaticMarkup(
        createElement(
          Fragment,
          null,
          reconciliationColumns()
            .find((one) => one.id === id)
            ?.cell(row as unknown as ReconciliationRow, -1),
        ),
      );
      expect(html).toContain("<svg");
      return html.includes("quiet");
    };
    expect([isQuiet("state", { state: "no_support" }), isQuiet("signed", { signed: "open" })]).toEqual([true, true]);
    expect([isQuiet("state", { state: "difference" }), isQuiet("signed", { signed: "stale" })]).toEqual([false, false]);
  });
});

describe("a transaction beside a bank line", () => {
  const NAMED = { isDocument: false, contact: "Elm", number: null, reference: null, description: null };
  const detail = (amount: string, more: object = {}, isIn?: boolean) =>
    postingDetail({ recordId: "Payment:1", amount: decimal(amount), ...NAMED, ...more } as never, isIn);

  it("that settles several invoices or bills, or none, is a receipt for money in and a payment for money out", () => {
    expect([detail("120.00"), detail("-120.00")]).toEqual(["Receipt", "Payment"]);
    expect(detail("120.00", { reference: "R-7" })).toBe("Receipt · R-7");
    expect([detail("120.00", { number: "INV-7" }), detail("-120.00", { number: "B-7" })]).toEqual(["For INV-7", "For B-7"]);
    expect(detail("120.00", { isDocument: true, number: "S-7" })).toBe("S-7");
    expect(detail("120.00", { contact: null })).toBe("");
  });

  it("is called the same in a card's reconciliation, where amounts have the sign of what is owed", () => {
    expect([detail("-120.00", {}, true), detail("120.00", {}, false)]).toEqual(["Receipt", "Payment"]);
  });
});

describe("drafts of a bank account", () => {
  const send = (ids: readonly string[]) =>
    sendDrafts(ids, async (jobId) => {
      if (jobId === "full") throw new CallFailure({ code: "disk_full", message: "The disk is full." });
      return { state: jobId === "locked" ? "blocked" : "accepted" };
    });

  it("that were sent before one failed are told, with why the rest wasn't", async () => {
    const sent = await send(["1", "2", "full", "4"]);
    expect(sent).toMatchObject({ jobs: [{ state: "accepted" }, { state: "accepted" }], left: 2, failure: { code: "disk_full" } });
    expect(sentWords(sent)).toBe(
      "2 transactions sent or queued. Tieout matches each with its statement line once it's posted. Stopped with 2 ledger updates left to send.",
    );
    expect(sentWords(await send(["locked", "full"]))).toBe(
      "1 transaction couldn't be posted. See Ledger updates for the reason. Stopped with 1 ledger update left to send.",
    );
  });

  it("of which none was sent are only told as failed, and all that were sent as sent", async () => {
    await expect(send(["full", "2"])).rejects.toThrow("The disk is full.");
    const sent = await send(["1"]);
    expect(sent).toEqual({ jobs: [{ state: "accepted" }], left: 0, failure: null });
    expect(sentWords(sent)).toBe("1 transaction sent or queued. Tieout matches it with its statement line once it's posted.");
  });
});
