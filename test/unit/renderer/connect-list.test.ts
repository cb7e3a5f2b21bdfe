import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { SignInChoice } from "#shared/contract/connections/sign-in.ts";
import { readDelimited } from "../../../src/renderer/features/connect/client-list/delimited-text.ts";
import { readList } from "../../../src/renderer/features/connect/client-list/list-rows.ts";

const choice = (profile: string, label: string, ledger: string, practice = false) =>
  ({ profile, label, ledger, practice }) as unknown as SignInChoice;
const client = (clientId: string, name: string, ledger: string | null) => ({ clientId, name, ledger, demo: false }) as unknown as ClientRow;
const known = {
  clients: [client("c1", "Alder & Co", null), client("c2", "Birch", "Ledger B")],
  choices: [choice("practice-a", "Practice Ledger A", "Ledger A", true), choice("vendor-a", "Vendor A", "Ledger A")],
  files: { "cedar.json": "{}", "torn.json": "{" },
};
const read = (text: string) => readList(text, known);

describe("text with delimiters", () => {
  it("gives back every table that was written into it, whatever is in the cells", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "é", '"', ",", ";", "\t", "\n", " ") }).map((text) => text.trim());
    fc.assert(
      fc.property(fc.constantFrom(",", ";", "\t"), fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (delimiter, rows) => {
        const header = ["one", "two", "three"];
        const text = [header, ...rows].map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter)).join("\r\n");
        expect(readDelimited(text)).toEqual([header, ...rows.filter((row) => row.some((value) => value !== ""))]);
      }),
    );
  });

  it("leaves a byte-order mark and empty lines out", () => {
    expect(readDelimited("\uFEFFname;ledger\n\n;\nAlder;A\n")).toEqual([
      ["name", "ledger"],
      ["Alder", "A"],
    ]);
  });
});

describe("a list of clients", () => {
  it("takes columns by their names, in any order", () => {
    expect(read("Ledger,Colour,Client,Account\nvendor a,red,Elm,77")).toMatchObject([
      { no: 1, name: "Elm", profile: "vendor-a", tenant: "77", file: "", clientId: null, problem: null },
    ]);
  });

  it("takes the columns of the example, whatever their capital letters", () => {
    expect(read("Name,Ledger,Company ID,Connection file\nElm,Vendor A,77,cedar.json")).toMatchObject([
      { name: "Elm", profile: "vendor-a", tenant: "77", file: "cedar.json", problem: null },
    ]);
  });

  it("takes the first line for a client where it names no columns", () => {
    expect(read("Elm\nFir").map(({ name, problem }) => [name, problem])).toEqual([
      ["Elm", null],
      ["Fir", null],
    ]);
  });

  it("names no ledgers to choose from where there are none", () => {
    expect(readList("Elm,Vendor A", { ...known, choices: [] })).toMatchObject([{ problem: expect.not.stringContaining("Use ") }]);
    expect(read("Elm,Vendor Z")).toMatchObject([{ problem: expect.stringMatching(/Use Ledger A\.$/) }]);
  });

  it("says what to type, each ledger once and by the name that it has everywhere", () => {
    const others = ["C", "B", "A"].map((letter) => choice(letter, `Other ${letter}`, `Ledger ${letter}`));
    const choices = [...others, ...known.choices];
    const [row] = readList("Elm,Vendor Z", { ...known, choices });
    expect(row?.problem).toBe("There's no ledger named “Vendor Z.” Use Ledger A, Ledger B or Ledger C.");
  });

  it("means the firm's own ledger where a practice one has the same words", () => {
    expect(read("Elm,Ledger A")).toMatchObject([{ profile: "vendor-a" }]);
    expect(read("Elm,Practice Ledger A")).toMatchObject([{ profile: "practice-a" }]);
  });

  it("takes a ledger by its name, its profile's, or both as they are shown", () => {
    for (const ledger of ["Ledger A", "Vendor A", "ledger a (vendor a)"])
      expect(read(`Elm,${ledger}`)).toMatchObject([{ profile: "vendor-a" }]);
  });

  it("resumes with a client that is there without a ledger", () => {
    expect(read("alder & co,,,cedar.json")).toMatchObject([{ clientId: "c1", problem: null }]);
  });

  it.each([
    [",Ledger A", /Enter a name/],
    ["Birch", /with this name already has a connection to Ledger B/],
    ["Elm,Ledger Z", /no ledger named “Ledger Z\.” Use Ledger A\.$/],
    ["Elm,,,elm.json", /choose elm\.json/],
    ["Elm,,,torn.json", /isn.t valid JSON/],
  ])("says what is wrong with %j", (line, words) => {
    expect(read(`name,ledger,tenant,file\n${line}`)).toMatchObject([{ problem: expect.stringMatching(words) }]);
  });

  it("takes a name once", () => {
    expect(read("Elm\nFir\nELM").map(({ problem }) => problem === null)).toEqual([true, true, false]);
  });
});
