import { describe, expect, it } from "vitest";
import { matterOf, sideOf } from "#main/domain/review-bundles/review-descriptions.ts";
import type { Carried } from "#main/domain/review-bundles/review-merge.ts";

const carried = (item: object) => item as unknown as Carried;
const decided = (kind: string, body: unknown, undoneBy: string | null = null) =>
  sideOf(carried({ kind, subject: "s", body: typeof body === "string" ? body : JSON.stringify(body), person: "ann", madeMs: 0, undoneBy }))
    .text;

describe("what one side of a review says", () => {
  it("of a decision is its words, and who undid it", () => {
    expect(
      sideOf(carried({ kind: "flux_explanation", subject: "s", body: '{"text":"Rent"}', person: "ann", madeMs: 1_000, undoneBy: null })),
    ).toEqual({
      ...{ text: "Rent", person: "ann", at: "1970-01-01T00:00:01.000Z" },
    });
    expect(decided("flux_explanation", { text: "Rent" }, "ben")).toBe("Rent (undone by ben)");
    const said = { text: "a", title: "b", why: "c", note: "d", verdict: "e", status: "f", other: "g", hash: "0123456789abcdef" };
    expect(decided("flux_signoff", said)).toBe("a, b, c, d, e, f, hash 0123456789ab");
    expect(decided("flux_signoff", { text: "", why: 5, hash: 7, other: "g" })).toBe('{"text":"","why":5,"hash":7,"other":"g"}');
    expect([decided("flux_signoff", "7"), decided("flux_signoff", "null"), decided("flux_signoff", '"x"')]).toEqual(["7", "null", '"x"']);
  });

  it.each([
    ["bank_match", { lineIds: ["a"], recordIds: ["b", "c"] }, "1 statement line with 2 transactions"],
    ["bank_match", { lineIds: "a" }, "0 statement lines with 0 transactions"],
    ["bank_match", null, "0 statement lines with 0 transactions"],
    ["bank_rule", { name: "Stripe" }, "Rule Stripe"],
    ["bank_rule", { name: {} }, "Rule "],
    ["bank_balance", { closing: "5.00", date: "2026-10-31" }, "Balance 5.00 on 2026-10-31"],
    ["bank_mapping", {}, "Columns of the bank's CSV file"],
  ])("of a decision on a bank account, a %s of %j, is %s", (kind, body, text) => expect(decided(kind, body)).toBe(text));

  it.each([
    ["statement_layout", {}, "Groups and subtotals"],
    ["repeating_template", { every: 3, first: "2026-10" }, "Repeats every 3 from 2026-10"],
    ["repeating_date", { skipped: true, date: "2026-10-01" }, "Skipped for 2026-10-01"],
    ["repeating_date", { date: "2026-10-01" }, "Drafted for 2026-10-01"],
    ["question_sent", { to: "file" }, "Exported as a file"],
    ["question_sent", { to: "email" }, "Written as an email"],
    ["question_resolved", {}, "Resolved"],
    ["review_note", { step: "reopen" }, "Reopened"],
    ["review_note", { step: "clear" }, "Cleared"],
    ["review_note", { step: "raise", text: "Look" }, "Look"],
    ["flux_threshold", { amount: "100", percent: "5", join: "and" }, "From 100 and 5%"],
    ["flux_threshold", { amount: "100" }, "From 100"],
    ["flux_threshold", { percent: "5", join: "or" }, "From 5%"],
    ["flux_threshold", { amount: null, percent: null }, "No threshold"],
    ["close_task", { task: null }, "Removed"],
    ["close_task", { task: { title: "Tie out" } }, "Tie out"],
    ["close_task", {}, ""],
    ["close_task", null, ""],
  ])("of a decision on a close, a %s of %j, is “%s”", (kind, body, text) => expect(decided(kind, body)).toBe(text));

  it.each([
    [{ what: "support", support: "5.00", note: "Per bank" }, "Balance per support 5.00, Per bank"],
    [{ what: "support", support: "5.00", note: "" }, "Balance per support 5.00"],
    [{ what: "support", support: "5.00" }, "Balance per support 5.00"],
    [{ what: "item", text: "Check 7", amount: "-3" }, "Check 7, -3"],
    [{ what: "files", files: ["a", "b"] }, "2 files"],
    [{ what: "files" }, "0 files"],
    [{ what: "cleared", on: "2026-10-31" }, "Reconciling item cleared on 2026-10-31"],
    [{ what: "kept_open" }, "Reconciling item kept open"],
    [{ what: "policy", policy: { type: "zero_balance", required: true } }, "Policy: reconciliation required (type: zero balance)"],
    [{ what: "policy", policy: { type: "bank", required: "yes" } }, "Policy: reconciliation not required (type: bank)"],
    [{ what: "policy" }, "Policy: reconciliation not required"],
    [{ what: "other", note: "As it is" }, "As it is"],
  ])("of a reconciliation, %j, is “%s”", (body, text) => expect(decided("reconciliation", body)).toBe(text));

  const statement = {
    ...{ sha256: "x", from: "2026-10-01", to: "2026-10-31", lines: [{}, {}], person: "ann", madeMs: 0, undoneMs: null, undoneBy: null },
    ...{ accountId: "bank", bankAccount: "DE02" },
  };
  const life = { person: "ann", changedMs: 2_000, removedMs: null, removedBy: null };

  it("of a bank statement is its days and lines, and who removed it", () => {
    expect(sideOf(carried(statement))).toEqual({
      text: "2026-10-01 to 2026-10-31, 2 lines",
      person: "ann",
      at: "1970-01-01T00:00:00.000Z",
    });
    expect(sideOf(carried({ ...statement, lines: [{}], undoneMs: 3_000, undoneBy: "ben" }))).toEqual({
      ...{ text: "2026-10-01 to 2026-10-31, 1 line (removed by ben)", person: "ann", at: "1970-01-01T00:00:03.000Z" },
    });
  });

  it("of a note or a task is what it says, for whom and until when, and who removed it", () => {
    const task = { title: "Call the bank", assignee: null, due: null, doneBy: null, ...life };
    expect(sideOf(carried(task))).toEqual({ text: "Call the bank", person: "ann", at: "1970-01-01T00:00:02.000Z" });
    expect(sideOf(carried({ ...task, assignee: "Ben", due: "2026-11-01", doneBy: "Cy" })).text).toBe(
      "Call the bank, assigned to Ben, due 2026-11-01, done by Cy",
    );
    expect(sideOf(carried({ text: "Odd", ...life })).text).toBe("Odd");
    expect(sideOf(carried({ text: "Odd", ...life, removedMs: 5, removedBy: "ben" })).text).toBe("Odd (removed by ben)");
    expect(sideOf(carried({ text: "Odd", ...life, removedMs: 5 })).text).toBe("Odd (removed by someone)");
  });

  it("is about an account, a subject or what it was written on", () => {
    expect(matterOf(carried(statement))).toEqual({ kind: "bank_statement", subject: "DE02" });
    expect(matterOf(carried({ ...statement, bankAccount: null })).subject).toBe("bank");
    expect(matterOf(carried({ kind: "flux_explanation", subject: "s" }))).toEqual({ kind: "flux_explanation", subject: "s" });
    const about = { subjectKind: "document", subjectId: "Bill:7", subjectLabel: null };
    expect(matterOf(carried({ text: "x", ...about }))).toEqual({ kind: "note", subject: "document Bill:7" });
    expect(matterOf(carried({ title: "x", ...about, subjectLabel: "Bill 7" }))).toEqual({ kind: "task", subject: "Bill 7" });
    expect(matterOf(carried({ text: "x", ...about, subjectKind: "client", subjectId: "" })).subject).toBe("client");
  });
});
