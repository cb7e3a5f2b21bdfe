import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { Books, SimParty, SimTransaction, TransactionKind } from "../../books/types.ts";
import type { TransactionEntity } from "../entities.ts";
import { account, lineDimensions } from "./line-input.ts";
import { asBody, type SentBody, sentDate, sentNumber, sentRef, sentText, sentWords } from "./sent-body.ts";
import { badEnum, businessRule, missing, noSuch } from "./write-fault.ts";

/** Where each entity says whom it is with, and which account its total goes to. */
const shapes: Readonly<
  Partial<Record<TransactionEntity, { readonly party: string | null; readonly account: string | null; readonly isOptional?: boolean }>>
> = {
  Invoice: { party: "CustomerRef", account: "ARAccountRef" },
  CreditMemo: { party: "CustomerRef", account: "ARAccountRef" },
  SalesReceipt: { party: "CustomerRef", account: "DepositToAccountRef" },
  RefundReceipt: { party: "CustomerRef", account: "DepositToAccountRef" },
  Bill: { party: "VendorRef", account: "APAccountRef" },
  VendorCredit: { party: "VendorRef", account: "APAccountRef" },
  Purchase: { party: "EntityRef", account: "AccountRef", isOptional: true },
  JournalEntry: { party: null, account: null },
  Payment: { party: "CustomerRef", account: "DepositToAccountRef" },
  BillPayment: { party: "VendorRef", account: null },
};

const kinds: Readonly<Partial<Record<TransactionEntity, TransactionKind>>> = {
  Invoice: "sales_invoice",
  CreditMemo: "sales_credit",
  SalesReceipt: "cash_sale",
  RefundReceipt: "cash_sale_refund",
  Bill: "purchase_bill",
  VendorCredit: "purchase_credit",
  Purchase: "cash_purchase",
  JournalEntry: "journal",
};

/** The books' kind of a document that a client sends; undefined for what is not written here. */
export function kindOf(entity: TransactionEntity, body: SentBody): TransactionKind | undefined {
  const isRefund = entity === "Purchase" && (body.Credit === true || body.Credit === "true");
  return isRefund ? "cash_purchase_refund" : kinds[entity];
}

/** The party that a header names, if it names one. */
export function partyOf(books: Books, entity: TransactionEntity, body: SentBody): SimParty | undefined {
  const shape = shapes[entity];
  if (shape?.party === undefined || shape.party === null) return undefined;
  const id = sentRef(body[shape.party]);
  if (id === undefined) return shape.isOptional === true ? undefined : missing(shape.party);
  const wanted = shape.party === "EntityRef" ? (sentText(asBody(body.EntityRef)?.type) ?? "Vendor") : shape.party.replace("Ref", "");
  const roles = wanted === "Customer" ? ["customer", "both"] : wanted === "Employee" ? ["employee"] : ["vendor", "both"];
  return books.parties.find((party) => party.id === id && roles.includes(party.role)) ?? noSuch("Names", id);
}

/** The currency of a record: its party's, and no other. */
export function currencyOf(books: Books, party: SimParty | undefined, body: SentBody): string {
  const sent = sentRef(body.CurrencyRef);
  const currency = sent ?? party?.currency ?? books.baseCurrency;
  if (!books.currencies.includes(currency) && currency !== books.baseCurrency) noSuch("Currency", currency);
  if (party !== undefined && party.currency !== currency)
    businessRule(`the transaction currency ${currency} differs from that of ${party.name}`);
  return currency;
}

/** Header members as the books hold them; a member that was not sent is undefined. */
export interface Header {
  readonly number?: string;
  readonly memo?: string;
  readonly date?: SimTransaction["date"];
  readonly dueDate?: SimTransaction["date"];
  readonly rate?: DecimalString;
  readonly accountId?: string;
  readonly method?: SimTransaction["method"];
  readonly headerDimensions: Record<string, string>;
}

export function headerOf(books: Books, entity: TransactionEntity, body: SentBody): Header {
  const shape = shapes[entity];
  const number = sentWords(body, "DocNumber");
  const memo = sentWords(body, "PrivateNote");
  const date = sentDate(body.TxnDate, "TxnDate");
  const dueDate = sentDate(body.DueDate, "DueDate");
  const rate = sentNumber(body.ExchangeRate, "ExchangeRate");
  const sent = shape?.account == null ? undefined : sentRef(body[shape.account]);
  const accountId = sent === undefined ? undefined : account(books, sent, shape?.account ?? "");
  const method = entity === "Purchase" ? methodOf(body) : undefined;
  return {
    ...(number === undefined ? {} : { number }),
    ...(memo === undefined ? {} : { memo }),
    ...(date === undefined ? {} : { date }),
    ...(dueDate === undefined ? {} : { dueDate }),
    ...(rate === undefined ? {} : { rate }),
    ...(accountId === undefined ? {} : { accountId }),
    ...(method === undefined ? {} : { method }),
    headerDimensions: entity === "JournalEntry" ? {} : lineDimensions(books, body, ["Class", "Department"]),
  };
}

const methods = { Cash: "cash", Check: "check", CreditCard: "credit_card" } as const;

function methodOf(body: SentBody): SimTransaction["method"] | undefined {
  const type = sentText(body.PaymentType);
  if (type === undefined) return undefined;
  return Object.hasOwn(methods, type) ? methods[type as keyof typeof methods] : badEnum("PaymentType", type);
}

/** A card purchase is charged to a card, any other to an account that is none. */
export function checkMethod(books: Books, method: SimTransaction["method"], accountId: string | undefined): void {
  const isCard = books.accounts.find(({ id }) => id === accountId)?.kind === "credit_card";
  if (isCard !== (method === "credit_card")) businessRule("the account type does not go with PaymentType");
}
