import { t } from "#shared/language/t.ts";

/** What a client is asked about one transaction when nobody changes the words. */
export const DOCUMENT_QUESTIONS = {
  uncategorized: "What was this for?",
  missing_receipt: "Please send us the receipt or invoice for this.",
} as const;

/** What a vendor's tax ID is called, by country. */
const BY_COUNTRY: Readonly<Record<string, string>> = {
  AU: "ABN",
  NZ: "GST number",
  GB: "VAT number",
  UK: "VAT number",
  IE: "VAT number",
};
/** Ledgers don't always tell the country; these currencies do. */
const BY_CURRENCY: Readonly<Record<string, string>> = { AUD: "AU", NZD: "NZ", GBP: "GB", USD: "US" };

/** Asks for a vendor's tax ID in the words of the client's country. */
export function taxIdQuestion({ country, baseCurrency }: { readonly country?: string | undefined; readonly baseCurrency: string }): string {
  const where = country !== undefined && country.length === 2 ? country.toUpperCase() : BY_CURRENCY[baseCurrency];
  if (where === "US") return t("What is this vendor's tax ID? Please also send their W-9 if you have it.");
  return t("What is this vendor's {taxId}?", { taxId: BY_COUNTRY[where ?? ""] ?? "tax ID" });
}
