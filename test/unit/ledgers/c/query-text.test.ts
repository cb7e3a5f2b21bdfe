import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnswerUnreadable } from "#main/ledgers/adapter.ts";
import { afterKey, dateLiteral, idList, idLiteral, momentLiteral, nameText, query, wordLiteral } from "#main/ledgers/c/query-text.ts";
import { Defect } from "#shared/kernel/assert.ts";
import { type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { instant } from "#shared/kernel/instant.ts";
import { answer, context, play, stream } from "./support.ts";

const attacks = [
  "1 OR 1=1",
  "1'; DELETE FROM account",
  "1--",
  "1/**/",
  "",
  " 1",
  "1\n",
  "0x1",
  "1.5",
  "１",
  "x') OR ('1'='1",
  "a\u0000b",
  'a"b',
];

describe("query text", () => {
  it.each(attacks)("refuses %j as an id, a word, a name and a date", (text) => {
    expect(() => idLiteral(text)).toThrow(Defect);
    expect(() => idList(["1", text])).toThrow(Defect);
    expect(() => wordLiteral(text)).toThrow(Defect);
    expect(() => nameText(text)).toThrow(Defect);
    expect(() => dateLiteral(text as CalendarDate)).toThrow(Defect);
  });

  it("lets nothing but whole numbers through as ids", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (/^-?\d+$/.test(text)) expect(idLiteral(text)).toBe(text);
        else expect(() => idLiteral(text)).toThrow(Defect);
      }),
    );
  });

  it("writes literals in forms that no user's preference changes", () => {
    expect(dateLiteral(calendarDate("2026-10-05"))).toBe("TO_DATE('2026-10-05','YYYY-MM-DD')");
    expect(momentLiteral(instant("2026-10-05T08:12:03.999+02:00"))).toBe(`TO_TIMESTAMP('2026-10-05T06:12:03','YYYY-MM-DD"T"HH24:MI:SS')`);
    expect(query`SELECT ${nameText("id")} WHERE t.type = ${wordLiteral("VendBill")}`).toBe("SELECT id WHERE t.type = 'VendBill'");
  });

  it("goes on after a key of several columns", () => {
    const part = (column: string, last: string) => ({ column: nameText(column), last });
    expect(afterKey([part("a", "-5")])).toBe("a > -5");
    expect(afterKey([part("a", "1"), part("b", "2"), part("c", "3")])).toBe("(a > 1 OR (a = 1 AND b > 2) OR (a = 1 AND b = 2 AND c > 3))");
  });

  it("orders rows like the key: exactly the later ones pass", () => {
    const row = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }));
    fc.assert(
      fc.property(row, row, (last, next) => {
        const [a, b, c] = next;
        const text = afterKey(["a", "b", "c"].map((name, index) => ({ column: nameText(name), last: String(last[index]) })));
        const passes = evaluate(text, { a, b, c });
        const later = a !== last[0] ? a > last[0] : b !== last[1] ? b > last[1] : c > last[2];
        expect(passes).toBe(later);
      }),
      { seed: 7 },
    );
  });

  it("never lets text of a row reach a query", () => {
    for (const id of ["1' OR '1'='1", "1 OR 1=1", "abc"]) {
      const read = () =>
        play(stream("transactions.vendbill").readPage(context(), { since: null, last: null }), () =>
          answer(200, JSON.stringify({ items: [{ id, type: "VendBill" }] })),
        );
      expect(read).toThrow(AnswerUnreadable);
    }
    expect(() => play(stream("accounts").readPage(context(), { since: null, last: "1; DROP" }), () => answer(200, "{}"))).toThrow(Defect);
  });
});

/** A reading of the condition that is independent of how it was built: comparisons joined by AND and OR in brackets. */
function evaluate(text: string, row: Readonly<Record<string, number>>): boolean {
  const inner = text.replace(/^\((.*)\)$/, "$1");
  return inner.split(" OR ").some((branch) =>
    branch
      .replace(/[()]/g, "")
      .split(" AND ")
      .every((term) => {
        const [column = "", operator, value] = term.split(" ");
        const cell = row[column] ?? Number.NaN;
        return operator === ">" ? cell > Number(value) : cell === Number(value);
      }),
  );
}
