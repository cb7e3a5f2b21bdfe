import { t } from "#shared/language/t.ts";
import { type DocumentType, isSale } from "../books/document.ts";
import { codeLabel } from "./code-labels.ts";

/** What of a record names it. */
export interface Recorded {
  readonly document?:
    | {
        readonly type: string;
        readonly unappliedKind?: string | undefined;
        readonly number?: string | undefined;
        readonly reference?: string | undefined;
      }
    | undefined;
  readonly payment?: { readonly reference?: string | undefined } | undefined;
}

/** The contact after the name of a transaction: ` from Oak Paper` for a bill, ` to Penrose` for an invoice, ` for Elm` for a journal. */
export function contactAfter(type: DocumentType, contact: string | null | undefined): string {
  if (contact === null || contact === undefined) return "";
  return ` ${type === "journal" ? "for" : isSale(type) ? "to" : "from"} ${contact}`;
}

/** What is asked of a transaction without its contact. */
export function chooseContact(type: DocumentType): string {
  return isSale(type) ? t("Choose a customer.") : t("Choose a vendor.");
}

/** A record as people know it, such as "Bill 7230"; its kind alone where the ledger gave it no number. Ids are for technical details. */
export function recordName({ document, payment }: Recorded): string {
  const parts =
    document === undefined
      ? (payment?.reference ?? "") === ""
        ? ["The payment"]
        : ["Payment", payment?.reference]
      : [codeLabel(document.unappliedKind ?? document.type), document.number ?? document.reference];
  return parts.filter((part) => part !== undefined && part !== "").join(" ");
}
