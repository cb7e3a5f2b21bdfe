import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { BooksOptions, SimTaxCode } from "./types.ts";

type Row = readonly [id: string, name: string, rate: string, side: SimTaxCode["side"]];

const NO_TAX: Row = ["NONE", "No tax", "0", "both"];

/** First the ordinary sales code, then the ordinary purchase code. */
const BY_COUNTRY: Readonly<Record<string, readonly Row[]>> = {
  NZ: [
    ["OUTPUT2", "15% GST on Income", "15", "sales"],
    ["INPUT2", "15% GST on Expenses", "15", "purchases"],
    ["ZERORATED", "Zero rated", "0", "both"],
    NO_TAX,
  ],
  AU: [
    ["OUTPUT", "GST on Income", "10", "sales"],
    ["INPUT", "GST on Expenses", "10", "purchases"],
    ["EXEMPTOUTPUT", "GST Free Income", "0", "sales"],
    ["EXEMPTEXPENSES", "GST Free Expenses", "0", "purchases"],
    NO_TAX,
  ],
  GB: [
    ["OUTPUT2", "20% (VAT on Income)", "20", "sales"],
    ["INPUT2", "20% (VAT on Expenses)", "20", "purchases"],
    ["RROUTPUT", "5% (VAT on Income)", "5", "sales"],
    ["RRINPUT", "5% (VAT on Expenses)", "5", "purchases"],
    ["ZERORATEDOUTPUT", "Zero Rated Income", "0", "sales"],
    NO_TAX,
  ],
  IE: [
    ["OUTPUT", "23% VAT on Sales", "23", "sales"],
    ["INPUT", "23% VAT on Purchases", "23", "purchases"],
    ["RROUTPUT", "13.5% VAT on Sales", "13.5", "sales"],
    NO_TAX,
  ],
  CA: [
    ["HST", "HST 13% on Sales", "13", "sales"],
    ["HSTP", "HST 13% on Purchases", "13", "purchases"],
    ["GST", "GST 5%", "5", "both"],
    NO_TAX,
  ],
  US: [["TAX", "State and city sales tax 8.875%", "8.875", "sales"], NO_TAX, ["CA8", "California 8%", "8", "sales"]],
};

/** The tax codes of a country: style a has word ids, b and c numbers. */
export function taxCodesOf(options: BooksOptions, taxAccountId: string): SimTaxCode[] {
  const rows = BY_COUNTRY[options.country] ?? (BY_COUNTRY.US as readonly Row[]);
  return rows.map(([id, name, rate, side], index) => ({
    id: options.style === "a" ? id : String(index + (options.style === "b" ? 2 : 11)),
    name,
    rate: rate as DecimalString,
    side,
    accountId: taxAccountId,
  }));
}

/** The ordinary code of a side, and codes at zero. Purchases in a sales-tax country carry the no-tax code. */
export function taxChoices(
  codes: readonly SimTaxCode[],
  side: "sales" | "purchases",
): { readonly usual: SimTaxCode; readonly other: SimTaxCode } {
  const usable = codes.filter((code) => code.side === side || code.side === "both");
  const usual = usable[0] as SimTaxCode;
  return { usual, other: usable.find((code) => code.rate === "0") ?? usual };
}
