import type { Migration } from "#main/store/database/open.ts";

/** The firm's own file: clients, connections without secrets, call counters, the dashboard's rollups. */
export const firmRegistry: Migration = {
  number: 1,
  name: "registry",
  up(db) {
    db.exec(`
CREATE TABLE client (
  client_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  demo INTEGER NOT NULL DEFAULT 0,
  paused INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX client_name ON client (name COLLATE NOCASE);

CREATE TABLE connection (
  connection_id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL UNIQUE REFERENCES client(client_id),
  system TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  body TEXT NOT NULL,
  discovery TEXT,
  discovered_ms INTEGER,
  created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX connection_tenant ON connection (system, tenant_id);

CREATE TABLE rollup (
  client_id TEXT PRIMARY KEY REFERENCES client(client_id),
  body TEXT NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE counter (
  key TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`);
  },
};
