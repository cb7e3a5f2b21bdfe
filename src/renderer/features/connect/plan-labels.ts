import type { SyncPlan } from "#shared/contract/sync/sync.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";

/** How long a read takes, in words that promise no more than an estimate can: `about 40 seconds`, `about 2 days`. */
export function durationLabel(seconds: number): string {
  if (seconds < 10) return t("a few seconds");
  if (seconds < 90) return t("about {seconds} seconds", { seconds: Math.ceil(seconds / 10) * 10 });
  if (seconds < 5400)
    return t("{minutes, plural, one {about a minute} other {about {minutes} minutes}}", { minutes: Math.ceil(seconds / 60) });
  if (seconds < 86_400) return t("{hours, plural, one {about an hour} other {about {hours} hours}}", { hours: Math.ceil(seconds / 3600) });
  const days = Math.ceil(seconds / 86_400);
  return t("{days, plural, one {about a day} other {about {days} days}}", { days });
}

/** The days over which the ledger's daily budget spreads the read. */
export function dayLabel(dayBudgets: number): string {
  return dayBudgets <= 1
    ? t("Right away")
    : t("Over {dayBudgets} days, to stay within the ledger's daily limit", { dayBudgets: formatCount(dayBudgets) });
}

/** The cost of several first reads together; they run side by side, so the longest one sets the time. */
export function planTotal(plans: readonly SyncPlan[]): Pick<SyncPlan, "calls" | "pages" | "estimateSeconds" | "dayBudgets"> {
  return {
    calls: plans.reduce((sum, plan) => sum + plan.calls, 0),
    pages: plans.reduce((sum, plan) => sum + plan.pages, 0),
    estimateSeconds: plans.reduce((most, plan) => Math.max(most, plan.estimateSeconds), 0),
    dayBudgets: plans.reduce((most, plan) => Math.max(most, plan.dayBudgets), 1),
  };
}

/** What one part of the books costs to read. */
interface StreamCost {
  readonly stream: string;
  /** Its name for people; absent where the core is older than the window. */
  readonly label?: string;
  /** Null where the ledger does not tell. */
  readonly records: number | null;
  readonly pages: number;
  readonly calls: number;
}

interface PlanInputs {
  readonly streams: readonly StreamCost[];
  /** Sentences of what was assumed. */
  readonly facts: readonly string[];
}

/** What the plan was worked out from. What this window does not know the shape of is left out. */
export function planInputs({ inputs }: SyncPlan): PlanInputs {
  const streams = Array.isArray(inputs.streams) ? inputs.streams.filter(isStreamCost) : [];
  const facts = [
    rate(inputs.callsPerMinute, t("no limit per minute"), (count, shown) =>
      t("{count, plural, one {1 request} other {{shown} requests}} per minute allowed", { count, shown }),
    ),
    rate(inputs.callsPerDay, t("no daily limit"), (count, shown) =>
      t("{count, plural, one {1 request} other {{shown} requests}} per day allowed", { count, shown }),
    ),
    typeof inputs.dayUsed === "number" && inputs.dayUsed > 0
      ? t("{dayUsed, plural, one {1 request} other {{count} requests}} used in the last 24 hours", {
          dayUsed: inputs.dayUsed,
          count: formatCount(inputs.dayUsed),
        })
      : null,
    typeof inputs.secondsPerCall === "number"
      ? t("{secondsPerCall, plural, one {1 second} other {{secondsPerCall} seconds}} per request", {
          secondsPerCall: inputs.secondsPerCall,
        })
      : null,
    typeof inputs.callsToPlan === "number"
      ? t("{callsToPlan, plural, one {1 request} other {{count} requests}} sent to make this estimate", {
          callsToPlan: inputs.callsToPlan,
          count: formatCount(inputs.callsToPlan),
        })
      : null,
  ];
  return { streams, facts: facts.filter((fact) => fact !== null) };
}

function rate(value: unknown, none: string, words: (count: number, shown: string) => string): string | null {
  if (value === null) return none;
  return typeof value === "number" ? words(value, formatCount(value)) : null;
}

function isStreamCost(value: unknown): value is StreamCost {
  const cost = value as Partial<StreamCost> | null;
  return cost !== null && typeof cost === "object" && typeof cost.stream === "string" && typeof cost.calls === "number";
}
