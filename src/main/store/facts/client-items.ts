import { decisionKey, statementKey } from "#main/domain/review-bundles/review-merge.ts";
import { AUTOMATIC } from "#main/store/contacts/party-book.ts";
import { digest } from "#main/store/database/hash.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { readFile } from "#main/store/records/attachment-files.ts";
import { readAttachments } from "#main/store/records/attachment-store.ts";
import { readBudget } from "#main/store/records/budget-store.ts";
import * as review from "#main/store/records/review-store.ts";
import { readSignedInput } from "#main/store/records/signed-input-store.ts";
import type { DecisionKind } from "#shared/model/close/decision-kinds.ts";
import type { CarriedNote, CarriedTask } from "#shared/model/close/review-bundle.ts";

/**
 * Decisions that stay on the machine where they were made: two machines that both hold the definition of an adjusting entry would
 * each draft and post it, a bank draft names a write in one machine's queue, and each machine numbers what it found.
 */
const NOT_SHARED: readonly DecisionKind[] = ["adjusting_entry", "bank_draft", "finding_acknowledged"];

/** An item as a fact carries it. Two machines that hold the same item make the same key and content of it. */
export interface Item {
  readonly key: string;
  readonly kind: string;
  /** JSON of what the item is. */
  readonly content: string;
  /** JSON of the fact's body: the content, and what its maker knew. */
  readonly body: string;
  /** The item was made with these; they go first. */
  readonly needs: readonly Item[];
}

type ReadItem = (db: Sqlite, key: readonly unknown[], files: FileSource) => Item | null;

/** Where the files beside a client's file are. */
export interface FileSource {
  readonly home: string;
  readonly clientId: string;
}

const READERS: Readonly<Record<string, ReadItem>> = {
  note: (db, [id]) => withEvents(db, "note", review.readNotes(db, String(id))[0]),
  task: (db, [id]) => withEvents(db, "task", review.readTasks(db, String(id))[0]),
  work_event: (db, [eventNo]) => ofEvent(db, Number(eventNo)),
  decision: (db, [decisionNo]) => ofDecision(db, Number(decisionNo)),
  signed_input: (db, [hash]) => ofInput(db, String(hash)),
  attachment: (db, [sha256], files) => ofFile(db, String(sha256), files),
  bank_statement: (db, [statementNo], files) => ofStatement(db, Number(statementNo), files),
  budget: (db, [budgetNo]) => ofBudget(db, Number(budgetNo)),
};

/** The item that a row of the own-records chain belongs to; null for what isn't shared or was deleted. */
export function itemOfRow(db: Sqlite, table: string, rowKey: string, files: FileSource): Item | null {
  return READERS[table]?.(db, JSON.parse(rowKey) as unknown[], files) ?? null;
}

/** What tells two contents of an item apart. */
export function contentHash(content: string): string {
  return digest(content);
}

function plain(key: string, kind: string, item: object, needs: readonly Item[] = []): Item {
  const content = JSON.stringify(item);
  return { key, kind, content, body: content, needs };
}

function withEvents(db: Sqlite, kind: "note" | "task", item: CarriedNote | CarriedTask | undefined): Item | null {
  if (item === undefined) return null;
  return plain(`${kind}/${item.id}`, kind, { ...item, events: review.readEvents(db, item.id) });
}

function ofEvent(db: Sqlite, eventNo: number): Item | null {
  const id = prepared(db, "SELECT item_id FROM work_event WHERE event_no = ?").pluck().get(eventNo) as string | undefined;
  if (id === undefined) return null;
  return withEvents(db, "note", review.readNotes(db, id)[0]) ?? withEvents(db, "task", review.readTasks(db, id)[0]);
}

function ofDecision(db: Sqlite, decisionNo: number): Item | null {
  const row = prepared(db, "SELECT kind, subject FROM decision WHERE decision_no = ?").get(decisionNo) as
    | { readonly kind: DecisionKind; readonly subject: string }
    | undefined;
  if (row === undefined || NOT_SHARED.includes(row.kind)) return null;
  const all = review.decisionsOn(db, row.kind, row.subject);
  const own = all.find((one) => one.decisionNo === decisionNo);
  if (own === undefined) return null;
  const { decisionNo: _local, ...item } = own;
  // What is merged by tax identifier is merged on every machine.
  if (item.person === AUTOMATIC) return null;
  // A decision replaces those that its maker knew; taking one back replaces nothing.
  const knows = item.undoneMs === null ? all.filter((one) => one.decisionNo !== decisionNo).map(decisionKey) : [];
  return { ...plain(decisionKey(item), item.kind, item), body: JSON.stringify({ ...item, knows }) };
}

function ofInput(db: Sqlite, hash: string): Item | null {
  const text = readSignedInput(db, hash);
  return text === null ? null : plain(`input/${hash}`, "input", { hash, text });
}

function ofFile(db: Sqlite, sha256: string, { home, clientId }: FileSource): Item | null {
  const [noted] = readAttachments(db, [sha256]);
  const bytes = noted === undefined ? null : readFile(home, clientId, sha256);
  if (noted === undefined || bytes === null) return null;
  return plain(`file/${sha256}`, "file", { sha256, fileName: noted.fileName, content: Buffer.from(bytes).toString("base64") });
}

function ofStatement(db: Sqlite, statementNo: number, files: FileSource): Item | null {
  const [item] = review.readStatements(db, statementNo);
  if (item === undefined) return null;
  const file = ofFile(db, item.sha256, files);
  return plain(statementKey(item), "statement", item, file === null ? [] : [file]);
}

function ofBudget(db: Sqlite, budgetNo: number): Item | null {
  const item = readBudget(db, budgetNo);
  return item === null ? null : plain(`budget/${item.sha256}/${item.person}/${item.madeMs}`, "budget", item);
}
