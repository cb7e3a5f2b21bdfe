import type { Migration } from "#main/store/database/open.ts";
import { firmViews } from "#main/store/views/firm-views.ts";
import { makeViews } from "#main/store/views/readable-view.ts";

/** Lets any SQLite tool read the file (decision 016). */
export const firmReadableViews: Migration = {
  number: 7,
  name: "readable views",
  up(db) {
    makeViews(db, firmViews);
  },
};
