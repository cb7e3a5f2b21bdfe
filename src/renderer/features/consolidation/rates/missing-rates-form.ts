import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import type { EntityNode, ExchangeRate } from "#shared/model/consolidation/entity-tree.ts";
import { t } from "../../../language/t.ts";
import { type RateNeed, readRate } from "./rate-form.ts";

/** What is typed beside one missing rate. `day` is asked for where the tree names none. */
export interface MissingForm {
  readonly rate: string;
  readonly source: string;
  readonly day: string;
}

export const BLANK_RATE: MissingForm = { rate: "", source: "", day: "" };

/** The key of the error that no field has. */
export const NOTHING_TYPED = "nothing";

/** Tells missing rates apart. */
export function needKey({ from, to, kind, day }: Pick<RateNeed<unknown>, "from" | "to" | "kind" | "day">): string {
  return `${from} ${to} ${kind} ${day ?? "?"}`;
}

export interface ReadRates {
  readonly rates: readonly ExchangeRate[];
  /** Days that were named for entities of which the tree names none, by entity. */
  readonly days: ReadonlyMap<string, NonNullable<EntityNode["historicalDay"]>>;
  /** What is wrong, by the key of the rate and the field: `EUR USD closing 2026-10-31|rate`. */
  readonly errors: ReadonlyMap<string, string>;
}

/**
 * The rates that were typed; an empty row is left for later.
 * @param source applies to every rate without its own source
 */
export function readMissing(needs: readonly RateNeed<unknown>[], typed: Readonly<Record<string, MissingForm>>, source: string): ReadRates {
  const rates: ExchangeRate[] = [];
  const days = new Map<string, NonNullable<EntityNode["historicalDay"]>>();
  const errors = new Map<string, string>();
  for (const need of needs) {
    const key = needKey(need);
    const form = typed[key] ?? BLANK_RATE;
    if (form.rate.trim() === "" && form.day === "") continue;
    const named = need.day ?? readCalendarDate(form.day);
    const read = readRate({ ...need, day: named ?? "", rate: form.rate, source: form.source.trim() === "" ? source : form.source });
    if ("errors" in read) for (const [field, words] of read.errors) errors.set(`${key}|${field}`, words);
    else {
      rates.push(read.value);
      if (need.day === null && named !== null) for (const nodeId of need.nodeIds) days.set(nodeId, named);
    }
  }
  if (rates.length === 0 && errors.size === 0) errors.set(NOTHING_TYPED, t("Enter at least one rate."));
  return { rates, days, errors };
}
