import type { FluxDriver, FluxDrivers } from "#shared/contract/reports/flux.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import {
  absoluteDecimal,
  compareDecimals,
  type DecimalString,
  decimal,
  divideDecimal,
  multiplyDecimals,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";

/** What one record gave to one side of a comparison, with the sign of the row. */
export interface DriverInput {
  readonly recordId: string;
  readonly date: CalendarDate;
  readonly partyId: string | null;
  readonly amount: DecimalString;
  readonly side: "current" | "comparative";
}

/** How the two sides compare. */
export interface DriverSides {
  /** Spans that the comparative side is the average of. */
  readonly spans: number;
  /** A balance: what moved between two days; there is no other side. */
  readonly movement: boolean;
  /** Decimals of the books' currency; two when left out. */
  readonly digits?: number;
}

type Write = (amount: DecimalString) => DecimalString;
const ZERO = decimal("0");
const DOCUMENTS_SHOWN = 20;

/** Inputs grouped by key, largest change first. An input with several keys counts under each. */
export function driverRows(
  inputs: readonly DriverInput[],
  keysOf: (input: DriverInput) => readonly (string | null)[],
  labelOf: (key: string | null) => string,
  { write, ...sides }: DriverSides & { readonly write: Write },
): FluxDriver[] {
  const groups = new Map<string | null, DriverInput[]>();
  for (const input of inputs)
    for (const key of keysOf(input)) {
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push(input);
    }
  return [...groups]
    .map(([id, group]) => driverOf(id, labelOf(id), group, write, sides))
    .sort((a, b) => compareDecimals(absoluteDecimal(b.change), absoluteDecimal(a.change)) || (a.label < b.label ? -1 : 1));
}

function driverOf(
  id: string | null,
  label: string,
  group: readonly DriverInput[],
  write: Write,
  { spans, movement, digits }: DriverSides,
): FluxDriver {
  const of = (side: DriverInput["side"]) => group.filter((input) => input.side === side);
  const [current, comparative] = [of("current"), of("comparative")];
  const [now, then] = [totalOf(current), perSpan(totalOf(comparative), spans, digits)];
  const largest = [...group].sort((a, b) => compareDecimals(absoluteDecimal(b.amount), absoluteDecimal(a.amount)));
  return {
    ...{ id, label, current: write(now), comparative: write(then), change: write(subtractDecimals(now, then)) },
    count: current.length,
    comparativeCount: comparative.length,
    presence: movement ? "both" : comparative.length === 0 ? "new" : current.length === 0 ? "absent" : "both",
    documentIds: [...new Set(largest.map(({ recordId }) => recordId))].slice(0, DOCUMENTS_SHOWN),
  };
}

function totalOf(inputs: readonly DriverInput[]): DecimalString {
  return sumDecimals([ZERO, ...inputs.map(({ amount }) => amount)]);
}

function perSpan(total: DecimalString, spans: number, digits = 2): DecimalString {
  return spans <= 1 ? total : divideDecimal(total, decimal(String(spans)), digits);
}

/**
 * Splits a change: more or fewer records at the old average, and the rest. Exact: the two parts sum to
 * the change, whatever the averages round to. Without records on the other side all of it is count.
 */
export function countAndPrice(
  current: readonly DriverInput[],
  comparative: readonly DriverInput[],
  spans: number,
  write: Write,
  digits = 2,
): FluxDrivers["countAndPrice"] {
  const [now, whole] = [totalOf(current), totalOf(comparative)];
  const then = perSpan(whole, spans, digits);
  const [count, before] = [current.length, comparative.length];
  const change = subtractDecimals(now, then);
  const average = (total: DecimalString, of: number) => (of === 0 ? null : divideDecimal(total, decimal(String(of)), digits));
  const byCount =
    count === 0 || before === 0
      ? change
      : divideDecimal(multiplyDecimals(whole, decimal(String(count * spans - before))), decimal(String(before * spans)), digits);
  return {
    ...{ count, comparativeCount: before, average: average(now, count), comparativeAverage: average(whole, before) },
    byCount: write(byCount),
    byAverage: write(subtractDecimals(change, byCount)),
  };
}
