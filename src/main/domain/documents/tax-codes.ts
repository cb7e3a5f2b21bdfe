import { canonicalDecimal, type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { type DocumentType, isSale } from "#shared/model/books/document.ts";
import type { TaxRate } from "#shared/model/books/tax.ts";

/** A tax code that a line may name, with its rate in percent; null where only the ledger knows it. */
export interface TaxCodeChoice {
  readonly code: string;
  readonly name: string;
  readonly rate: DecimalString | null;
  /** Recent documents of this type have it more than any other. */
  readonly usual: boolean;
}

/**
 * The tax codes for lines of a type of document, those that recent ones used most first. Where the ledger works out tax itself, and
 * its lines name codes that it keeps no record of, only those that were used are offered.
 */
export function taxCodeChoices(
  rates: readonly TaxRate[],
  used: readonly string[],
  type: DocumentType,
  ledgerWorksOut: boolean,
  unlistedNames: Readonly<Record<string, string>>,
): TaxCodeChoice[] {
  const side = isSale(type) ? "sales" : "purchases";
  const parts = new Set(rates.flatMap((rate) => [...(rate.parts?.sales ?? []), ...(rate.parts?.purchases ?? [])]));
  const byId = new Map(rates.map((rate) => [rate.id, rate]));
  const known = rates
    .filter((rate) => rate.active && !parts.has(rate.id) && (rate.parts === undefined || rate.parts[side].length > 0))
    .map((rate): TaxCodeChoice => ({ code: rate.source.id, name: rate.name, rate: rateOf(rate, byId, side), usual: false }));
  const uses = new Map<string, number>();
  for (const code of used) uses.set(code, (uses.get(code) ?? 0) + 1);
  const unknown = [...uses.keys()].filter((code) => !rates.some(({ source }) => source.id === code));
  const unlisted = unknown.map((code): TaxCodeChoice => ({ code, name: unlistedNames[code] ?? code, rate: null, usual: false }));
  const offered = ledgerWorksOut && unknown.length > 0 ? unlisted : [...known, ...unlisted];
  const sorted = offered.toSorted((a, b) => (uses.get(b.code) ?? 0) - (uses.get(a.code) ?? 0) || a.name.localeCompare(b.name));
  return sorted.map((choice, index) => ({ ...choice, usual: index === 0 && uses.has(choice.code) }));
}

function rateOf(rate: TaxRate, byId: ReadonlyMap<string, TaxRate>, side: "sales" | "purchases"): DecimalString | null {
  const charged = rate.parts === undefined ? [rate.rate] : rate.parts[side].map((id) => byId.get(id)?.rate);
  return charged.every((each) => each !== undefined) ? canonicalDecimal(sumDecimals(charged)) : null;
}

/** What recent documents say is usual: the most common value, the latest of those that are equally common; null where there is none. */
export function mostCommon<T>(latestFirst: readonly T[]): T | null {
  const counts = new Map<T, number>();
  for (const value of latestFirst) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: T | null = null;
  for (const [value, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = value;
  return best;
}
