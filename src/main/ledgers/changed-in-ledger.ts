import { dayName, moneyName } from "#shared/kernel/readable.ts";

/** What a look says of a record that is neither as it was nor as the change would have made it. */
export function changedInLedger(act: "void" | "delete" | "update" | undefined): string {
  if (act === "void") return "The transaction hasn't been voided. It was changed in the ledger after Tieout read it.";
  if (act === "delete") return "The transaction hasn't been deleted. It was changed in the ledger after Tieout read it.";
  return "The transaction was changed in the ledger. It matches neither your update nor the version Tieout read before sending it.";
}

/** A field that changed, by its name; of an amount or a day also what the ledger has now, and what Tieout last read. */
export function changedField(name: string, now: unknown, was: unknown): string {
  const [is, before] = [shortValue(now), shortValue(was)];
  return is === null || before === null || is === before ? name : `${name} (now ${is}, was ${before})`;
}

/** An amount, a day, or that there is none; null for what takes more than a few words, or is an id. */
function shortValue(value: unknown): string | null {
  if (value === undefined || value === null) return "empty";
  if (typeof value === "string") return dayName(value) === value ? null : dayName(value);
  if (typeof value !== "object" || !("amount" in value && "currency" in value)) return null;
  const { amount, currency } = value;
  return typeof amount === "string" && typeof currency === "string" ? moneyName({ amount, currency }) : null;
}

/** More than these would be a list. */
const NAMED = 3;

/** The same of what was about to be changed, in a few words: its fields that changed, and each line as a whole. */
export function changedBriefly(fields: readonly string[]): string {
  const names = [...new Set(fields)];
  const more = names.length - NAMED;
  const told = [...names.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return told.length === 0 ? "Changed in the ledger" : `Changed in the ledger: ${told.join(", ")}`;
}
