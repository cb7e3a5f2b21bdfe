import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, negateDecimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { randomInt } from "#shared/kernel/random.ts";
import { accountByCode } from "../chart.ts";
import { addDocument, inventPrice, journalDimensions, type Making, pickEntity } from "../making.ts";
import { fromUnits, toUnits } from "../money.ts";
import { documentNumber } from "../numbers.ts";

/** What month-end journals debit and credit; the fourth account takes a third of the credit. */
const PATTERNS: readonly (readonly [memo: string, debit: string, credit: string, third?: string])[] = [
  ["Accrue rent", "6030", "2200"],
  ["Depreciation for the month", "6160", "1500"],
  ["Wages", "6140", "1000", "2200"],
  ["Accrue power – don't reverse", "6040", "2200"],
  ["Interest received", "1010", "4800"],
];

/** Opening capital in the first month, two month-end journals, an adjusting one at the end of each year. */
export function generateJournals(making: Making, month: number, start: CalendarDate, last: CalendarDate): void {
  const { books, random, options } = making;
  if (month === 0) journal(making, start, "Opening capital", "1000", "3000", false);
  for (let made = 0; made < 2; made++) {
    const [memo, debit, credit, third] = PATTERNS[randomInt(random, 0, PATTERNS.length - 1)] as (typeof PATTERNS)[number];
    journal(making, last, memo, debit, credit, false, third);
  }
  const yearEnd = Number(last.slice(5, 7)) === books.fiscalYearEndMonth || options.months === 1;
  if (yearEnd) journal(making, last, "Year-end adjustment", "8100", "2200", options.style !== "a");
}

function journal(
  making: Making,
  date: CalendarDate,
  memo: string,
  debit: string,
  credit: string,
  isAdjustment: boolean,
  third?: string,
): void {
  const { books, random, options } = making;
  const amount = inventPrice(random, books.baseCurrency, undefined, false);
  const part = third === undefined ? ("0.00" as DecimalString) : fromUnits(toUnits(amount, 2) / 3n, 2);
  const sides: [string, DecimalString][] = [
    [debit, amount],
    [credit, negateDecimal(subtractDecimals(amount, part))],
  ];
  if (third !== undefined) sides.push([third, negateDecimal(part)]);
  const dimensions = journalDimensions(making);
  const recent = date > options.today.slice(0, 8);
  const state =
    recent && options.style === "a" && random() < 0.3
      ? "draft"
      : recent && options.style === "c" && random() < 0.3
        ? "submitted"
        : "approved";
  addDocument(making, {
    kind: "journal",
    number: documentNumber(making, "journal"),
    partyId: null,
    date,
    memo,
    entityId: pickEntity(making),
    isAdjustment,
    state,
    lines: sides.map(([code, amount]) => ({ accountId: accountByCode(books.accounts, code).id, amount, description: memo, dimensions })),
  });
}
