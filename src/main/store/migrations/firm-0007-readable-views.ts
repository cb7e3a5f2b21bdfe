import type { Migration } from "#main/store/database/open.ts";
import { firmViews } from "../views/firm-views.ts";
import { makeViews } from "../views/readable-view.ts";

/** Lets any SQLite tool read the file (decision 016). */
export const firmReadableViews: Migration = {
  number: 7,
  name: "readable views",
  up(db) {
    makeViews(db, firmViews);
  },
};
