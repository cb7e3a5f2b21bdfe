import type { Named } from "#shared/contract/books/choices.ts";
import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import { compareDecimals, type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { formatAmount } from "../../../format/amounts/amount.ts";
import { amountProblem, isPositive, readAmount } from "../../../format/amounts/typed-amount.ts";
import { t } from "../../../language/t.ts";
import type { FieldErrors } from "../transactions/transaction-draft.ts";

/** A document that the payment may settle. */
export interface OpenDocument {
  readonly id: string;
  readonly outstanding: DecimalString;
}

/** The content of the payment form. */
export interface PaymentForm {
  readonly direction: "received" | "made";
  readonly party: Named | null;
  readonly account: Named | null;
  readonly date: string;
  readonly currency: string;
  readonly exchangeRate: string;
  readonly reference: string;
  readonly entityId: string;
  /** The amount applied to each document, as typed. */
  readonly amounts: Readonly<Record<string, string>>;
}

/** The documents with an applied amount, in list order: their index is the allocation's number. */
export function settledIds(form: PaymentForm, open: readonly OpenDocument[]): readonly string[] {
  return open.map(({ id }) => id).filter((id) => (form.amounts[id] ?? "").trim() !== "");
}

/** The exact sum of the applied amounts. */
export function paymentTotal(form: PaymentForm, open: readonly OpenDocument[], decimals: number): DecimalString {
  const scale = `0.${"0".repeat(decimals)}`.replace(/\.$/, "") as DecimalString;
  return sumDecimals([scale, ...settledIds(form, open).flatMap((id) => readAmount(form.amounts[id] ?? "") ?? [])]);
}

/**
 * All errors that the window can find without the core.
 * @param open null while it isn't known what is open
 */
export function paymentErrors(form: PaymentForm, open: readonly OpenDocument[] | null): FieldErrors {
  const errors: Record<string, string> = {};
  const isMade = form.direction === "made";
  if (form.party === null) errors["party.id"] = isMade ? t("Choose a vendor.") : t("Choose a customer.");
  if (form.account === null) errors.accountId = t("Choose a bank account.");
  if (readCalendarDate(form.date) === null) errors.date = t("Enter a date.");
  if (form.exchangeRate.trim() !== "" && readAmount(form.exchangeRate) === null)
    errors.exchangeRate = amountProblem(form.exchangeRate, t("Enter a rate, such as 1.0825."));
  if (open === null) return errors;
  const ids = settledIds(form, open);
  if (form.party !== null && ids.length === 0) errors.allocations = open.length === 0 ? nothingOpen(isMade) : nothingApplied(isMade);
  for (const [index, id] of ids.entries()) {
    const typed = form.amounts[id] ?? "";
    const amount = readAmount(typed, currencyDigits(form.currency));
    const left = open.find((document) => document.id === id)?.outstanding;
    const field = `allocations[${index}].amount`;
    if (amount === null) errors[field] = amountProblem(typed, t("Enter an amount, such as 1234.50."));
    else if (!isPositive(amount)) errors[field] = t("Enter an amount greater than zero.");
    else if (left !== undefined && compareDecimals(amount, left) > 0)
      errors[field] = t("Only {left} is outstanding.", { left: formatAmount(left, form.currency) });
  }
  return errors;
}

function nothingApplied(isMade: boolean): string {
  return isMade ? t("Enter an amount for at least one bill.") : t("Enter an amount for at least one invoice.");
}

function nothingOpen(isMade: boolean): string {
  return isMade ? t("Choose a vendor with open bills in this currency.") : t("Choose a customer with open invoices in this currency.");
}

/** Why a payment can't be reviewed before it is known what is open. */
export function unreadWords(direction: PaymentForm["direction"], isLoading: boolean): string {
  if (direction === "made")
    return isLoading
      ? t("The open bills are still loading. Once they're shown, choose Review.")
      : t("The open bills couldn't be loaded, so the payment can't be reviewed yet.");
  return isLoading
    ? t("The open invoices are still loading. Once they're shown, choose Review.")
    : t("The open invoices couldn't be loaded, so the receipt can't be reviewed yet.");
}

/** The operation that creates the payment. The form must have no errors. */
export function paymentOperation(form: PaymentForm, open: readonly OpenDocument[]): WriteOperation {
  const { currency } = form;
  return {
    kind: "create_payment",
    payment: {
      direction: form.direction,
      party: { id: form.party?.id ?? "" },
      date: form.date as CalendarDate,
      currency,
      ...(form.exchangeRate.trim() === "" ? {} : { exchangeRate: readAmount(form.exchangeRate) as DecimalString }),
      accountId: form.account?.id ?? "",
      ...(form.reference.trim() === "" ? {} : { reference: form.reference.trim() }),
      ...(form.entityId === "" ? {} : { entityId: form.entityId }),
      allocations: settledIds(form, open).map((toId) => ({
        toId,
        amount: { amount: readAmount(form.amounts[toId] ?? "") as DecimalString, currency },
      })),
    },
  };
}
