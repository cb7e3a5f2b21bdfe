import { type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { moneyName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { recordName, recordTitle } from "#shared/model/labels/record-name.ts";
import type { AllocationDraft, PaymentDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import { numeral, type WireObject } from "../../wire-json.ts";
import type { WriteContext } from "../../writing.ts";
import { type NewRecord, titleOf } from "./document-body.ts";
import { readRecordId, type WrittenEntity } from "./entities.ts";
import { currencyMembers, docNumber, isCard, refTo, requireAccount, requireParty } from "./lookups.ts";
import { noteWith } from "./reference.ts";
import { refuseInput } from "./refused.ts";

type ApplyCredit = Extract<WriteOperation, { readonly kind: "apply_credit" }>;

const NOTHING = decimal("0");

/** What a payment of one side settles, and the record it is. */
const sides = {
  received: { entity: "Payment", charge: "Invoice", oneCharge: "an invoice", party: "Customer", credit: "CreditMemo" },
  made: { entity: "BillPayment", charge: "Bill", oneCharge: "a bill", party: "Vendor", credit: "VendorCredit" },
} as const;
type Side = keyof typeof sides;

/** One record for money over several documents. @throws WriteRefused naming the field */
export function newPayment(context: WriteContext, draft: PaymentDraft, reference: string): NewRecord {
  const { entity, party: kind } = sides[draft.direction];
  if (draft.entityId !== undefined) refuseInput("entityId", "This ledger has no separate legal entities.");
  const party = requireParty(context, draft.party.id, [kind], draft.currency);
  const total = checkAllocations(context, draft.direction, draft.allocations, { partyId: party.id, currency: draft.currency });
  const number = docNumber(draft.reference, "reference");
  const isForeign = draft.currency !== context.discovery.organisation.baseCurrency;
  if (draft.exchangeRate !== undefined && !isForeign)
    refuseInput("exchangeRate", "A payment in the base currency can't have an exchange rate.");
  const body: WireObject = {
    ...(number === undefined ? {} : { [draft.direction === "received" ? "PaymentRefNum" : "DocNumber"]: number }),
    TxnDate: draft.date,
    ...currencyMembers(context, draft.currency),
    ...(draft.exchangeRate === undefined ? {} : { ExchangeRate: numeral(draft.exchangeRate) }),
    PrivateNote: noteWith(undefined, reference),
    [`${kind}Ref`]: refTo(party.id),
    ...moneyAccount(context, draft),
    TotalAmt: numeral(total),
    Line: draft.allocations.map(({ toId, amount }) => settledLine(toId, amount.amount)),
  };
  return { entity, body, title: titleOf(entity, number, party, total, draft.currency), promised: { total } };
}

/** A payment of nothing that joins a credit to the charges it settles. @throws WriteRefused naming the field */
export function newCreditLink(context: WriteContext, { fromId, date, allocations }: ApplyCredit, reference: string): NewRecord {
  const record = context.record(fromId);
  const credit = record?.document;
  const name = record === undefined ? `Transaction ${fromId}` : recordName(record);
  const side = (Object.keys(sides) as Side[]).find((name) => sides[name].credit === readRecordId(fromId)?.entity);
  if (side === undefined)
    return refuseInput("fromId", t("{name} can't be applied from Tieout. Only credit notes and vendor credits can.", { name }));
  if (record === undefined) return refuseInput("fromId", `${name} isn't in this client's books.`);
  if (credit?.partyId === undefined) return refuseInput("fromId", `${name} has no contact.`);
  const { partyId, currency } = credit;
  const { entity, party: kind } = sides[side];
  requireParty(context, partyId, [kind], currency);
  const total = checkAllocations(context, side, allocations, { partyId, currency });
  const body: WireObject = {
    TxnDate: date,
    ...currencyMembers(context, currency),
    PrivateNote: noteWith(undefined, reference),
    [`${kind}Ref`]: refTo(partyId),
    // No money moves, so there is no account; the ledger still wants to hear how.
    ...(side === "made" ? { PayType: "Check" } : {}),
    TotalAmt: numeral(NOTHING),
    Line: [...allocations.map(({ toId, amount }) => settledLine(toId, amount.amount)), settledLine(fromId, total)],
  };
  const targets = allocations.map(({ toId }) => recordTitle(context.record(toId) ?? {}));
  const to = targets.length === 1 ? targets[0] : `${targets.length} ${sides[side].charge.toLowerCase()}s`;
  const title = `Apply ${moneyName({ amount: total, currency })} of ${recordTitle(record)} to ${to}`;
  return { entity, body, title, promised: { total: NOTHING } };
}

/** Money arrives in an account; it leaves one by a check or a card. */
function moneyAccount(context: WriteContext, draft: PaymentDraft): WireObject {
  const account = requireAccount(context, draft.accountId, "accountId");
  const ref = refTo(account.id);
  if (draft.direction === "received") return { DepositToAccountRef: ref };
  if (isCard(account)) return { PayType: "CreditCard", CreditCardPayment: { CCAccountRef: ref } };
  return { PayType: "Check", CheckPayment: { BankAccountRef: ref } };
}

function settledLine(id: string, amount: DecimalString): WireObject {
  const record = readRecordId(id);
  const link = record === null ? [] : [{ TxnId: record.ledgerId, TxnType: record.entity satisfies WrittenEntity }];
  return { Amount: numeral(amount), LinkedTxn: link };
}

/** @returns the sum. @throws WriteRefused for a document of another party, currency or kind, or one that is named twice */
function checkAllocations(
  context: WriteContext,
  side: Side,
  allocations: readonly AllocationDraft[],
  { partyId, currency }: { readonly partyId: string; readonly currency: string },
): DecimalString {
  const { charge } = sides[side];
  const seen = new Set<string>();
  for (const [index, { toId, amount }] of allocations.entries()) {
    const field = `allocations[${index}]`;
    const record = context.record(toId);
    const target = record?.document;
    const name = record === undefined ? `Transaction ${toId}` : recordName(record);
    if (readRecordId(toId)?.entity !== charge)
      refuseInput(`${field}.toId`, `${name} isn't ${sides[side].oneCharge}, so this payment or credit can't be applied to it.`);
    if (target === undefined) refuseInput(`${field}.toId`, `${name} isn't in this client's books.`);
    else if (target.partyId !== partyId) refuseInput(`${field}.toId`, `${name} belongs to another contact.`);
    else if (target.currency !== currency)
      refuseInput(`${field}.amount.currency`, `${name} is in ${target.currency}, but this payment or credit is in ${currency}.`);
    else if (amount.currency !== currency)
      refuseInput(
        `${field}.amount.currency`,
        `The amount to apply is in ${amount.currency}, but this payment or credit is in ${currency}.`,
      );
    if (amount.amount.startsWith("-") || /^0+(\.0+)?$/.test(amount.amount))
      refuseInput(`${field}.amount`, "Enter an amount greater than zero.");
    if (seen.has(toId)) refuseInput(`${field}.toId`, `${name} is listed twice.`);
    seen.add(toId);
  }
  return sumDecimals(allocations.map(({ amount }) => amount.amount));
}
