import { decisionKey } from "#main/domain/review-bundles/review-merge.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { sealOwnRecords } from "#main/store/database/own-chain.ts";
import { prepared } from "#main/store/database/query.ts";
import { undoDecision } from "#main/store/records/decision-store.ts";
import type { CarriedDecision } from "#shared/model/close/review-bundle.ts";
import { decisionLabel } from "#shared/model/labels/decision-label.ts";
import { contentHash, type Item } from "./client-items.ts";
import { listRefused, noteKnown, type RefusedFact } from "./fact-log.ts";

/** A record that the server refused, with a name for people. */
export interface RefusedRecord extends RefusedFact {
  readonly title: string;
}

const RECORD_TITLES: Readonly<Record<string, string>> = {
  note: "Note",
  task: "Task",
  file: "File",
  statement: "Bank statement",
  budget: "Budget",
  input: "Signed-off figures",
};

/** Rows of the firm's own file, by their table. */
const ROW_TITLES: Readonly<Record<string, string>> = {
  exchange_rate: "Exchange rate",
  entity_tree: "Group",
  person_key: "Signature key",
};

/** What the server refused of this file, oldest first. */
export function refusedRecords(db: Sqlite): RefusedRecord[] {
  return listRefused(db).map((one) => ({ ...one, title: titleOf(one.itemKey) }));
}

function titleOf(itemKey: string): string {
  const [sort = "", name = ""] = itemKey.split("/");
  if (sort === "decision") return decisionLabel(name);
  if (sort === "row") return ROW_TITLES[name] ?? "Firm setting";
  return RECORD_TITLES[sort] ?? "Firm setting";
}

/** Sends again what the server refused. What it has already is told apart by its content and not sent. */
export function retryRefused(db: Sqlite): void {
  db.exec("DELETE FROM fact_refused; UPDATE fact_log SET sent_entry = 0;");
}

type ItemOf = (table: string, rowKey: string) => Item | null;

/**
 * Gives up a record that the server refused: a decision is undone here, and anything else stays on this computer. Neither is sent
 * again unless somebody changes it.
 */
export function discardRefused(db: Sqlite, itemKey: string, itemOf: ItemOf, { person, nowMs }: { person: string; nowMs: number }): void {
  db.transaction(() => {
    const decisionNo = decisionOf(db, itemKey);
    if (decisionNo !== null) undoDecision(db, decisionNo, person, nowMs);
    sealOwnRecords(db);
    const item = decisionNo === null ? newestItem(db, itemKey, itemOf) : itemOf("decision", JSON.stringify([decisionNo]));
    if (item !== null) noteKnown(db, { itemKey, content: contentHash(item.content), factNo: 0, atMs: nowMs, person });
    prepared(db, "DELETE FROM fact_refused WHERE item_key = ?").run(itemKey);
  }).immediate();
}

function decisionOf(db: Sqlite, itemKey: string): number | null {
  const kind = itemKey.startsWith("decision/") ? itemKey.split("/")[1] : undefined;
  if (kind === undefined) return null;
  const rows = prepared(
    db,
    "SELECT decision_no AS decisionNo, kind, subject, person, made_ms AS madeMs FROM decision WHERE kind = ? ORDER BY decision_no DESC",
  ).all(kind) as {
    readonly decisionNo: number;
    readonly kind: CarriedDecision["kind"];
    readonly subject: string;
    readonly person: string;
    readonly madeMs: number;
  }[];
  return rows.find((row) => decisionKey(row) === itemKey)?.decisionNo ?? null;
}

function newestItem(db: Sqlite, itemKey: string, itemOf: ItemOf): Item | null {
  const entries = prepared(db, "SELECT table_name AS name, row_key AS rowKey FROM own_entry ORDER BY entry_no DESC").all() as {
    readonly name: string;
    readonly rowKey: string;
  }[];
  for (const { name, rowKey } of entries) {
    const item = itemOf(name, rowKey);
    if (item?.key === itemKey) return item;
  }
  return null;
}
