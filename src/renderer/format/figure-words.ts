import type { AccountingBasis } from "#shared/model/ledger-report.ts";
import type { FigureSource } from "#shared/model/statement.ts";
import { t } from "../language/t.ts";

/** How a figure was had: in a sentence, and what that means. */
export const SOURCE_WORDS: Readonly<Record<FigureSource, { readonly words: string; readonly means: string }>> = {
  gl_feed: {
    words: t("From the general-ledger feed"),
    means: t("Summed from the postings that the ledger itself made and lets us read. Nothing is worked out from documents."),
  },
  query: { words: t("From a query of the ledger"), means: t("The ledger worked the figures out when it was asked.") },
  report: { words: t("From a report of the ledger"), means: t("The ledger's own report, as it was fetched.") },
  mirror: { words: t("From the mirrored documents"), means: t("Summed from the documents as they were read.") },
  reconstructed: {
    words: t("Reconstructed from documents"),
    means: t(
      "This ledger lets nobody read its postings, so they are worked out from its documents and payments. What that can not know is listed as a gap.",
    ),
  },
};

export const BASIS_WORDS: Readonly<Record<AccountingBasis, { readonly word: string; readonly means: string }>> = {
  accrual: { word: t("Accrual"), means: t("Income and expenses count on the date of the document, paid or not.") },
  cash: { word: t("Cash"), means: t("Income and expenses count when they are paid.") },
};

const DAY_MS = 86_400_000;

/** Whether books were read so long ago that what has moved since may matter: more than a day. */
export function isStale(asOf: string, nowMs: number): boolean {
  return nowMs - Date.parse(asOf) > DAY_MS;
}
