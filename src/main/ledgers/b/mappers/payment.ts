import { compareDecimals, type DecimalString, decimal, isZero, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Allocation } from "#shared/model/books/allocation.ts";
import type { MappedSource, MappingFinding, ReadContext } from "../../adapter.ts";
import { isVoidedNote } from "../derive-status.ts";
import { type PaymentPayload, paymentPayload } from "../schemas.ts";
import { type AppliedLine, allocate, readAppliedLines } from "./applied-lines.ts";
import {
  compact,
  deletedSource,
  mapped,
  money,
  readRecord,
  refId,
  refValue,
  requiredDay,
  requiredDecimal,
  sentDecimal,
  sentText,
  sourceRef,
  unknownValue,
} from "./fields.ts";

export type PaymentEntity = "Payment" | "BillPayment";

const NOTHING = decimal("0.00");

/**
 * Money received or paid, with what it settled. A payment that only links credits to charges carries
 * allocations that come from those credits (`fromKind` document). @throws RecordMalformed
 */
export function mapPayment(entityType: PaymentEntity, context: ReadContext, record: ExactJson): MappedSource {
  const deleted = deletedSource(entityType, record);
  if (deleted !== null) return deleted;
  const payload = readRecord(paymentPayload, record);
  const findings: MappingFinding[] = [];
  const id = `${entityType}:${payload.Id}`;
  const base = context.discovery.organisation.baseCurrency;
  const currency = refValue(payload.CurrencyRef) ?? base;
  const voided = isVoidedNote(sentText(payload.PrivateNote));
  const amount = requiredDecimal(payload.TotalAmt, "TotalAmt");
  const unapplied = sentDecimal(payload.UnappliedAmt, "UnappliedAmt") ?? NOTHING;
  const date = requiredDay(payload.TxnDate, "TxnDate");
  const received = entityType === "Payment";
  const party = received ? payload.CustomerRef : payload.VendorRef;
  const partyId = refId(received ? "Customer" : "Vendor", party);
  const lines = readAppliedLines(id, payload.Line ?? [], findings);
  const allocations = voided
    ? []
    : allocate(id, withCredits(lines, amount, unapplied)).map(
        (part): Allocation => ({ ...part, amount: money(part.amount, currency), date }),
      );
  const value = compact({
    id,
    direction: received ? ("received" as const) : ("made" as const),
    partyId,
    partyName: partyId === undefined ? undefined : sentText(party?.name),
    date,
    currency,
    exchangeRate: currency === base ? undefined : sentDecimal(payload.ExchangeRate, "ExchangeRate"),
    amount: money(amount, currency),
    unapplied: money(unapplied, currency),
    accountId: moneyAccount(entityType, payload, findings),
    reference: sentText(payload.PaymentRefNum) ?? sentText(payload.DocNumber),
    status: voided ? ("voided" as const) : ("posted" as const),
    allocations,
    source: sourceRef(context, entityType, payload.Id),
  });
  return mapped(entityType, payload.Id, [{ kind: "payment", value }], findings);
}

/**
 * Which lines are sources and which are settled. Credit memos and vendor credits are always sources.
 * Journal entries and a few others can be either, and the ledger does not say: they are sources
 * only when that is what makes the payment add up.
 */
function withCredits(lines: readonly AppliedLine[], amount: DecimalString, unapplied: DecimalString): readonly AppliedLine[] {
  const applied = subtractDecimals(amount, unapplied);
  const net = (list: readonly AppliedLine[]) =>
    subtractDecimals(
      sumDecimals(list.filter((l) => !l.isCredit).map((l) => l.amount)),
      sumDecimals(list.filter((l) => l.isCredit).map((l) => l.amount)),
    );
  if (compareDecimals(net(lines), applied) === 0 || !lines.some((line) => line.mayBeCredit)) return lines;
  const turned = lines.map((line) => (line.mayBeCredit ? { ...line, isCredit: true } : line));
  return compareDecimals(net(turned), applied) === 0 ? turned : lines;
}

function moneyAccount(entityType: PaymentEntity, payload: PaymentPayload, findings: MappingFinding[]): string | undefined {
  if (entityType === "Payment") return refId("Account", payload.DepositToAccountRef);
  const type = sentText(payload.PayType);
  if (type === "Check") return refId("Account", payload.CheckPayment?.BankAccountRef);
  if (type === "CreditCard") return refId("Account", payload.CreditCardPayment?.CCAccountRef);
  // Payments that only apply a credit come without a type.
  if (type !== undefined || !isZero(requiredDecimal(payload.TotalAmt, "TotalAmt")))
    findings.push(unknownValue(`BillPayment:${payload.Id}`, "PayType", type));
  return refId("Account", payload.CheckPayment?.BankAccountRef) ?? refId("Account", payload.CreditCardPayment?.CCAccountRef);
}
