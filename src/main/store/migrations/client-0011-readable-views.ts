import type { Migration } from "#main/store/database/open.ts";
import { ledgerViews } from "../views/ledger-views.ts";
import { ownViews } from "../views/own-views.ts";
import { makeViews } from "../views/readable-view.ts";

/** Lets any SQLite tool read the file: views with plain names over the compact tables (decision 016). */
export const clientReadableViews: Migration = {
  number: 11,
  name: "readable views",
  up(db) {
    makeViews(db, [...ledgerViews, ...ownViews]);
  },
};
