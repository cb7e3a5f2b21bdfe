import { counted, dayName, moneyName } from "#shared/kernel/readable.ts";
import { andList } from "#shared/language/english.ts";

/** What a look says of a record that is neither as it was nor as the change would have made it. */
export function changedInLedger(act: "void" | "delete" | "update" | undefined): string {
  if (act === "void") return "The transaction hasn't been voided. It was changed in the ledger after Tieout read it.";
  if (act === "delete") return "The transaction hasn't been deleted. It was changed in the ledger after Tieout read it.";
  return "The transaction was changed in the ledger. It matches neither your update nor the version Tieout read before sending it.";
}

/** `total` is what a transaction comes to, `ofTotal` an amount that usually moves with it, such as what is still due. */
type Weight = "total" | "amount" | "ofTotal" | "other";

/** A field that someone changed in the ledger. */
export interface ChangedField {
  readonly name: string;
  /** From what to what, in a few words; null where that takes more, or the values are ids. */
  readonly values: string | null;
  readonly weight: Weight;
}

/** A field that changed; of an amount or a day also what Tieout last read, and what the ledger has now. */
export function changedField(name: string, now: unknown, was: unknown, weight?: Weight): ChangedField {
  const [is, before] = [shortValue(now), shortValue(was)];
  const values = is === null || before === null || is === before ? null : fromTo(before, is);
  return { name, values, weight: weight ?? (isMoney(now) || isMoney(was) ? "amount" : "other") };
}

/** What a value was and is now, where either may be empty. */
export function fromTo(before: string, is: string): string {
  if (before === "") return `set to ${is}`;
  return is === "" ? `removed (was ${before})` : `from ${before} to ${is}`;
}

/** An amount or a day, empty text where there is none; null for what takes more than a few words, or is an id. */
function shortValue(value: unknown): string | null {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return dayName(value) === value ? null : dayName(value);
  return isMoney(value) ? moneyName(value) : null;
}

function isMoney(value: unknown): value is { readonly amount: string; readonly currency: string } {
  if (typeof value !== "object" || value === null || !("amount" in value && "currency" in value)) return false;
  return typeof value.amount === "string" && typeof value.currency === "string";
}

/** More than these would be a list. */
const NAMED = 3;
/** Of these, so many have their values. */
const VALUED = 2;

/**
 * What was changed of a record that is about to be changed, in a line: first by how much, amounts before the rest, then what else. Where
 * the total says by how much, other amounts would say the same again.
 */
export function changedBriefly(fields: readonly ChangedField[]): string {
  const told = new Map<string, ChangedField>();
  const isTotalTold = fields.some(({ weight, values }) => weight === "total" && values !== null);
  const own = fields.filter(({ weight }) => !isTotalTold || weight === "total" || weight === "other");
  for (const field of own.toSorted((a, b) => place(a) - place(b))) if (!told.has(field.name)) told.set(field.name, field);
  if (told.size === 0) return "Changed in the ledger";
  const named = [...told.values()].slice(0, NAMED);
  const valued = named.filter(({ values }) => values !== null).slice(0, VALUED);
  const more = told.size - named.length;
  const others = [
    ...named.filter((field) => !valued.includes(field)).map(({ name }) => name),
    ...(more > 0 ? [counted(more, "more field")] : []),
  ];
  if (valued.length === 0) return `Changed in the ledger: ${andList(others)}`;
  const changes = `Changed in the ledger: ${andList(valued.map(({ name, values }) => `${name} ${values}`))}`;
  return others.length === 0 ? changes : `${changes}. ${capitalized(andList(others))} also changed.`;
}

function capitalized(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Where a field is in the line: what says most comes first. */
function place({ weight, values }: ChangedField): number {
  if (weight === "total") return 0;
  if (weight === "other") return values === null ? 3 : 2;
  return 1;
}
