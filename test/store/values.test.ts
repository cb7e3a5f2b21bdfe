import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packAmounts, unpackAmount } from "#main/store/records/amounts.ts";
import { packId, unpackId } from "#main/store/records/identifiers.ts";
import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";

const db = new Database(":memory:");
db.exec(
  "CREATE TABLE amounts (a INTEGER, b INTEGER, c INTEGER, d INTEGER, scales INTEGER NOT NULL, exact TEXT) STRICT; CREATE TABLE ids (id ANY NOT NULL UNIQUE) STRICT",
);

const NAMES = ["a", "b", "c", "d"] as const;
type Four = readonly (DecimalString | undefined)[];

/** Packs, stores in a real table, reads and unpacks. */
function throughFile(amounts: Four): Four {
  const { values, scales, exact } = packAmounts(NAMES, amounts);
  db.exec("DELETE FROM amounts");
  db.prepare("INSERT INTO amounts VALUES (?,?,?,?,?,?)").run(...values, scales, exact);
  const row = db.prepare("SELECT * FROM amounts").get() as Record<"a" | "b" | "c" | "d", number | null> & {
    scales: number;
    exact: string | null;
  };
  return NAMES.map((name, index) => unpackAmount(row[name], row.scales, index, name, row.exact));
}

const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`));
const numeral = fc
  .tuple(fc.boolean(), digits(30), fc.option(digits(12), { nil: undefined }))
  .map(([negative, whole, fraction]) => decimal(`${negative ? "-" : ""}${whole}${fraction === undefined ? "" : `.${fraction}`}`));

describe("packed amounts", () => {
  it("any four amounts, present or not, come back digit by digit", () => {
    const amount = fc.option(numeral, { nil: undefined });
    fc.assert(
      fc.property(fc.tuple(amount, amount, amount, amount), (amounts) => {
        expect(throughFile(amounts)).toEqual(amounts);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["-0.00"],
    ["-0"],
    ["0"],
    ["0.0000"],
    ["0.00000"],
    ["007.50"],
    ["-0.01"],
    ["900719925474.0991"],
    ["900719925474.0992"],
    ["-900719925474.0993"],
    ["9007199254740993"],
    ["123456789012345678901234567890.123456"],
    ["1.2345"],
    ["1.23456"],
  ])("%s is kept as sent", (text) => {
    expect(throughFile([decimal(text), undefined, undefined, decimal(text)])).toEqual([text, undefined, undefined, text]);
  });

  it("an exponent is written out before it is stored", () => {
    const amounts = ["1e-7", "-2.50E+3", "1E20", "5e0"].map(decimal);
    expect(throughFile(amounts)).toEqual(["0.0000001", "-2500", "100000000000000000000", "5"]);
  });

  it("the integer beside the text is what SQL may add up, or nothing", () => {
    const { values } = packAmounts(NAMES, [decimal("12.30"), decimal("-0.00"), decimal("007"), decimal("1.00001")]);
    expect(values).toEqual([123_000, -0, 70_000, null]);
  });
});

describe("packed ids", () => {
  const throughTable = (id: string): string => {
    db.exec("DELETE FROM ids");
    db.prepare("INSERT INTO ids VALUES (?)").run(packId(id));
    expect(db.prepare("SELECT COUNT(*) FROM ids WHERE id = ?").pluck().get(packId(id))).toBe(1);
    return unpackId(db.prepare("SELECT id FROM ids").pluck().get());
  };
  const lower = fc.uuid();
  const any = fc.oneof(
    lower,
    lower.map((id) => id.toUpperCase()),
    lower.map((id) => id.replaceAll("-", "")),
    digits(20),
    fc.bigInt({ min: 2n ** 53n - 4n, max: 2n ** 53n + 4n }).map(String),
    fc.bigInt({ min: 10n ** 14n - 2n, max: 10n ** 15n + 2n }).map(String),
    fc.string({ unit: "grapheme" }).filter((text) => text.isWellFormed() && !text.includes("\u0000")),
  );

  it("every id comes back letter by letter", () => {
    fc.assert(
      fc.property(any, (id) => {
        expect(throughTable(id)).toBe(id);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([["0"], ["00"], ["007"], ["-1"], ["+1"], ["1.0"], ["1e3"], ["9007199254740993"], ["402 "], [""]])("%j is kept", (id) => {
    expect(throughTable(id)).toBe(id);
  });

  it("two ids never share a stored form", () => {
    fc.assert(
      fc.property(any, any, (a, b) => {
        fc.pre(a !== b);
        db.exec("DELETE FROM ids");
        const insert = db.prepare("INSERT INTO ids VALUES (?)");
        insert.run(packId(a));
        expect(() => insert.run(packId(b))).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  it("a UUID takes sixteen bytes", () => {
    expect((packId("6b1f0c1e-0000-4000-8000-00000000000a") as Buffer).length).toBe(16);
  });
});
