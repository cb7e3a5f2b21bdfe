import { halves, monthOf } from "./kept-sums.ts";
import type { Sqlite } from "./open.ts";
import { prepared } from "./query.ts";

const PLACE_NAMES = "origin, monthly, day, account_word, entity_id_word";
const LOW = 4_294_967_295;
const SUMS = ["postings", "oversize", "net_high", "net_low", "debit_high", "debit_low"] as const;

/** What one posting adds to the sums of its day and of its month; `times` is -1 where it is taken off. */
function share(row: string, times: 1 | -1 | string): string {
  const debit = `MAX(COALESCE(${row}.amount, 0), 0)`;
  const amounts = ["1", `${row}.amount IS NULL`, ...halves(`COALESCE(${row}.amount, 0)`), ...halves(debit)];
  return amounts.map((amount) => (times === 1 ? amount : `${times} * (${amount})`)).join(", ");
}

const place = (row: string, monthly: 0 | 1): string =>
  `${row}.origin, ${monthly}, ${monthly === 1 ? monthOf(`${row}.day`) : `${row}.day`}, COALESCE(${row}.account_word, 0), COALESCE(${row}.entity_id_word, 0)`;
const ADDED = `ON CONFLICT DO UPDATE SET ${SUMS.map((name) => `${name} = ${name} + excluded.${name}`).join(", ")}`;
const add = (row: "new" | "old", times: 1 | -1): string =>
  `INSERT INTO posting_sum VALUES (${place(row, 0)}, ${share(row, times)}), (${place(row, 1)}, ${share(row, times)}) ${ADDED};`;
const isHeld = (row: string): string => `(SELECT removed_ms FROM source_record WHERE rec_no = ${row}.rec_no) IS NULL`;
/** The postings of a record that vanished or came back. */
const moved = (monthly: 0 | 1): string =>
  `INSERT INTO posting_sum SELECT ${place("p", monthly)}, ${share("p", "IIF(new.removed_ms IS NULL, 1, -1)")} FROM posting p WHERE p.rec_no = new.rec_no ${ADDED};`;

/** Part of the file format, like the indexes: `posting_summed` is made last and says that the sums are there. */
const TRIGGERS: Readonly<Record<string, string>> = {
  posting_sum_dropped: `AFTER DELETE ON posting WHEN ${isHeld("old")} BEGIN ${add("old", -1)} END`,
  posting_sum_changed: `AFTER UPDATE OF origin, account_word, amount, day, entity_id_word ON posting WHEN ${isHeld("new")} BEGIN
  ${add("old", -1)} ${add("new", 1)} END`,
  posting_sum_moved: `AFTER UPDATE OF removed_ms ON source_record WHEN (old.removed_ms IS NULL) <> (new.removed_ms IS NULL) BEGIN
  ${moved(0)} ${moved(1)} END`,
  posting_summed: `AFTER INSERT ON posting WHEN ${isHeld("new")} BEGIN ${add("new", 1)} END`,
};

/** Amounts that fit no number are added as text, one by one. */
const OVERSIZE_INDEX = "CREATE INDEX IF NOT EXISTS posting_oversize ON posting (origin, day) WHERE amount IS NULL";

// Days first, from the index alone; removed records are few and are taken off on their own.
const REMOVED = "rec_no IN (SELECT rec_no FROM source_record WHERE removed_ms IS NOT NULL)";
const DAILY = (where: string, times: 1 | -1): string => `SELECT origin, account_word, day, entity_id_word,
    ${times} * COUNT(*) AS postings, ${times} * (COUNT(*) - COUNT(amount)) AS oversize,
    ${times} * COALESCE(SUM(amount >> 32), 0) AS net_high, ${times} * COALESCE(SUM(amount & ${LOW}), 0) AS net_low,
    ${times} * COALESCE(SUM(amount >> 32) FILTER (WHERE amount > 0), 0) AS debit_high,
    ${times} * COALESCE(SUM(amount & ${LOW}) FILTER (WHERE amount > 0), 0) AS debit_low
  FROM posting ${where} GROUP BY origin, account_word, day, entity_id_word`;
const TOTALS = SUMS.map((name) => `SUM(${name}) AS ${name}`).join(", ");
/** The sums as they follow from the postings: what `posting_sum` must hold. */
const days = `SELECT origin, 0 AS monthly, day, COALESCE(account_word, 0) AS account_word, COALESCE(entity_id_word, 0) AS entity_id_word, ${TOTALS}
  FROM (${DAILY("", 1)} UNION ALL ${DAILY(`WHERE ${REMOVED}`, -1)}) GROUP BY 1, 2, 3, 4, 5`;
const months = (of: string): string =>
  `SELECT origin, 1, ${monthOf("day")}, account_word, entity_id_word, ${TOTALS} FROM ${of} WHERE monthly = 0 GROUP BY 1, 2, 3, 4, 5`;

/** True when the sums of a file's postings are there: from the end of its first read on. */
export function hasPostingSums(db: Sqlite): boolean {
  return prepared(db, "SELECT 1 FROM sqlite_schema WHERE name = 'posting_summed'").get() !== undefined;
}

/** Makes the sums of a file's postings, and the triggers that keep them true to every change in its transaction. */
export function ensurePostingSums(db: Sqlite): void {
  if (hasPostingSums(db)) return;
  db.transaction(() => {
    db.exec(
      `${OVERSIZE_INDEX}; DELETE FROM posting_sum; INSERT INTO posting_sum ${days}; INSERT INTO posting_sum ${months("posting_sum")};`,
    );
    for (const [name, text] of Object.entries(TRIGGERS)) db.exec(`CREATE TRIGGER ${name} ${text}`);
  }).immediate();
}

/** Ends the keeping, for a change of nearly every posting; `ensurePostingSums` takes it up again. Call both in one transaction. */
export function dropPostingSums(db: Sqlite): void {
  for (const name of Object.keys(TRIGGERS)) db.exec(`DROP TRIGGER ${name}`);
}

/** How many sums differ from what the postings add up to; 0 in a file without sums. */
export function wrongPostingSums(db: Sqlite): number {
  if (!hasPostingSums(db)) return 0;
  const kept = `SELECT * FROM posting_sum WHERE ${SUMS.map((name) => `${name} <> 0`).join(" OR ")}`;
  const made = `SELECT * FROM day_sum WHERE postings <> 0 UNION ALL SELECT * FROM (${months("day_sum")}) WHERE postings <> 0`;
  return db
    .prepare(
      `WITH day_sum AS MATERIALIZED (${days}), kept AS MATERIALIZED (${kept}), made(${PLACE_NAMES}, ${SUMS.join(", ")}) AS MATERIALIZED (${made})
       SELECT COUNT(*) FROM (SELECT ${PLACE_NAMES} FROM (SELECT * FROM kept EXCEPT SELECT * FROM made)
         UNION SELECT ${PLACE_NAMES} FROM (SELECT * FROM made EXCEPT SELECT * FROM kept))`,
    )
    .pluck()
    .get() as number;
}

/** Makes the sums again where some are wrong. @returns how many were */
export function repairPostingSums(db: Sqlite): number {
  return db
    .transaction(() => {
      const wrong = wrongPostingSums(db);
      if (wrong > 0) {
        dropPostingSums(db);
        ensurePostingSums(db);
      }
      return wrong;
    })
    .immediate();
}
