import { moneyName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";
import { contactAfter, recordName, recordTitle } from "#shared/model/labels/record-name.ts";
import type { AllocationDraft, PaymentDraft } from "#shared/model/ledger/write.ts";
import type { WriteContext } from "../../writing.ts";
import { contactId, marked } from "./draft-fields.ts";
import type { Element } from "./element.ts";
import type { Expected } from "./expected.ts";
import { numeral } from "./json.ts";
import { accountNames } from "./line-body.ts";
import { type At, badInput } from "./refused.ts";

/** Members of a payment that name what it settles, by the noun of its target. */
const members: Readonly<Record<string, readonly [member: string, idField: string]>> = {
  Invoice: ["Invoice", "InvoiceID"],
  CreditNote: ["CreditNote", "CreditNoteID"],
  Overpayment: ["Overpayment", "OverpaymentID"],
  Prepayment: ["Prepayment", "PrepaymentID"],
};

/**
 * Rule 15: this ledger has one payment for each settled document, so each allocation is a separate payment and
 * part; all of them are sent in one call.
 * @throws Refused
 */
export function createPayment(context: WriteContext, draft: PaymentDraft, operation: number, at: At): Element[] {
  if (draft.entityId !== undefined) throw badInput(at("entityId"), "This ledger has no separate legal entities.");
  contactId(context, draft.party.id, at("party.id"));
  const { AccountID, Code } = accountNames(context, draft.accountId, at("accountId"), "Code");
  return draft.allocations.map((allocation, part) => {
    const field: At = (name) => at(`allocations[${part}].${name}`);
    const target = settledDocument(context, draft, allocation, field);
    const [noun = "", id = ""] = split(allocation.toId);
    const [member, idField] = members[noun] ?? unknownTarget(field);
    const mark = context.reference(operation, part);
    const reference = marked(draft.reference, mark, at("reference"));
    const isForeign = draft.currency !== context.discovery.organisation.baseCurrency;
    return {
      method: "PUT",
      path: "/Payments",
      query: { summarizeErrors: "false" },
      collection: "Payments",
      object: {
        [member]: { [idField]: id },
        Account: { AccountID, Code },
        Date: draft.date,
        Amount: numeral(allocation.amount.amount),
        CurrencyRate: isForeign && draft.exchangeRate !== undefined ? numeral(draft.exchangeRate) : undefined,
        Reference: reference,
      },
      item: {
        operation,
        part,
        title: titleOf(allocation, target),
        reference: mark,
        entityType: "Payment",
        ledgerId: null,
        expected: {
          look: "made",
          endpoint: "Payments",
          idField: "PaymentID",
          field: "Reference",
          text: reference,
          facts: {},
          promised: { reference, amount: allocation.amount.amount },
        } satisfies Expected,
      },
    };
  });
}

/** For people: "Payment of 1,170.00 NZD on bill OP-771 from Oak Paper". */
function titleOf({ amount }: AllocationDraft, target: MappedDocument): string {
  const { type, partyName, unappliedKind } = target;
  return `Payment of ${moneyName(amount)} on ${recordTitle({ document: target })}${contactAfter(type, partyName, unappliedKind)}`;
}

/** The direction follows from what is settled; a payment the other way round would be another act. */
function settledDocument(context: WriteContext, draft: PaymentDraft, { toId }: AllocationDraft, at: At): MappedDocument {
  const record = context.record(toId);
  if (record === undefined) throw badInput(at("toId"), `Transaction ${toId} isn't in this client's books.`);
  const { document } = record;
  // A payment settles others and isn't settled.
  if (document === undefined) return unknownTarget(at);
  const received = document.type === "sales_invoice" || document.type === "purchase_credit";
  const made = document.type === "purchase_bill" || document.type === "sales_credit";
  if (!received && !made) return unknownTarget(at);
  if (draft.direction === "received" ? !received : !made) {
    const [wrong, right] = received ? ["you made", "you received"] : ["you received", "you made"];
    throw badInput(at("toId"), `${recordName(record)} can't be settled with a payment ${wrong}, only with one ${right}.`);
  }
  if (document.partyId !== undefined && document.partyId !== draft.party.id) {
    throw badInput(at("toId"), `${recordName(record)} belongs to another contact.`);
  }
  return document;
}

function unknownTarget(at: At): never {
  throw badInput(
    at("toId"),
    t("Only invoices, bills, credit notes, vendor credits, overpayments and prepayments can be settled by a payment."),
  );
}

function split(recordId: string): readonly string[] {
  const colon = recordId.indexOf(":");
  return [recordId.slice(0, colon), recordId.slice(colon + 1)];
}
