import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { compareDecimals, type DecimalString, decimal, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import { createPayment, editTransaction } from "../../books/events.ts";
import { allocationId } from "../../books/ids.ts";
import { decimalsOf, fromUnits } from "../../books/money.ts";
import { outstandingOf, transactionById } from "../../books/postings.ts";
import type { SimParty, SimTransaction } from "../../books/types.ts";
import { entityOf } from "../entities.ts";
import { pacificDay } from "../pacific-time.ts";
import type { DocumentWrite } from "./document-input.ts";
import { currencyOf, headerOf, partyOf } from "./header-input.ts";
import { account } from "./line-input.ts";
import { asBody, requiredNumber, type SentBody, sentList, sentRef, sentText, sentWords } from "./sent-body.ts";
import { badEnum, businessRule, missing, refuse } from "./write-fault.ts";

interface Settled {
  readonly target: SimTransaction;
  readonly amount: DecimalString;
}

const chargeOf = { Payment: "Invoice", BillPayment: "Bill" } as const;
const creditOf = { Payment: "CreditMemo", BillPayment: "VendorCredit" } as const;
type PaymentEntity = keyof typeof chargeOf;

/** Creates a payment; one of nothing sets a credit against charges. @throws WriteFault before anything has changed */
export function createPaymentFrom(write: DocumentWrite): SimTransaction {
  const { books, body, nowMs } = write;
  const entity = write.entity as PaymentEntity;
  const party = partyOf(books, entity, body) ?? missing("CustomerRef");
  const currency = currencyOf(books, party, body);
  const header = headerOf(books, entity, body);
  const total = requiredNumber(body.TotalAmt, "TotalAmt");
  const settled = settledLines(write, entity, party, currency);
  const charges = settled.filter(({ target }) => entityOf(target.kind) === chargeOf[entity]);
  const credits = settled.filter(({ target }) => entityOf(target.kind) === creditOf[entity]);
  const accountId = entity === "BillPayment" ? paidFrom(write, isZero(total)) : header.accountId;
  const { date: sent, number, memo, rate } = header;
  const input = {
    partyId: party.id,
    date: sent ?? (pacificDay(nowMs) as CalendarDate),
    currency,
    ...(rate === undefined ? {} : { rate }),
    ...(accountId === undefined ? {} : { accountId }),
    memo: memo ?? null,
    number: number ?? null,
    reference: entity === "Payment" ? (sentWords(body, "PaymentRefNum") ?? null) : null,
  };
  const kind = entity === "Payment" ? "customer_payment" : "vendor_payment";
  if (isZero(total)) return linkCredit(write, kind, input, charges, credits);
  if (credits.length > 0) businessRule("a payment with money of its own cannot carry credits here");
  checkTotal(entity, total, charges);
  const allocations = charges.map(({ target, amount }) => ({ toId: target.id, amount }));
  return createPayment(books, kind, { ...input, total, allocations }, nowMs);
}

function settledLines({ books, body }: DocumentWrite, entity: PaymentEntity, party: SimParty, currency: string): readonly Settled[] {
  const seen = new Set<string>();
  return sentList(body.Line).map((line) => {
    const amount = requiredNumber(line.Amount, "Line.Amount");
    if (amount.startsWith("-") || isZero(amount)) businessRule("the amount of a payment line must be above 0");
    const [link] = sentList(line.LinkedTxn);
    const id = sentText(link?.TxnId) ?? missing("LinkedTxn.TxnId");
    const type = sentText(link?.TxnType) ?? missing("LinkedTxn.TxnType");
    if (type !== chargeOf[entity] && type !== creditOf[entity])
      refuse("620", "Transaction cannot be linked", `A ${type} cannot be linked to a ${entity}`);
    const target = transactionById(books, id);
    if (target === undefined || entityOf(target.kind) !== type || target.state !== "approved")
      return refuse("610", "Object Not Found", `Object Not Found : ${type} ${id} is not there`);
    if (target.partyId !== party.id || target.currency !== currency) businessRule(`${type} ${id} is of another name or currency`);
    if (seen.has(id)) businessRule(`${type} ${id} is linked twice`);
    seen.add(id);
    if (compareDecimals(amount, outstandingOf(books, target)) > 0) businessRule(`${amount} is more than what is open on ${type} ${id}`);
    return { target, amount };
  });
}

/** Money may be received on account; what is paid must be said for what. */
function checkTotal(entity: PaymentEntity, total: DecimalString, charges: readonly Settled[]): void {
  const applied = sumDecimals(charges.map(({ amount }) => amount));
  const order = compareDecimals(total, applied);
  if (order < 0 || (entity === "BillPayment" && order !== 0)) businessRule(`the lines add up to ${applied}, the payment is ${total}`);
}

function paidFrom({ books, body }: DocumentWrite, isLink: boolean): string | undefined {
  const type = sentText(body.PayType) ?? missing("PayType");
  if (type !== "Check" && type !== "CreditCard") badEnum("PayType", type);
  const holder: SentBody | null = type === "Check" ? asBody(body.CheckPayment) : asBody(body.CreditCardPayment);
  const ref = sentRef(type === "Check" ? holder?.BankAccountRef : holder?.CCAccountRef);
  if (ref === undefined) return isLink ? undefined : missing(type === "Check" ? "BankAccountRef" : "CCAccountRef");
  const id = account(books, ref, "BankAccountRef");
  const kind = books.accounts.find((candidate) => candidate.id === id)?.kind;
  if ((type === "CreditCard") !== (kind === "credit_card")) businessRule("the account type does not go with PayType");
  return id;
}

type Input = Omit<Parameters<typeof createPayment>[2], "allocations" | "total">;

function linkCredit(
  { books, nowMs }: DocumentWrite,
  kind: "customer_payment" | "vendor_payment",
  input: Input,
  charges: readonly Settled[],
  credits: readonly Settled[],
): SimTransaction {
  const [credit] = credits;
  if (credit === undefined || credits.length > 1) return businessRule("a payment of nothing must link one credit to charges");
  const sum = sumDecimals(charges.map(({ amount }) => amount));
  if (charges.length === 0 || compareDecimals(sum, credit.amount) !== 0) businessRule("credits and charges are not equal");
  const zero = fromUnits(0n, decimalsOf(credit.target.currency));
  const payment = createPayment(books, kind, { ...input, total: decimal(zero), allocations: [] }, nowMs);
  const { target: from } = credit;
  for (const { target, amount } of charges) {
    const id = allocationId(books.style, books.seed, from.id, from.allocations.length + 1);
    from.allocations.push({ id, toId: target.id, amount, date: payment.date, viaId: payment.id });
    editTransaction(books, target.id, {}, nowMs);
  }
  editTransaction(books, from.id, {}, nowMs);
  return payment;
}
