import type { DocumentView } from "#shared/contract/books/documents.ts";
import { contactAfter } from "#shared/model/labels/record-name.ts";
import { typeLabel } from "../../format/labels/transaction-labels.ts";

/** A document as people call it: `Bill INV-7 from Oak Paper`. */
export function documentTitle({ document }: Pick<DocumentView, "document">): string {
  const name = [typeLabel(document.type, document.unappliedKind !== undefined), document.number ?? document.reference];
  return `${name.filter((part) => part !== undefined).join(" ")}${contactAfter(document.type, document.party?.name)}`;
}
