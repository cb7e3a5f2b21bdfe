import type { Migration } from "#main/store/database/open.ts";
import { chainMoreTables } from "#main/store/database/own-chain.ts";
import { settingChangeViews } from "#main/store/views/firm-views.ts";
import { makeViews } from "#main/store/views/readable-view.ts";

/** Who changed a setting of the firm, from what to what. Nothing is written over; undoing marks the change. */
export const firmSettingChanges: Migration = {
  number: 11,
  name: "setting changes",
  up(db) {
    db.exec(`
CREATE TABLE setting_change (
  change_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  person TEXT NOT NULL,
  made_ms INTEGER NOT NULL,
  undone_ms INTEGER,
  undone_by TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX setting_change_made ON setting_change (made_ms);
`);
    chainMoreTables(db, [{ name: "setting_change", key: ["change_id"] }]);
    makeViews(db, settingChangeViews);
  },
};
