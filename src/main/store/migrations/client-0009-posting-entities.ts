import type { Migration, Sqlite } from "#main/store/database/open.ts";

/**
 * Every posting names the legal entity whose books it belongs to, and its currency where that is not its journal's.
 * Rows stored before have neither: streams of transactions are marked to be read whole again, and until that is done
 * a figure of one entity says what it lacks. Applications of deposits get streams of their own.
 */
export const clientPostingEntities: Migration = {
  number: 9,
  name: "posting entities",
  up(db) {
    db.exec(`
ALTER TABLE posting ADD COLUMN entity_id_word INTEGER;
ALTER TABLE posting ADD COLUMN currency_word INTEGER;
`);
    // The index is made after the first complete read; a file that has it gets the one that knows entities.
    const isIndexed = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'posting_account_date'").get() !== undefined;
    if (isIndexed)
      db.exec(`DROP INDEX posting_account_date;
CREATE INDEX posting_account_date ON posting (account_word, day, amount, entity_id_word);`);
    for (const type of ["DepAppl", "VPrepApp"]) moveToOwnStream(db, type);
    db.exec(`UPDATE stream SET needs_since = '${BEGINNING}', needs_pass = NULL, needs_reconcile = MAX(needs_reconcile, 1), state = 'incomplete'
      WHERE first_completed_ms IS NOT NULL AND name LIKE 'transactions.%'`);
  },
};

/** The instant that stands for reading everything. */
const BEGINNING = "1970-01-01T00:00:00.000Z";

/** Records of a type that were read among other postings. Left there, they would vanish from one stream and appear in another. */
function moveToOwnStream(db: Sqlite, type: string): void {
  const records =
    "entity_word = (SELECT word_no FROM word WHERE text = @type) AND stream_no = (SELECT stream_no FROM stream WHERE name = 'transactions.other')";
  const values = { type, name: `transactions.${type.toLowerCase()}` };
  const some = db.prepare(`SELECT 1 FROM source_record WHERE ${records} LIMIT 1`).get({ type });
  if (some === undefined) return;
  db.prepare(
    `INSERT INTO stream (name, label, state, completed_ms, first_completed_ms)
     SELECT @name, @type, state, completed_ms, first_completed_ms FROM stream WHERE name = 'transactions.other'`,
  ).run(values);
  const own = "(SELECT stream_no FROM stream WHERE name = @name)";
  db.prepare(`UPDATE finding SET stream_no = ${own} WHERE rec_no IN (SELECT rec_no FROM source_record WHERE ${records})`).run(values);
  db.prepare(`UPDATE source_record SET stream_no = ${own}, pass_no = 0 WHERE ${records}`).run(values);
}
