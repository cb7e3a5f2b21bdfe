import { z } from "zod";
import { type ChangesPage, changesPage, type ToldChange } from "#main/store/changes/changes.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf, type EntityNames } from "#main/store/documents/record-names.ts";
import type { ActivityKind, ActivityRow } from "#shared/contract/books/records.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { periodName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import type { DecisionKind } from "#shared/model/close/decision-kinds.ts";
import { differingParts, isToldByLocks } from "#shared/model/labels/change-words.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { decisionDetail, decisionTitle } from "./activity-descriptions.ts";
import { roleToUndo } from "./undo-decision.ts";

export interface ActivityQuestion {
  readonly kinds?: readonly ActivityKind[] | undefined;
  readonly person?: string | undefined;
  /** The `next` of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
  readonly entities: EntityNames;
}

export interface ActivityPage {
  readonly rows: ActivityRow[];
  readonly next: string | null;
  readonly people: string[];
}

/** A row of one source before it is described: its number there, when, who, and what the source knows. */
interface Found {
  readonly no: number;
  readonly at: number;
  readonly person: string | null;
  readonly a: string | null;
  readonly b: string | null;
  readonly c: string | null;
  readonly d: string | null;
}

/** A source of the activity log. The letter orders events of the same millisecond, and identifies the source in cursors. */
interface Source {
  readonly letter: string;
  readonly kinds: readonly ActivityKind[];
  /** Returns no, at, person, a, b, c, d. */
  readonly sql: string;
  readonly tell: (reader: MirrorReader, found: Found) => Omit<ActivityRow, "key" | "at" | "person">;
}

const PLAIN = { detail: null, place: null, about: null, decisionNo: null, undoRole: null, undone: false } as const;
/** Steps of a note or task whose stored name isn't what a person would say. */
const STEP_WORDS: Readonly<Record<string, string>> = { made: "created", due: "due date changed" };
const SIGNATURES = "('close_sign', 'flux_sign')";
/** Undone by a person, and not replaced by a later decision of the same moment. */
const TAKEN_BACK = `undone_ms IS NOT NULL AND NOT EXISTS (SELECT 1 FROM decision later
  WHERE later.kind = decision.kind AND later.subject = decision.subject AND later.decision_no > decision.decision_no AND later.made_ms = decision.undone_ms)`;
const DECISION = "kind AS a, subject AS b, body AS c";

const SOURCES: readonly Source[] = [
  {
    letter: "d",
    kinds: ["decision"],
    sql: `SELECT decision_no AS no, made_ms AS at, person, ${DECISION}, undone_by AS d FROM decision WHERE kind NOT IN ${SIGNATURES}`,
    tell: (reader, found) => toldDecision(reader, found, "decision"),
  },
  {
    letter: "s",
    kinds: ["signature"],
    sql: `SELECT decision_no AS no, made_ms AS at, person, ${DECISION}, undone_by AS d FROM decision WHERE kind IN ${SIGNATURES}`,
    tell: (reader, found) => toldDecision(reader, found, "signature"),
  },
  {
    letter: "u",
    kinds: ["decision"],
    sql: `SELECT decision_no AS no, undone_ms AS at, undone_by AS person, ${DECISION}, NULL AS d FROM decision WHERE ${TAKEN_BACK}`,
    tell: (reader, { a, b, c }) => ({
      ...PLAIN,
      kind: "decision",
      title: `Undone: “${decisionTitle(reader, { kind: a ?? "", subject: b ?? "", body: JSON.parse(c ?? "null") })}”`,
    }),
  },
  {
    letter: "w",
    kinds: ["write"],
    sql: `SELECT ROW_NUMBER() OVER (ORDER BY created_ms, job_id) AS no, created_ms AS at, json_extract(body, '$.person') AS person,
      job_id AS a, state AS b, json_extract(body, '$.title') AS c,
      CASE WHEN json_array_length(body, '$.operations') = 1
        THEN COALESCE(json_extract(body, '$.operations[0].id'), json_extract(body, '$.items[0].recordId')) END AS d FROM write_job`,
    tell: (_reader, { a, b, c, d }) => ({
      ...PLAIN,
      kind: "write",
      title: c ?? "Ledger update",
      detail: codeLabel(b ?? ""),
      place: { screen: "writes", recordId: a },
      about: d,
    }),
  },
  {
    letter: "f",
    kinds: ["finding"],
    sql: "SELECT finding_no AS no, first_ms AS at, NULL AS person, message AS a, CAST(resolved_ms AS TEXT) AS b, NULL AS c, NULL AS d FROM finding",
    tell: (_reader, { a, b }) => ({
      ...PLAIN,
      kind: "finding",
      title: a ?? "Exception",
      detail: b === null ? null : "Now resolved",
      place: { screen: "findings", recordId: null },
    }),
  },
  {
    letter: "n",
    kinds: ["note"],
    sql: `SELECT event_no AS no, at_ms AS at, work_event.person, what AS a, COALESCE(n.text, t.title) AS b, COALESCE(n.subject_label, t.subject_label) AS c,
      CASE WHEN n.note_id IS NULL THEN 'task ' || t.subject_kind || ' ' || t.subject_id ELSE 'note ' || n.subject_kind || ' ' || n.subject_id END AS d FROM work_event LEFT JOIN note n ON n.note_id = item_id LEFT JOIN task t ON t.task_id = item_id`,
    tell: (_reader, { a, b, c, d }) => {
      const [what, kind = "", ...id] = (d ?? "").split(" ");
      return {
        ...PLAIN,
        kind: "note",
        title: `${what === "note" ? "Note" : "Task"} ${STEP_WORDS[a ?? ""] ?? a ?? ""}${c === null ? "" : `: ${c}`}`,
        detail: b,
        place: placeOfSubject(kind, id.join(" ")),
      };
    },
  },
  {
    letter: "p",
    kinds: ["pack"],
    sql: "SELECT pack_no AS no, made_ms AS at, person, name AS a, period_label AS b, CAST(version AS TEXT) AS c, reason AS d FROM pack",
    tell: (_reader, { b, c, d }) => ({
      ...PLAIN,
      kind: "pack",
      title: `Close pack for ${periodName(b ?? "")}, version ${c ?? ""}`,
      detail: d,
      place: { screen: "close", recordId: "packs" },
    }),
  },
  {
    letter: "r",
    kinds: ["read"],
    sql: "SELECT read_no AS no, at_ms AS at, person, program AS a, about AS b, asked AS c, NULL AS d FROM program_read",
    tell: (_reader, { a, b, c }) => ({ ...PLAIN, kind: "read", title: `${a ?? "Another program"} asked: ${b ?? ""}`, detail: c }),
  },
  {
    letter: "y",
    kinds: ["sync"],
    sql: `SELECT stream_no AS no, COALESCE(pass_started_ms, completed_ms, 0) AS at, NULL AS person, label AS a, failure AS b, name AS c, NULL AS d
      FROM stream WHERE failure IS NOT NULL`,
    tell: (_reader, { a, b, c }) => ({
      ...PLAIN,
      kind: "sync",
      title: `${t((a === "" ? c : a) ?? "A data set")} didn't finish syncing`,
      detail: (JSON.parse(b ?? "{}") as { readonly message?: string }).message ?? null,
      place: { screen: "sync", recordId: null },
    }),
  },
];
const CHANGES = "c";

/** The activity log of a client, newest first: what people did in Tieout and what was noticed (rule 25). */
export function activityPage(reader: MirrorReader, question: ActivityQuestion): ActivityPage {
  const { limit, person } = question;
  const wanted = (kinds: readonly ActivityKind[]) => question.kinds === undefined || kinds.some((kind) => question.kinds?.includes(kind));
  const from = cursorOf(question.after);
  const keyed = SOURCES.filter(({ kinds }) => wanted(kinds)).flatMap((source) =>
    read(reader, source, from, question).map((found) => ({
      letter: source.letter,
      at: found.at,
      no: found.no,
      tell: rowOf(reader, source, found),
    })),
  );
  // A change in the ledger has no known actor, so a filter by person excludes all of them.
  if (wanted(["change"]) && person === undefined) keyed.push(...changes(reader, from, { limit: limit + 1, entities: question.entities }));
  keyed.sort((x, y) => y.at - x.at || (x.letter < y.letter ? 1 : x.letter > y.letter ? -1 : y.no - x.no));
  const page = keyed.slice(0, limit);
  const last = page.at(-1);
  const next = last === undefined || keyed.length <= limit ? null : `${last.at}:${last.letter}:${last.no}`;
  return { rows: page.map(({ tell }) => tell()), next, people: peopleOf(reader) };
}

interface Cursor {
  readonly at: number;
  readonly letter: string;
  readonly no: number;
}

function cursorOf(after: string | undefined): Cursor {
  const [at, letter = "~", no] = (after ?? "").split(":");
  return after === undefined ? { at: Number.MAX_SAFE_INTEGER, letter: "~", no: 0 } : { at: Number(at), letter, no: Number(no) };
}

/** What comes after the cursor: earlier, or of the same moment and further on in the order of letters. */
function behind(letter: string, cursor: Cursor, at = "at", no = "no"): string {
  if (letter === cursor.letter) return `(${at} < @at OR (${at} = @at AND ${no} < @no))`;
  return letter < cursor.letter ? `${at} <= @at` : `${at} < @at`;
}

function read(reader: MirrorReader, source: Source, cursor: Cursor, { person, limit }: ActivityQuestion): Found[] {
  const whose = person === undefined ? "" : "AND person = @person";
  const sql = `SELECT * FROM (${source.sql}) WHERE ${behind(source.letter, cursor)} ${whose} ORDER BY at DESC, no DESC LIMIT @limit`;
  const values = {
    at: cursor.at,
    limit: limit + 1,
    ...(sql.includes("@no") ? { no: cursor.no } : {}),
    ...(person === undefined ? {} : { person }),
  };
  return prepared(reader.db, sql).all(values) as Found[];
}

function rowOf(reader: MirrorReader, source: Source, found: Found): () => ActivityRow {
  return () => ({
    ...source.tell(reader, found),
    key: `${source.letter}${found.no}`,
    at: instantFromMs(found.at),
    person: found.person,
  });
}

/** Where the subject of a note is shown; for a line, its document. */
function placeOfSubject(kind: string, id: string): ActivityRow["place"] {
  if (kind === "document") return { screen: "documents", recordId: id };
  if (kind === "line") return { screen: "documents", recordId: id.slice(0, id.lastIndexOf("/")) };
  if (kind === "party") return { screen: "parties", recordId: id };
  if (kind === "account") return { screen: "statements", recordId: id };
  return kind === "client" ? { screen: "overview", recordId: null } : null;
}

function toldDecision(reader: MirrorReader, { no, a, b, c, d }: Found, kind: "decision" | "signature"): ReturnType<Source["tell"]> {
  const body: unknown = JSON.parse(c ?? "null");
  const subject = b ?? "";
  // A period's close depends on its checklist, so that decision can't be undone here.
  const canUndo = d === null && a !== "close_checklist";
  return {
    kind,
    title: decisionTitle(reader, { kind: a ?? "", subject, body }),
    detail: decisionDetail(body),
    place: documentNameOf(reader, subject) === null ? null : { screen: "documents", recordId: subject },
    about: null,
    ...(canUndo
      ? { decisionNo: no, undoRole: roleToUndo({ kind: a as DecisionKind, subject, body }) }
      : { decisionNo: null, undoRole: null }),
    undone: d !== null,
  };
}

/** Detected changes; they are numbered in order of detection. */
function changes(reader: MirrorReader, cursor: Cursor, { limit, entities }: Pick<ActivityQuestion, "limit" | "entities">) {
  const where = behind(CHANGES, cursor, "detected_ms", "change_no");
  const newest = prepared(reader.db, `SELECT change_no FROM field_change WHERE ${where} ORDER BY change_no DESC LIMIT 1`)
    .pluck()
    .get({ at: cursor.at, ...(where.includes("@no") ? { no: cursor.no } : {}) }) as number | undefined;
  if (newest === undefined) return [];
  const rows: ToldChange[] = [];
  for (let after: number | null = newest + 1; after !== null && rows.length < limit; ) {
    const page: ChangesPage = changesPage(reader, { sinceMs: 0, closedOnly: false, newestFirst: true, after, limit, entities });
    rows.push(...page.rows.filter((row) => !isToldByLocks(row)));
    after = page.next;
  }
  return rows.map((row) => ({
    letter: CHANGES,
    at: Date.parse(row.detectedAt),
    no: row.changeNo,
    tell: (): ActivityRow => ({
      ...PLAIN,
      key: `${CHANGES}${row.changeNo}`,
      kind: "change",
      at: row.detectedAt,
      person: row.by?.person ?? null,
      ...changeTold(row.label, row.shown, row.inClosedPeriod),
      place: row.recordKind === "document" ? { screen: "documents", recordId: row.recordId } : null,
      about: row.recordId,
    }),
  }));
}

function changeTold(
  label: string,
  { field, before, after }: { readonly field: string; readonly before: string | null; readonly after: string | null },
  inClosedPeriod: boolean,
): Pick<ActivityRow, "title" | "detail"> {
  const closed = inClosedPeriod ? "In a closed or locked period" : null;
  // A deletion or return is worded as such, not as a field that changed.
  if (field === "record")
    return { title: `${label} ${after === "removed" ? "was deleted in the ledger" : "was restored in the ledger"}`, detail: closed };
  const [from, to] = differingParts(before, after);
  const moved = `${from ?? "empty"} → ${to ?? "empty"}`;
  return { title: `${label}: ${field} changed`, detail: closed === null ? moved : `${closed}: ${moved}` };
}

function peopleOf(reader: MirrorReader): string[] {
  const rows = prepared(
    reader.db,
    `SELECT DISTINCT person FROM (SELECT person FROM decision UNION SELECT undone_by FROM decision UNION SELECT person FROM work_event
      UNION SELECT person FROM pack UNION SELECT person FROM program_read UNION SELECT json_extract(body, '$.person') FROM write_job) WHERE person IS NOT NULL ORDER BY person`,
  )
    .pluck()
    .all();
  return z.array(z.string()).parse(rows);
}
