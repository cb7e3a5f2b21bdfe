import { compareDecimals, type DecimalString } from "#shared/kernel/decimal.ts";
import { moneyName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { recordName, recordTitle } from "#shared/model/labels/record-name.ts";
import type { AllocationDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import type { WriteContext } from "../../writing.ts";
import { type Current, changedMeanwhile, contentOf, readCurrent } from "./current.ts";
import type { Element } from "./element.ts";
import type { Expected } from "./expected.ts";
import { type JsonObject, numeral, objectsIn, textIn, textWithin } from "./json.ts";
import { idWithin } from "./nouns.ts";
import { type Asking, type At, badInput } from "./refused.ts";
import { mirroredRecord } from "./target.ts";

type Application = Extract<WriteOperation, { kind: "apply_credit" }>;

/** Everything that can be applied to invoices and bills, each with its endpoint (rule 16). */
const sources = [
  { entityType: "CreditNote", endpoint: "CreditNotes", stream: "credit-notes" },
  { entityType: "Overpayment", endpoint: "Overpayments", stream: "overpayments" },
  { entityType: "Prepayment", endpoint: "Prepayments", stream: "prepayments" },
] as const;

/**
 * Applies a credit note, overpayment or prepayment: all parts in one call, which the ledger takes or
 * refuses as a whole. Allocations have no field for a mark; they are found again by how many of their
 * kind the credit has. @throws Refused
 */
export function* applyCredit(context: WriteContext, operation: Application, index: number, at: At): Asking<Element[]> {
  const mirrored = mirroredRecord(context, operation.fromId, undefined, (field) => at(field === "id" ? "fromId" : field));
  const source = sources.find(({ entityType }) => idWithin(operation.fromId, entityType) !== undefined);
  if (source === undefined)
    throw badInput(at("fromId"), t("Only credit notes, vendor credits, overpayments and prepayments can be applied."));
  const { entityType, endpoint, stream } = source;
  const id = idWithin(operation.fromId, entityType) as string;
  const current = yield* readCurrent(context, { endpoint }, id);
  const name = recordName(mirrored);
  refuseIfMoved(context, stream, name, `GET /${endpoint}/${id}`, mirrored.raw, current);
  const before = current === null ? [] : objectsIn(current.record, "Allocations");
  return operation.allocations.map((allocation, part) => {
    const invoiceId = idWithin(allocation.toId, "Invoice");
    if (invoiceId === undefined) throw badInput(at(`allocations[${part}].toId`), "A credit can only be applied to an invoice or a bill.");
    const target = context.record(allocation.toId);
    const earlier = operation.allocations.slice(0, part + 1).filter((other) => isSame(other, allocation)).length;
    const expected: Expected = {
      look: "allocated",
      endpoint,
      invoiceId,
      amount: allocation.amount.amount,
      count: countLike(before, invoiceId, allocation.amount.amount) + earlier,
    };
    return {
      method: "PUT",
      path: `/${endpoint}/${id}/Allocations`,
      query: {},
      collection: "Allocations",
      object: { Invoice: { InvoiceID: invoiceId }, Amount: numeral(allocation.amount.amount), Date: operation.date },
      item: {
        operation: index,
        part,
        title: `Apply ${moneyName(allocation.amount)} of ${recordTitle(mirrored)} to ${target === undefined ? allocation.toId : recordTitle(target)}`,
        reference: null,
        entityType,
        ledgerId: id,
        expected,
      },
    };
  });
}

function refuseIfMoved(context: WriteContext, stream: string, name: string, request: string, raw: string, current: Current | null): void {
  if (current === null) throw changedMeanwhile(name, request, raw, null);
  const contents = [contentOf(context, stream, raw), contentOf(context, stream, current.text)] as const;
  if (contents[0] !== contents[1]) throw changedMeanwhile(name, request, raw, current, contents);
}

function isSame(a: AllocationDraft, b: AllocationDraft): boolean {
  return a.toId === b.toId && compareDecimals(a.amount.amount, b.amount.amount) === 0;
}

/** Allocations of a credit to one invoice over one amount. */
export function countLike(allocations: readonly JsonObject[], invoiceId: string, amount: string): number {
  return allocations.filter(
    (row) =>
      textWithin(row, "Invoice", "InvoiceID") === invoiceId &&
      row.IsDeleted !== true &&
      compareDecimals((textIn(row, "Amount") ?? "0") as DecimalString, amount as DecimalString) === 0,
  ).length;
}
