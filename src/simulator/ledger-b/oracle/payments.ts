import type { DecimalString } from "#shared/kernel/decimal.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { SimTransaction } from "../../books/types.ts";
import { compareIds, entityOf } from "../entities.ts";
import { sentOf } from "../sent-amount.ts";
import { noteOf } from "../traits.ts";
import { isPayment, type LinkPayment, openAmount, type View } from "../view.ts";
import { allocationsOf } from "./allocations.ts";
import { partyOf } from "./lists.ts";
import { moneyOf, NOTHING, type OracleRecord, present, sourceOf, textOf } from "./plain.ts";

/** Payments of both directions, those of nothing that link credits among them, by id. */
export function paymentRecords(view: View): OracleRecord[] {
  const own = [...view.byId.values()].filter(isPayment).toSorted((a, b) => compareIds(a.id, b.id));
  return [...own.map((transaction) => paymentRecord(view, transaction)), ...view.linkPayments.map((link) => linkRecord(view, link))];
}

function paymentRecord(view: View, transaction: SimTransaction): OracleRecord {
  const entity = entityOf(transaction.kind) ?? "";
  const received = transaction.kind === "customer_payment";
  const { currency } = transaction;
  return present({
    id: `${entity}:${transaction.id}`,
    direction: received ? "received" : "made",
    party: partyOf(view, transaction.partyId, received ? "Customer" : "Vendor"),
    date: transaction.date,
    currency,
    exchangeRate: currency === view.books.baseCurrency ? undefined : transaction.rate,
    amount: moneyOf(sentOf(transaction, transaction.total), currency),
    unapplied: moneyOf(received ? sentOf(transaction, openAmount(view, transaction)) : NOTHING, currency),
    accountId: transaction.accountId === null ? undefined : `Account:${transaction.accountId}`,
    reference: textOf(received ? (transaction.reference ?? transaction.number) : (transaction.number ?? transaction.reference)),
    status: noteOf(transaction)?.startsWith("Voided") ? "voided" : "posted",
    allocations: allocationsOf(view, transaction),
    source: sourceOf(view.books.tenantId, entity, transaction.id),
  });
}

/** Its lines say what the credit settled, so the payment itself has nothing left to say. */
function linkRecord(view: View, { id, credit, date }: LinkPayment): OracleRecord {
  const received = credit.kind === "sales_credit";
  const entity = received ? "Payment" : "BillPayment";
  const { currency } = credit;
  const zero: DecimalString = decimal("0");
  return present({
    id: `${entity}:${id}`,
    direction: received ? "received" : "made",
    party: partyOf(view, credit.partyId, received ? "Customer" : "Vendor"),
    date,
    currency,
    exchangeRate: currency === view.books.baseCurrency ? undefined : credit.rate,
    amount: moneyOf(zero, currency),
    unapplied: moneyOf(received ? zero : NOTHING, currency),
    status: "posted",
    allocations: [],
    source: sourceOf(view.books.tenantId, entity, id),
  });
}
