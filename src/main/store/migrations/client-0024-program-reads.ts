import type { Migration } from "#main/store/database/open.ts";

/**
 * What other programs asked of a client's data through Tieout, when, and for which person: the activity log shows it.
 * `asked` is the question as JSON, cut where it is long.
 */
export const clientProgramReads: Migration = {
  number: 24,
  name: "program reads",
  up(db) {
    db.exec(`
CREATE TABLE program_read (
  read_no INTEGER PRIMARY KEY,
  program TEXT NOT NULL,
  operation TEXT NOT NULL,
  about TEXT NOT NULL,
  asked TEXT NOT NULL,
  person TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
`);
  },
};
