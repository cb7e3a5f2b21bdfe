import { expect, it } from "vitest";
import { differenceReason } from "#main/domain/bank-matching/difference-reason.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";

const gap = (from: string, to: string) =>
  differenceReason({ code: "gap", amount: decimal("5.00"), from: calendarDate(from), to: calendarDate(to) });

it("names the days that no statement covers", () => {
  expect(gap("2026-10-16", "2026-10-20")).toBe(
    "the balance changed between two statements, and no imported statement covers 16 Oct to 20 Oct 2026.",
  );
  expect(gap("2026-10-01", "2026-10-31")).toBe(
    "the balance changed between two statements, and no imported statement covers October 2026.",
  );
  expect(gap("2026-10-16", "2026-10-16")).toBe("the balance changed between two statements, and no imported statement covers 16 Oct 2026.");
});

it("misses no statement where one follows at once with another balance", () => {
  const next = "the statement that begins on 16 Oct 2026 doesn't open with the previous statement's closing balance.";
  expect(gap("2026-10-16", "2026-10-15")).toBe(next);
  // Both statements have the last day of the first.
  expect(gap("2026-10-17", "2026-10-15")).toBe(next);
});

it("names the first statement where it doesn't begin with the books", () => {
  const opening = { code: "opening", date: calendarDate("2026-10-01"), amount: decimal("5.00") } as const;
  expect(differenceReason(opening)).toBe("the first statement's opening balance on 1 Oct 2026 doesn't agree with the books.");
});
