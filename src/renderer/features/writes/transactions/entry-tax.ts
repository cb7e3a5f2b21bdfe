import type { TaxCode } from "#shared/contract/books/entries.ts";
import {
  absoluteDecimal,
  addDecimals,
  type DecimalString,
  decimal,
  divideDecimal,
  isZero,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { formatNumeral } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { type DocumentForm, type LineForm, netOf } from "./transaction-draft.ts";

/** Tax codes by their code. */
export type TaxCodes = ReadonlyMap<string, TaxCode>;

export const NO_TAX_CODES: TaxCodes = new Map();

/** What of a new transaction's tax its ledger works out untold: all of it, that of lines without a tax code, or none. */
export type LedgerTax = "all" | "uncoded" | "none";

/** The same from what the core says of the form's fields. */
export function ledgerTaxOf(refused: Readonly<Record<string, string>>): LedgerTax {
  if (refused.taxCode !== undefined) return "all";
  return refused["taxCode.missing"] === undefined ? "none" : "uncoded";
}

/** What the total leaves out: tax that the ledger works out, alone or beside tax that is known here. */
export function totalWords(taxUnknown: boolean, someKnown: boolean): string {
  if (!taxUnknown) return t("Total");
  return someKnown ? t("Total before other tax") : t("Total before tax");
}

/** A tax by its name, with its rate where the name doesn't say it. */
export function taxLabel({ name, rate }: TaxCode): string {
  const percent = formatNumeral(rate ?? "0");
  return rate === null || name.includes(`${percent}%`) ? name : t("{name}, {rate}%", { name, rate: percent });
}

/** What a line comes to. */
interface TaxedLine {
  readonly net: DecimalString;
  readonly tax: DecimalString;
  /** The code that charges it; null for a line without tax. */
  readonly code: TaxCode | null;
  /** Its code has no rate that is known here, or it has no code and is taxed all the same: the ledger works the tax out. */
  readonly unknown: boolean;
}

const HUNDRED = decimal("100");

/**
 * Net and tax of a line as it is entered, exact: tax is rounded once per line at the currency's decimals, halves away from zero, as
 * the ledgers do. Amounts that include tax are split, so that net and tax always add up to what was typed.
 * @returns null while the line has no amount
 */
export function taxedLine(
  line: LineForm,
  form: Pick<DocumentForm, "type" | "basis">,
  decimals: number,
  codes: TaxCodes,
  ledgerTax: LedgerTax = "none",
): TaxedLine | null {
  const amount = netOf(line, form.type, decimals);
  if (amount === null) return null;
  const zero = roundDecimal(decimal("0"), decimals);
  const named = line.taxCode.trim();
  if (form.type === "journal" || form.basis === "none") return { net: amount, tax: zero, code: null, unknown: false };
  // A line that the ledger has is taxed as it is.
  if (named === "") return { net: amount, tax: zero, code: null, unknown: ledgerTax === "uncoded" && line.lineId === null };
  const code = codes.get(named) ?? null;
  const rate = code?.rate ?? null;
  if (rate === null) return { net: amount, tax: zero, code, unknown: true };
  const share = multiplyDecimals(amount, rate);
  if (form.basis !== "inclusive") return { net: amount, tax: divideDecimal(share, HUNDRED, decimals), code, unknown: false };
  const tax = divideDecimal(share, addDecimals(HUNDRED, rate), decimals);
  return { net: subtractDecimals(amount, tax), tax, code, unknown: false };
}

export interface FormTotals {
  /** The sum of the lines without tax. */
  readonly net: DecimalString;
  /** Tax by code, in the order of the lines. */
  readonly taxes: readonly { readonly code: TaxCode; readonly amount: DecimalString }[];
  readonly tax: DecimalString;
  /** With tax. */
  readonly gross: DecimalString;
  /** A line's tax is for the ledger to work out, so the total isn't final. */
  readonly taxUnknown: boolean;
  readonly debit: DecimalString;
  readonly credit: DecimalString;
  /** Debits less credits. */
  readonly difference: DecimalString;
  readonly balanced: boolean;
}

/** Sums of what is entered so far, exact; lines without an amount count for nothing. */
export function formTotals(
  form: Pick<DocumentForm, "type" | "lines"> & Partial<Pick<DocumentForm, "basis">>,
  decimals: number,
  codes: TaxCodes = NO_TAX_CODES,
  ledgerTax: LedgerTax = "none",
): FormTotals {
  const { type, basis = "" } = form;
  const zero = `0.${"0".repeat(decimals)}`.replace(/\.$/, "") as DecimalString;
  const lines = form.lines.flatMap((line) => taxedLine(line, { type, basis }, decimals, codes, ledgerTax) ?? []);
  const nets = lines.map(({ net }) => net);
  const debit = sumDecimals([zero, ...nets.filter((net) => !net.startsWith("-"))]);
  const credit = sumDecimals([zero, ...nets.filter((net) => net.startsWith("-")).map(absoluteDecimal)]);
  const difference = subtractDecimals(debit, credit);
  const byCode = new Map<TaxCode, DecimalString>();
  for (const { code, tax, unknown } of lines) if (code !== null && !unknown) byCode.set(code, addDecimals(byCode.get(code) ?? zero, tax));
  const tax = sumDecimals([zero, ...lines.map((line) => line.tax)]);
  return {
    net: difference,
    taxes: [...byCode].map(([code, amount]) => ({ code, amount })),
    tax,
    gross: addDecimals(difference, tax),
    taxUnknown: ledgerTax === "all" || lines.some(({ unknown }) => unknown),
    debit,
    credit,
    difference,
    balanced: isZero(difference),
  };
}
