import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PartyFacts, scoreParties, suggestParties } from "#main/domain/contacts/party-likeness.ts";
import { tellingTaxIdentifier } from "#main/domain/contacts/tax-identifier.ts";

const facts = (id: string, name: string, more: Partial<PartyFacts> = {}): PartyFacts => ({
  id,
  name,
  email: null,
  taxIdentifier: null,
  isEmployee: false,
  ...more,
});
const alike = (a: string, b: string) => scoreParties(facts("1", a), facts("2", b))?.score ?? null;

describe("rule 22: suggestions", () => {
  it.each([
    ["Elm Stores", "Elm Stores", 70],
    ["Elm Stores Ltd", "ELM STORES", 65],
    ["Stores, Elm", "Elm Stores", 60],
    ["Elm Storage Co", "Elm Storege", 55],
    ["Elm Storage", "Elm Stroage", 55],
    ["Elm", "Elmo", null],
    ["Elm Stores 1", "Elm Stores 2", null],
    ["Elm Stores", "Oak Stores", null],
  ])("%s and %s score %s", (a, b, score) => expect([alike(a, b), alike(b, a)]).toEqual([score, score]));

  it("a different tax identifier speaks against any name, an equal one for any", () => {
    expect(scoreParties(facts("1", "Elm", { taxIdentifier: "12-345-678" }), facts("2", "Elm", { taxIdentifier: "12-345-679" }))).toBeNull();
    expect(scoreParties(facts("1", "Elm", { taxIdentifier: "NZ 12-345" }), facts("2", "Oak", { taxIdentifier: "nz12345" }))?.score).toBe(
      100,
    );
  });

  it.each([
    ["12-345-678", "12345678"],
    ["nz 12345", "NZ12345"],
    ["00000", null],
    ["N/A", null],
    ["NONE!", null],
    ["12", null],
    ["", null],
    // Masked: what two of them have in common says nothing.
    ["XXXXX4410", null],
    ["XX-XXX4410", null],
    ["xxx-xx-4410", null],
    ["XX 1234567", null],
    ["XXX-12-3456-X", null],
    ["12-34X6789", null],
    ["X4410", null],
    ["***-**-44107", null],
    ["####44107", null],
    ["12-3456###", null],
    ["•••••44107", null],
    ["●●-●●44107", null],
    ["ＸＸ－ＸＸＸ4410", null],
    ["××-×××44107", null],
    ["__-___44107", null],
    ["?????44107", null],
    ["…44107", null],
    ["...44107", null],
    ["--44107", null],
    ["NNNNN4410", null],
    // Whole, with a letter X of its own.
    ["12345678X", "12345678X"],
    ["X1234567L", "X1234567L"],
    ["ES X1234567L", "ESX1234567L"],
    ["IE 1234567X", "IE1234567X"],
    ["Tax ID: 12-3456789", "TAXID123456789"],
    ["12–3456789", "123456789"],
    ["１２-3456789", "123456789"],
  ])("tax identifier %s is %s", (text, expected) => expect(tellingTaxIdentifier(text)).toBe(expected));

  it("do not depend on order, never pair a party with itself or an employee, and name each pair once", () => {
    const party = fc.record({
      name: fc.constantFrom("Elm Stores", "Elm Stores Ltd", "Stores Elm", "Elm Storas", "Oak"),
      email: fc.constantFrom(null, "a@elm.test", "A@elm.test"),
      taxIdentifier: fc.constantFrom(null, "12345", "123-45", "99999"),
      isEmployee: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(party, { maxLength: 14 }), (given) => {
        const parties = given.map((one, at) => ({ id: `p${String(at).padStart(2, "0")}`, ...one }));
        const { pairs } = suggestParties(parties, () => true);
        expect(suggestParties([...parties].reverse(), () => true).pairs).toEqual(pairs);
        expect(new Set(pairs.map(({ ids }) => ids.join())).size).toBe(pairs.length);
        for (const { ids, score } of pairs) {
          expect([ids[0] < ids[1], score >= 50 && score <= 100]).toEqual([true, true]);
          for (const id of ids) expect(parties.find((one) => one.id === id)?.isEmployee).toBe(false);
        }
      }),
    );
  });

  it("ten thousand parties of one name are not compared each with each, and it is said", () => {
    const { pairs, notCompared } = suggestParties(
      Array.from({ length: 10_000 }, (_, at) => facts(`p${at}`, "Cash sale")),
      () => true,
    );
    expect([pairs.length < 20_000, notCompared > 40_000_000]).toEqual([true, true]);
  });
});
