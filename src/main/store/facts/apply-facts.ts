import type { z } from "zod";
import { decisionKey, eventKey, statementKey } from "#main/domain/review-bundles/review-merge.ts";
import { wrongLink } from "#main/signatures/fact-chain.ts";
import { sha256 } from "#main/store/database/hash.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { sealOwnRecords } from "#main/store/database/own-chain.ts";
import { prepared } from "#main/store/database/query.ts";
import { keepFile } from "#main/store/records/attachment-files.ts";
import { noteAttachment } from "#main/store/records/attachment-store.ts";
import { putBudget } from "#main/store/records/budget-store.ts";
import * as review from "#main/store/records/review-store.ts";
import { saveSignedInput } from "#main/store/records/signed-input-store.ts";
import { mergeReview } from "#main/store/review-bundles/review-import.ts";
import type { CarriedDecision, ClientReview } from "#shared/model/close/review-bundle.ts";
import {
  type BrokenFact,
  budgetFact,
  decisionFact,
  fileFact,
  inputFact,
  type LoggedFact,
  noteFact,
  rowFact,
  statementFact,
  taskFact,
} from "#shared/model/firm/fact.ts";
import { contentHash, type FileSource, type Item, itemOfRow } from "./client-items.ts";
import { closeSettled } from "./conflicts.ts";
import { knownContent, moveLog, noteKnown, noteSeen, readLog, seenBefore } from "./fact-log.ts";
import { isChangedHere, itemOf, itemOfFirmRow, putRow } from "./firm-rows.ts";

export interface Applied {
  /** The number of the last fact that is in this file now. */
  readonly applied: number;
  /** How many facts of this turn changed something here. */
  readonly changed: number;
  readonly conflicts: number;
  /** The first fact that doesn't follow or can't be read; nothing after it was applied. */
  readonly broken: BrokenFact | null;
  /** Facts that say what their sender may not say; they were left out. */
  readonly forged: readonly BrokenFact[];
  /** The fact that this file came to last is another one at the server, which has an earlier state. */
  readonly isRewound: boolean;
}

const NOTHING: ClientReview = { notes: [], tasks: [], events: [], decisions: [], inputs: [], statements: [], files: [] };

/**
 * Applies facts of a client's log that follow what was applied before; those that were are skipped. Each is verified first.
 * The position moves in the same transaction.
 */
export function applyClientFacts(db: Sqlite, facts: readonly LoggedFact[], files: FileSource): Applied {
  return applyAll(db, facts, { apply: (fact) => applyFact(db, fact, files), itemAt: (table, key) => itemOfRow(db, table, key, files) });
}

/** The same for the firm's own log. */
export function applyFirmFacts(db: Sqlite, facts: readonly LoggedFact[]): Applied {
  return applyAll(db, facts, { apply: (fact) => applyRow(db, fact), itemAt: (table, key) => itemOfFirmRow(db, table, key) });
}

const NOT_SHARED: Applied = { applied: 0, changed: 0, conflicts: 0, broken: null, forged: [], isRewound: false };

function saidBy({ kind, source, body, person }: LoggedFact): string {
  return sha256(JSON.stringify([kind, source, body, person]));
}

/** A chain that was rewritten from its middle on can follow in every link; a fact that came before still gives it away. */
function otherThanBefore(db: Sqlite, fact: LoggedFact): "changed" | null {
  const before = seenBefore(db, fact.factId);
  return before === null || before === saidBy(fact) ? null : "changed";
}

/** What one fact did: the item that it is about, with the content that everybody knows from now on. */
type Outcome = Taken | "unreadable" | "forged";
interface Taken {
  readonly key: string;
  readonly content: string;
  /** When it was made, for what moved in; otherwise the server's time counts. */
  readonly madeMs?: number;
  readonly changed: boolean;
  readonly conflicts: number;
}

function applyAll(
  db: Sqlite,
  facts: readonly LoggedFact[],
  { apply, itemAt }: { readonly apply: (fact: LoggedFact) => Outcome; readonly itemAt: (table: string, key: string) => Item | null },
): Applied {
  return db
    .transaction((): Applied => {
      const log = readLog(db);
      if (log === null) return NOT_SHARED;
      const last = facts.find(({ factNo }) => factNo === log.applied);
      if (last !== undefined && last.hash !== log.head) return { ...NOT_SHARED, applied: log.applied, isRewound: true };
      // What people did here until now is theirs; what follows came from the log and isn't sent again.
      sealOwnRecords(db);
      let { applied, head } = log;
      let [changed, conflicts] = [0, 0];
      let broken: BrokenFact | null = null;
      const forged: BrokenFact[] = [];
      for (const fact of facts) {
        if (fact.factNo <= applied) continue;
        const before = lastEntry(db);
        const outcome = wrongLink(fact, { applied, head }) ?? otherThanBefore(db, fact) ?? apply(fact);
        const report = (what: BrokenFact["what"]) => ({ clientId: fact.clientId, factNo: fact.factNo, what, person: fact.person });
        if (outcome === "forged") forged.push(report(outcome));
        else if (typeof outcome === "string") {
          broken = report(outcome);
          break;
        } else {
          sealOwnRecords(db);
          noteOutcome(db, fact, outcome, changesSince(db, before, itemAt));
          changed += outcome.changed ? 1 : 0;
          conflicts += outcome.conflicts;
        }
        noteSeen(db, fact.factId, saidBy(fact));
        [applied, head] = [fact.factNo, fact.hash];
      }
      moveLog(db, applied, head);
      return { applied, changed, conflicts, broken, forged, isRewound: false };
    })
    .immediate();
}

function lastEntry(db: Sqlite): number {
  return (prepared(db, "SELECT MAX(entry_no) FROM own_entry").pluck().get() as number | null) ?? 0;
}

/** The items that applying a fact changed here. */
function changesSince(db: Sqlite, entryNo: number, itemAt: (table: string, key: string) => Item | null): Item[] {
  const rows = prepared(db, "SELECT table_name, row_key FROM own_entry WHERE entry_no > ? ORDER BY entry_no").all(entryNo) as {
    readonly table_name: string;
    readonly row_key: string;
  }[];
  return rows.flatMap(({ table_name: table, row_key: key }) => itemAt(table, key) ?? []);
}

function atMs({ at }: LoggedFact): number {
  return Date.parse(at);
}

/** Everybody who applies the fact makes the same changes of it, so none of them is sent back. */
function noteOutcome(db: Sqlite, fact: LoggedFact, taken: Taken, changes: readonly Item[]): void {
  const by = { factNo: fact.factNo, person: fact.person, atMs: atMs(fact) };
  for (const { key, content } of changes) if (key !== taken.key) noteKnown(db, { ...by, itemKey: key, content: contentHash(content) });
  const madeMs = fact.source === "moved_in" ? taken.madeMs : undefined;
  noteKnown(db, { ...by, atMs: madeMs ?? by.atMs, itemKey: taken.key, content: contentHash(taken.content) });
}

function applyRow(db: Sqlite, fact: LoggedFact): Outcome {
  const read = readBody(rowFact, fact.body);
  if (read === null) return "unreadable";
  const { key, kind, content } = itemOf(read);
  // The server judged the sender's right by the kind that the fact was sent as.
  if (kind !== fact.kind) return "forged";
  if (isChangedHere(db, read)) return { key, content, changed: false, conflicts: 0 };
  if (!putRow(db, read)) return "unreadable";
  return { key, content, changed: true, conflicts: 0 };
}

function applyFact(db: Sqlite, fact: LoggedFact, files: FileSource): Outcome {
  const apply = BY_KIND[fact.kind];
  const outcome = apply === undefined ? applyDecision(db, fact) : apply(db, fact, files);
  if (typeof outcome === "string") return outcome;
  const settled = closeSettled(db, fact.person, atMs(fact));
  return { ...outcome, changed: outcome.changed || settled > 0 };
}

const BY_KIND: Readonly<Record<string, (db: Sqlite, fact: LoggedFact, files: FileSource) => Outcome>> = {
  note: (db, fact) => applyWork(db, fact, readBody(noteFact, fact.body)),
  task: (db, fact) => applyWork(db, fact, readBody(taskFact, fact.body)),
  input: (db, { body, ...fact }) => {
    const read = readBody(inputFact, body);
    if (read === null) return "unreadable";
    if (sha256(read.text) !== read.hash) return "forged";
    saveSignedInput(db, read.hash, read.text, Date.parse(fact.at));
    return { key: `input/${read.hash}`, content: body, changed: false, conflicts: 0 };
  },
  file: (db, { body, person, at }, { home, clientId }) => {
    const read = readBody(fileFact, body);
    if (read === null) return "unreadable";
    const bytes = Buffer.from(read.content, "base64");
    if (sha256(bytes) !== read.sha256) return "forged";
    keepFile(home, clientId, bytes);
    noteAttachment(db, { sha256: read.sha256, fileName: read.fileName, bytes: bytes.length, person, nowMs: Date.parse(at) });
    return { key: `file/${read.sha256}`, content: body, changed: false, conflicts: 0 };
  },
  statement: (db, fact) => {
    const item = readBody(statementFact, fact.body);
    if (item === null) return "unreadable";
    const statements = review.readStatements(db).filter(({ accountId }) => accountId === item.accountId);
    const merged = merge(db, fact, { ...NOTHING, statements }, { ...NOTHING, statements: [item] });
    return { key: statementKey(item), content: fact.body, madeMs: item.madeMs, ...merged };
  },
  budget: (db, { body }) => {
    const read = readBody(budgetFact, body);
    if (read === null) return "unreadable";
    putBudget(db, read);
    return { key: `budget/${read.sha256}/${read.person}/${read.madeMs}`, content: body, changed: true, conflicts: 0 };
  },
};

type Work = z.infer<typeof noteFact> | z.infer<typeof taskFact>;

function applyWork(db: Sqlite, fact: LoggedFact, read: Work | null): Outcome {
  if (read === null) return "unreadable";
  const { events, ...item } = read;
  const about = { ...NOTHING, events: review.readEvents(db, item.id) };
  const theirs = { ...NOTHING, events };
  const merged =
    "title" in item
      ? merge(db, fact, { ...about, tasks: review.readTasks(db, item.id) }, { ...theirs, tasks: [item] })
      : merge(db, fact, { ...about, notes: review.readNotes(db, item.id) }, { ...theirs, notes: [item] });
  // Equal items may have come about in different ways; who knows both knows more.
  const told = new Set(events.map(eventKey));
  if (about.events.every((event) => told.has(eventKey(event)))) for (const event of events) review.putEvent(db, event);
  return { key: `${fact.kind}/${item.id}`, content: fact.body, madeMs: item.madeMs, ...merged };
}

function applyDecision(db: Sqlite, fact: LoggedFact): Outcome {
  const read = readBody(decisionFact, fact.body);
  if (read === null || read.kind !== fact.kind) return "unreadable";
  const { knows, ...said } = read;
  const item = said as CarriedDecision;
  if (fact.source === "own" && saysForAnother(item, fact.person)) return "forged";
  const known = new Set(knows);
  const ours = review.decisionsOn(db, item.kind, item.subject).map(({ decisionNo: _local, ...one }) => one);
  // What the sender knew of ours, the sender has replaced.
  const replaced = ours.filter((one) => known.has(decisionKey(one)) && decisionKey(one) !== decisionKey(item));
  const theirs = replaced.map((one) => ({ ...one, undoneMs: one.undoneMs ?? atMs(fact), undoneBy: one.undoneBy ?? item.person }));
  const merged = merge(db, fact, { ...NOTHING, decisions: ours }, { ...NOTHING, decisions: [...theirs, item] });
  const isEndedAsLogged = endAsLogged(db, ours, item);
  const { knows: _known, ...content } = JSON.parse(fact.body) as Record<string, unknown>;
  return {
    key: decisionKey(item),
    content: JSON.stringify(content),
    madeMs: item.madeMs,
    ...merged,
    changed: merged.changed || isEndedAsLogged,
  };
}

/** Two people may end one decision without knowing of each other. The end that the log has first is the one that everybody keeps. */
function endAsLogged(db: Sqlite, ours: readonly CarriedDecision[], item: CarriedDecision): boolean {
  const key = decisionKey(item);
  const own = ours.find((one) => decisionKey(one) === key);
  if (own === undefined || own.undoneMs === null || item.undoneMs === null) return false;
  if (own.undoneMs === item.undoneMs && own.undoneBy === item.undoneBy) return false;
  if (knownContent(db, key) === contentHash(JSON.stringify(own))) return false;
  review.changeEnd(db, item, item.undoneMs, item.undoneBy ?? item.person);
  return true;
}

/** Decisions that count because of who made them. Nobody makes or undoes one in another's name. */
const SIGNED_KINDS: ReadonlySet<string> = new Set([
  "close_sign",
  "flux_sign",
  "reconciliation_sign",
  "approval",
  "gate_override",
  "period_status",
]);

function saysForAnother({ kind, person, undoneBy }: CarriedDecision, sender: string): boolean {
  return SIGNED_KINDS.has(kind) && nameOf(undoneBy ?? person) !== sender.toLowerCase();
}

/** The name in `name@machine`. */
function nameOf(noted: string): string {
  const at = noted.lastIndexOf("@");
  return (at < 0 ? noted : noted.slice(0, at)).toLowerCase();
}

function merge(
  db: Sqlite,
  fact: LoggedFact,
  ours: ClientReview,
  theirs: ClientReview,
): { readonly changed: boolean; readonly conflicts: number } {
  const { person } = fact;
  const { taken, conflicts } = mergeReview(db, ours, { review: theirs, chosen: new Set(), person, nowMs: atMs(fact) });
  return { changed: taken.length + conflicts > 0, conflicts };
}

function readBody<Shape extends z.ZodType>(shape: Shape, body: string): z.output<Shape> | null {
  try {
    const read = shape.safeParse(JSON.parse(body));
    return read.success ? read.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
