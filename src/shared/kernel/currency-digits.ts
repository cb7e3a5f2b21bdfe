const digits = new Map<string, number>();

/** Decimals that a currency is written with: JPY 0, USD 2, KWD 3; 2 where the code is unknown. */
export function currencyDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const isCode = /^[A-Z]{3}$/.test(currency);
  const found = isCode ? new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits : undefined;
  digits.set(currency, found ?? 2);
  return found ?? 2;
}

const codes = new Set(Intl.supportedValuesOf("currency"));

/** Whether three capitals in a text are a currency: GST and VAT, which accounts are often called, aren't. */
export function isCurrencyCode(word: string): boolean {
  return codes.has(word);
}
