import { t } from "../../language/t.ts";
import { formatCount } from "../amounts/amount.ts";
import { formatBytes } from "../amounts/bytes.ts";

type LimitUnit = "count" | "ms" | "bytes";

interface LimitWords {
  readonly words: string;
  readonly means: string;
  readonly unit: LimitUnit;
  /** Set where a connection may have its own; `none`: it may also be without this limit. */
  readonly own?: "number" | "none";
}

const WORDS: Readonly<Record<string, LimitWords>> = {
  requestsPerWindow: {
    words: t("Requests in a window"),
    means: t("Calls for this tenant in any window."),
    unit: "count",
    own: "none",
  },
  windowMs: {
    words: t("Window length"),
    means: t("The time in which requests are counted, in seconds."),
    unit: "ms",
    own: "number",
  },
  requestsPerDay: { words: t("Requests in a day"), means: t("Calls for this tenant in any 24 hours."), unit: "count", own: "none" },
  concurrency: { words: t("Requests at once"), means: t("Calls that can run at the same time."), unit: "count", own: "number" },
  appRequestsPerWindow: {
    words: t("Requests of all tenants in a window"),
    means: t("Calls by this app for all tenants together."),
    unit: "count",
    own: "none",
  },
  batchPerWindow: { words: t("Batch requests in a window"), means: t("They count as requests too."), unit: "count", own: "none" },
  pageSize: { words: t("Records on a page"), means: t("How many records one call returns."), unit: "count", own: "number" },
  operationsPerBatch: { words: t("Operations in a batch"), means: t("Changes one batch request can contain."), unit: "count" },
  objectsPerWrite: { words: t("Records in a write"), means: t("Records one write can contain."), unit: "count" },
  readsPerMonth: { words: t("Metered reads in a month"), means: t("Reads that the agreement covers."), unit: "count" },
  egressBytesPerMonth: { words: t("Data read in a month"), means: t("What the agreement covers."), unit: "bytes" },
  keyTrustMs: { words: t("A write is recognised for"), means: t("How long the ledger recognizes a repeated write."), unit: "ms" },
  settleMs: { words: t("A write may be under way for"), means: t("How long to wait for a write without an answer."), unit: "ms" },
  throttleWaitMs: { words: t("Wait after a rejection"), means: t("When the ledger doesn't say how long."), unit: "ms" },
};

/** The words of a limit; one that is new to this window is shown by its name. */
export function limitWords(name: string): LimitWords {
  return WORDS[name] ?? { words: name, means: "", unit: "count" };
}

/** Limits in the order of the table. */
export function byOrder<T extends { readonly name: string }>(values: readonly T[]): readonly T[] {
  const order = Object.keys(WORDS);
  const place = ({ name }: T) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...values].sort((one, other) => place(one) - place(other));
}

/** A limit with its unit: `60`, `60 s`, `24 h`, `no limit`. */
export function limitValue(name: string, value: number | null): string {
  if (value === null) return t("no limit");
  const { unit } = limitWords(name);
  if (unit === "bytes") return formatBytes(value);
  return unit === "count" ? formatCount(value) : timeWords(value);
}

function timeWords(ms: number): string {
  if (ms === 0) return t("not at all");
  const seconds = ms / 1000;
  if (seconds % 3600 === 0) return `${formatCount(seconds / 3600)} h`;
  return seconds % 60 === 0 && seconds >= 120 ? t("{seconds} min", { seconds: formatCount(seconds / 60) }) : `${formatCount(seconds)} s`;
}
