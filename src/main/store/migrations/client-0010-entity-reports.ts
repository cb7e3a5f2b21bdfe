import type { Migration } from "#main/store/database/open.ts";

/** A ledger's report can be of one legal entity; those stored before are of the whole company. */
export const clientEntityReports: Migration = {
  number: 10,
  name: "entity reports",
  up(db) {
    db.exec("ALTER TABLE ledger_report ADD COLUMN entity_id TEXT");
  },
};
