import { describe, expect, test } from "vitest";
import { readDay, readMoment, requireDay } from "#main/ledgers/a/dates.ts";
import { RecordMalformed } from "#main/ledgers/adapter.ts";

describe("moments", () => {
  test.each([
    ["/Date(1791700000123+0000)/", "2026-10-11T06:26:40.123Z"],
    ["/Date(1552326816230)/", "2019-03-11T17:53:36.230Z"],
    // The number is UTC; the offset behind it is not added again.
    ["/Date(1791700000000+1300)/", "2026-10-11T06:26:40.000Z"],
    ["/Date(0+0000)/", "1970-01-01T00:00:00.000Z"],
    ["/Date(-86400000+0000)/", "1969-12-31T00:00:00.000Z"],
    ["2019-03-05T18:59:06Z", "2019-03-05T18:59:06.000Z"],
    ["2019-03-05T18:59:06", "2019-03-05T18:59:06.000Z"],
  ])("%s is %s", (sent, moment) => expect(readMoment(sent)).toBe(moment));

  test.each(["", "soon", "/Date(x)/", "/Date(9999999999999999+0000)/", "2019-03-05"])("%j is no moment", (sent) =>
    expect(readMoment(sent)).toBeNull(),
  );

  test("the platform's smallest date stands for none", () => expect(readMoment("/Date(-62135596800000+0000)/")).toBeUndefined());
});

describe("calendar days", () => {
  test.each([
    ["2026-02-27T00:00:00", "/Date(1772150400000+0000)/", "2026-02-27"],
    // The text is what the bookkeeper typed, so it wins over the ticks.
    ["2026-02-27T00:00:00", "/Date(0+0000)/", "2026-02-27"],
    [undefined, "/Date(1772150400000+0000)/", "2026-02-27"],
    [undefined, "/Date(1772236799999+0000)/", "2026-02-27"],
    [undefined, "/Date(0+0000)/", "1970-01-01"],
    [undefined, "/Date(-1+0000)/", "1969-12-31"],
    [undefined, "/Date(-2208988800000+0000)/", "1900-01-01"],
    [undefined, "2026-10-11", "2026-10-11"],
  ])("%s and %s give %s", (dateString, date, day) => expect(readDay(dateString, date, "Date")).toBe(day));

  test("nothing sent, or the smallest date, is no day", () => {
    expect(readDay(undefined, undefined, "DueDate")).toBeUndefined();
    expect(readDay(undefined, "/Date(-62135596800000+0000)/", "DueDate")).toBeUndefined();
    expect(() => requireDay(undefined, undefined, "Date")).toThrow(RecordMalformed);
  });

  test.each(["2026-02-30T00:00:00", "27/02/2026", "/Date(x)/"])("%s is refused", (sent) =>
    expect(() => readDay(undefined, sent, "Date")).toThrow(RecordMalformed),
  );
});
