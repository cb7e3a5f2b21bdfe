import { useMemo, useState } from "react";
import type { ActivityKind, ActivityRow } from "#shared/contract/records.ts";
import { call } from "../../api/client.ts";
import { ActNote } from "../../blocks/act-note.tsx";
import { MoreRows, PagedFilter } from "../../blocks/paged-view.tsx";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { classes } from "../../components/classes.ts";
import controls from "../../components/controls.module.css";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import type { Column } from "../../components/grid-types.ts";
import { MultiChoice } from "../../components/multi-choice.tsx";
import { useGridView } from "../../components/use-grid-view.ts";
import { formatInstant } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/last-act.ts";
import { clientAddress, recordAddress } from "../../state/place.ts";
import styles from "./activity.module.css";
import { ACTIVITY_KINDS, ACTIVITY_WORDS, activityText, byDay, timeOf } from "./activity-words.ts";
import { useActivity } from "./use-activity.ts";

/** What the record is filtered by. */
const ACTIVITY_COLUMNS: readonly Column<ActivityRow>[] = [
  { id: "at", header: t("When"), width: "", cell: () => null, value: ({ at }) => at },
  {
    id: "kind",
    header: t("Kind"),
    width: "",
    cell: () => null,
    value: ({ kind }) => `${ACTIVITY_WORDS[kind].word} ${ACTIVITY_WORDS[kind].many}`,
  },
  {
    id: "title",
    header: t("What"),
    width: "",
    cell: () => null,
    value: ({ title, detail }) => activityText([title, detail].filter(Boolean).join("\n")),
  },
  { id: "person", header: t("Person"), width: "", cell: () => null, value: ({ person }) => person },
];

/** What people did here and what was noticed about the books, newest first: our own record, and nobody else's. */
export function ActivityPage({ clientId }: { readonly clientId: string }) {
  const [kinds, setKinds] = useState<readonly ActivityKind[]>([]);
  const [person, setPerson] = useState("");
  const asked = { clientId, ...(kinds.length === 0 ? {} : { kinds: [...kinds] }), ...(person === "" ? {} : { person }) };
  const activity = useActivity(asked);
  const first = activity.data?.[0];
  const rows = useMemo(() => activity.data?.flatMap((page) => page.rows) ?? [], [activity.data]);
  const view = useGridView({ id: `activity ${clientId}`, columns: ACTIVITY_COLUMNS, lines: rows, keyOf: ({ key }) => key });
  return (
    <div className={styles.page}>
      <div className={controls.bar}>
        <MultiChoice
          label={t("Kind")}
          options={ACTIVITY_KINDS.map((kind) => [kind, ACTIVITY_WORDS[kind].many] as const)}
          chosen={kinds}
          onChange={setKinds}
        />
        <label className={controls.field}>
          {t("Person")}
          <select className={controls.input} value={person} onChange={(event) => setPerson(event.target.value)}>
            <option value="">{t("anybody")}</option>
            {(first?.people ?? (person === "" ? [] : [person])).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      {activity.error === null ? null : (
        <div className={styles.note}>
          <FailureNote failure={activity.error.failure} />
        </div>
      )}
      {first === undefined ? (
        <div className={styles.content} aria-busy={activity.isPending} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        <section className={styles.content} tabIndex={0} aria-label={t("Activity")}>
          <p className={styles.whose}>
            {t("What people did here is noted with their name, and no ledger knows of it. {whose} {ledgerTrail}", {
              whose: first.whose,
              ledgerTrail: first.ledgerTrail,
            })}
          </p>
          <div className={styles.filter}>
            <PagedFilter view={view} pages={activity} read={rows.length} label={t("Filter the record")} />
          </div>
          {rows.length === 0 ? <Nothing filtered={kinds.length > 0 || person !== ""} /> : <Days clientId={clientId} rows={view.lines} />}
          <div className={styles.more}>
            <MoreRows pages={activity} words={t("Show earlier")} />
          </div>
        </section>
      )}
      <ActNote clientId={clientId} />
    </div>
  );
}

function Nothing({ filtered }: { readonly filtered: boolean }) {
  return (
    <EmptyNote title={filtered ? t("Nothing of this kind stands in the record") : t("Nothing has happened here yet")}>
      <p>{t("Decisions, signatures, notes, writes, packs, findings, and changes that were seen between two readings stand here.")}</p>
    </EmptyNote>
  );
}

function Days({ clientId, rows }: { readonly clientId: string; readonly rows: readonly ActivityRow[] }) {
  return byDay(rows).map(({ day, rows: own }) => (
    <section key={day} aria-label={day}>
      <h2 className={styles.day}>{day}</h2>
      <ul>
        {own.map((row) => (
          <Entry key={row.key} clientId={clientId} row={row} />
        ))}
      </ul>
    </section>
  ));
}

function Entry({ clientId, row }: { readonly clientId: string; readonly row: ActivityRow }) {
  const { word, tone } = ACTIVITY_WORDS[row.kind];
  const title = activityText(row.title);
  return (
    <li className={styles.entry}>
      <time className={styles.quiet} dateTime={row.at} title={formatInstant(row.at)}>
        {timeOf(row.at)}
      </time>
      <span>
        <Chip tone={tone} word={word} icon={null} />
      </span>
      <span className={styles.words}>
        <span className={classes(row.undone && styles.undone)}>
          {row.place === null ? title : <a href={`#${addressOf(clientId, row.place)}`}>{title}</a>}
        </span>
        {row.undone ? <span className={styles.quiet}> {t("taken back or replaced since")}</span> : null}
        {row.detail === null ? null : <span className={styles.detail}>{activityText(row.detail)}</span>}
      </span>
      <span className={styles.quiet}>{row.person ?? (row.kind === "change" ? t("no actor is known") : "")}</span>
      <span className={styles.act}>{row.decisionNo === null ? null : <Undo clientId={clientId} no={row.decisionNo} title={title} />}</span>
    </li>
  );
}

function Undo({ clientId, no, title }: { readonly clientId: string; readonly no: number; readonly title: string }) {
  const { perform, pending } = useActs(clientId);
  return (
    <Button
      kind="quiet"
      disabled={pending !== null}
      aria-label={t("Take back: {title}", { title })}
      onClick={() =>
        void perform({
          key: String(no),
          words: t("Taken back: {title}.", { title }),
          run: () => call("decisions.undo", { clientId, decisionNo: no }),
        })
      }
    >
      {t("Take back")}
    </Button>
  );
}

function addressOf(clientId: string, { screen, recordId }: NonNullable<ActivityRow["place"]>): string {
  return recordId === null ? clientAddress(clientId, screen) : recordAddress(clientId, screen, recordId);
}
