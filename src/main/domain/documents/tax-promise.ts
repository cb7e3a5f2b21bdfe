import { canonicalDecimal, type DecimalString, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { SourceCapabilities } from "#shared/model/ledger/capabilities.ts";

/** Whether the tax amount in a draft can be relied on (rule 21), and what to tell the person. */
export interface TaxPromise {
  readonly mayPromise: boolean;
  readonly reason: string;
}

/** What to say about tax before a write: where the ledger calculates tax itself, no amount is promised. */
export function taxPromise({ canCreateTaxRates }: Pick<SourceCapabilities, "canCreateTaxRates">): TaxPromise {
  return canCreateTaxRates
    ? { mayPromise: true, reason: "The ledger uses the tax rates you send, so it will post this amount." }
    : { mayPromise: false, reason: "The ledger works out tax itself, so its amount may differ." };
}

/** The part of a document that tax is compared on. */
export type TaxedDocument = Pick<LedgerDocument, "tax" | "total"> & {
  readonly lines: readonly Pick<LedgerDocument["lines"][number], "tax">[];
};

/** One amount that the ledger did not keep as it was sent; `lineNo` counts from 1, null for the document itself. */
export interface TaxDifference {
  readonly lineNo: number | null;
  readonly what: "tax" | "total";
  readonly sent: DecimalString;
  readonly returned: DecimalString | null;
  /** Returned less sent; null where nothing came back. */
  readonly difference: DecimalString | null;
}

export interface TaxComparison {
  /** `not_stated`: no tax amount was sent, or the ledger states none at that level. */
  readonly outcome: "as_sent" | "replaced" | "not_stated";
  readonly differences: readonly TaxDifference[];
}

/**
 * Tax as it was sent against tax as the ledger returned it (rule 21). Only amounts that were sent are
 * compared; an amount that the ledger states per document alone is no difference on its lines.
 */
export function compareTax(sent: TaxedDocument, returned: TaxedDocument): TaxComparison {
  const ofDocument = difference(null, "tax", sent.tax.amount?.amount, returned.tax.amount?.amount);
  const linesReturned = returned.lines.some(({ tax }) => tax.amount !== undefined);
  const ofLines = linesReturned
    ? sent.lines.flatMap((line, at) => difference(at + 1, "tax", line.tax.amount?.amount, returned.lines[at]?.tax.amount?.amount))
    : [];
  const isStated = sent.tax.amount !== undefined || sent.lines.some(({ tax }) => tax.amount !== undefined);
  if (!isStated) return { outcome: "not_stated", differences: [] };
  const ofTotal = difference(null, "total", sent.total.amount, returned.total.amount);
  const differences = [...ofDocument, ...ofLines, ...ofTotal];
  const isCompared = (sent.tax.amount !== undefined && returned.tax.amount !== undefined) || linesReturned;
  if (differences.length > 0) return { outcome: "replaced", differences };
  return { outcome: isCompared ? "as_sent" : "not_stated", differences };
}

function difference(
  lineNo: number | null,
  what: TaxDifference["what"],
  sent: DecimalString | undefined,
  returned: DecimalString | undefined,
): TaxDifference[] {
  if (sent === undefined) return [];
  // A tax of nothing is often not sent back at all.
  if (returned === undefined) return canonicalDecimal(sent) === "0" ? [] : [{ lineNo, what, sent, returned: null, difference: null }];
  if (canonicalDecimal(sent) === canonicalDecimal(returned)) return [];
  return [{ lineNo, what, sent, returned, difference: subtractDecimals(returned, sent) }];
}
