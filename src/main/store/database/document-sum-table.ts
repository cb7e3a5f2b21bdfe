import { halves, monthOf } from "./kept-sums.ts";
import type { Sqlite } from "./open.ts";
import { prepared } from "./query.ts";

const PLACE = ["monthly", "day", "type", "status", "currency_word"] as const;
const SUMS = ["documents", "oversize", "total_high", "total_low", "outstanding_high", "outstanding_low"] as const;

/** What one document is counted as, on its day or in its month; `times` is -1 where it is taken off. */
function share(row: string, monthly: 0 | 1, times: 1 | -1): string {
  const amounts = ["total", "outstanding"].flatMap((amount) => halves(`COALESCE(${row}.${amount}, 0)`));
  const isOversize = `(${row}.total IS NULL OR ${row}.outstanding IS NULL)`;
  const day = monthly === 1 ? monthOf(`${row}.issue_day`) : `${row}.issue_day`;
  const sums = ["1", isOversize, ...amounts].map((sum) => (times === 1 ? sum : `-(${sum})`));
  return [monthly, day, `${row}.type`, `${row}.status`, `${row}.currency_word`, ...sums].join(", ");
}

const ADDED = `ON CONFLICT DO UPDATE SET ${SUMS.map((name) => `${name} = ${name} + excluded.${name}`).join(", ")}`;
const count = (row: "new" | "old", times: 1 | -1): string =>
  `INSERT INTO document_sum VALUES (${share(row, 0, times)}), (${share(row, 1, times)}) ${ADDED};`;
/** What is about to be replaced: SQLite tells no trigger of the row that goes. */
const replaced = (monthly: 0 | 1): string =>
  `INSERT INTO document_sum SELECT ${share("d", monthly, -1)} FROM document d WHERE d.rec_no = new.rec_no ${ADDED};`;

/** Part of the file format, like the indexes: `document_summed` is made last and says that the sums are there. */
const TRIGGERS: Readonly<Record<string, string>> = {
  document_sum_replaced: `BEFORE INSERT ON document BEGIN ${replaced(0)} ${replaced(1)} END`,
  document_sum_dropped: `AFTER DELETE ON document BEGIN ${count("old", -1)} END`,
  document_sum_changed: `AFTER UPDATE OF type, status, issue_day, currency_word, total, outstanding ON document BEGIN
  ${count("old", -1)} ${count("new", 1)} END`,
  document_summed: `AFTER INSERT ON document BEGIN ${count("new", 1)} END`,
};

const TOTALS = SUMS.map((name) => `SUM(${name}) AS ${name}`).join(", ");
const MADE = SUMS.slice(2)
  .map((name) => {
    const [high, low] = halves(`COALESCE(${name.startsWith("total") ? "total" : "outstanding"}, 0)`);
    return `SUM(${name.endsWith("high") ? high : low}) AS ${name}`;
  })
  .join(", ");
/** The sums as they follow from the documents: what `document_sum` must hold. */
const days = `SELECT 0 AS monthly, issue_day AS day, type, status, currency_word, COUNT(*) AS documents,
  SUM(total IS NULL OR outstanding IS NULL) AS oversize, ${MADE} FROM document GROUP BY issue_day, type, status, currency_word`;
const months = (of: string): string =>
  `SELECT 1 AS monthly, ${monthOf("day")} AS day, type, status, currency_word, ${TOTALS} FROM ${of} WHERE monthly = 0 GROUP BY 1, 2, 3, 4, 5`;

/** True when counts and totals of a file's documents are there: from the end of its first read on. */
export function hasDocumentSums(db: Sqlite): boolean {
  return prepared(db, "SELECT 1 FROM sqlite_schema WHERE name = 'document_summed'").get() !== undefined;
}

/** Makes counts and totals of a file's documents, and the triggers that keep them true to every change in its transaction. */
export function ensureDocumentSums(db: Sqlite): void {
  if (hasDocumentSums(db)) return;
  db.transaction(() => {
    db.exec(`DELETE FROM document_sum; INSERT INTO document_sum ${days}; INSERT INTO document_sum ${months("document_sum")};`);
    for (const [name, text] of Object.entries(TRIGGERS)) db.exec(`CREATE TRIGGER ${name} ${text}`);
  }).immediate();
}

function dropDocumentSums(db: Sqlite): void {
  for (const name of Object.keys(TRIGGERS)) db.exec(`DROP TRIGGER ${name}`);
}

/** How many sums differ from what the documents add up to; 0 in a file without sums. */
export function wrongDocumentSums(db: Sqlite): number {
  if (!hasDocumentSums(db)) return 0;
  const kept = "SELECT * FROM document_sum WHERE documents <> 0";
  const made = `SELECT * FROM day_sum UNION ALL SELECT * FROM (${months("day_sum")})`;
  return db
    .prepare(
      `WITH day_sum AS MATERIALIZED (${days}), kept AS MATERIALIZED (${kept}), made AS MATERIALIZED (${made})
       SELECT COUNT(*) FROM (SELECT ${PLACE.join(", ")} FROM (SELECT * FROM kept EXCEPT SELECT * FROM made)
         UNION SELECT ${PLACE.join(", ")} FROM (SELECT * FROM made EXCEPT SELECT * FROM kept))`,
    )
    .pluck()
    .get() as number;
}

/** Makes the sums again where some are wrong. @returns how many were */
export function repairDocumentSums(db: Sqlite): number {
  return db
    .transaction(() => {
      const wrong = wrongDocumentSums(db);
      if (wrong > 0) {
        dropDocumentSums(db);
        ensureDocumentSums(db);
      }
      return wrong;
    })
    .immediate();
}
