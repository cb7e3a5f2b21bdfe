import { describe, expect, it } from "vitest";
import type { BankStatementView, StatementRemoval } from "#shared/contract/close/bank.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { removalWords } from "../../../src/renderer/features/bank/statements/removal-words.ts";

const file: BankStatementView = {
  ...{ statementNo: 4, decisionNo: null, accountId: "a", format: "ofx", fileName: "october.ofx", sha256: "f00", bankAccount: null },
  ...{ currency: "USD", from: calendarDate("2026-10-01"), to: calendarDate("2026-10-31"), opening: null, closing: decimal("5.00") },
  ...{ lines: 3, person: "Ann", at: "2026-11-02T09:00:00.000Z" },
};
const typed: BankStatementView = { ...file, statementNo: -7, decisionNo: 7, format: "pdf", lines: 0, sha256: "" };
const nothing: StatementRemoval = { lines: 0, matches: 0, drafts: 0, signOffs: [] };

describe("what removing a bank statement changes", () => {
  it("says what no longer counts, sign-offs included, and how it comes back", () => {
    const signOffs = [
      { period: "2026-10", role: "preparer", person: "Ann" },
      { period: "2026-10", role: "reviewer", person: "Ben@office-2" },
    ] as const;
    expect(removalWords(file, { lines: 3, matches: 1, drafts: 2, signOffs })).toEqual([
      "3 statement lines from 1 Oct 2026 to 31 Oct 2026 and 1 match will no longer count. The transactions in this match will no longer be matched.",
      "2 transactions drafted from these lines stay in Ledger updates.",
      "2 sign-offs will no longer count: October 2026, Ann as preparer; October 2026, Ben as reviewer.",
      "The file is kept. To bring back its lines, matches and sign-offs, undo this or import the file again.",
    ]);
  });

  it("doesn't speak of matches where no line has one", () => {
    expect(removalWords(file, { ...nothing, lines: 1 })).toEqual([
      "1 statement line from 1 Oct 2026 to 31 Oct 2026 will no longer count. No transaction is matched with it.",
      "The file is kept. To bring back its lines, undo this or import the file again.",
    ]);
    const signOffs = [{ period: "2026-10", role: "preparer", person: "Ann" }] as const;
    expect(removalWords(file, { ...nothing, lines: 2, signOffs }).at(-1)).toBe(
      "The file is kept. To bring back its lines and sign-offs, undo this or import the file again.",
    );
  });

  it("says what comes back of a file without lines", () => {
    const last = (one: BankStatementView, signOffs: StatementRemoval["signOffs"]) => removalWords(one, { ...nothing, signOffs }).at(-1);
    const signed = [{ period: "2026-10", role: "preparer", person: "Ann" }] as const;
    const kept = (what: string) => `The file is kept. To bring back ${what}, undo this or import the file again.`;
    expect(last(file, [])).toBe(kept("its closing balance"));
    expect(last(file, signed)).toBe(kept("its closing balance and sign-offs"));
    expect(last({ ...file, closing: null }, signed)).toBe(kept("its sign-offs"));
    expect(last({ ...file, closing: null }, [])).toBe(kept("the statement"));
  });

  it("says whether a typed balance can be undone", () => {
    expect(removalWords(typed, nothing)).toEqual(["The closing balance will no longer count.", "You can undo this."]);
    expect(removalWords({ ...typed, sha256: "f00" }, nothing).at(-1)).toBe(
      "You can't undo this. If you need the balance later, enter it again and attach its PDF again.",
    );
  });
});
