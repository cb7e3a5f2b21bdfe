import { describe, expect, it } from "vitest";
import { foldAging, foldSpend } from "#main/domain/contacts/fold-parties.ts";
import { type PartyFacts, scoreParties, suggestParties } from "#main/domain/contacts/party-likeness.ts";
import { oneForBoth, samePerson } from "#main/domain/contacts/same-person.ts";
import { isCommitted, openRemainder, type SpendEntry, spendSeries } from "#main/domain/contacts/spend.ts";
import { isMaskedTaxIdentifier, normalisedTaxIdentifier, tellingTaxIdentifier } from "#main/domain/contacts/tax-identifier.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { PurchaseOrderLine } from "#shared/model/books/purchase-order.ts";

const facts = (id: string, name: string, more: Partial<PartyFacts> = {}): PartyFacts => ({
  ...{ id, name, email: null, taxIdentifier: null, isEmployee: false, ...more },
});
const found = (...parties: PartyFacts[]) =>
  suggestParties(parties, () => true).pairs.map(({ ids, score, reasons }) => [ids.join("+"), score, ...reasons]);

describe("contacts that may be one", () => {
  it("are found by an equal tax ID, name or email address, each with its reasons", () => {
    const [tax, email] = [{ taxIdentifier: "NZ 12-345" }, { email: " Ann@Elm.example " }];
    expect(found(facts("1", "Elm", tax), facts("2", "Oak", { taxIdentifier: "nz12345" }))).toEqual([["1+2", 100, "same tax ID NZ 12-345"]]);
    expect(found(facts("1", "Elm", tax), facts("2", "Oak"), facts("3", "Ash", { taxIdentifier: "NZ 99-999" }))).toEqual([]);
    expect(found(facts("1", "Elm"), facts("2", "Elm"))).toEqual([["1+2", 70, "same name"]]);
    // An email address alone says too little; with a name it says more.
    expect(found(facts("1", "Elm", email), facts("2", "Oak", email))).toEqual([]);
    expect(found(facts("1", "Elm Ltd", email), facts("2", "ELM", { email: "ann@elm.EXAMPLE" }))).toEqual([
      ["1+2", 100, "same name apart from capitals, punctuation and words like Inc. or Ltd", "same email address  Ann@Elm.example "],
    ]);
    const other = scoreParties(
      facts("1", "Elm", { ...email, taxIdentifier: "NZ 12-345" }),
      facts("2", "Elm", { ...email, taxIdentifier: "NZ 12-346" }),
    );
    expect(other).toEqual({ score: 50, reasons: ["different tax IDs", "same name", "same email address  Ann@Elm.example "] });
    expect(scoreParties(facts("1", "Elm", { email: "" }), facts("2", "Elm", { email: "" }))?.score).toBe(70);
    expect(scoreParties(facts("1", "Elm", { email: " " }), facts("2", "Elm", { email: " " }))?.score).toBe(70);
    expect([
      scoreParties(facts("1", "Elm", tax), facts("2", "Elm"))?.score,
      scoreParties(facts("1", "Elm"), facts("2", "Elm", tax))?.score,
    ]).toEqual([...[70, 70]]);
  });

  it.each([
    ["Stores Elm", "Elm, Stores", 60, "same words in the names, in a different order"],
    ["Elm Storage", "Elm Storege", 55, "names differ by one letter"],
    ["Elm Storage", "Elm Storag", 55, "names differ by one letter"],
    ["Elm Storage", "Elm Storagee", 55, "names differ by one letter"],
    ["Elm Storage", "lEm Storage", 55, "names differ by one letter"],
    ["Elm Storage", "Elm Stroage", 55, "names differ by one letter"],
    ["Elm Storage", "Elm Stokrage", 55, "names differ by one letter"],
    ["Elm Ltd", "ELM", 65, "same name apart from capitals, punctuation and words like Inc. or Ltd"],
    ["Elmstore", "Elmstorr", 55, "names differ by one letter"],
    ["9 Elm Stores", "9 Elm Store", 55, "names differ by one letter"],
  ])("%s and %s score %d: %s", (one, other, score, reason) => {
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const)
      expect(found(facts("1", a), facts("2", b))).toEqual([["1+2", score, reason]]);
  });

  it.each([
    ["Elmstor", "Elmstorr"],
    ["Elmstor", "Elmstot"],
    ["Elm Storage", "Elm Stor"],
    ["Elm Storage", "Elm Storxyz"],
    ["Elm Storage", "Elm Stgaroe"],
    ["Elm Stores 10", "Elm Stores 1"],
    ["???", "!!!"],
  ])("%s and %s aren't alike", (a, b) => expect(found(facts("1", a), facts("2", b))).toEqual([]));

  it("are compared once each, without employees and what isn't wanted, the surest first", () => {
    const shared = { email: "ann@elm.example", taxIdentifier: "NZ 12-345" };
    expect(found(facts("2", "Elm", shared), facts("1", "Elm", shared)).length).toBe(1);
    expect(found(facts("1", "Elm"), facts("2", "Elm", { isEmployee: true }))).toEqual([]);
    expect(suggestParties([facts("1", "Elm"), facts("2", "Elm")], () => false).pairs).toEqual([]);
    const many = [facts("d", "Oak Stores"), facts("c", "Stores Oak"), facts("b", "Elm"), facts("a", "Elm"), facts("e", "Elm")];
    expect(found(...many).map(([ids]) => ids)).toEqual(["a+b", "a+e", "b+e", "c+d"]);
  });

  it("are listed by score, then by ID, in whatever order they were found", () => {
    const four = ["a", "b", "c", "d"].map((id) => facts(id, "Elm"));
    expect(found(...four).map(([ids]) => ids)).toEqual(["a+b", "a+c", "a+d", "b+c", "b+d", "c+d"]);
    const lower = [facts("a", "Stores Oak"), facts("b", "Oak Stores"), facts("c", "Elm"), facts("d", "Elm")];
    expect(found(...lower).map(([ids, score]) => [ids, score])).toEqual([
      ["c+d", 70],
      ["a+b", 60],
    ]);
  });

  it("without a letter or figure in their names are alike only by something else", () => {
    const email = { email: "ann@elm.example" };
    expect(found(facts("1", "***"), facts("2", "***"))).toEqual([]);
    expect(found(facts("1", "***", email), facts("2", "***", email)).map(([ids, score]) => [ids, score])).toEqual([["1+2", 100]]);
    expect(scoreParties(facts("1", "???"), facts("2", "!!!"))).toBeNull();
  });

  it.each([
    ["Elmstor", "Elmstorr"],
    ["Elmstorr", "Elmstor"],
    ["Elm Storage", "Olm Storege"],
    ["Elm Storage", "Elm Storagexx"],
    ["Elm Stores 10", "Elm Stores 1"],
    ["Elm Stores 1", "Elm Stores 2"],
  ])("aren't alike by their names alone: %s and %s", (a, b) => expect(scoreParties(facts("1", a), facts("2", b))).toBeNull());

  it("of one first ID come by the second, whatever they were found by", () => {
    const [tax, email] = [{ taxIdentifier: "NZ 12-345" }, { email: "ann@elm.example" }];
    expect(
      found(facts("a", "Elm", { ...tax, ...email }), facts("z", "Oak", tax), facts("b", "Elm", email)).map(([ids, score]) => [ids, score]),
    ).toEqual([
      ["a+b", 100],
      ["a+z", 100],
    ]);
  });

  it("aren't taken together for figures in their names, nor for names that have nothing in common", () => {
    const words = Array.from({ length: 30 }, (_, at) => facts(`${at}`, String.fromCharCode(97 + (at % 26)).repeat(10 + at)));
    expect(suggestParties(words, () => true)).toEqual({ pairs: [], notCompared: 0 });
    for (const figure of ["0", "5", "9"]) {
      const numbered = Array.from({ length: 30 }, (_, at) => facts(`${at}`, `Branch ${"1".repeat(at)}${figure}${"1".repeat(29 - at)}`));
      expect(suggestParties(numbered, () => true)).toEqual({ pairs: [], notCompared: 0 });
    }
  });

  it("of a group that is too large are compared with their neighbors, and the others are counted", () => {
    const group = (count: number) => Array.from({ length: count }, (_, at) => facts(`p${String(at).padStart(3, "0")}`, "Elm"));
    const compared = (count: number) => {
      const { pairs, notCompared } = suggestParties(group(count), () => true);
      return [pairs.length, notCompared];
    };
    expect([compared(2), compared(25), compared(26), compared(30)]).toEqual([
      [1, 0],
      [300, 0],
      [301, 24],
      [305, 130],
    ]);
    const { pairs } = suggestParties(group(26), () => true);
    expect(pairs.at(-1)?.ids).toEqual(["p024", "p025"]);
  });
});

describe("a person", () => {
  it("is one at every machine, whatever the case of the name", () => {
    expect([samePerson("Ann@office", "ann@home"), samePerson("ann", "Ann@x"), samePerson("Ann@a", "Ben@a")]).toEqual([true, true, false]);
    expect(samePerson("A@office", "a@home")).toBe(true);
    expect([samePerson("@a", "@b"), samePerson("Straße@a", "STRASSE@a")]).toEqual([false, false]);
  });

  it("who signed as both preparer and reviewer is named, unless one of the two is stale", () => {
    const sign = (role: "preparer" | "reviewer", person: string, stale = false) => ({ role, person, stale });
    expect(oneForBoth([sign("preparer", "Ann@a"), sign("reviewer", "ann@b")])).toBe("ann@b");
    for (const signs of [[], [sign("preparer", "Ann@a")], [sign("reviewer", "Ann@a")]]) expect(oneForBoth(signs)).toBeNull();
    expect(oneForBoth([sign("preparer", "Ann@a"), sign("reviewer", "Ann@a", true)])).toBeNull();
    expect(oneForBoth([sign("preparer", "Ann@a"), sign("reviewer", "Ben@a")])).toBeNull();
  });
});

describe("a tax ID", () => {
  it("is compared without spacing and punctuation, and has to be long enough to tell", () => {
    expect([" 12-345 ", "\u00a0nz 1", "", " - ", null].map(normalisedTaxIdentifier)).toEqual(["12345", "NZ1", null, null, null]);
    expect(["12345", "1234", "11111", "ABCDE", "A1234"].map(tellingTaxIdentifier)).toEqual(["12345", null, null, null, "A1234"]);
  });

  it("is masked where signs or letters hide a part of it", () => {
    expect(["1XX23456", "1X23456", "AAA12345", "XX1234567", "X123456"].map(isMaskedTaxIdentifier)).toEqual(new Array(5).fill(true));
    expect(["X1234567", "AAABBB", "XXX", "NONE", "12 345"].map(isMaskedTaxIdentifier)).toEqual(new Array(5).fill(false));
  });
});

describe("spend", () => {
  const entry = (date: string, net: string, group: SpendEntry["group"], currency = "USD"): SpendEntry => ({
    ...{ date: calendarDate(date), net: decimal(net), group, currency },
  });
  const named = (id: string, name = id) => ({ id, name });

  it("adds up by month, currency and group, in their order, with a total for each currency", () => {
    const of = (id: string) => ({ party: named(id) });
    const { rows, totals } = spendSeries("What it contains", [
      ...[entry("2026-11-02", "1", of("b")), entry("2026-10-30", "2", of("b")), entry("2026-10-01", "3.50", of("b"))],
      ...[entry("2026-10-05", "4", of("a")), entry("2026-10-05", "5", of("a"), "EUR"), entry("2026-10-05", "6", { party: null })],
    ]);
    expect(rows.map((row) => [row.month, row.currency, "party" in row ? (row.party?.id ?? null) : undefined, row.net])).toEqual([
      ["2026-10", "EUR", "a", "5"],
      ["2026-10", "USD", null, "6"],
      ["2026-10", "USD", "a", "4"],
      ["2026-10", "USD", "b", "5.50"],
      ["2026-11", "USD", "b", "1"],
    ]);
    // Strictly: a total that isn't by dimension says nothing of one.
    expect(totals).toStrictEqual([
      { currency: "EUR", net: "5" },
      { currency: "USD", net: "16.50" },
    ]);
  });

  it("by account or dimension has rows by name, then id, and a total for each dimension", () => {
    const accounts = [named("2", "Rent"), named("1", "Rent"), named("3", "Paper")].map((account) => entry("2026-10-01", "1", { account }));
    expect(spendSeries("x", accounts).rows.map((row) => ("account" in row ? row.account?.id : null))).toEqual(["3", "1", "2"]);
    const split = (dimension: string, value: string | null, net: string) =>
      entry("2026-10-01", net, { dimension: named(dimension), value: value === null ? null : named(value) });
    const { rows, totals } = spendSeries("x", [
      split("place", "b", "1"),
      split("class", "c", "2"),
      split("place", "a", "3"),
      split("place", null, "4"),
    ]);
    expect(rows.map((row) => ("dimension" in row ? [row.dimension.id, row.value?.id ?? null] : null))).toEqual([
      ["class", "c"],
      ["place", null],
      ["place", "a"],
      ["place", "b"],
    ]);
    expect(totals).toEqual([
      { dimension: named("class"), currency: "USD", net: "2" },
      { dimension: named("place"), currency: "USD", net: "8" },
    ]);
    expect(spendSeries("x", [entry("2026-10-01", "1", {}), entry("2026-10-31", "2", {})]).rows).toEqual([
      { month: "2026-10", currency: "USD", net: "3" },
    ]);
  });

  it("is committed of an order's line as far as the ledger says what was billed", () => {
    const line = (more: object) =>
      openRemainder({ net: { amount: decimal("100"), currency: "USD" }, ...more } as unknown as PurchaseOrderLine);
    const [quantity, unitAmount] = [decimal("10"), { amount: decimal("10"), currency: "USD" }];
    expect(
      [
        line({ quantity, unitAmount }),
        line({ quantity, unitAmount, quantityBilled: decimal("0.0") }),
        line({ quantity, unitAmount, quantityBilled: decimal("4") }),
        line({ quantity, unitAmount, quantityBilled: decimal("10") }),
        line({ quantity, unitAmount, quantityBilled: decimal("11") }),
        line({ quantityBilled: decimal("0") }),
        line({ quantityBilled: decimal("4"), unitAmount }),
        line({ quantityBilled: decimal("4"), quantity }),
      ].map(({ net, known }) => [Number(net), known]),
    ).toEqual([
      ...[
        [100, false],
        [100, true],
        [60, true],
        [0, true],
        [0, true],
        [100, true],
        [100, false],
        [100, false],
      ],
    ]);
    // What was agreed for all of it isn't the price of each: nothing is left all the same.
    expect(line({ quantity, unitAmount: { amount: decimal("9.99"), currency: "USD" }, quantityBilled: decimal("10") }).net).toBe("0");
    const states = ["draft", "awaiting_approval", "open", "part_billed", "billed", "closed"] as const;
    expect(states.filter((status) => isCommitted({ status: status as never }))).toEqual(["open", "part_billed"]);
  });
});

describe("merged contacts", () => {
  const kept = (party: { id: string; name: string }) => (party.id === "old" ? { id: "new", name: "New" } : party);
  const party = (id: string, name = id) => ({ id, name });

  it("are one row of an aging in each currency, with their sums", () => {
    const row = (of: ReturnType<typeof party> | null, currency: string, amount: string, base: string | null = amount) => ({
      ...{ party: of, currency, current: decimal(amount), "1-30": decimal("0"), "31-60": decimal("0"), "61-90": decimal("0") },
      ...{ "90+": decimal(amount), outstanding: decimal(amount), base: base === null ? null : decimal(base), documents: 2 },
    });
    const cash = (of: ReturnType<typeof party>, kind: string, amount: string) => ({
      ...{ party: of, currency: "USD", kind, amount: decimal(amount), base: decimal(amount), documents: 1 },
    });
    const aging = {
      ...{ total: "kept", rows: [row(party("old"), "USD", "1"), row(party("z"), "USD", "2"), row(party("new", "New"), "USD", "4")] },
      unappliedCash: [cash(party("old"), "credit", "1"), cash(party("new", "New"), "credit", "2"), cash(party("old"), "payment", "4")],
    };
    const folded = foldAging(aging as never, kept) as unknown as {
      total: string;
      rows: ReturnType<typeof row>[];
      unappliedCash: ReturnType<typeof cash>[];
    };
    expect(folded.total).toBe("kept");
    expect(folded.rows.map((one) => [one.party?.id, one.outstanding, one.current, one["90+"], one.base, one.documents])).toEqual([
      ["new", "5", "5", "5", "5", 4],
      ["z", "2", "2", "2", "2", 2],
    ]);
    expect(folded.unappliedCash.map((one) => [one.party.id, one.kind, one.amount, one.base, one.documents])).toEqual([
      ["new", "credit", "3", "3", 2],
      ["new", "payment", "4", "4", 1],
    ]);
    const mixed = [
      row(party("old"), "USD", "1", null),
      row(party("new", "New"), "USD", "2"),
      row(party("old"), "EUR", "8"),
      row(null, "USD", "9"),
    ];
    const other = foldAging({ rows: mixed, unappliedCash: [] } as never, kept) as unknown as { rows: ReturnType<typeof row>[] };
    expect(other.rows.map((one) => [one.party?.id ?? null, one.currency, one.outstanding, one.base])).toEqual([
      [null, "USD", "9", "9"],
      ["new", "EUR", "8", "8"],
      ["new", "USD", "3", null],
    ]);
  });

  it("are one row of each spend series, and series that aren't by contact stay as they are", () => {
    const spent = (of: ReturnType<typeof party> | null, net: string) => ({
      ...{ date: calendarDate("2026-10-05"), currency: "USD", group: { party: of }, net: decimal(net) },
    });
    const byParty = spendSeries("x", [spent(party("old"), "1"), spent(party("new", "New"), "2"), spent(null, "4")]);
    const byAccount = spendSeries("y", [{ ...spent(null, "1"), group: { account: party("a") } }]);
    const folded = foldSpend({ accrued: byParty, booked: byAccount, committed: { ...byParty, billedUnknown: ["po"] } }, kept);
    expect(folded.accrued).toEqual({
      contains: "x",
      rows: [
        { month: "2026-10", currency: "USD", party: null, net: "4" },
        { month: "2026-10", currency: "USD", party: { id: "new", name: "New" }, net: "3" },
      ],
      totals: [{ currency: "USD", net: "7" }],
    });
    expect([folded.booked, folded.committed.billedUnknown, folded.committed.rows.length]).toEqual([byAccount, ["po"], 2]);
  });
});
