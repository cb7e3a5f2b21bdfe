import { compareDecimals } from "#shared/kernel/decimal.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { Money } from "#shared/model/books/money.ts";
import { type ChangedField, changedField, fromTo } from "./changed-in-ledger.ts";
import { movedField, movedValue } from "./moved-field.ts";

type Line = Partial<Omit<DocumentLine, "source">>;

const WEIGHTS = { total: "total", totalBase: "ofTotal", outstanding: "ofTotal" } as const;

/** A field of a record that changed, by its name in Tieout's model; its lines one by one. */
export function changedParts(name: string, now: unknown, was: unknown): ChangedField[] {
  if (name === "lines" && Array.isArray(now) && Array.isArray(was)) {
    const lines = changedLines(was as readonly Line[], now as readonly Line[]);
    if (lines.length > 0) return lines;
  }
  if (name === "status" && typeof now === "string" && typeof was === "string")
    return [{ name, values: fromTo(movedValue(name, was), movedValue(name, now)), weight: "other" }];
  return [changedField(movedField(name), now, was, WEIGHTS[name as keyof typeof WEIGHTS])];
}

/** What changed in lines: their number, or each part of those that have another content now. */
export function changedLines(then: readonly Line[], now: readonly Line[]): ChangedField[] {
  if (then.length !== now.length) return [changedNumber(then.length, now.length)];
  return then.flatMap((line, index) => changedInLine(`line ${index + 1}`, line, now[index] ?? {}));
}

/** How many lines there were, and how many there are. */
export function changedNumber(then: number, now: number): ChangedField {
  return { name: "number of lines", values: fromTo(String(then), String(now)), weight: "other" };
}

/** The parts of a line as the window names them in a conflict. */
const PARTS: Readonly<Record<string, string>> = {
  kind: "account or item",
  accountId: "account or item",
  itemId: "account or item",
  unitAmount: "price",
  billable: "billable customer",
};
/** What an amount comes from changes with it. */
const OF_AMOUNT: ReadonlySet<string> = new Set(["quantity", "unitAmount"]);
/** When a line was read is no part of it. */
const LEFT_OUT: ReadonlySet<string> = new Set(["source", "net"]);

function changedInLine(place: string, was: Line, now: Line): ChangedField[] {
  // Another line is in its place.
  if (was.id !== now.id) return [{ name: place, values: null, weight: "other" }];
  const hasMoved = !isSameMoney(was.net, now.net);
  const [before, after]: readonly Readonly<Record<string, unknown>>[] = [was, now];
  const parts = Object.keys({ ...was, ...now }).filter((key) => {
    if (LEFT_OUT.has(key) || (hasMoved && OF_AMOUNT.has(key))) return false;
    // So does its tax, unless it is another tax.
    if (hasMoved && key === "tax") return taxCodes(was) !== taxCodes(now);
    return JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]);
  });
  const amount = hasMoved ? [changedField(`amount of ${place}`, now.net, was.net, "amount")] : [];
  return [...amount, ...parts.map((key): ChangedField => ({ name: `${PARTS[key] ?? key} of ${place}`, values: null, weight: "other" }))];
}

/** The same amount of the same currency, or none of both. */
export function isSameMoney(a: Money | undefined, b: Money | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.currency === b.currency && compareDecimals(a.amount, b.amount) === 0;
}

function taxCodes({ tax }: Line): string {
  return JSON.stringify([tax?.basis, tax?.components.map(({ code }) => code)]);
}
