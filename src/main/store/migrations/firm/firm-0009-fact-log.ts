import type { Migration } from "#main/store/database/open.ts";
import { makeFactTables } from "#main/store/records/fact-tables.ts";

/** How far the firm's own records were exchanged with the firm's server. */
export const firmFactLog: Migration = { number: 9, name: "fact log", up: makeFactTables };
