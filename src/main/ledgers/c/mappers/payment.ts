import { absoluteDecimal, type DecimalString } from "#shared/kernel/decimal.ts";
import type { MappedPayment } from "../../adapter.ts";
import { allocationsOf } from "./allocations.ts";
import { inCurrency, isForeign, type TransactionView } from "./transaction-view.ts";
import { amountOf, isTrue, requireAmount, sourceOf } from "./values.ts";

/** A customer or vendor payment; one payment settles several documents here. @throws RecordMalformed */
export function mapPayment(view: TransactionView, direction: "received" | "made", letter: string): MappedPayment {
  const { context, header } = view;
  const voided = letter === "V" || isTrue(header, "voided");
  const rate = isForeign(view) ? amountOf(header, "exchangerate") : undefined;
  return {
    id: view.id,
    direction,
    date: view.date,
    currency: view.currency,
    amount: inCurrency(view, absoluteDecimal(requireAmount(header, "foreigntotal"))),
    unapplied: inCurrency(view, voided ? ZERO : unappliedOf(view)),
    status: voided ? "voided" : "posted",
    sourceStatus: letter,
    // A voided payment settles nothing.
    allocations: voided ? [] : allocationsOf(view, "payment"),
    source: sourceOf(context, view.kind.type, view.sourceId),
    ...(rate === undefined ? {} : { exchangeRate: rate }),
    ...(view.partyId === undefined ? {} : { partyId: view.partyId }),
    ...(view.partyId === undefined || header.entityname === undefined ? {} : { partyName: header.entityname }),
    ...(header.tranid === undefined ? {} : { reference: header.tranid }),
    ...(view.entityId === undefined ? {} : { entityId: view.entityId }),
  };
}

const ZERO = "0.00" as DecimalString;

function unappliedOf(view: TransactionView): DecimalString {
  const column = view.context.profile.c.outstandingColumn.toLowerCase();
  const sent = view.main === undefined ? undefined : amountOf(view.main, column);
  return sent === undefined ? ZERO : absoluteDecimal(sent);
}
