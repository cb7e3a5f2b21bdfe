import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileWhere, WhereRefusal, type WhereValue } from "#simulator/ledger-a/lists/where.ts";

const RECORD: Readonly<Record<string, WhereValue>> = {
  Type: { type: "text", value: "ACCREC" },
  Status: { type: "text", value: "PAID" },
  Total: { type: "number", value: "100.50" },
  Date: { type: "moment", value: Date.UTC(2026, 9, 31) },
  IsCustomer: { type: "truth", value: true },
  DueDate: { type: "null" },
  "Contact.Name": { type: "text", value: "Birch & Co" },
};
const test = (expression: string) => compileWhere(expression).matches((name) => RECORD[name]);

describe("where expressions", () => {
  it.each([
    ['Type=="ACCREC"', true],
    ['Type == "ACCPAY"', false],
    ['Type=="accrec"', true],
    ['Type!="ACCPAY"', true],
    ['Type=="ACCREC" AND Status=="PAID"', true],
    ['Type=="ACCREC" && Status=="DRAFT"', false],
    ['Type=="ACCPAY" OR Status=="PAID"', true],
    ['Type=="ACCPAY" OR Type=="ACCREC" AND Status=="DRAFT"', false],
    ['(Type=="ACCPAY" OR Type=="ACCREC") AND Status=="PAID"', true],
    ["Date>=DateTime(2026,10,31)", true],
    ["Date > DateTime(2026, 10, 31)", false],
    ["Date < DateTime(2026,11,1,0,0,0)", true],
    ["Total > 100.5", false],
    ["Total == 100.500", true],
    ["Total >= -3", true],
    ["IsCustomer==true", true],
    ["DueDate==null", true],
    ["DueDate!=null", false],
    ["DueDate<DateTime(2026,1,1)", false],
    ['Contact.Name=="Birch & Co"', true],
    ['Contact.Name==Guid("Birch & Co")', true],
  ])("%s is %s", (expression, expected) => {
    expect(test(expression)).toBe(expected);
  });

  it.each([
    "",
    "Type",
    'Type=="ACCREC',
    'Type="ACCREC" AND',
    'Type=="A" "B"',
    '(Type=="A"',
    'Type=="A")',
    "Type LIKE 'A'",
    "Type=='ACCREC'",
    "Date>=DateTime(2026,2,30)",
    "Date>=DateTime(2026,13,1)",
    "Date>=Today()",
    "Total>$5",
    'Type=="A"; DROP',
    "AND",
    "NOT (Total>1)",
    'Type>"A"',
    "Total>=IsCustomer",
    'Total=="100.50"',
    "Date>=5",
    'Nothing=="A"',
  ])("refuses %j", (expression) => {
    expect(() => test(expression)).toThrow(WhereRefusal);
  });

  it("names the fields it reads, even behind a short circuit", () => {
    expect(compileWhere('Type=="A" AND (Status=="B" OR Unknown==1)').fields).toEqual(["Type", "Status", "Unknown"]);
  });

  interface Tree {
    readonly text: string;
    readonly value: boolean;
  }
  const leaf: fc.Arbitrary<Tree> = fc.oneof(
    fc.constantFrom("ACCREC", "ACCPAY", "x AND y", "(").map((t) => ({ text: `Type==${JSON.stringify(t)}`, value: t === "ACCREC" })),
    fc.integer({ min: -200, max: 200 }).map((n) => ({ text: `Total>${n}`, value: 100.5 > n })),
    fc
      .tuple(fc.integer({ min: 2025, max: 2027 }), fc.integer({ min: 1, max: 12 }))
      .map(([y, m]) => ({ text: `Date<=DateTime(${y},${m},1)`, value: Date.UTC(2026, 9, 31) <= Date.UTC(y, m - 1, 1) })),
  );
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => ({ text: `(${a.text} AND ${b.text})`, value: a.value && b.value })),
      fc
        .tuple(tie("tree"), tie("tree"))
        .map(([a, b]) => ({ text: `(${a.text}) || ${b.text}`, value: a.value || b.value }))
        .map(wrap),
    ),
  }));
  function wrap(t: Tree): Tree {
    return { text: `(${t.text})`, value: t.value };
  }

  it("agrees with the meaning of any expression", () => {
    fc.assert(
      fc.property(tree, ({ text, value }) => {
        expect(test(text)).toBe(value);
      }),
    );
  });

  it("never does anything but answer or refuse", () => {
    const words = fc.constantFrom(
      "Type",
      "==",
      '"ACCREC"',
      "AND",
      "OR",
      "(",
      ")",
      "5",
      "DateTime",
      ",",
      "null",
      "true",
      "<",
      '"',
      "!",
      "Total",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        try {
          expect(typeof test(parts.join(" "))).toBe("boolean");
        } catch (error) {
          expect(error).toBeInstanceOf(WhereRefusal);
        }
      }),
    );
  });
});
