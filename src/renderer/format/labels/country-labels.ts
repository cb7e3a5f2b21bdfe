import { LANGUAGE } from "../../language/languages.ts";

let names: Intl.DisplayNames | undefined;

/** A country by its name where the ledger gives a code such as `NZ`; else as the ledger has it. */
export function countryLabel(country: string): string {
  if (!/^[A-Z]{2}$/i.test(country)) return country;
  names ??= new Intl.DisplayNames([LANGUAGE.locale], { type: "region", fallback: "code" });
  return names.of(country.toUpperCase()) ?? country;
}
