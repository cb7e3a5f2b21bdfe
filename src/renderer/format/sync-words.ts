import type { ClientRow } from "#shared/contract/clients.ts";
import type { ScheduleState } from "#shared/contract/schedule.ts";
import type { QueueReason, QueueView, StreamState, SyncState } from "#shared/contract/sync.ts";
import { t } from "../language/t.ts";
import { formatCount } from "./amount.ts";
import { formatTime, formatWait } from "./date.ts";

/** How a document stands; none of them looks like something that is going on. */
type DocumentTone = "draft" | "awaiting" | "open" | "part_paid" | "paid" | "voided" | "deleted";

/** The looks a state can have; each has its own icon, so that colour is never the only sign. `current`: it is the case now, and nothing moves. */
export type Tone =
  | "ok"
  | "syncing"
  | "queued"
  | "warning"
  | "conflict"
  | "failed"
  | "neutral"
  | "offline"
  | "locked"
  | "current"
  | "task"
  | DocumentTone;

/** A sync state, or that the demo firm is still making the client's ledger. */
export type ShownState = SyncState | "connecting";

/** One vocabulary of sync states for every screen. */
export const SYNC_WORDS: Readonly<Record<ShownState, { readonly word: string; readonly tone: Tone; readonly means: string }>> = {
  needs_sign_in: {
    word: t("Needs sign-in"),
    tone: "conflict",
    means: t("The ledger no longer accepts our token. Everything read so far stays readable."),
  },
  failed: {
    word: t("Failed"),
    tone: "failed",
    means: t("Reading stopped at a fault. What went wrong, and the ledger's own answer if it gave one, is on the client's Sync screen."),
  },
  incomplete: { word: t("Incomplete"), tone: "warning", means: t("At least one stream has not been read to its end.") },
  offline: { word: t("Offline"), tone: "offline", means: t("The ledger can not be reached. Figures are those of the last read.") },
  queued: { word: t("Queued"), tone: "queued", means: t("Waiting for a limit of the ledger. Reading goes on by itself.") },
  syncing: { word: t("Syncing"), tone: "syncing", means: t("Reading now.") },
  connecting: { word: t("Connecting"), tone: "syncing", means: t("Its simulated ledger is being made. Reading starts by itself.") },
  never_synced: { word: t("Not read yet"), tone: "neutral", means: t("No read has started.") },
  paused: { word: t("Paused"), tone: "locked", means: t("Stopped by a person. The place is kept.") },
  up_to_date: { word: t("Up to date"), tone: "ok", means: t("Every stream was read to the end of its window.") },
};

/** Worst first; the order of counts and filters. */
export const SYNC_STATES = Object.keys(SYNC_WORDS) as readonly ShownState[];

/** The state that a client is shown in. A person connects a real client; a demo client connects itself. */
export function shownState({ demo, ledger, state }: Pick<ClientRow, "demo" | "ledger" | "state">): ShownState {
  return demo && ledger === null && state === "never_synced" ? "connecting" : state;
}

export const STREAM_WORDS: Readonly<Record<StreamState, { readonly word: string; readonly tone: Tone }>> = {
  never_read: { word: t("Not read yet"), tone: "neutral" },
  reading: { word: t("Reading"), tone: "syncing" },
  queued: { word: t("Queued"), tone: "queued" },
  up_to_date: { word: t("Up to date"), tone: "ok" },
  incomplete: { word: t("Incomplete"), tone: "warning" },
  failed: { word: t("Failed"), tone: "failed" },
  not_supported: { word: t("Not supported here"), tone: "offline" },
};

/** How a client stands in the schedule of what is read by itself. */
export const SCHEDULE_WORDS: Readonly<Record<ScheduleState, { readonly word: string; readonly tone: Tone; readonly means: string }>> = {
  waiting: { word: t("By itself"), tone: "ok", means: t("Its changes are read by themselves, at the time that stands beside it.") },
  reading: { word: t("Reading"), tone: "syncing", means: t("Reading now.") },
  paused: { word: t("Paused"), tone: "locked", means: t("Stopped by a person. The place is kept.") },
  offline: { word: t("Offline"), tone: "offline", means: t("The ledger can not be reached. It is tried again by itself.") },
  needs_sign_in: { word: t("Needs sign-in"), tone: "conflict", means: t("A person has to sign in again before it is read.") },
  held: { word: t("Held"), tone: "queued", means: t("What is left of the day's budget is kept for people and writes.") },
  not_connected: { word: t("Not connected"), tone: "neutral", means: t("No ledger is connected to it.") },
};

export const PASS_WORDS = { backfill: t("First read"), delta: t("Changes"), full: t("Full re-read"), ids: t("Id check") } as const;

const REASONS: Readonly<Record<QueueReason, string>> = {
  minute: t("minute limit"),
  day: t("daily limit"),
  month: t("monthly limit"),
  concurrency: t("parallel requests"),
  batch: t("batch limit"),
  app: t("app-wide limit"),
  server_asked: t("ledger asked to wait"),
  offline: t("offline"),
  turn: t("other clients are read first"),
};

/** When it goes on, short: `12 s`, `16:40`, `22 Nov, 00:00`; null when unknown or due now. */
export function resumeWords(resumeAt: string | null, nowMs: number): string | null {
  if (resumeAt === null) return null;
  const wait = formatWait(resumeAt, nowMs);
  if (wait === null) return null;
  return Date.parse(resumeAt) - nowMs < 120_000 ? t("in {wait}", { wait }) : t("at {resumeAt}", { resumeAt: formatTime(resumeAt, nowMs) });
}

/** A wait in a table: `goes on in 2 s · minute limit · 4 ahead`; what a person asks first comes first, as a narrow cell cuts the end. */
export function queueWords({ reason, resumeAt, position }: QueueView, nowMs: number): string {
  const resume = resumeWords(resumeAt, nowMs);
  return [
    ...(resume === null ? [] : [t("goes on {resume}", { resume })]),
    REASONS[reason],
    ...(position > 1 ? [t("{position} ahead", { position: formatCount(position - 1) })] : []),
  ].join(" · ");
}

/** The whole story of a wait, with the word for it. */
export function queueSentence(queue: QueueView, nowMs: number): string {
  return t("Queued: {wait}", { wait: waitSentence(queue, nowMs) });
}

/** The whole story of a wait, where its word stands already. */
export function waitSentence(queue: QueueView, nowMs: number): string {
  const resume = resumeWords(queue.resumeAt, nowMs);
  const before = queue.position - 1;
  const ahead =
    before < 1
      ? t("It is next")
      : t("{before, plural, one {1 request is ahead} other {{before2} requests are ahead}}", { before, before2: formatCount(before) });
  const when = resume === null ? "" : t(", goes on {resume}", { resume });
  return t("{reason}{when}. {ahead}. A person's own click goes first.", { reason: REASONS[queue.reason], when, ahead });
}
