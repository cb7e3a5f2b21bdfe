import { type ReactNode, useMemo, useState } from "react";
import type { ActivityKind, ActivityRow } from "#shared/contract/books/records.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { call } from "../../api/client.ts";
import { formatInstant, unbroken } from "../../format/dates/date.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { firstSentence } from "../../format/text/first-sentence.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { useNothingToPrint } from "../../state/window/nothing-to-print.ts";
import { clientAddress, recordAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { CheckboxGroup } from "../../ui/controls/checkbox-group.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { SelectFilter } from "../../ui/filters/select-filter.tsx";
import { useShownGrid } from "../../ui/grid/grid-exports.ts";
import type { Column } from "../../ui/grid/grid-types.ts";
import { MoreRows, PagedFilter } from "../../ui/grid/paged-view.tsx";
import { columnFilter } from "../../ui/grid/state/grid-filter.ts";
import { useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { ScreenTitle } from "../../ui/layout/screen-title.tsx";
import { ScrollSection } from "../../ui/layout/scroll-area.tsx";
import styles from "./activity.module.css";
import { ACTIVITY_KINDS, ACTIVITY_LABELS, type ActivityStory, activityText, byDay, stories, timeOf } from "./activity-labels.ts";
import { useActivity, wholeActivity } from "./use-activity.ts";

/** What the record is filtered by. */
const ACTIVITY_COLUMNS: readonly Column<ActivityRow>[] = [
  { id: "at", header: t("When"), width: "", cell: () => null, value: ({ at }) => at },
  {
    id: "kind",
    header: t("Type"),
    width: "",
    cell: () => null,
    value: ({ kind }) => `${ACTIVITY_LABELS[kind].word} ${ACTIVITY_LABELS[kind].many}`,
  },
  {
    id: "title",
    header: t("Description"),
    width: "",
    cell: () => null,
    value: ({ title, detail }) => activityText([title, detail].filter(Boolean).join("\n")),
  },
  { id: "person", header: t("Person"), width: "", cell: () => null, value: ({ person }) => person },
];

/** The same in a file, where the words to filter by would be noise. */
const EXPORTED: readonly Column<ActivityRow>[] = ACTIVITY_COLUMNS.map((column) =>
  column.id === "kind" ? { ...column, value: ({ kind }) => ACTIVITY_LABELS[kind].word } : column,
);

/** What people did here and what was noticed about the books, newest first: our own record, and nobody else's. */
export function ActivityPage({ clientId }: { readonly clientId: string }) {
  const [kinds, setKinds] = useState<readonly ActivityKind[]>([]);
  const [person, setPerson] = useState("");
  const asked = { clientId, ...(kinds.length === 0 ? {} : { kinds: [...kinds] }), ...(person === "" ? {} : { person }) };
  const activity = useActivity(asked);
  const filteredBy = person !== "" ? "person" : kinds.length > 0 ? "type" : null;
  const first = activity.data?.[0];
  const rows = useMemo(() => activity.data?.flatMap((page) => page.rows) ?? [], [activity.data]);
  const view = useGridView({ id: `activity ${clientId}`, columns: ACTIVITY_COLUMNS, lines: rows, keyOf: ({ key }) => key });
  useNothingToPrint(rows.length === 0);
  useShownGrid({
    label: t("Activity"),
    columns: EXPORTED,
    rowCount: view.lines.length,
    rowAt: view.grid.rowAt,
    readRows: async () => (await wholeActivity(asked)).filter(columnFilter(view.text, ACTIVITY_COLUMNS).matches),
  });
  return (
    <div className={layout.column}>
      <div className={styles.filter}>
        <PagedFilter title={<ScreenTitle screen="activity" />} view={view} pages={activity} read={rows.length} label={t("Filter activity")}>
          <Choices kinds={kinds} onKinds={setKinds} person={person} onPerson={setPerson} people={first?.people} />
        </PagedFilter>
      </div>
      {activity.error === null ? null : (
        <div className={layout.note}>
          <FailureNote failure={activity.error.failure} />
        </div>
      )}
      {first === undefined ? (
        <div className={styles.content} aria-busy={activity.isPending} />
      ) : (
        <ScrollSection className={styles.content} aria-label={t("Activity")}>
          {/* What will be here is said below, where there's nothing yet. */}
          {rows.length === 0 && filteredBy === null ? null : <p className={styles.whose}>{`${first.whose} ${first.ledgerTrail}`}</p>}
          {rows.length === 0 ? <Nothing filteredBy={filteredBy} /> : <Days clientId={clientId} rows={view.lines} />}
          <div className={styles.more}>
            <MoreRows pages={activity} words={t("Show earlier activity")} />
          </div>
        </ScrollSection>
      )}
      <UndoMessage clientId={clientId} />
    </div>
  );
}

interface ChoicesProps {
  readonly kinds: readonly ActivityKind[];
  readonly onKinds: (kinds: readonly ActivityKind[]) => void;
  readonly person: string;
  readonly onPerson: (person: string) => void;
  /** Undefined until the first answer is here. */
  readonly people: readonly string[] | undefined;
}

/** Which kinds of activity, and whose. */
function Choices({ kinds, onKinds, person, onPerson, people }: ChoicesProps) {
  return (
    <>
      <CheckboxGroup
        label={t("Type")}
        options={ACTIVITY_KINDS.map((kind) => [kind, ACTIVITY_LABELS[kind].many] as const)}
        chosen={kinds}
        onChange={onKinds}
      />
      <SelectFilter label={t("Person")} value={person} onChange={onPerson}>
        <option value="">{t("Anyone")}</option>
        {(people ?? (person === "" ? [] : [person])).map((noted, _at, all) => (
          <option key={noted} value={noted}>
            {shortName(noted, all)}
          </option>
        ))}
      </SelectFilter>
    </>
  );
}

/** Without the computer, unless the person has worked on several. */
function shortName(noted: string, people: readonly string[]): string {
  const name = nameOfNoted(noted);
  return people.filter((other) => nameOfNoted(other) === name).length > 1 ? noted : name;
}

const NO_ROWS = {
  person: t(
    "Choose other types or another person. To see exceptions, incomplete syncs and changes in the ledger, choose “Anyone” under Person.",
  ),
  type: t("Choose other types."),
};

function Nothing({ filteredBy }: { readonly filteredBy: keyof typeof NO_ROWS | null }) {
  return (
    <EmptyState
      state={filteredBy === null ? "empty" : "filtered"}
      title={filteredBy === null ? t("No activity yet") : t("No matching activity")}
    >
      <p>
        {filteredBy === null
          ? t("Decisions, sign-offs, notes, ledger updates, close packs, exceptions and changes in the ledger appear here.")
          : NO_ROWS[filteredBy]}
      </p>
    </EmptyState>
  );
}

function Days({ clientId, rows }: { readonly clientId: string; readonly rows: readonly ActivityRow[] }) {
  return byDay(rows).map(({ day, rows: own }) => (
    <section key={day} aria-label={day}>
      <h2 className={styles.day}>{day}</h2>
      <ul>
        {stories(own).map((story) => (
          <Story key={story.row.key} clientId={clientId} story={story} />
        ))}
      </ul>
    </section>
  ));
}

/** One thing that happened; what came with it opens below. */
function Story({ clientId, story: { row, more } }: { readonly clientId: string; readonly story: ActivityStory }) {
  const [open, setOpen] = useState(false);
  if (more.length === 0) return <Entry clientId={clientId} row={row} />;
  return (
    <>
      <Entry clientId={clientId} row={row}>
        <Button kind="quiet" className={styles.story} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open
            ? t("Hide related changes")
            : t("{count, plural, one {1 related change} other {{count} related changes}}", { count: more.length })}
        </Button>
      </Entry>
      {open ? more.map((one) => <Entry key={one.key} clientId={clientId} row={one} />) : null}
    </>
  );
}

function Entry({ clientId, row, children }: { readonly clientId: string; readonly row: ActivityRow; readonly children?: ReactNode }) {
  const { word, tone } = ACTIVITY_LABELS[row.kind];
  const told = activityText(row.title);
  const title = row.kind === "write" ? capitalized(told) : told;
  const [first, rest] = row.kind === "finding" ? firstSentence(title) : [title, ""];
  const details = [rest, row.detail === null ? "" : activityText(row.detail)].filter((one) => one !== "");
  // A sentence of its own here is a title, as those of the other rows are.
  const shown = unbroken(row.kind === "finding" ? first.replace(/[.]$/u, "") : first);
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
          {row.place === null ? shown : <a href={`#${addressOf(clientId, row.place)}`}>{shown}</a>}
        </span>
        {row.undone ? <span className={styles.quiet}> {t("(undone or replaced later)")}</span> : null}
        {details.map((one) => (
          <span key={one} className={styles.detail}>
            {unbroken(one)}
          </span>
        ))}
        {children}
      </span>
      <span className={styles.quiet} title={row.person ?? undefined}>
        {row.person === null ? (row.kind === "change" ? t("Unknown user") : "") : nameOfNoted(row.person)}
      </span>
      <span className={text.end}>
        {row.decisionNo === null || row.undoRole === null ? null : (
          <Undo clientId={clientId} no={row.decisionNo} role={row.undoRole} title={title} />
        )}
      </span>
    </li>
  );
}

interface UndoProps {
  readonly clientId: string;
  readonly no: number;
  readonly role: PersonRole;
  readonly title: string;
}

function Undo({ clientId, no, role, title }: UndoProps) {
  const { perform, pending } = useActs(clientId);
  return (
    <Button
      needs={role}
      kind="quiet"
      className={styles.undo}
      disabled={pending !== null}
      aria-label={t("Undo “{title}”", { title })}
      onClick={() =>
        void perform({
          key: String(no),
          words: t("Undone: “{title}.”", { title: title.replace(/[.]$/u, "") }),
          run: () => call("decisions.undo", { clientId, decisionNo: no }),
        })
      }
    >
      {t("Undo")}
    </Button>
  );
}

function addressOf(clientId: string, { screen, recordId }: NonNullable<ActivityRow["place"]>): string {
  return recordId === null ? clientAddress(clientId, screen) : recordAddress(clientId, screen, recordId);
}
