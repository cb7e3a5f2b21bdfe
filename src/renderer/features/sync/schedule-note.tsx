import { Pause, Play } from "lucide-react";
import type { ScheduleRow, ScheduleView } from "#shared/contract/schedule.ts";
import { StandingChip } from "../../blocks/standing-chip.tsx";
import { Button } from "../../components/button.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatTime, formatWait } from "../../format/date.ts";
import { SCHEDULE_WORDS } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import { useNow } from "../../state/now.ts";
import styles from "./schedule-note.module.css";

/** When the client is read next by itself and why then, and the pause of all such reading. */
export function ScheduleNote({ clientId }: { readonly clientId: string }) {
  const schedule = useCoreQuery("schedule.list", {});
  const view = schedule.data;
  const row = view?.rows.find((one) => one.clientId === clientId);
  return (
    <section className={styles.note} aria-label={t("Reading by itself")} aria-busy={schedule.isPending}>
      <h2 className={styles.title}>{t("Reading by itself")}</h2>
      {schedule.error === null ? null : <FailureNote failure={schedule.error.failure} />}
      {view === undefined ? null : <Standing view={view} row={row} onMoved={() => void schedule.refetch()} />}
    </section>
  );
}

interface StandingProps {
  readonly view: ScheduleView;
  readonly row: ScheduleRow | undefined;
  readonly onMoved: () => void;
}

function Standing({ view, row, onMoved }: StandingProps) {
  const nowMs = useNow();
  const pause = useCoreCommand("schedule.pause");
  const resume = useCoreCommand("schedule.resume");
  const failure = pause.error ?? resume.error;
  const told = (words: string) => ({
    onSuccess: () => {
      announce(words);
      onMoved();
    },
  });
  const words = row === undefined ? null : SCHEDULE_WORDS[row.state];
  return (
    <>
      <p className={styles.line}>
        {words === null ? null : <StandingChip last={words} paused={row?.state === "paused"} />}
        <span>{nextWords(row, nowMs)}</span>
        {view.paused ? (
          <Button
            icon={<Play size={14} aria-hidden />}
            disabled={resume.isPending}
            onClick={() => resume.mutate({}, told(t("Clients are read by themselves again.")))}
          >
            {t("Resume for every client")}
          </Button>
        ) : (
          <Button
            kind="quiet"
            icon={<Pause size={14} aria-hidden />}
            disabled={pause.isPending}
            title={t("Stops all reading by itself, of every client, until it is resumed. Reading that a person starts goes on.")}
            onClick={() => pause.mutate({}, told(t("No client is read by itself until that is resumed.")))}
          >
            {t("Pause for every client")}
          </Button>
        )}
      </p>
      <p className={styles.why}>
        {[view.why, row?.why, row === undefined ? null : costWords(row)].flatMap((why) => sentence(why ?? "")).join(" ")}
      </p>
      {failure === null ? null : <FailureNote failure={failure.failure} />}
    </>
  );
}

/** A reason as a sentence of its own; none where there is no reason. */
function sentence(why: string): string[] {
  return why === "" ? [] : [`${why.charAt(0).toUpperCase()}${why.slice(1)}${/[.!?]$/.test(why) ? "" : "."}`];
}

function nextWords(row: ScheduleRow | undefined, nowMs: number): string {
  if (row === undefined) return t("This client stands in no schedule.");
  if (row.nextAt === null) return row.state === "reading" ? t("Being read now.") : t("Nothing is planned.");
  const wait = formatWait(row.nextAt, nowMs);
  return wait === null
    ? t("Next reading now.")
    : t("Next reading in {wait}, at {nextAt}.", { wait, nextAt: formatTime(row.nextAt, nowMs) });
}

function costWords({ callsPerRun, callsPerDay, callsAllowedPerDay, inClose }: ScheduleRow): string {
  const day =
    callsAllowedPerDay === null
      ? t("{callsPerDay} a day", { callsPerDay: formatCount(callsPerDay) })
      : t("{callsPerDay} a day of {callsAllowedPerDay} allowed for it", {
          callsPerDay: formatCount(callsPerDay),
          callsAllowedPerDay: formatCount(callsAllowedPerDay),
        });
  return t("A reading of news costs about {callsPerRun} requests, {day}.{inClose}", {
    callsPerRun: formatCount(callsPerRun),
    day,
    inClose: inClose ? t(" A period is in close, so it is read more often.") : "",
  });
}
