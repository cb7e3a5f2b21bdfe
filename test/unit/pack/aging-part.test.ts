import { expect, test } from "vitest";
import { ageItems } from "#main/domain/aging/aging.ts";
import { agingRows } from "#main/pack/print/aging-part.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";

const DAY = calendarDate("2026-10-31");

test("a contact with unapplied cash alone has a row, so that the columns add up to the total", () => {
  const item = (id: string, amount: string, unapplied: "credit" | null) => ({
    ...{ id, party: { id, name: id }, currency: "USD", date: DAY, dueDate: null, total: decimal(amount), totalBase: null },
    ...{ outstanding: decimal(amount), unapplied, applied: [] },
  });
  const aging = ageItems([item("Ann", "10.00", null), item("Ben", "4.00", "credit")], { asOfDate: DAY, readOn: DAY, baseCurrency: "USD" });
  const [total] = aging.totals;
  if (total === undefined) throw new Error("no total");
  const shown = agingRows(aging, total, 9).map(({ cells }) => [cells[0], cells.at(-2)?.trim(), cells.at(-1)?.trim()]);
  expect(shown).toEqual([
    ["Ann", "10.00", "–"],
    ["Ben", "–", "(4.00)"],
    ["Total", "10.00", "(4.00)"],
  ]);
});
