import type { BankLine, DraftChoice } from "#shared/contract/close/bank.ts";
import { absoluteDecimal, type DecimalString, negateDecimal } from "#shared/kernel/decimal.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { type Payable, type PaymentSplit, splitPayment } from "#shared/model/books/payment-split.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { DocumentDraft, LineDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import { plainText } from "./similarity.ts";

/** Where the line is, and what else the transaction needs to know. */
export interface DraftSetting {
  readonly accountId: string;
  readonly currency: string;
  /** The legal entity whose account it is, where the ledger has several. */
  readonly entityId?: string | undefined;
  /** Open bills or invoices that a payment settles, in order. */
  readonly settles: readonly Payable[];
}

/** Whose line it is, numbers aside: the same for every line of one payee. Null for a line without any text. */
export function payeeKey({ payee, description, reference }: Pick<BankLine, "payee" | "description" | "reference">): string | null {
  const words = plainText(payee ?? description ?? reference ?? "").split(" ");
  const key = words.filter((word) => word !== "" && !/\d/.test(word)).join(" ");
  return key === "" ? null : key;
}

/** Whether a line's text, or an account's name, speaks of what a bank charges. */
export function namesBankCharge(text: string): boolean {
  return /\b(?:fees?|charges?)\b/.test(plainText(text));
}

/**
 * The transaction that a statement line stands for, dated and of the amount that the bank booked: money spent or received, a
 * transfer to another account of the client as a journal, or a payment of open bills or invoices.
 */
export function draftOperation(line: BankLine, choice: DraftChoice, setting: DraftSetting): Result<WriteOperation, Failure> {
  switch (choice.kind) {
    case "money":
      return moneyOperation(line, choice, setting);
    case "transfer":
      return transferOperation(line, choice, setting);
    case "payment":
      return paymentOperation(line, setting);
  }
}

function moneyOperation(line: BankLine, choice: DraftChoice, setting: DraftSetting): Result<WriteOperation, Failure> {
  if (choice.targetId === undefined) return missing("targetId", "Choose the account or item for this line.");
  const isItem = choice.targetKind === "item";
  const target = isItem ? { kind: "item" as const, itemId: choice.targetId } : { kind: "account" as const, accountId: choice.targetId };
  const size = absoluteDecimal(line.amount);
  return ok({
    kind: "create_document",
    document: {
      ...header(line, line.amount.startsWith("-") ? "cash_purchase" : "cash_sale", setting),
      ...(choice.contactId === undefined ? {} : { party: { id: choice.contactId } }),
      ...(line.reference === null ? {} : { reference: line.reference }),
      totalAccountId: setting.accountId,
      // What the bank booked is the whole amount: no ledger is to add tax on top of it.
      tax: { basis: "none" },
      lines: [{ ...target, description: textOf(line, choice), net: { amount: size, currency: setting.currency }, dimensions: [] }],
    },
  });
}

function transferOperation(line: BankLine, choice: DraftChoice, setting: DraftSetting): Result<WriteOperation, Failure> {
  const { targetId } = choice;
  if (targetId === undefined) return missing("targetId", "Choose the account that the money went to or came from.");
  if (targetId === setting.accountId) return missing("targetId", "Choose an account other than the one this statement is for.");
  const entry = (accountId: string, amount: DecimalString): LineDraft => ({
    ...{ kind: "account", accountId, description: textOf(line, choice), dimensions: [] },
    net: { amount, currency: setting.currency },
  });
  return ok({
    kind: "create_document",
    document: {
      ...header(line, "journal", setting),
      memo: textOf(line, choice),
      lines: [entry(setting.accountId, line.amount), entry(targetId, negateDecimal(line.amount))],
    },
  });
}

function paymentOperation(line: BankLine, { accountId, currency, entityId, settles }: DraftSetting): Result<WriteOperation, Failure> {
  const { allocations, problem } = splitPayment(absoluteDecimal(line.amount), settles);
  const partyId = settles[0]?.partyId ?? null;
  if (problem !== null || partyId === null) return missing("documentIds", PAYMENT_PROBLEMS[problem ?? "several_contacts"]);
  return ok({
    kind: "create_payment",
    payment: {
      ...{ direction: line.amount.startsWith("-") ? "made" : "received", party: { id: partyId }, date: line.date, currency, accountId },
      allocations: allocations.map(({ id, amount }) => ({ toId: id, amount: { amount, currency } })),
      ...(line.reference === null ? {} : { reference: line.reference }),
      ...(entityId === undefined ? {} : { entityId }),
    },
  });
}

const PAYMENT_PROBLEMS: Readonly<Record<NonNullable<PaymentSplit["problem"]>, string>> = {
  nothing_chosen: "Choose the bill or invoice that the line pays.",
  several_contacts: "The chosen bills or invoices must all have the same contact.",
  amount_left: "The chosen transactions add up to less than the line. Choose all the transactions that it pays.",
  one_too_many: "The chosen transactions add up to more than the line. Choose fewer.",
};

function header(line: BankLine, type: DocumentDraft["type"], { currency, entityId }: DraftSetting) {
  return { type, issueDate: line.date, currency, status: "open" as const, ...(entityId === undefined ? {} : { entityId }) };
}

function textOf({ payee, description, reference }: BankLine, { note }: DraftChoice): string {
  const own = [payee, description].filter((text) => text !== null).join(", ");
  return note ?? (own === "" ? (reference ?? "Bank statement line") : own);
}

function missing(field: string, message: string): Result<never, Failure> {
  return fail({ code: "invalid_input", message, field });
}
