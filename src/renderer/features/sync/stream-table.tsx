import type { StreamStatus, SyncState } from "#shared/contract/sync.ts";
import { StandingChip } from "../../blocks/standing-chip.tsx";
import { AsOf } from "../../components/as-of.tsx";
import { classes } from "../../components/classes.ts";
import { Explain } from "../../components/explain.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { formatCount } from "../../format/amount.ts";
import { placeWords } from "../../format/place-words.ts";
import { PASS_WORDS, queueWords, resumeWords, STREAM_WORDS } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useNow } from "../../state/now.ts";
import { type StreamLine, streamLines, streamTotals } from "./stream-lines.ts";
import styles from "./stream-table.module.css";

interface StreamTableProps {
  readonly clientId: string;
  readonly streams: readonly StreamStatus[];
  readonly state: SyncState;
  /** Words of a failure that is told above, for all streams that have it. */
  readonly told: string | null;
}

/** Each stream of the ledger: how it stands, what the mirror holds of it, what the last reading brought, and how far it came. */
export function StreamTable({ clientId, streams, state, told }: StreamTableProps) {
  const nowMs = useNow();
  const held = useCoreQuery("sync.held", { clientId }, { enabled: streams.length > 0 });
  if (streams.length === 0) {
    return (
      <p className={styles.none}>
        {state === "syncing" || state === "queued"
          ? t("The streams appear here as soon as the first request goes out.")
          : t("Start reading to bring the books in. The client can be used while it reads, and reading can be paused at any time.")}
      </p>
    );
  }
  const lines = streamLines(streams, held.data ?? []);
  const moving = lines.some(({ moves }) => moves);
  return (
    <>
      <p className={styles.legend}>
        {t(
          "Records stand in the mirror now. Pages, Seen, Changed and Gone are those of the last reading, which asks only for what moved unless everything is read again.",
        )}
      </p>
      {held.error === null ? null : <FailureNote failure={held.error.failure} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t("Streams")}>
        <table className={styles.table}>
          <Heads moving={moving} />
          <tbody>
            {lines.map((line) => (
              <StreamRows key={line.stream.stream} line={line} moving={moving} nowMs={nowMs} told={told} />
            ))}
          </tbody>
          <Totals lines={lines} moving={moving} />
        </table>
      </section>
    </>
  );
}

function Heads({ moving }: { readonly moving: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">{t("Stream")}</th>
        <th scope="col">{t("State")}</th>
        {moving ? <th scope="col">{t("Now")}</th> : null}
        <th scope="col" className={styles.end} title={t("Records that the mirror holds and the ledger still has")}>
          {t("Records")}
        </th>
        <th scope="col" className={classes(styles.end, styles.last)} title={t("Pages that the last reading brought")}>
          {t("Pages")}
        </th>
        <th scope="col" className={styles.end} title={t("Records that the last reading brought, changed or not")}>
          {t("Seen")}
        </th>
        <th scope="col" className={styles.end} title={t("Of them, new or other than before")}>
          {t("Changed")}
        </th>
        <th scope="col" className={styles.end} title={t("Records that the ledger has no more; they are kept and marked")}>
          {t("Gone")}
        </th>
        <th scope="col" className={styles.last}>
          {t("Place")}
        </th>
        <th scope="col">{t("As of")}</th>
      </tr>
    </thead>
  );
}

interface StreamRowsProps {
  readonly line: StreamLine;
  readonly moving: boolean;
  readonly nowMs: number;
  readonly told: string | null;
}

function StreamRows({ line: { stream, records, removed, asked }, moving, nowMs, told }: StreamRowsProps) {
  return (
    <>
      <tr>
        <th scope="row">{stream.label}</th>
        <td>
          <StandingChip last={STREAM_WORDS[stream.state]} />
        </td>
        {moving ? (
          <td className={styles.now}>
            <Now stream={stream} nowMs={nowMs} />
          </td>
        ) : null}
        <td
          className={styles.end}
          {...(removed > 0 ? { title: t("{removed} more are kept that the ledger has no more", { removed: formatCount(removed) }) } : {})}
        >
          {records === null ? "–" : formatCount(records)}
        </td>
        <Figure value={stream.pages} asked={asked} first />
        <Figure value={stream.seen} asked={asked} />
        <Figure value={stream.changed} asked={asked} strong />
        <Figure value={stream.removed} asked={asked} />
        <td className={classes(styles.last, styles.cursor)}>
          <Place stream={stream} />
        </td>
        <td>
          <AsOf instant={stream.asOf} nowMs={nowMs} none="–" />
        </td>
      </tr>
      {stream.failure === null || stream.failure.message === told ? null : (
        <tr>
          <td colSpan={moving ? 10 : 9} className={styles.failure}>
            <FailureNote failure={stream.failure} />
          </td>
        </tr>
      )}
    </>
  );
}

function Totals({ lines, moving }: { readonly lines: readonly StreamLine[]; readonly moving: boolean }) {
  const totals = streamTotals(lines);
  return (
    <tfoot>
      <tr>
        <th scope="row">{t("All streams")}</th>
        <td colSpan={moving ? 2 : 1} />
        <td className={styles.end}>{totals.records === null ? "–" : formatCount(totals.records)}</td>
        <Figure value={totals.pages} asked first />
        <Figure value={totals.seen} asked />
        <Figure value={totals.changed} asked strong />
        <Figure value={totals.removed} asked />
        <td colSpan={2} className={styles.last} />
      </tr>
    </tfoot>
  );
}

/** What a stream does at this moment: its pass and how far it is, or what it waits for. */
function Now({ stream, nowMs }: { readonly stream: StreamStatus; readonly nowMs: number }) {
  const pass = stream.pass === null ? null : PASS_WORDS[stream.pass];
  if (stream.state === "queued") {
    const wait = stream.queue === null ? resumeWords(stream.resumeAt, nowMs) : queueWords(stream.queue, nowMs);
    return <span className={styles.quiet}>{[pass, wait].filter((words) => words !== null).join(" · ")}</span>;
  }
  if (stream.state !== "reading") return null;
  const label = t("{label}, read", { label: stream.label });
  const { totalKnown, seen } = stream;
  return (
    <span className={styles.known}>
      <span className={styles.quiet}>{pass}</span>
      <ProgressBar share={totalKnown === null ? null : totalKnown === 0 ? 1 : seen / totalKnown} label={label} />
      {totalKnown === null ? null : <span className={styles.quiet}>{t("of {totalKnown}", { totalKnown: formatCount(totalKnown) })}</span>}
    </span>
  );
}

/** How far a stream was read, in words, with the ledger's own mark behind them. */
function Place({ stream: { cursor, label } }: { readonly stream: StreamStatus }) {
  if (cursor === null) return "–";
  const words = placeWords(cursor);
  return (
    <Explain words={words} label={t("{label}, read {words}", { label, words })}>
      <p className={styles.mark}>{t("The place as it is kept, from where the next reading goes on:")}</p>
      <code className={styles.code}>{cursor}</code>
    </Explain>
  );
}

interface FigureProps {
  readonly value: number;
  /** The last reading asked for the stream by itself. */
  readonly asked: boolean;
  readonly strong?: boolean;
  readonly first?: boolean;
}

function Figure({ value, asked, strong = false, first = false }: FigureProps) {
  const look = classes(styles.end, first && styles.last, value === 0 ? styles.quiet : strong && styles.strong);
  if (asked || value > 0) return <td className={look}>{formatCount(value)}</td>;
  return (
    <td className={look} title={t("The last reading did not ask for it: nothing of it had moved, or another stream tells of it.")}>
      –
    </td>
  );
}
