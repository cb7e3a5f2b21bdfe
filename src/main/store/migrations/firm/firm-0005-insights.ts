import type { Migration } from "#main/store/database/open.ts";

/**
 * What the dashboard shows beside the rollups: figures of each mirror (made again from it at any time),
 * requests by day, and whose client it is.
 */
export const firmInsights: Migration = {
  number: 5,
  name: "insights",
  up(db) {
    db.exec(`
CREATE TABLE client_insight (
  client_id TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE read_day (
  client_id TEXT NOT NULL,
  day TEXT NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (client_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE client_person (
  client_id TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('preparer', 'reviewer')),
  person TEXT NOT NULL COLLATE NOCASE,
  assigned_by TEXT NOT NULL,
  assigned_ms INTEGER NOT NULL,
  PRIMARY KEY (client_id, role)
) STRICT, WITHOUT ROWID;
`);
  },
};
