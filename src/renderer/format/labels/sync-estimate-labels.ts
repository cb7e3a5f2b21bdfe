import type { Outlook } from "#shared/contract/sync/sync.ts";
import { t } from "../../language/t.ts";
import { formatCount } from "../amounts/amount.ts";
import { formatTime, formatWait } from "../dates/date.ts";
import { capitalized } from "../text/capitalized.ts";

const HOUR_MS = 3_600_000;

/** When a reading ends: `in 4 to 6 min`, `16:40 to 17:10`, `unknown` where too little was timed to say it. */
export function endsLabel({ finishesAt, finishesLateAt, unsized }: Outlook, nowMs: number, timeZone?: string): string {
  if (finishesAt === null || finishesLateAt === null) return t("unknown");
  const near = Date.parse(finishesLateAt) - nowMs < HOUR_MS;
  const words = (instant: string) => (near ? formatWait(instant, nowMs) : formatTime(instant, nowMs, timeZone));
  const [first, last] = [words(finishesAt), words(finishesLateAt)];
  // Where some data sets have no size, even the latest end isn't a last one.
  if (unsized > 0) return earliestWords(first ?? last, near);
  const span = first === last || first === null ? last : spanWords(first, last ?? first);
  return endWords({ span, near, isDue: first === null });
}

/** `4 to 6 min`, and both units where they differ: `50 s to 2 min`. */
function spanWords(first: string, last: string): string {
  const [, count, unit] = /^(\d+) (\D+)$/.exec(first) ?? [];
  const isSameUnit = count !== undefined && /^\d+ (\D+)$/.exec(last)?.[1] === unit;
  return t("{first} to {last}", { first: isSameUnit ? count : first, last });
}

/** An end of which only the earliest is known. */
function earliestWords(first: string | null, near: boolean): string {
  // What has a size is done by now; how long the rest takes, nobody knows.
  if (first === null) return t("unknown");
  return near ? t("in {first} at the earliest", { first }) : t("{first} or later", { first });
}

/** The end may come at any moment: only the latest is named then. */
function endWords({ span, near, isDue }: { readonly span: string | null; readonly near: boolean; readonly isDue: boolean }): string {
  if (span === null) return t("now");
  if (!near) return span;
  return isDue ? t("within {span}", { span }) : t("in {span}", { span });
}

/** Why no end is named; null where one is. */
export function unknownEndText({ finishesAt, inputs }: Outlook): string | null {
  if (finishesAt !== null) return null;
  return t("Tieout can give an estimate once it has timed {needed} requests to this ledger. So far, it has timed {samples}.", {
    samples: formatCount(inputs.samples),
    needed: formatCount(inputs.samplesNeeded),
  });
}

/** Everything that an end was worked out from, as names and values. */
export function outlookInputs({ callsLeft, unsized, goesOnAt, inputs }: Outlook, nowMs: number): readonly (readonly [string, string])[] {
  const lines: (readonly [string, string])[] = [
    [
      t("Requests still to send"),
      unsized === 0
        ? formatCount(callsLeft)
        : t("At least {callsLeft}; {unsized, plural, one {1 data set doesn't} other {{streams} data sets don't}} report a size", {
            callsLeft: formatCount(callsLeft),
            unsized,
            streams: formatCount(unsized),
          }),
    ],
    [t("Next request"), goesOnAt === null ? capitalized(t("now")) : formatTime(goesOnAt, nowMs)],
    [
      t("Ledger's rate limit"),
      inputs.callsPerMinute === null
        ? t("No limit per minute")
        : t(
            "{calls, plural, one {1 request} other {{count} requests}} a minute{room, plural, =0 {} other {; right now, up to {shown} can be sent without a pause}}",
            {
              calls: inputs.callsPerMinute,
              count: formatCount(inputs.callsPerMinute),
              room: inputs.burstRoom ?? 0,
              shown: formatCount(inputs.burstRoom ?? 0),
            },
          ),
    ],
    [
      t("Concurrent requests"),
      t("{calls, plural, one {1 request} other {{count} requests}}", { calls: inputs.callsAtOnce, count: formatCount(inputs.callsAtOnce) }),
    ],
    [t("Time per request"), latencyText(inputs)],
  ];
  if (inputs.ownMs !== null) lines.push([t("Processing between requests"), seconds(inputs.ownMs)]);
  if (inputs.appCallsPerMinute !== null) {
    lines.push([
      t("Ledger's rate limit for all clients"),
      t(
        "{calls, plural, one {1 request} other {{count} requests}} a minute{appSharedBy, plural, one {} other {, shared by # clients with requests waiting}}",
        { calls: inputs.appCallsPerMinute, count: formatCount(inputs.appCallsPerMinute), appSharedBy: inputs.appSharedBy },
      ),
    ]);
  }
  lines.push([t("Ledger update requests that go first"), formatCount(inputs.writesAhead)]);
  if (inputs.dayLimit !== null) lines.push([t("Remaining requests (24-hour limit)"), dayLabel(callsLeft, inputs, nowMs)]);
  if (inputs.monthReadsLeft !== null) lines.push([t("Remaining reads this month"), formatCount(inputs.monthReadsLeft)]);
  return lines;
}

function latencyText({ samples, medianMs, p90Ms }: Outlook["inputs"]): string {
  if (medianMs === null || p90Ms === null) return t("Not timed yet");
  return t(
    "{samples, plural, one {{median} (1 request timed)} other {Usually {median}; 1 in 10 takes longer than {p90} (last {count} requests)}}",
    { samples, median: seconds(medianMs), p90: seconds(p90Ms), count: formatCount(samples) },
  );
}

/** What is left now, and when there is room for what is known to be ahead, or for a whole day's requests where it takes more. */
function dayLabel(callsLeft: number, { dayLeft, dayLimit, dayFreeAt }: Outlook["inputs"], nowMs: number): string {
  const left = t("{dayLeft} of {dayLimit}", { dayLeft: formatCount(dayLeft ?? 0), dayLimit: formatCount(dayLimit ?? 0) });
  const enough = Math.min(callsLeft, dayLimit ?? callsLeft);
  return dayFreeAt === null
    ? left
    : t("{left}; {enough, plural, one {1 request} other {{count} requests}} available from {dayFreeAt}", {
        ...{ left, enough },
        count: formatCount(enough),
        dayFreeAt: formatTime(dayFreeAt, nowMs),
      });
}

/** Thousandths of a second, short: `0.42 s`, `3.1 s`. */
function seconds(ms: number): string {
  const hundredths = Math.ceil(ms / 10);
  return t("{seconds} s", { seconds: hundredths / 100 });
}
