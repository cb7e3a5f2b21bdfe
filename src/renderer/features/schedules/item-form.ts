import type { Named } from "#shared/contract/books/choices.ts";
import type { ScheduleItemRow, ScheduleSuggestion } from "#shared/contract/close/schedules.ts";
import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import { type ScheduleItem, type ScheduleKind, scheduleItem } from "#shared/model/close/schedule-item.ts";
import { amountProblem, readAmount } from "../../format/amounts/typed-amount.ts";
import { t } from "../../language/t.ts";

/** An item as it is typed; fields that its kind doesn't have stay as they are. */
export interface ItemForm {
  readonly kind: ScheduleKind;
  readonly title: string;
  readonly memo: string;
  readonly amount: string;
  readonly months: string;
  readonly from: string;
  readonly by: "month" | "day";
  readonly salvage: string;
  readonly method: "straight_line" | "declining_balance";
  readonly factor: string;
  readonly rate: string;
  readonly payment: string;
  readonly reverses: boolean;
  readonly settledOn: string;
  readonly bookedThrough: string;
  readonly disposedOn: string;
  readonly account: Named | null;
  readonly other: Named | null;
  readonly contra: Named | null;
  readonly disposalAccount: Named | null;
  readonly paymentAccount: Named | null;
  readonly sourceId: string | undefined;
  readonly entityId: string | undefined;
}

/** What the form edits: an item that exists, or a new one. */
export interface Editing {
  readonly itemId: string | null;
  readonly form: ItemForm;
}

export type Errors = ReadonlyMap<string, string>;

const USUAL_MONTHS: Readonly<Record<ScheduleKind, string>> = {
  prepaid: "12",
  deferred_revenue: "12",
  fixed_asset: "60",
  accrual: "1",
  loan: "60",
};

export function emptyItem(kind: ScheduleKind, from: string): ItemForm {
  return {
    ...{ kind, from, title: "", memo: "", amount: "", months: USUAL_MONTHS[kind], by: "month", salvage: "", method: "straight_line" },
    ...{ factor: "2", rate: "", payment: "", reverses: true, settledOn: "", bookedThrough: "", disposedOn: "" },
    ...{ account: null, other: null, contra: null, disposalAccount: null, paymentAccount: null },
    ...{ sourceId: undefined, entityId: undefined },
  };
}

/** Another kind, with the months that are usual for it unless others were typed. */
export function withKind(form: ItemForm, kind: ScheduleKind): ItemForm {
  return { ...form, kind, months: form.months === USUAL_MONTHS[form.kind] ? USUAL_MONTHS[kind] : form.months };
}

/** The form of an item that exists. */
export function itemForm({ item, account, otherAccount }: ScheduleItemRow): ItemForm {
  const by = (id: string | null): Named | null => (id === null ? null : { id, name: id });
  const common = {
    ...emptyItem(item.kind, item.from),
    ...{
      title: item.title,
      memo: item.memo ?? "",
      amount: item.amount,
      months: String(item.months),
      bookedThrough: item.bookedThrough ?? "",
    },
    account: { id: item.accountId, name: account },
    other: { id: item.otherAccountId, name: otherAccount },
    ...{ sourceId: item.sourceId, entityId: item.entityId },
  };
  if (item.kind === "prepaid" || item.kind === "deferred_revenue") return { ...common, by: item.by };
  if (item.kind === "accrual") return { ...common, reverses: item.reverses, settledOn: item.settledOn ?? "" };
  if (item.kind === "loan") return { ...common, rate: item.rate, payment: item.payment ?? "", paymentAccount: by(item.paymentAccountId) };
  const { salvage, method, factor, contraAccountId, disposal } = item;
  return {
    ...{ ...common, salvage: isZero(salvage) ? "" : salvage, method, factor, contra: by(contraAccountId) },
    ...{ disposedOn: disposal?.date ?? "", disposalAccount: by(disposal?.accountId ?? null) },
  };
}

/** The form of an item for a bill or expense, as far as the last item on its account says. */
export function suggestedItem(one: ScheduleSuggestion): ItemForm {
  const by = (id: string | null): Named | null => (id === null ? null : { id, name: id });
  const empty = emptyItem(one.kind, one.date);
  return {
    ...empty,
    ...{ title: one.title, amount: one.amount, months: one.months === null ? empty.months : String(one.months), sourceId: one.recordId },
    ...{ account: { id: one.accountId, name: one.account }, other: by(one.otherAccountId), contra: by(one.contraAccountId) },
    ...{ by: one.by ?? empty.by, method: one.method ?? empty.method, factor: one.factor ?? empty.factor },
    salvage: one.salvage === null || isZero(one.salvage) ? "" : one.salvage,
  };
}

/**
 * The item where the last one on the account says everything, so that one click is enough; else null. A salvage value is each
 * asset's own: a person looks at it first.
 */
export function readySuggestion(one: ScheduleSuggestion): ScheduleItem | null {
  if (one.months === null || (one.salvage !== null && !isZero(one.salvage))) return null;
  const read = readItem(suggestedItem(one));
  return "value" in read ? read.value : null;
}

/** The item that the form says, or words under the fields that are wrong. */
export function readItem(form: ItemForm): { readonly value: ScheduleItem } | { readonly errors: Errors } {
  const errors = new Map<string, string>();
  const read = new Reader(form, errors);
  const common = {
    ...{ kind: form.kind, title: form.title.trim(), ...(form.memo.trim() === "" ? {} : { memo: form.memo.trim() }) },
    ...(form.sourceId === undefined ? {} : { sourceId: form.sourceId }),
    ...(form.entityId === undefined ? {} : { entityId: form.entityId }),
    ...{ accountId: read.account("account"), otherAccountId: read.account("other"), from: read.day("from"), amount: read.amount("amount") },
    ...{ months: read.months(), bookedThrough: read.optionalDay("bookedThrough") },
  };
  if (common.title === "") errors.set("title", t("Enter a name."));
  if (form.account !== null && form.account.id === form.other?.id) errors.set("other", t("Choose two different accounts."));
  const whole = { ...common, ...ownFields(form, read) };
  if (errors.size > 0) return { errors };
  const parsed = scheduleItem.safeParse(whole);
  return parsed.success ? { value: parsed.data } : { errors: new Map([["title", t("Fix the highlighted fields.")]]) };
}

function ownFields(form: ItemForm, read: Reader): object {
  if (form.kind === "prepaid" || form.kind === "deferred_revenue") return { by: form.by };
  if (form.kind === "accrual") return { reverses: form.reverses, settledOn: form.reverses ? null : read.optionalDay("settledOn") };
  if (form.kind === "loan")
    return {
      rate: read.number("rate", t("Enter a rate, such as 6.5.")),
      payment: form.payment.trim() === "" ? null : read.amount("payment"),
      paymentAccountId: form.paymentAccount?.id ?? null,
    };
  const isDeclining = form.method === "declining_balance";
  return {
    ...{ method: form.method, contraAccountId: read.account("contra") },
    salvage: form.salvage.trim() === "" ? "0" : read.number("salvage", t("Enter an amount of zero or more.")),
    ...(isDeclining ? { factor: read.number("factor", t("Enter a factor greater than zero, such as 2.")) } : {}),
    disposal: form.disposedOn === "" ? null : { date: read.day("disposedOn"), accountId: read.account("disposalAccount") },
  };
}

type TextField = { [Key in keyof ItemForm]: ItemForm[Key] extends string ? Key : never }[keyof ItemForm];
type AccountField = "account" | "other" | "contra" | "disposalAccount";

/** Reads the fields of a form and keeps what is wrong with them. */
class Reader {
  readonly #form: ItemForm;
  readonly #errors: Map<string, string>;

  constructor(form: ItemForm, errors: Map<string, string>) {
    this.#form = form;
    this.#errors = errors;
  }

  account(field: AccountField): string {
    const chosen = this.#form[field];
    if (chosen === null) this.#errors.set(field, t("Choose an account."));
    return chosen?.id ?? "";
  }

  day(field: TextField): string {
    const day = readCalendarDate(this.#form[field]);
    if (day === null) this.#errors.set(field, t("Enter a date."));
    return day ?? "";
  }

  optionalDay(field: TextField): string | null {
    return this.#form[field] === "" ? null : this.day(field);
  }

  amount(field: TextField): DecimalString | null {
    const amount = readAmount(this.#form[field], 2);
    if (amount !== null && !amount.startsWith("-") && !isZero(amount)) return amount;
    this.#errors.set(field, amountProblem(this.#form[field], t("Enter an amount greater than zero.")));
    return null;
  }

  number(field: TextField, wrong: string): DecimalString | null {
    const value = readAmount(this.#form[field]);
    if (value === null || value.startsWith("-")) this.#errors.set(field, wrong);
    return value;
  }

  months(): number {
    const months = /^\d{1,3}$/.test(this.#form.months.trim()) ? Number(this.#form.months) : 0;
    if (months < 1 || months > 600) this.#errors.set("months", t("Enter 1 to 600 months."));
    return months;
  }
}
