import type { StreamStatus, SyncState } from "#shared/contract/sync.ts";
import { AsOf } from "../../components/as-of.tsx";
import { Chip } from "../../components/chip.tsx";
import { classes } from "../../components/classes.ts";
import { FailureNote } from "../../components/failure-note.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { formatCount } from "../../format/amount.ts";
import { placeWords } from "../../format/place-words.ts";
import { PASS_WORDS, resumeWords, STREAM_WORDS } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";
import { useNow } from "../../state/now.ts";
import styles from "./stream-table.module.css";

interface StreamTableProps {
  readonly streams: readonly StreamStatus[];
  readonly state: SyncState;
  /** Words of a failure that is told above, for all streams that have it. */
  readonly told: string | null;
}

/** Each stream of the ledger: how far it is, what it brought, as of when. */
export function StreamTable({ streams, state, told }: StreamTableProps) {
  const nowMs = useNow();
  if (streams.length === 0) {
    return (
      <p className={styles.none}>
        {state === "syncing" || state === "queued"
          ? t("The streams appear here as soon as the first request goes out.")
          : t("Start reading to bring the books in. The client can be used while it reads, and reading can be paused at any time.")}
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t("Streams")}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("Stream")}</th>
            <th scope="col">{t("State")}</th>
            <th scope="col">{t("Pass")}</th>
            <th scope="col" className={styles.barHead}>
              {t("Progress")}
            </th>
            <th scope="col" className={styles.end}>
              {t("Seen")}
            </th>
            <th scope="col" className={styles.end}>
              {t("Changed")}
            </th>
            <th scope="col" className={styles.end}>
              {t("Unchanged")}
            </th>
            <th scope="col" className={styles.end}>
              {t("Gone")}
            </th>
            <th scope="col" className={styles.end}>
              {t("Pages")}
            </th>
            <th scope="col">{t("As of")}</th>
            <th scope="col">{t("Place")}</th>
          </tr>
        </thead>
        <tbody>
          {streams.map((stream) => (
            <StreamRows key={stream.stream} stream={stream} nowMs={nowMs} told={told} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface StreamRowsProps {
  readonly stream: StreamStatus;
  readonly nowMs: number;
  readonly told: string | null;
}

function StreamRows({ stream, nowMs, told }: StreamRowsProps) {
  const { word, tone } = STREAM_WORDS[stream.state];
  const resume = resumeWords(stream.resumeAt, nowMs);
  return (
    <>
      <tr>
        <th scope="row">{stream.label}</th>
        <td>
          <Chip tone={tone} word={word} />
          {resume === null ? null : <span className={styles.quiet}> {resume}</span>}
        </td>
        <td className={styles.quiet}>{stream.pass === null ? "–" : PASS_WORDS[stream.pass]}</td>
        <td className={styles.bar}>
          <StreamProgress stream={stream} />
        </td>
        <Figure value={stream.seen} />
        <Figure value={stream.changed} strong />
        <Figure value={stream.unchanged} />
        <Figure value={stream.removed} />
        <Figure value={stream.pages} />
        <td>
          <AsOf instant={stream.asOf} nowMs={nowMs} none="–" />
        </td>
        <td className={styles.cursor} title={stream.cursor ?? ""}>
          {stream.cursor === null ? "–" : placeWords(stream.cursor)}
        </td>
      </tr>
      {stream.failure === null || stream.failure.message === told ? null : (
        <tr>
          <td colSpan={11} className={styles.failure}>
            <FailureNote failure={stream.failure} />
          </td>
        </tr>
      )}
    </>
  );
}

function StreamProgress({ stream }: { readonly stream: StreamStatus }) {
  const label = t("{label}, read", { label: stream.label });
  if (stream.state !== "reading" && stream.state !== "queued") return null;
  const tone = stream.state === "queued" ? "queued" : "syncing";
  if (stream.totalKnown === null) return stream.state === "queued" ? null : <ProgressBar share={null} label={label} tone={tone} />;
  return (
    <span className={styles.known}>
      <ProgressBar share={stream.totalKnown === 0 ? 1 : stream.seen / stream.totalKnown} label={label} tone={tone} />
      <span className={styles.quiet}>{t("of {totalKnown}", { totalKnown: formatCount(stream.totalKnown) })}</span>
    </span>
  );
}

function Figure({ value, strong = false }: { readonly value: number; readonly strong?: boolean }) {
  return <td className={classes(styles.end, value === 0 ? styles.quiet : strong && styles.strong)}>{formatCount(value)}</td>;
}
