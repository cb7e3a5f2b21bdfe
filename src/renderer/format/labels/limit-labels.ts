import { t } from "../../language/t.ts";
import { formatCount } from "../amounts/amount.ts";
import { formatBytes } from "../amounts/bytes.ts";

type LimitUnit = "count" | "ms" | "bytes";

interface LimitLabel {
  readonly words: string;
  readonly means: string;
  readonly unit: LimitUnit;
  /** Set where a connection may have its own; `none`: it may also be without this limit. */
  readonly own?: "number" | "none";
}

const WORDS: Readonly<Record<string, LimitLabel>> = {
  requestsPerWindow: {
    words: t("Requests per time window"),
    means: t("How many requests the ledger allows for one client in each time window. The next row is the length of that window."),
    unit: "count",
    own: "none",
  },
  windowMs: {
    words: t("Length of time window"),
    means: t("The time over which requests are counted."),
    unit: "ms",
    own: "number",
  },
  requestsPerDay: {
    words: t("Requests per day"),
    means: t("How many requests the ledger allows for one client in any 24 hours."),
    unit: "count",
    own: "none",
  },
  concurrency: { words: t("Concurrent requests"), means: t("Requests that can run at the same time."), unit: "count", own: "number" },
  appRequestsPerWindow: {
    words: t("Requests per time window, all clients"),
    means: t("Requests that the ledger allows for all clients together in each time window."),
    unit: "count",
    own: "none",
  },
  batchPerWindow: {
    words: t("Batch requests per time window"),
    means: t("Batch requests that the ledger allows in each time window. Each one also counts toward “Requests per time window.”"),
    unit: "count",
    own: "none",
  },
  pageSize: { words: t("Records per page"), means: t("The most records that one request returns."), unit: "count", own: "number" },
  operationsPerBatch: {
    words: t("Changes per batch request"),
    means: t("The most changes that one batch request can contain."),
    unit: "count",
  },
  objectsPerWrite: {
    words: t("Records per write request"),
    means: t("The most records that one request can change. A larger ledger update is sent in several requests."),
    unit: "count",
  },
  readsPerMonth: {
    words: t("Read requests per month"),
    means: t("Read requests that are included in your plan with the ledger."),
    unit: "count",
  },
  egressBytesPerMonth: { words: t("Data read per month"), means: t("Data included in your plan with the ledger."), unit: "bytes" },
  keyTrustMs: {
    words: t("Repeat detection period"),
    means: t("How long the ledger recognizes an update that it already received, so that nothing is posted twice."),
    unit: "ms",
  },
  settleMs: {
    words: t("Wait after a lost answer"),
    means: t("If the ledger's answer to an update is lost, Tieout waits at least this long before treating the update as not posted."),
    unit: "ms",
  },
  throttleWaitMs: {
    words: t("Wait at a rate limit"),
    means: t("How long Tieout waits at a rate limit if the ledger doesn't say when to try again."),
    unit: "ms",
  },
};

/** The words of a limit; one that is new to this window is shown by its name. */
export function limitWords(name: string): LimitLabel {
  return WORDS[name] ?? { words: name, means: "", unit: "count" };
}

/** Limits in the order of the table. */
export function byOrder<T extends { readonly name: string }>(values: readonly T[]): readonly T[] {
  const order = Object.keys(WORDS);
  const place = ({ name }: T) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...values].sort((one, other) => place(one) - place(other));
}

type Values = readonly { readonly name: string; readonly value: number | null }[];

/** A window has a length only where something is counted in it, and batch requests a limit only where changes are sent in batches. */
export function applies(limit: string, values: Values): boolean {
  const isSet = (found: (name: string) => boolean) => values.some(({ name, value }) => found(name) && value !== null);
  if (limit === "windowMs") return isSet((name) => name.endsWith("PerWindow"));
  if (limit === "batchPerWindow") return isSet((name) => name === limit || name === "operationsPerBatch");
  return true;
}

/** A limit with its unit: `60`, `60 s`, `24 h`, `No limit`; a time without a value is `Not set`. */
export function limitValue(name: string, value: number | null): string {
  const { unit } = limitWords(name);
  if (value === null) return unit === "ms" ? t("Not set") : t("No limit");
  if (unit === "bytes") return formatBytes(value);
  return unit === "count" ? formatCount(value) : timeLabel(value);
}

function timeLabel(ms: number): string {
  if (ms === 0) return t("None");
  const seconds = ms / 1000;
  if (seconds % 3600 === 0) return `${formatCount(seconds / 3600)} h`;
  return seconds % 60 === 0 && seconds >= 120 ? t("{seconds} min", { seconds: formatCount(seconds / 60) }) : `${formatCount(seconds)} s`;
}
