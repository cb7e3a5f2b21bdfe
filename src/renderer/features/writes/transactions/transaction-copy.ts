import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { compareDecimals } from "#shared/kernel/decimal.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import { readAmount } from "../../../format/amounts/typed-amount.ts";
import { formOfDocument } from "./transaction-change.ts";
import { type DocumentForm, type LineForm, netOf } from "./transaction-draft.ts";

type Names = Readonly<Record<string, string>>;

/** A new form with what a document says, dated today: its number, due date and rate are its own and stay behind. */
export function copiedForm(document: LedgerDocument, names: Names, today: CalendarDate, decimals: number): DocumentForm {
  const form = formOfDocument(document, names);
  const { totalAccountId } = document;
  const isCash = document.type === "cash_purchase" || document.type === "cash_sale";
  return {
    ...form,
    number: "",
    issueDate: today,
    dueDate: "",
    exchangeRate: "",
    status: "open",
    // The model's amounts are without tax, however the ledger wrote them.
    basis: form.basis === "inclusive" ? "exclusive" : form.basis,
    totalAccount: !isCash || totalAccountId === undefined ? null : { id: totalAccountId, name: names[totalAccountId] ?? totalAccountId },
    lines: form.lines.map((line, index) => copiedLine(line, document, index, decimals)),
  };
}

/** A credit note that takes back a whole bill or invoice, with its number as the reference. */
export function creditForm(document: LedgerDocument, names: Names, today: CalendarDate, decimals: number): DocumentForm {
  const type = document.type === "sales_invoice" ? "sales_credit" : "purchase_credit";
  return { ...copiedForm(document, names, today, decimals), type, reference: document.number ?? document.reference ?? "", memo: "" };
}

function copiedLine(line: LineForm, document: LedgerDocument, index: number, decimals: number): LineForm {
  const dimensions = document.lines[index]?.dimensions ?? [];
  const fresh = {
    ...line,
    lineId: null,
    // What was copied down from the header is entered here, too, since the copy has no header yet.
    dimensions: Object.fromEntries(dimensions.map(({ dimensionId, valueId }) => [dimensionId, valueId])),
  };
  if (document.type === "journal") return fresh;
  const stated = readAmount(line.net);
  const worked = netOf({ ...line, net: "" }, document.type, decimals);
  const agrees = stated !== null && worked !== null && compareDecimals(stated, worked) === 0;
  return agrees ? { ...fresh, net: "" } : { ...fresh, unitAmount: "" };
}
