import type { AccountingBasis } from "#shared/model/reports/ledger-report.ts";
import type { FigureSource } from "#shared/model/reports/statement.ts";
import { t } from "../../language/t.ts";

interface SourceText {
  readonly words: string;
  /** Beside figures, where it opens the source. */
  readonly link: string;
  readonly means: string;
}

/** The method of a figure, and its explanation. */
export const SOURCE_WORDS: Readonly<Record<FigureSource, SourceText>> = {
  gl_feed: {
    words: t("General ledger"),
    link: t("Source: general ledger"),
    means: t("Added up from the debits and credits posted in the ledger. Nothing is reconstructed."),
  },
  query: { words: t("Ledger totals"), link: t("Source: ledger totals"), means: t("The ledger calculated the figures on request.") },
  report: { words: t("Ledger report"), link: t("Source: ledger report"), means: t("The ledger's own report, as received.") },
  mirror: {
    // Also of counts, which aren't only of transactions.
    words: t("Synced records"),
    link: t("Source: synced transactions"),
    means: t("Added up or counted from the transactions and other records that Tieout has synced."),
  },
  reconstructed: {
    words: t("Reconstructed from transactions"),
    link: t("Reconstructed from transactions"),
    means: t(
      "Tieout has no access to the ledger's own postings, so it reconstructs them from transactions and payments. Anything it can't reconstruct is listed as a gap.",
    ),
  },
};

export const BASIS_WORDS: Readonly<Record<AccountingBasis, { readonly word: string; readonly means: string }>> = {
  accrual: { word: t("Accrual"), means: t("Income and expenses are recognized on the transaction date, whether paid or not.") },
  cash: { word: t("Cash"), means: t("Income and expenses are recognized when the money is received or paid.") },
};

const DAY_MS = 86_400_000;

/** Whether books were read so long ago that what has moved since may matter: more than a day. */
export function isStale(asOf: string, nowMs: number): boolean {
  return nowMs - Date.parse(asOf) > DAY_MS;
}
