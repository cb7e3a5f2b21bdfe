import { absoluteDecimal, type DecimalString, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { DocumentStatus, DocumentType } from "#shared/model/books/document.ts";
import type { Money } from "#shared/model/books/money.ts";
import { type MappedDocument, RecordMalformed } from "../../adapter.ts";
import { allocationsOf } from "./allocations.ts";
import { documentLines, documentTax } from "./lines.ts";
import { refineOpen } from "./status.ts";
import { inCurrency, isForeign, postedAccount, type TransactionView } from "./transaction-view.ts";
import { amountOf, dayOf, requireAmount, signedAs, sourceOf } from "./values.ts";

const ZERO = "0.00" as DecimalString;

/**
 * A document of any type. `status` is the one of the letter, refined here by what is outstanding.
 * @throws RecordMalformed when an amount that must be there is not
 */
export function mapDocument(view: TransactionView, type: DocumentType, letter: string, status: DocumentStatus): MappedDocument {
  const { context, header, kind } = view;
  const total = documentTotal(view);
  const outstanding = outstandingOf(view, type, total, status);
  const settled = status === "voided";
  return {
    id: view.id,
    type,
    issueDate: view.date,
    currency: view.currency,
    total: inCurrency(view, total),
    outstanding: inCurrency(view, outstanding),
    tax: documentTax(view, total),
    status: refineOpen(status, outstanding, total),
    statusIsDerived: false,
    sourceStatus: letter,
    // Rule 16: deposits and prepayments are documents without lines.
    lines: kind.unappliedKind === undefined ? documentLines(view, total) : [],
    allocations: settled ? [] : allocationsOf(view, "document"),
    source: sourceOf(context, kind.type, view.sourceId),
    ...optionalParts(view, total, dayOf(header, "duedate")),
  };
}

function optionalParts(view: TransactionView, total: DecimalString, dueDate: MappedDocument["dueDate"]): Partial<MappedDocument> {
  const { header, kind } = view;
  const rate = isForeign(view) ? amountOf(header, "exchangerate") : undefined;
  const totalBase = baseTotal(view, total);
  const totalAccountId = view.main === undefined ? undefined : postedAccount(view, view.main.id ?? "");
  return {
    ...(header.tranid === undefined ? {} : { number: header.tranid }),
    ...(header.otherrefnum === undefined ? {} : { reference: header.otherrefnum }),
    ...(view.partyId === undefined ? {} : { partyId: view.partyId }),
    ...(view.partyId === undefined || header.entityname === undefined ? {} : { partyName: header.entityname }),
    ...(dueDate === undefined ? {} : { dueDate }),
    ...(rate === undefined ? {} : { exchangeRate: rate }),
    ...(totalBase === undefined ? {} : { totalBase }),
    ...(totalAccountId === undefined ? {} : { totalAccountId }),
    ...(header.approvalstatus === undefined ? {} : { approvalStatus: header.approvalstatus }),
    ...(kind.unappliedKind === undefined ? {} : { unappliedKind: kind.unappliedKind }),
    ...(view.entityId === undefined ? {} : { entityId: view.entityId }),
    ...(header.memo === undefined ? {} : { memo: header.memo }),
    ...(header.postingperiod === undefined ? {} : { periodId: `accountingperiod:${header.postingperiod}` }),
  };
}

/** Sales invoices as sent, refunds negative, everything else positive; of a journal the debits. */
function documentTotal(view: TransactionView): DecimalString {
  const { kind } = view;
  if (kind.documentType === "journal") return debits(view);
  const sent = requireAmount(view.header, "foreigntotal");
  if (kind.type === "CustInvc") return sent;
  const size = absoluteDecimal(sent);
  return kind.refund === true ? negateDecimal(size) : size;
}

function debits(view: TransactionView): DecimalString {
  const amounts = view.lines.map((row) => amountOf(row, "foreignamount")).filter((amount) => amount !== undefined);
  return sumDecimals(amounts.filter((amount) => !amount.startsWith("-")));
}

/** Rule 2: the base amount is the ledger's own, never amount times rate. */
function baseTotal(view: TransactionView, total: DecimalString): Money | undefined {
  const sent = view.main === undefined ? undefined : amountOf(view.main, "netamount");
  if (sent !== undefined) return { amount: signedAs(total, sent), currency: view.baseCurrency };
  return isForeign(view) ? undefined : { amount: total, currency: view.baseCurrency };
}

function outstandingOf(view: TransactionView, type: DocumentType, total: DecimalString, status: DocumentStatus): DecimalString {
  const alwaysSettled = type === "cash_sale" || type === "cash_purchase" || type === "journal";
  if (alwaysSettled || status === "voided") return ZERO;
  const column = view.context.profile.c.outstandingColumn.toLowerCase();
  const sent = view.main === undefined ? undefined : amountOf(view.main, column);
  if (sent !== undefined) return signedAs(total, sent);
  if (status === "paid" || isZero(total)) return ZERO;
  // Nothing can be applied to a document before it is approved, and the ledger leaves the column empty.
  if (status === "awaiting_approval") return total;
  throw new RecordMalformed(`The main line has no ${column}.`, column);
}
