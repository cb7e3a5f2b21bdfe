import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { ScheduleState } from "#shared/contract/sync/schedule.ts";
import type { QueueReason, QueueView, StreamState, SyncChecking, SyncState } from "#shared/contract/sync/sync.ts";
import { t } from "../../language/t.ts";
import { formatCount } from "../amounts/amount.ts";
import { formatDay, formatTime, formatWait, isSameDay } from "../dates/date.ts";
import { capitalized } from "../text/capitalized.ts";

/** Tones of a document's status; none of them looks like something in progress. */
type DocumentTone = "draft" | "awaiting" | "open" | "part_paid" | "paid" | "voided" | "deleted";

/**
 * The appearances of a state; each has its own icon, so that color is never the only sign. `current`: true now,
 * with nothing in progress. `partly`: as good as `ok`, but of a part only; its icon is that of what is partly paid.
 */
export type Tone =
  | "ok"
  | "partly"
  | "syncing"
  | "queued"
  | "warning"
  | "conflict"
  | "sign_in"
  | "failed"
  | "neutral"
  | "offline"
  | "locked"
  | "current"
  | "task"
  | DocumentTone;

/**
 * A sync state; or that the demo firm is still creating the client's ledger, that this computer is offline, or that a sync only tries
 * whether the ledger can be reached.
 */
export type ShownState = SyncState | "connecting" | "no_network" | "retrying";

interface StateWords {
  readonly word: string;
  readonly tone: Tone;
  readonly means: string;
}

/** One vocabulary of sync states for every screen. */
export const SYNC_LABELS: Readonly<Record<ShownState, StateWords>> = {
  needs_sign_in: {
    word: t("Disconnected"),
    tone: "sign_in",
    means: t("Tieout is disconnected from the ledger. Nothing syncs until someone reconnects, but synced data stays available."),
  },
  failed: {
    word: t("Failed"),
    tone: "failed",
    means: t("The sync stopped with an error. The client's Sync screen says what went wrong."),
  },
  incomplete: { word: t("Incomplete"), tone: "warning", means: t("At least one data set isn't fully synced.") },
  offline: { word: t("Unavailable"), tone: "offline", means: t("The ledger can't be reached. Synced data stays available.") },
  no_network: {
    word: t("Offline"),
    tone: "offline",
    means: t("No ledger can be reached from this computer. Synced data stays available."),
  },
  retrying: { word: t("Retrying"), tone: "offline", means: t("Offline. Tieout is trying to reach the ledger again.") },
  queued: {
    word: t("Queued"),
    tone: "queued",
    means: t("Waiting for the ledger's rate limit or for another sync to finish. This isn't an error."),
  },
  syncing: { word: t("Syncing"), tone: "syncing", means: t("Syncing now.") },
  connecting: {
    word: t("Connecting"),
    tone: "syncing",
    means: t("This demo client's ledger is being set up. Syncing starts automatically."),
  },
  never_synced: { word: t("Not synced yet"), tone: "neutral", means: t("No sync has started.") },
  paused: { word: t("Paused"), tone: "locked", means: t("Paused by a user. Choose “Resume sync” to continue where the sync stopped.") },
  up_to_date: { word: t("Up to date"), tone: "ok", means: t("Every data set is fully synced.") },
};

/**
 * How clients in the state “Up to date” are counted: some of their rows name an update's problem instead of that word. `found` is
 * what a filter looks for, since “synced” is part of “Not synced yet”, too.
 */
export const ALL_SYNCED = { ...SYNC_LABELS.up_to_date, word: t("Synced"), found: t("Every data set synced") } as const;

/** Most severe first; the order of counts and filters. */
export const SYNC_STATES = Object.keys(SYNC_LABELS) as readonly ShownState[];

/** While this computer is offline, nobody knows whether the books are still up to date. */
export function knownState(state: SyncState, offline: boolean): SyncState {
  return offline && state === "up_to_date" ? "offline" : state;
}

/**
 * The state to show for a client. A person connects a real client; a demo client connects automatically. While no ledger can be
 * reached, a sync that began is only another try.
 */
export function shownState({ demo, ledger, state }: Pick<ClientRow, "demo" | "ledger" | "state">, offline = false): ShownState {
  if (demo && ledger === null && state === "never_synced") return "connecting";
  return offline && state === "syncing" ? "retrying" : whyOffline(knownState(state, offline), offline);
}

/** A ledger that doesn't answer is unavailable; while this computer is offline, that is this computer's trouble. */
export function whyOffline(state: SyncState, offline: boolean): SyncState | "no_network" {
  return offline && state === "offline" ? "no_network" : state;
}

/** How many clients are in the state “Not synced yet”. */
export function notSyncedYet(rows: readonly Pick<ClientRow, "demo" | "ledger" | "state">[]): number {
  return rows.filter((row) => shownState(row) === "never_synced").length;
}

export const STREAM_LABELS: Readonly<Record<StreamState, { readonly word: string; readonly tone: Tone }>> = {
  never_read: { word: t("Not synced yet"), tone: "neutral" },
  reading: { word: t("Syncing"), tone: "syncing" },
  queued: { word: t("Queued"), tone: "queued" },
  up_to_date: { word: t("Up to date"), tone: "ok" },
  incomplete: { word: t("Incomplete"), tone: "warning" },
  failed: { word: t("Failed"), tone: "failed" },
  not_supported: { word: t("Not available"), tone: "offline" },
};

/** A data set that the latest sync left as the one before it brought it. */
const OVERTAKEN = {
  word: t("Not updated"),
  tone: "warning",
  means: t("These records are from an earlier sync because the latest one didn't finish. The next sync updates them."),
} as const;

/** A data set as its latest sync left it, while nobody knows whether the ledger has anything newer. */
const ONCE_SYNCED = {
  word: t("Synced"),
  tone: "ok",
  means: t("Tieout can't check now whether the ledger has anything newer."),
} as const;

interface StreamStanding {
  readonly state: StreamState;
  /** The latest sync ended before it got to it. */
  readonly overtaken: boolean;
}

/**
 * What is said of a client's data set. While its ledger can't be reached, or nobody is signed in to it, nothing is known to be up to date;
 * and what waits for the ledger alone asks nobody to act.
 */
export function streamLabel({ state, overtaken }: StreamStanding, client: SyncState, offline: boolean) {
  const isUnreached = offline || client === "offline";
  if (overtaken) return isUnreached ? { ...OVERTAKEN, tone: "neutral" as const } : OVERTAKEN;
  return state === "up_to_date" && (isUnreached || client === "needs_sign_in") ? ONCE_SYNCED : STREAM_LABELS[state];
}

/** The states of a client in the automatic sync schedule. */
export const SCHEDULE_LABELS: Readonly<Record<ScheduleState, StateWords>> = {
  waiting: { word: t("Scheduled"), tone: "neutral", means: t("Syncs automatically at the time shown.") },
  reading: { word: t("Syncing"), tone: "syncing", means: t("Syncing now.") },
  paused: {
    word: t("Paused"),
    tone: "locked",
    means: t("Paused by a user. This client doesn't sync automatically on this computer until someone resumes syncing."),
  },
  offline: { word: t("Unavailable"), tone: "offline", means: t("The ledger can't be reached. Tieout keeps trying.") },
  needs_sign_in: {
    word: t("Disconnected"),
    tone: "sign_in",
    means: t("Someone must reconnect this client before it can sync."),
  },
  held: {
    word: t("On hold"),
    tone: "queued",
    means: t(
      "The ledger's daily requests are nearly used up, so automatic sync is on hold. The rest are reserved for manual syncs and ledger updates.",
    ),
  },
  not_connected: { word: t("Not connected"), tone: "neutral", means: t("No ledger is connected.") },
  off: { word: t("Off"), tone: "neutral", means: t("Nothing syncs automatically now. A sync runs only when someone starts it.") },
};

/** What the schedule says of a client. While this computer is offline, it has the same word here as everywhere. */
export function scheduleLabel(state: ScheduleState, offline: boolean): StateWords {
  if (state !== "offline" || !offline) return SCHEDULE_LABELS[state];
  return { ...SYNC_LABELS.no_network, means: t("No ledger can be reached from this computer. Tieout keeps trying.") };
}

/** What resuming for all clients does. In safe mode, nothing starts before Tieout has been started normally. */
export function resumeAllMeans(isSafeMode: boolean): string {
  return isSafeMode
    ? t(
        "Ends the pause for all clients on this computer. In safe mode, automatic sync stays off until Tieout is started normally. Clients that were paused individually stay paused.",
      )
    : t("Ends the pause for all clients on this computer. Clients that were paused individually stay paused.");
}

export const PASS_LABELS = {
  backfill: t("First sync"),
  delta: t("New and changed"),
  full: t("Full resync"),
  ids: t("Check for deletions"),
} as const;

const REASONS: Readonly<Record<QueueReason, string>> = {
  minute: t("per-minute limit"),
  day: t("daily limit"),
  month: t("monthly limit"),
  concurrency: t("limit on concurrent requests"),
  batch: t("limit on batch requests"),
  app: t("limit shared by all clients"),
  server_asked: t("the ledger asked Tieout to wait"),
  offline: t("ledger unavailable"),
  turn: t("other clients sync first"),
  colleague: t("another computer is updating this client"),
};

/** A shorter wait is counted; of a longer one, its end is named. */
const COUNTED_MS = 120_000;

/** Whether a wait lasts so long that its end is named: until then, the client's row stays as it is. */
export function isLongWait(queue: Pick<QueueView, "resumeAt"> | null, nowMs: number): boolean {
  return queue !== null && queue.resumeAt !== null && Date.parse(queue.resumeAt) - nowMs >= COUNTED_MS;
}

function isCounted(resumeAt: string, nowMs: number): boolean {
  return Date.parse(resumeAt) - nowMs < COUNTED_MS;
}

/** When it resumes, short: `in 12 s`, `at 16:40`, `22 Nov, 00:00`; null when unknown or due now. */
export function resumeLabel(resumeAt: string | null, nowMs: number): string | null {
  if (resumeAt === null) return null;
  const wait = formatWait(resumeAt, nowMs);
  if (wait === null) return null;
  if (isCounted(resumeAt, nowMs)) return t("in {wait}", { wait });
  const time = formatTime(resumeAt, nowMs);
  return isSameDay(resumeAt, nowMs) ? t("at {resumeAt}", { resumeAt: time }) : time;
}

/**
 * A wait in a table: `goes on in 2 s · per-minute limit · 4 ahead`. The most important part comes first, because a
 * narrow cell cuts the end.
 */
export function queueText({ reason, resumeAt, position }: QueueView, nowMs: number): string {
  const resume = resumeLabel(resumeAt, nowMs);
  return [
    ...(resume === null ? [] : [t("resumes {resume}", { resume })]),
    REASONS[reason],
    ...(position > 1 ? [shortAhead(reason, position - 1)] : []),
  ].join(" · ");
}

/** How many are ahead: clients where whole syncs take turns, requests everywhere else. */
function shortAhead(reason: QueueReason, before: number): string {
  const count = formatCount(before);
  return reason === "turn"
    ? t("{before, plural, one {1 client ahead} other {{count} clients ahead}}", { before, count })
    : t("{before, plural, one {1 request ahead} other {{count} requests ahead}}", { before, count });
}

const LIMITS: ReadonlySet<QueueReason> = new Set<QueueReason>(["minute", "day", "month", "concurrency", "batch", "app"]);
/** What a person starts waits for these as well. */
const LONG_LIMITS: ReadonlySet<QueueReason> = new Set<QueueReason>(["day", "month"]);

/** A wait in one line: why, and until when: `waiting for the daily limit until 16:40`. Who is ahead is in its sentence. */
export function shortQueueText({ reason, resumeAt }: Pick<QueueView, "reason" | "resumeAt">, nowMs: number): string {
  const resume = resumeLabel(resumeAt, nowMs);
  if (LIMITS.has(reason)) {
    const limit = REASONS[reason];
    if (resumeAt === null || resume === null) return t("waiting for the {limit}", { limit });
    return isCounted(resumeAt, nowMs)
      ? t("waiting for the {limit}, resumes {resume}", { limit, resume })
      : t("waiting for the {limit} until {when}", { limit, when: formatTime(resumeAt, nowMs) });
  }
  return resume === null ? REASONS[reason] : t("{reason} (resumes {resume})", { reason: REASONS[reason], resume });
}

/** The limits whose names are short; of others, it says that there is one. */
const TIGHT_LIMITS: ReadonlySet<QueueReason> = new Set<QueueReason>(["minute", "day", "month"]);

/** The same where room is short, and its state is beside it: `daily limit until 16:40`, or `until 22 Nov, 00:00`. */
export function tightQueueText({ reason, resumeAt }: QueueView, nowMs: number): string {
  const resume = resumeLabel(resumeAt, nowMs);
  if (resumeAt === null || resume === null) return shortQueueText({ reason, resumeAt }, nowMs);
  const when = formatTime(resumeAt, nowMs);
  if (LIMITS.has(reason)) {
    const limit = TIGHT_LIMITS.has(reason) ? REASONS[reason] : t("rate limit");
    return isCounted(resumeAt, nowMs) ? t("{limit}, resumes {resume}", { limit, resume }) : t("{limit} until {when}", { limit, when });
  }
  if (reason !== "server_asked") return t("resumes {resume}", { resume });
  return t("asked to wait, resumes {resume}", { resume });
}

/** The full explanation of a wait, with the state. */
export function queueSentence(queue: QueueView, nowMs: number): string {
  return t("Queued. {wait}", { wait: waitSentence(queue, nowMs) });
}

/** The full explanation of a wait, where the state is already shown. */
export function waitSentence(queue: QueueView, nowMs: number): string {
  // No place in a queue: this one waits until the colleague's sync ends.
  if (queue.reason === "colleague") return t("Reason: {reason}.", { reason: REASONS.colleague });
  const resume = resumeLabel(queue.resumeAt, nowMs);
  const before = queue.position - 1;
  const ahead = longAhead(queue.reason, before);
  const when = resume === null ? "" : t(". Resumes {resume}", { resume });
  const reason = REASONS[queue.reason];
  if (!LIMITS.has(queue.reason)) return t("Reason: {reason}{when}. {ahead}. Anything you start takes priority.", { reason, when, ahead });
  const limit = capitalized(reason);
  if (!LONG_LIMITS.has(queue.reason))
    return t("{limit} reached{when}. {ahead}. Anything you start takes priority.", { limit, when, ahead });
  return before < 1 ? t("{limit} reached{when}.", { limit, when }) : t("{limit} reached{when}. {ahead}.", { limit, when, ahead });
}

function longAhead(reason: QueueReason, before: number): string {
  // Others may wait for the same limit, and no place among them is known.
  if (before < 1) return reason === "app" ? t("Clients take turns") : t("This client is next");
  const count = formatCount(before);
  return reason === "turn"
    ? t("{before, plural, one {1 client is ahead} other {{count} clients are ahead}}", { before, count })
    : t("{before, plural, one {1 request is ahead} other {{count} requests are ahead}}", { before, count });
}

/** What the last stage of a sync does, with its progress. */
export function checkingSentence({ asOfDate, reportsDone, reports }: SyncChecking): string {
  return t("Comparing with the ledger as of {day}: {reportsDone} of {reports, plural, one {1 report} other {# reports}} read.", {
    day: formatDay(asOfDate),
    ...{ reportsDone, reports },
  });
}
