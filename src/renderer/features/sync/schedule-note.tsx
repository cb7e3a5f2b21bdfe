import { Play } from "lucide-react";
import type { ScheduleRow, ScheduleState, ScheduleView } from "#shared/contract/sync/schedule.ts";
import type { SyncState } from "#shared/contract/sync/sync.ts";
import { ownSentence } from "#shared/kernel/readable.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatTime, formatWait } from "../../format/dates/date.ts";
import { knownState, resumeAllMeans, scheduleLabel } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { useOffline } from "../../state/core/offline.ts";
import { useSafeMode } from "../../state/core/safe-mode.ts";
import { announce } from "../../state/window/announcements.ts";
import { useNow } from "../../state/window/now.ts";
import layout from "../../styles/layout.module.css";
import { StatusChip, SyncChip } from "../../ui/connection/status-chip.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./schedule-note.module.css";

interface ScheduleNoteProps {
  readonly clientId: string;
  /** What the client's sync does now, started by a person or by the schedule. */
  readonly state: SyncState;
  /** Why a sync that is queued waits, and until when; null where none is. */
  readonly wait?: string | null;
  /** One is under way or waits to go on: what it takes is told beside this, as far as it is known. */
  readonly unfinished: boolean;
  /** The first sync isn't complete, so what later ones take is anybody's guess: nothing is forecast. */
  readonly isFirst: boolean;
  /** Requests that the ledger allows the client in 24 hours; null where it names none or they aren't known yet. */
  readonly dayLimit: number | null;
}

/** When and why the client is synced next. The pause for all clients begins in the queue, and can be ended here, too. */
export function ScheduleNote({ clientId, state, wait = null, unfinished, isFirst, dayLimit }: ScheduleNoteProps) {
  const schedule = useCoreQuery("schedule.list", {});
  const view = schedule.data;
  const row = view?.rows.find((one) => one.clientId === clientId);
  return (
    <section className={layout.closeStack} aria-label={t("Automatic sync")} aria-busy={schedule.isPending}>
      <h2 className={styles.title}>{t("Automatic sync")}</h2>
      {schedule.error === null ? null : <FailureNote failure={schedule.error.failure} />}
      {view === undefined ? (
        <Wait words={wait} />
      ) : (
        <Standing {...{ view, row, state, wait, unfinished, isFirst, dayLimit }} onMoved={() => void schedule.refetch()} />
      )}
    </section>
  );
}

interface StandingProps extends Required<Omit<ScheduleNoteProps, "clientId">> {
  readonly view: ScheduleView;
  readonly row: ScheduleRow | undefined;
  readonly onMoved: () => void;
}

function Standing({ view, row, state, wait, unfinished, isFirst, dayLimit, onMoved }: StandingProps) {
  const nowMs = useNow();
  const offline = useOffline();
  const isSafeMode = useSafeMode();
  const resume = useCoreCommand("schedule.resume");
  const onSuccess = () => {
    announce(t("The pause for all clients has ended."));
    onMoved();
  };
  const now = row === undefined ? null : stateNow(row, state, offline);
  // What the schedule plans isn't what happens: a sync that is under way or queued is told instead.
  const isTold = (state === "syncing" || state === "queued") && (now === "waiting" || now === "reading");
  const words = now === null || isTold ? null : scheduleLabel(now, offline);
  const next = state === "queued" && wait !== null ? null : nextText(row, { state, offline, isDown: now === "offline", nowMs });
  const why = [
    ...reasons(view, row, state),
    ...(row === undefined ? [] : [isFirst ? null : costText(row, unfinished, dayLimit), closeText(row)]),
  ].flatMap((words) => sentence(words ?? ""));
  return (
    <>
      {words === null && next === null && !view.paused ? null : (
        <p className={styles.line}>
          {words === null ? null : <StatusChip last={words} paused={row?.state === "paused"} quiet />}
          {next === null ? null : <span>{next}</span>}
          {view.paused ? (
            <Button
              needs="preparer"
              icon={<Play size={14} aria-hidden />}
              disabled={resume.isPending}
              title={resumeAllMeans(isSafeMode)}
              onClick={() => resume.mutate({}, { onSuccess })}
            >
              {t("Resume automatic sync for all clients")}
            </Button>
          ) : null}
        </p>
      )}
      <Wait words={wait} />
      {why.length === 0 ? null : (
        <p className={styles.why} title={row === undefined || isFirst ? undefined : allowedText(row, dayLimit)}>
          {why.join(" ")}
        </p>
      )}
      {resume.error === null ? null : <FailureNote failure={resume.error.failure} />}
    </>
  );
}

/** That a sync is queued is its state, so it comes before the text that explains how often there are syncs. */
function Wait({ words }: { readonly words: string | null }) {
  if (words === null) return null;
  return (
    <p className={classes(layout.line, styles.wait)}>
      <SyncChip state="queued" /> {words}
    </p>
  );
}

/** What kept the last sync from the ledger keeps the next from it too, whether the schedule has tried since, tries now or not. */
function stateNow(row: ScheduleRow, state: SyncState, offline: boolean): ScheduleState {
  if (offline && row.state === "reading") return "offline";
  const known = knownState(state, offline);
  const isStopped = known === "needs_sign_in" || known === "offline";
  return row.state === "waiting" && isStopped ? known : row.state;
}

/** A reason as a full sentence; empty where there is no reason. */
function sentence(why: string): string[] {
  return why === "" ? [] : [ownSentence(why)];
}

/** Why it is synced when it is. A client's own reason to wait says what the one for all clients does, and a sync in progress is told above. */
function reasons(view: ScheduleView, row: ScheduleRow | undefined, state: SyncState): readonly (string | null)[] {
  if (row === undefined || row.state === "reading" || row.state === "off" || state === "needs_sign_in") return [view.why];
  return row.state === "paused" || row.state === "offline" ? [row.why] : [view.why, row.why];
}

interface Moment {
  readonly state: SyncState;
  readonly offline: boolean;
  /** The ledger can't be reached: the next sync is a try. */
  readonly isDown: boolean;
  readonly nowMs: number;
}

function nextText(row: ScheduleRow | undefined, { state, offline, isDown, nowMs }: Moment): string {
  if (state === "syncing") return offline ? t("Offline, retrying now.") : t("Syncing now.");
  if (state === "queued") return t("A sync is queued.");
  if (row === undefined) return t("No sync scheduled yet.");
  if (state === "needs_sign_in") return t("Automatic sync waits until the client is reconnected.");
  if (row.nextAt === null)
    return row.state !== "reading" ? t("No sync scheduled.") : offline ? t("Offline, retrying now.") : t("Syncing now.");
  if (offline) return t("Automatic sync resumes once you're online.");
  const wait = formatWait(row.nextAt, nowMs);
  // The daily limit may keep it waiting then too.
  const isHeld = row.state === "held";
  if (wait === null) {
    if (isDown) return t("Tieout tries again in a moment.");
    return isHeld ? t("Tieout checks the limit again in a moment.") : t("The next sync starts in a moment.");
  }
  const when = { wait, nextAt: formatTime(row.nextAt, nowMs) };
  if (isDown) return t("Tieout tries again in {wait} ({nextAt}).", when);
  return isHeld ? t("Tieout checks the limit again in {wait} ({nextAt}).", when) : t("Next sync in {wait} ({nextAt}).", when);
}

/** What a sync takes, and what all of them take in a day. */
function costText({ callsPerRun, callsPerDay, callsAllowedPerDay }: ScheduleRow, unfinished: boolean, dayLimit: number | null): string {
  const values = { callsPerRun, count: formatCount(callsPerRun) };
  // The sync in progress, such as a full resync, may take many more.
  const cost = unfinished
    ? t("Later syncs take about {callsPerRun, plural, one {1 request} other {{count} requests}} each.", values)
    : t("A sync takes about {callsPerRun, plural, one {1 request} other {{count} requests}}.", values);
  return [cost, dayText(callsPerDay, callsAllowedPerDay, dayLimit)].filter((part) => part !== "").join(" ");
}

/** Why a client in close is synced more often; null for others. */
function closeText({ inClose, callsPerDay }: ScheduleRow): string | null {
  if (!inClose || callsPerDay === 0) return null;
  return t("A period is in close or reopened, so this client syncs every 15 minutes, or as often as the ledger's limits allow.");
}

/** The most that automatic sync uses, and how that compares with the ledger's limit; empty where none is planned. */
function dayText(callsPerDay: number, allowed: number | null, dayLimit: number | null): string {
  // Why it syncs no more often already names the limit it uses up.
  if (callsPerDay === 0 || (allowed !== null && callsPerDay >= allowed)) return "";
  const count = formatCount(callsPerDay);
  if (allowed === null || dayLimit === null)
    return t("Automatic sync uses at most {callsPerDay, plural, one {1 request} other {{count} requests}} a day.", { callsPerDay, count });
  const limit = formatCount(dayLimit);
  return t("Automatic sync uses up to {count} of the {limit} requests a day that the ledger allows.", { count, limit });
}

/** The most that automatic sync is planned to use, where a limit is far; undefined where the words above name it or there is none. */
function allowedText({ callsPerDay, callsAllowedPerDay: allowed }: ScheduleRow, dayLimit: number | null): string | undefined {
  if (callsPerDay === 0 || allowed === null || callsPerDay >= allowed || dayLimit === null) return undefined;
  return t("Tieout limits automatic sync to about {allowed} requests a day, so the rest stays free for manual syncs and ledger updates.", {
    allowed: formatCount(allowed),
  });
}
