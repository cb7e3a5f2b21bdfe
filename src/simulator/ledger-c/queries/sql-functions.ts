import type Database from "better-sqlite3";
import { addDecimals, type DecimalString, decimal, fromTenThousandths, readDecimal, toTenThousandths } from "#shared/kernel/decimal.ts";
import { encodeMoment, toChar, toDate } from "../encoded-date.ts";
import { QueryRefusal } from "./query-refusal.ts";

type SqlValue = string | number | null;

/** Answers what the query functions need to know outside the row. */
export interface FunctionContext {
  /** The name behind a reference, for BUILTIN.DF. */
  display(column: string, value: string): string | null;
  nowMs(): number;
}

/** Registers the ledger's query functions on the engine. */
export function registerSqlFunctions(db: Database.Database, context: FunctionContext): void {
  const pure = { deterministic: true };
  db.function("to_char", { ...pure, varargs: true }, (value: SqlValue, format?: SqlValue) => {
    if (value === null) return null;
    return format === undefined || format === null ? numeral(value) : toChar(String(value), String(format));
  });
  const read = (text: SqlValue, format: SqlValue) => (text === null ? null : toDate(String(text), String(format)));
  db.function("to_date", pure, read);
  db.function("to_timestamp", pure, read);
  db.function("to_number", pure, (text: SqlValue) => (text === null ? null : Number(text)));
  db.function("nvl", pure, (value: SqlValue, other: SqlValue) => value ?? other);
  db.function("nvl2", pure, (value: SqlValue, some: SqlValue, none: SqlValue) => (value === null ? none : some));
  db.function("sysdate", () => encodeMoment(context.nowMs()));
  db.function("builtin_df", (column: SqlValue, value: SqlValue) =>
    value === null ? null : (context.display(String(column), String(value)) ?? String(value)),
  );
  registerExactSum(db);
}

/** A number as the ledger writes it: no exponent, no binary dust, no trailing zeros. */
export function numeral(value: string | number): string {
  if (typeof value === "string") return value;
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)));
  return text.includes("e") ? decimal(text) : text;
}

interface SumState {
  count: number;
  scaled: number;
  rest: DecimalString;
}

/** The engine's own SUM adds binary floats; sums of money must come out exact. */
function registerExactSum(db: Database.Database): void {
  db.aggregate<unknown>("sum", {
    start: (): SumState => ({ count: 0, scaled: 0, rest: "0" as DecimalString }),
    step: (total, value) => (value === null ? total : added(total as SumState, value as string | number)),
    result: (total) => {
      const { count, scaled, rest } = total as SumState;
      return count === 0 ? null : Number(addDecimals(fromTenThousandths(scaled, 4), rest));
    },
  });
}

function added(state: SumState, value: string | number): SumState {
  const text = readDecimal(numeral(value));
  if (text === null) throw new QueryRefusal("SUM expects numbers");
  const scaled = toTenThousandths(text);
  state.count++;
  if (scaled === null || !Number.isSafeInteger(state.scaled + scaled)) state.rest = addDecimals(state.rest, text);
  else state.scaled += scaled;
  return state;
}
