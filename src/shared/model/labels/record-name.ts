import { t } from "#shared/language/t.ts";
import { insideSentence } from "../../kernel/readable.ts";
import { type DocumentType, isSale, type UnappliedKind } from "../books/document.ts";
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
  readonly payment?: { readonly direction?: "received" | "made" | undefined; readonly reference?: string | undefined } | undefined;
}

/**
 * The contact after the name of a transaction: ` from Oak Paper` for a bill, ` to Penrose` for an invoice, ` for Elm` for a journal.
 * An overpayment, prepayment or deposit is stored as a credit, and goes the other way: it came from a customer.
 */
export function contactAfter(type: DocumentType, contact: string | null | undefined, unappliedKind?: UnappliedKind): string {
  if (contact === null || contact === undefined) return "";
  const isToContact = isSale(type) === (unappliedKind === undefined);
  return ` ${type === "journal" ? "for" : isToContact ? "to" : "from"} ${contact}`;
}

const MEMO_NAME_MAX = 60;

/** A memo where it is a name: its first line, if need be cut. */
export function memoName(memo: string): string {
  const [line = ""] = memo.trim().split("\n");
  return line.length <= MEMO_NAME_MAX ? line : `${line.slice(0, MEMO_NAME_MAX - 1).trimEnd()}…`;
}

/** What is asked of a transaction without its contact. */
export function chooseContact(type: DocumentType): string {
  return isSale(type) ? t("Choose a customer.") : t("Choose a vendor.");
}

/** A record where a sentence begins, such as "Bill 7230", or "The bill" where the ledger gave it no number. Ids are for technical details. */
export function recordName(record: Recorded): string {
  const { kind, number } = partsOf(record);
  return number === "" ? `The ${insideSentence(kind)}` : `${kind} ${number}`;
}

/** The same in a title that names an act, such as "Delete bill 7230" and "Delete bill". */
export function recordTitle(record: Recorded): string {
  const { kind, number } = partsOf(record);
  return insideSentence(number === "" ? kind : `${kind} ${number}`);
}

function partsOf({ document, payment }: Recorded): { readonly kind: string; readonly number: string } {
  // Of a payment that isn't known here, nobody knows the direction.
  if (document === undefined) return { kind: payment?.direction === "received" ? "Receipt" : "Payment", number: payment?.reference ?? "" };
  return { kind: codeLabel(document.unappliedKind ?? document.type), number: document.number ?? document.reference ?? "" };
}
