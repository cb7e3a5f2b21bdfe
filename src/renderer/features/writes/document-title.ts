import type { DocumentView } from "#shared/contract/books/documents.ts";
import { contactAfter } from "#shared/model/labels/record-name.ts";
import { typeLabel } from "../../format/labels/transaction-labels.ts";

/** A document as people call it: `Bill INV-7 from Oak Paper`. */
export function documentTitle({ document }: Pick<DocumentView, "document">): string {
  const { type, unappliedKind, number, reference, party } = document;
  const name = [typeLabel(type, unappliedKind), number ?? reference].filter((part) => part !== undefined).join(" ");
  return `${name}${contactAfter(type, party?.name, unappliedKind)}`;
}
