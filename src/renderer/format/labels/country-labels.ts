import { LANGUAGE } from "../../language/languages.ts";

const NAMES = new Intl.DisplayNames([LANGUAGE.locale], { type: "region", fallback: "code" });

/** A country by its name where the ledger gives a code such as `NZ`; else as the ledger has it. */
export function countryLabel(country: string): string {
  return /^[A-Z]{2}$/i.test(country) ? (NAMES.of(country.toUpperCase()) ?? country) : country;
}
