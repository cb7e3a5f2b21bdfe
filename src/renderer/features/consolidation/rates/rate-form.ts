import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import type { ExchangeRate, NeededRate, RateKind } from "#shared/model/consolidation/entity-tree.ts";
import { amountProblem, readAmount } from "../../../format/amounts/typed-amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";

/** A rate as it is typed. */
export interface RateForm {
  readonly from: string;
  readonly to: string;
  readonly kind: RateKind;
  readonly day: string;
  readonly rate: string;
  readonly source: string;
}

/** A needed rate with whom it is needed for; each pair, kind and day once. */
export interface RateNeed<Entered> {
  readonly from: string;
  readonly to: string;
  readonly kind: RateKind;
  readonly day: NeededRate["day"];
  readonly nodeIds: readonly string[];
  readonly entered: Entered | null;
}

/** Brings together what several members need alike: what is missing first. */
export function rateNeeds<Entered>(needed: readonly (NeededRate & { readonly entered: Entered | null })[]): readonly RateNeed<Entered>[] {
  const found = new Map<string, RateNeed<Entered>>();
  for (const { nodeId, from, to, kind, day, entered } of needed) {
    const key = `${from} ${to} ${kind} ${day}`;
    found.set(key, { from, to, kind, day, entered, nodeIds: [...(found.get(key)?.nodeIds ?? []), nodeId] });
  }
  const rank = ({ entered }: RateNeed<Entered>) => (entered === null ? 0 : 1);
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

/** The day of a rate; an average one covers the fiscal year through it. */
export function rateDayLabel(kind: RateKind, day: ExchangeRate["day"]): string {
  return kind === "average" ? t("Through {day}", { day: formatDay(day) }) : formatDay(day);
}

/** The rate that the form says, or words under the fields that are wrong. */
export function readRate(form: RateForm): { readonly value: ExchangeRate } | { readonly errors: ReadonlyMap<string, string> } {
  const errors = new Map<string, string>();
  const [from, to] = [form.from.trim().toUpperCase(), form.to.trim().toUpperCase()];
  const isCode = (text: string) => /^[A-Z]{3}$/.test(text);
  if (!isCode(from)) errors.set("from", t("Enter a three-letter code, for example EUR."));
  if (!isCode(to)) errors.set("to", t("Enter a three-letter code, for example USD."));
  else if (to === from) errors.set("to", t("Enter a currency other than the From currency."));
  const day = readCalendarDate(form.day);
  if (day === null) errors.set("day", t("Enter a date."));
  const rate = readAmount(form.rate);
  const otherwise = t("Enter a number greater than zero.");
  if (rate === null) errors.set("rate", amountProblem(form.rate, otherwise));
  else if (rate.startsWith("-") || isZero(rate)) errors.set("rate", otherwise);
  const source = form.source.trim();
  if (source === "") errors.set("source", t("Enter a source."));
  if (day === null || rate === null || errors.size > 0) return { errors };
  return { value: { from, to, kind: form.kind, day, rate, source } };
}
