import type { Named } from "#shared/contract/books/choices.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, addDecimals } from "#shared/kernel/decimal.ts";
import type { DocumentDraft, LineDraft, PaymentDraft, WriteJob } from "#shared/model/ledger/write.ts";
import type { PaymentForm } from "../payments/payment-draft.ts";
import type { DocumentForm, LineForm } from "../transactions/transaction-draft.ts";

/** The form that a job's own operation came from, or would come from; null where it has none. */
export function formOfJob(
  job: Pick<WriteJob, "operations">,
): { readonly kind: "document"; readonly form: DocumentForm } | { readonly kind: "payment"; readonly form: PaymentForm } | null {
  const [operation] = job.operations;
  if (job.operations.length !== 1 || operation === undefined) return null;
  if (operation.kind === "create_document") return { kind: "document", form: formOfDraft(operation.document) };
  if (operation.kind === "create_payment") return { kind: "payment", form: formOfPayment(operation.payment) };
  return null;
}

/** Names are looked up when they are shown: until then an id stands for itself. */
function unnamed(id: string | undefined): Named | null {
  return id === undefined ? null : { id, name: id };
}

/** The form that a new document came from. */
export function formOfDraft(draft: DocumentDraft): DocumentForm {
  const basis = draft.tax?.basis;
  return {
    type: draft.type,
    party: unnamed(draft.party?.id),
    number: draft.number ?? "",
    reference: draft.reference ?? "",
    issueDate: draft.issueDate,
    dueDate: draft.dueDate ?? "",
    currency: draft.currency,
    exchangeRate: draft.exchangeRate ?? "",
    status: draft.status,
    basis: basis === undefined || basis === "unknown" ? "" : basis,
    entityId: draft.entityId ?? "",
    memo: draft.memo ?? "",
    totalAccount: unnamed(draft.totalAccountId),
    lines: draft.lines.map((line, key) => lineOfDraft(basis === "inclusive" ? withTax(line) : line, draft.type === "journal", key)),
  };
}

/** A line as it was typed where amounts include tax. */
function withTax(line: LineDraft): LineDraft {
  const tax = line.tax?.amount;
  return tax === undefined ? line : { ...line, net: { ...line.net, amount: addDecimals(line.net.amount, tax.amount) } };
}

/** A line of a draft, for the form. */
export function lineOfDraft(line: LineDraft, isJournal: boolean, key: number): LineForm {
  const isCredit = isJournal && line.net.amount.startsWith("-");
  return {
    key,
    lineId: line.id ?? null,
    kind: line.kind,
    target: unnamed(line.kind === "item" ? line.itemId : line.accountId),
    description: line.description ?? "",
    quantity: line.quantity ?? "",
    unitAmount: line.unitAmount?.amount ?? "",
    net: isCredit ? "" : line.net.amount,
    credit: isCredit ? absoluteDecimal(line.net.amount) : "",
    taxCode: line.tax?.components?.[0]?.code ?? "",
    dimensions: Object.fromEntries(line.dimensions.map(({ dimensionId, valueId }) => [dimensionId, valueId])),
  };
}

function formOfPayment(payment: PaymentDraft): PaymentForm {
  return {
    direction: payment.direction,
    party: unnamed(payment.party.id),
    account: unnamed(payment.accountId),
    date: payment.date,
    currency: payment.currency,
    exchangeRate: payment.exchangeRate ?? "",
    reference: payment.reference ?? "",
    entityId: payment.entityId ?? "",
    amounts: Object.fromEntries(payment.allocations.map(({ toId, amount }) => [toId, amount.amount])),
  };
}

/** A blank form for a new document. */
export function blankDocument(type: DocumentForm["type"], currency: string, today: CalendarDate, lineTarget: string): DocumentForm {
  const blank: LineForm = {
    key: 0,
    lineId: null,
    kind: lineTarget === "item" && type !== "journal" ? "item" : "account",
    target: null,
    description: "",
    quantity: "",
    unitAmount: "",
    net: "",
    credit: "",
    taxCode: "",
    dimensions: {},
  };
  return {
    type,
    party: null,
    number: "",
    reference: "",
    issueDate: today,
    dueDate: "",
    currency,
    exchangeRate: "",
    status: "open",
    basis: "",
    entityId: "",
    memo: "",
    totalAccount: null,
    lines: type === "journal" ? [blank, { ...blank, key: 1 }] : [blank],
  };
}

/** A blank form for a payment. */
export function blankPayment(currency: string, today: CalendarDate): PaymentForm {
  return {
    direction: "made",
    party: null,
    account: null,
    date: today,
    currency,
    exchangeRate: "",
    reference: "",
    entityId: "",
    amounts: {},
  };
}
