import { describe, expect, it } from "vitest";
import { countAndPrice, type DriverInput, driverRows } from "#main/domain/flux/flux-drivers.ts";
import { fluxFlags } from "#main/domain/flux/flux-flags.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";

const same = (amount: DecimalString) => amount;
const input = (side: DriverInput["side"], partyId: string | null, amount: string, recordId = `${side} ${amount}`): DriverInput => ({
  ...{ side, partyId, recordId, amount: decimal(amount), date: calendarDate("2026-10-01") },
});
const now = (partyId: string | null, amount: string, recordId?: string) => input("current", partyId, amount, recordId);
const then = (partyId: string | null, amount: string, recordId?: string) => input("comparative", partyId, amount, recordId);
const rows = (inputs: readonly DriverInput[], sides: { spans?: number; movement?: boolean; digits?: number } = {}) =>
  driverRows(
    inputs,
    ({ partyId }) => [partyId],
    (id) => id ?? "No contact",
    { write: same, spans: 1, movement: false, ...sides },
  );

describe("the contacts that moved a figure", () => {
  it("come with both sides, the change, and how many records there are on each", () => {
    expect(rows([now("elm", "30.00"), now("elm", "20.00"), then("elm", "70.00")])).toMatchObject([
      {
        id: "elm",
        label: "elm",
        current: "50.00",
        comparative: "70.00",
        change: "-20.00",
        count: 2,
        comparativeCount: 1,
        presence: "both",
      },
    ]);
  });

  it("are compared with an average in the decimals of the currency", () => {
    const inputs = [now("elm", "40"), then("elm", "100")];
    const average = (digits: number) => rows(inputs, { spans: 3, digits })[0]?.comparative;
    expect([0, 2, 3].map(average)).toEqual(["33", "33.33", "33.333"]);
    expect(countAndPrice(inputs.slice(0, 1), inputs.slice(1), 3, same, 0)).toMatchObject({ byCount: "67", byAverage: "-60" });
  });

  it("are those with the largest change first, whichever way, then by name", () => {
    const inputs = [now("ash", "10.00"), then("oak", "99.00"), now("elm", "50.00"), now("bay", "10.00"), now(null, "10.00")];
    expect(rows(inputs).map(({ label }) => label)).toEqual(["oak", "elm", "No contact", "ash", "bay"]);
  });

  it("are new or absent by their records, unless a balance has no other side", () => {
    const inputs = [now("new", "5.00"), then("gone", "4.00"), now("both", "3.00"), then("both", "3.00")];
    expect(rows(inputs).map(({ id, presence }) => [id, presence])).toEqual([
      ["new", "new"],
      ["gone", "absent"],
      ["both", "both"],
    ]);
    expect(rows(inputs, { movement: true }).map(({ presence }) => presence)).toEqual(["both", "both", "both"]);
  });

  it("are compared with the average of several periods, to the cent", () => {
    expect(rows([now("elm", "40.00"), then("elm", "100.00")], { spans: 3 })).toMatchObject([{ comparative: "33.33", change: "6.67" }]);
    expect(rows([then("elm", "100.001")], { spans: 1 })).toMatchObject([{ comparative: "100.001" }]);
  });

  it("bring their largest twenty documents, each once", () => {
    const many = Array.from({ length: 25 }, (_, at) => now("elm", `${at + 1}.00`, `d${at + 1}`));
    const [row] = rows([now("elm", "-90.00", "credit"), ...many, then("elm", "80.00", "credit")]);
    expect(row?.documentIds).toHaveLength(20);
    expect(row?.documentIds.slice(0, 3)).toEqual(["credit", "d25", "d24"]);
  });

  it("count under each of their keys", () => {
    const keyed = driverRows([now("elm", "5.00")], () => ["a", "b"], String, { write: same, spans: 1, movement: false });
    expect(keyed.map(({ id, current }) => [id, current])).toEqual([
      ["a", "5.00"],
      ["b", "5.00"],
    ]);
  });
});

describe("a change, split by count and average", () => {
  const split = (current: readonly string[], comparative: readonly string[], spans = 1) =>
    countAndPrice(
      current.map((amount) => now("p", amount)),
      comparative.map((amount) => then("p", amount)),
      spans,
      same,
    );

  it("is more records at the old average, and the rest is what the average moved", () => {
    expect(split(["30.00", "30.00", "30.00"], ["20.00", "20.00"])).toEqual({
      ...{ count: 3, comparativeCount: 2, average: "30.00", comparativeAverage: "20.00" },
      ...{ byCount: "20.00", byAverage: "30.00" },
    });
  });

  it("is all count where a side has no record, and nothing where neither has", () => {
    expect(split(["30.00"], [])).toMatchObject({ comparativeAverage: null, average: "30.00", byCount: "30.00", byAverage: "0.00" });
    expect(split([], ["30.00"])).toMatchObject({ average: null, byCount: "-30.00", byAverage: "0.00" });
    expect(split([], [])).toMatchObject({ count: 0, comparativeCount: 0, byCount: "0", byAverage: "0" });
  });

  it("is compared with the average of several periods: their records and their total by the number of periods", () => {
    // Six records of 10 in three periods are two a period: three of 12 are one more at 10, and 3 times 2 of price.
    const six = Array.from({ length: 6 }, () => "10.00");
    expect(split(["12.00", "12.00", "12.00"], six, 3)).toMatchObject({ byCount: "10.00", byAverage: "6.00", comparativeAverage: "10.00" });
  });
});

describe("the trend of an account", () => {
  const flags = (history: readonly string[], least: string | null = null) =>
    fluxFlags(history.map(decimal), least === null ? null : decimal(least));

  it("is a drift from the fifth step in one direction, told with its length and its extent", () => {
    expect(flags(["100", "99", "97", "96", "95"])).toEqual({ flags: [], driftPeriods: 0, drifted: null });
    expect(flags(["100", "99", "97", "96", "95", "90"])).toEqual({ flags: ["drifting"], driftPeriods: 5, drifted: "-10" });
    expect(flags(["50", "100", "99", "97", "96", "95", "90", "89"])).toMatchObject({ driftPeriods: 6, drifted: "-11" });
  });

  it("is broken by a period without a change, one the other way, or a beginning at zero", () => {
    expect(flags(["1", "2", "3", "4", "5", "5"]).flags).toEqual([]);
    expect(flags(["1", "2", "3", "4", "3", "5", "6"]).flags).toEqual([]);
    expect(flags(["0", "1", "2", "3", "4", "5"]).flags).toEqual([]);
    expect(flags(["1", "2", "3", "4", "5", "6", "5"]).flags).toEqual([]);
  });

  it("is left out where all of it is below the account's limit, whichever way it goes", () => {
    const down = ["100", "99", "97", "96", "95", "90"];
    expect([flags(down, "10").flags, flags(down, "10.01").flags]).toEqual([["drifting"], []]);
  });

  it("is new only after periods of nothing, and vanished only after three periods of something", () => {
    expect(flags(["0", "3", "5"]).flags).toEqual([]);
    expect(flags(["0", "0"]).flags).toEqual([]);
    expect(flags(["5"]).flags).toEqual([]);
    expect(flags(["0", "1", "2", "1", "0"]).flags).toEqual(["vanished"]);
    expect(flags(["1", "0", "2", "1", "0"]).flags).toEqual([]);
  });
});
