import type { Migration } from "#main/store/database/open.ts";
import { makeFactTables } from "#main/store/records/fact-tables.ts";

/** How far the client's records were exchanged with the firm's server. */
export const clientFactLog: Migration = { number: 22, name: "fact log", up: makeFactTables };
