import type { QueuedRead, QueuedWrite } from "#shared/contract/sync/queue.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { knownState, queueText, SYNC_LABELS, scheduleLabel, type Tone, whyOffline } from "../../format/labels/sync-labels.ts";
import { jobFacts, listReason } from "../../format/labels/write-facts.ts";
import { isHeld, jobTitle, knownJob, stateWords } from "../../format/labels/write-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";

/** A line of the queue: a client's sync, or one write. */
export type QueueLine =
  | { readonly kind: "read"; readonly key: string; readonly read: KnownRead }
  | { readonly kind: "write"; readonly key: string; readonly write: QueuedWrite };

/**
 * A read as it is known here; `retrying` when it only tries whether the ledger can be reached again, `noNetwork` when this computer is
 * what keeps it from its ledger.
 */
type KnownRead = QueuedRead & { readonly retrying?: true; readonly noNetwork?: true };

export type QueueScope = "all" | "now" | "reads" | "writes";

/**
 * While this computer is offline, a scheduled sync is only an attempt, whatever the schedule has noticed so far.
 * @param checking it reads the ledger's reports, which comes after all data sets
 */
export function knownRead(read: QueuedRead, offline: boolean, checking = false): KnownRead {
  const { planned } = read;
  if (offline && read.active && read.state === "syncing") return { ...read, retrying: true };
  if (checking && read.active) return { ...read, state: "up_to_date" };
  if (!offline) return read;
  // The state says why it waits, and the next request until when.
  const why = "";
  if (read.active || planned === null || planned.state !== "waiting")
    return read.state === "offline" || planned?.state === "offline" ? { ...read, noNetwork: true, problem: why } : read;
  // What the last attempt found at the ledger isn't why this one waits.
  const problem = read.state === "offline" ? null : read.problem;
  return { ...read, noNetwork: true, problem, state: knownState(read.state, offline), planned: { ...planned, state: "offline", why } };
}

/** The writes as they are known here. */
export function knownWrites(writes: readonly QueuedWrite[], offline: boolean): readonly QueuedWrite[] {
  return writes.map((write) => ({ ...write, job: knownJob(write.job, offline) }));
}

/** All lines in order of execution: queued writes, active syncs, writes that need a person, then scheduled syncs. */
export function queueLines(reads: readonly KnownRead[], writes: readonly QueuedWrite[], scope: QueueScope): readonly QueueLine[] {
  const readLine = (read: KnownRead): QueueLine => ({ kind: "read", key: `read ${read.clientId}`, read });
  const writeLine = (write: QueuedWrite): QueueLine => ({ kind: "write", key: `write ${write.job.jobId}`, write });
  const lines = [
    ...writes.filter((write) => write.position !== null).map(writeLine),
    ...reads.filter((read) => read.active).map(readLine),
    ...writes.filter((write) => write.position === null).map(writeLine),
    ...reads.filter((read) => !read.active).map(readLine),
  ];
  if (scope === "all") return lines;
  if (scope === "now") return lines.filter((line) => line.kind === "write" || line.read.active);
  return lines.filter((line) => line.kind === (scope === "reads" ? "read" : "write"));
}

/** The client that is synced automatically next, and when. One on hold or that can't be reached is only checked or tried at its time. */
export function nextSync(reads: readonly KnownRead[]): { readonly name: string; readonly at: string } | null {
  let next: { readonly name: string; readonly at: string } | null = null;
  for (const { name, state, planned } of reads) {
    const at = planned?.state === "waiting" && state !== "offline" && state !== "needs_sign_in" ? planned.nextAt : null;
    if (at !== null && (next === null || at < next.at)) next = { name, at };
  }
  return next;
}

/** The state of a line, with its tone and explanation. */
export function lineState(line: QueueLine): { readonly word: string; readonly tone: Tone; readonly means: string } {
  if (line.kind === "write") return stateWords(line.write.job);
  const { active, state, planned, queue, retrying, noNetwork = false } = line.read;
  if (retrying) return SYNC_LABELS.retrying;
  // Everything is read, and the ledger's reports are still to come: it isn't done yet.
  if (active && state === "up_to_date") return SYNC_LABELS[queue === null ? "syncing" : "queued"];
  const isWrong = state === "failed" || state === "needs_sign_in" || state === "incomplete" || state === "offline";
  if (active || isWrong || planned === null) return SYNC_LABELS[whyOffline(state, noNetwork)];
  return scheduleLabel(planned.state, noNetwork);
}

/** What is read or written. */
export function lineWhat(line: QueueLine): string {
  if (line.kind === "write") return [jobTitle(line.write.job), ...jobFacts(line.write.job)].join(", ");
  const { active, state, streams, streamsDone, streamsTotal, asOf } = line.read;
  if (!active) {
    // A first sync that was paused or failed before it knew the data sets is still to come.
    if (state === "never_synced" || (asOf === null && streamsTotal === 0)) return t("First sync");
    return asOf === null && streamsDone < streamsTotal ? t("What hasn't been synced yet") : t("Changes since the last sync");
  }
  if (streams.length > 0) return streams.map(({ label }) => label).join(", ");
  if (state === "up_to_date") return t("Ledger reports for tie-outs");
  return streamsTotal === 0 ? t("Ledger features") : t("Next data sets or reports");
}

/** The same where room is short: several data sets by the first and the number of the others. */
export function lineShortly(line: QueueLine): string {
  const [first, ...more] = line.kind === "read" && line.read.active ? line.read.streams : [];
  if (first === undefined || more.length < 2) return lineWhat(line);
  return t("{names} and {more} more", { names: first.label, more: more.length });
}

/** The progress of a line; of an update in one part its state says it. */
export function lineProgress(line: QueueLine): string {
  if (line.kind === "write") {
    const { items } = line.write.job;
    const done = items.filter(({ outcome }) => outcome === "accepted").length;
    return items.length < 2 ? "" : t("{done} of {count} parts", { done: formatCount(done), count: formatCount(items.length) });
  }
  const { active, streams, streamsDone, streamsTotal, state } = line.read;
  // What an earlier sync has read says nothing about one that hasn't begun or is yet to come.
  const isWhole = streamsDone === streamsTotal;
  const isAhead = isWhole && (!active || (streams.length === 0 && state !== "up_to_date"));
  return streamsTotal === 0 || isAhead
    ? ""
    : t("{done} of {total} data sets", { done: formatCount(streamsDone), total: formatCount(streamsTotal) });
}

/** The reason for a line's state, and what comes before it. */
export function lineWhy(line: QueueLine, nowMs: number, isSafeMode = false): string {
  return capitalized(line.kind === "write" ? writeWhy(line.write, nowMs, isSafeMode) : readWhy(line.read, nowMs));
}

function readWhy(read: QueuedRead, nowMs: number): string {
  const { queue, goesFirst, planned, problem, active } = read;
  const first = goesFirst ? [t("prioritized")] : [];
  if (queue !== null) return [...first, queueText({ ...queue, resumeAt: null }, nowMs)].join(" · ");
  if (active) return [...first, sizeLabel(read)].filter((words) => words !== "").join(" · ");
  return problem ?? planned?.why ?? "";
}

/** When it resumes; null while it runs, or when it needs a person. */
export function lineGoesOn(line: QueueLine): string | null {
  if (line.kind === "write") return line.write.queue?.resumeAt ?? null;
  const { active, queue, planned } = line.read;
  if (waitsForPerson(line)) return null;
  return active ? (queue?.resumeAt ?? null) : (planned?.nextAt ?? null);
}

/** Nothing of it moves until somebody acts: an update that needs a decision, or a sync whose sign-in or token has ended. */
export function waitsForPerson(line: QueueLine): boolean {
  if (line.kind === "read") return line.read.state === "needs_sign_in" && !line.read.active;
  return line.write.position === null && line.write.queue === null;
}

/** What this computer can send only once it is online again; the time of the next attempt would read as a promise. */
export function waitsForNetwork(line: QueueLine): boolean {
  if (line.kind === "write") return line.write.position !== null && line.write.queue === null;
  return !line.read.active && !waitsForPerson(line) && (line.read.planned?.nextAt ?? null) !== null;
}

/** What a line that waits for a person waits for. */
export function waitsFor(line: QueueLine): string {
  return line.kind === "write" && line.write.job.state === "draft" ? t("When sent") : t("When resolved");
}

interface QueueTotals {
  readonly reading: number;
  readonly waiting: number;
  readonly byThemselves: number;
  readonly signIns: number;
  readonly still: number;
  readonly callsLeft: number;
  readonly writesGoing: number;
  /** Queued until somebody signs in or puts this computer right. */
  readonly writesHeld: number;
  /** Queued until Tieout is started without safe mode. */
  readonly writesAfterSafeMode: number;
  readonly writesForPeople: number;
  /** Nothing is wrong with them: they wait to be sent. */
  readonly drafts: number;
}

/** The totals of the queue. */
export function queueTotals(reads: readonly QueuedRead[], writes: readonly QueuedWrite[], isSafeMode = false): QueueTotals {
  const active = reads.filter((read) => read.active);
  const isStopped = (read: QueuedRead) => waitsForPerson({ kind: "read", key: "", read });
  const rest = reads.filter((read) => !read.active && !isStopped(read));
  const still = writes.filter((write) => write.position === null);
  const drafts = still.filter(({ job }) => job.state === "draft").length;
  const places = writes.map((write) => writePlace(write, isSafeMode));
  const comes = (read: QueuedRead) => read.planned !== null && read.planned.nextAt !== null;
  return {
    reading: active.filter((read) => read.queue === null).length,
    waiting: active.filter((read) => read.queue !== null).length,
    byThemselves: rest.filter(comes).length,
    signIns: reads.filter(isStopped).length,
    still: rest.filter((read) => !comes(read)).length,
    callsLeft: active.reduce((sum, read) => sum + (read.outlook?.callsLeft ?? 0), 0),
    writesGoing: places.filter((place) => place === "going").length,
    writesHeld: places.filter((place) => place === "held").length,
    writesAfterSafeMode: places.filter((place) => place === "after_safe_mode").length,
    writesForPeople: still.length - drafts,
    drafts,
  };
}

/** An update that nothing moves before a person has looked at it. */
export function needsReview(write: QueuedWrite): boolean {
  return write.position === null ? write.queue === null : writePlace(write, false) === "held";
}

/** Whether an update goes on without a person. One that waits for the ledger's limit was started, so it goes on in safe mode, too. */
export function writePlace({ job, position, queue }: QueuedWrite, isSafeMode: boolean): "going" | "held" | "after_safe_mode" | null {
  if (position === null) return null;
  if (queue !== null) return "going";
  if (isHeld(job)) return "held";
  return isSafeMode ? "after_safe_mode" : "going";
}

/** Clients whose sync runs now; while no ledger can be reached, it only tries to. */
function runningText(clients: number, offline: boolean): string {
  const shown = { clients, count: formatCount(clients) };
  return offline
    ? t("{clients, plural, one {1 client retrying} other {{count} clients retrying}}", shown)
    : t("{clients, plural, one {1 client syncing} other {{count} clients syncing}}", shown);
}

/** Clients whose next sync starts automatically: at a time, or once this computer is online again. */
function scheduledText(clients: number, offline: boolean): string {
  const shown = { clients, count: formatCount(clients) };
  return offline
    ? t("{clients, plural, one {1 client syncs} other {{count} clients sync}} once you're online", shown)
    : t("{clients, plural, one {1 client will sync automatically} other {{count} clients will sync automatically}}", shown);
}

/** The totals as a sentence. `isComplete`: the ledger updates of every client could be read, so that none is none. */
export function totalsText(totals: QueueTotals, isComplete = true, offline = false): string {
  const reading = [
    ...count(totals.reading, runningText(totals.reading, offline)),
    ...count(
      totals.waiting,
      t("{syncs, plural, one {1 sync queued} other {{count} syncs queued}}", { syncs: totals.waiting, count: formatCount(totals.waiting) }),
    ),
    ...count(
      totals.callsLeft,
      t("at least {calls, plural, one {1 request} other {{count} requests}} to go", {
        calls: totals.callsLeft,
        count: formatCount(totals.callsLeft),
      }),
    ),
    ...count(totals.byThemselves, scheduledText(totals.byThemselves, offline)),
    ...count(
      totals.signIns,
      t("{clients, plural, one {1 client disconnected} other {{count} clients disconnected}}", {
        clients: totals.signIns,
        count: formatCount(totals.signIns),
      }),
    ),
    ...count(
      totals.still,
      t("{clients, plural, one {1 client isn't scheduled to sync} other {{count} clients aren't scheduled to sync}}", {
        clients: totals.still,
        count: formatCount(totals.still),
      }),
    ),
  ];
  const writing = writingTexts(totals);
  const none = writing.length === 0 && isComplete ? [t("no ledger updates waiting")] : [];
  return capitalized([...reading, ...writing, ...none].join(" · "));
}

function count(value: number, words: string): string[] {
  return value === 0 ? [] : [words];
}

function writingTexts(totals: QueueTotals): string[] {
  return [
    ...count(
      totals.writesGoing,
      t("{writes, plural, one {1 ledger update will finish automatically} other {{count} ledger updates will finish automatically}}", {
        writes: totals.writesGoing,
        count: formatCount(totals.writesGoing),
      }),
    ),
    ...count(
      totals.writesHeld,
      t("{writes, plural, one {1 ledger update on hold} other {{count} ledger updates on hold}}", {
        writes: totals.writesHeld,
        count: formatCount(totals.writesHeld),
      }),
    ),
    ...count(
      totals.writesAfterSafeMode,
      t("{writes, plural, one {1 ledger update waits until safe mode ends} other {{count} ledger updates wait until safe mode ends}}", {
        writes: totals.writesAfterSafeMode,
        count: formatCount(totals.writesAfterSafeMode),
      }),
    ),
    ...count(
      totals.writesForPeople,
      t("{writes, plural, one {1 ledger update needs attention} other {{count} ledger updates need attention}}", {
        writes: totals.writesForPeople,
        count: formatCount(totals.writesForPeople),
      }),
    ),
    ...count(
      totals.drafts,
      t("{drafts, plural, one {1 draft ledger update} other {{count} draft ledger updates}}", {
        drafts: totals.drafts,
        count: formatCount(totals.drafts),
      }),
    ),
  ];
}

function writeWhy({ job, queue, position }: QueuedWrite, nowMs: number, isSafeMode: boolean): string {
  const turn =
    position !== null && position > 1
      ? [
          t("{before, plural, one {1 other update for this client goes} other {{count} other updates for this client go}} first", {
            before: position - 1,
            count: formatCount(position - 1),
          }),
        ]
      : [];
  const wait = queue === null ? [] : [queueText({ ...queue, resumeAt: null }, nowMs)];
  return [...turn, ...wait, listReason(job, isSafeMode)].join(" · ");
}

function sizeLabel({ streams, outlook }: QueuedRead): string {
  const sized = streams.flatMap(({ seen, totalKnown }) => (totalKnown === null ? [] : [{ seen, totalKnown }]));
  const seen = sized.reduce((sum, one) => sum + one.seen, 0);
  const total = sized.reduce((sum, one) => sum + one.totalKnown, 0);
  if (total > 0)
    return t("{seen} of {total, plural, one {1 record} other {{count} records}}", {
      seen: formatCount(seen),
      total,
      count: formatCount(total),
    });
  return outlook === null
    ? ""
    : t("at least {calls, plural, one {1 request} other {{count} requests}} to go", {
        calls: outlook.callsLeft,
        count: formatCount(outlook.callsLeft),
      });
}
