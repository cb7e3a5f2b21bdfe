import type { Migration } from "#main/store/database/open.ts";
import { chainTables } from "#main/store/database/own-chain.ts";

/** Puts what people recorded about the firm under a hash chain. Settings that a machine notes at every read are left out. */
export const firmOwnChain: Migration = {
  number: 6,
  name: "own chain",
  up(db) {
    chainTables(db, [
      { name: "client", key: ["client_id"] },
      { name: "connection", key: ["connection_id"] },
      { name: "setting", key: ["key"], only: (row) => `${row}.key NOT LIKE 'schedule/client/%' AND ${row}.key <> 'notices'` },
      { name: "entity_tree", key: ["tree_id", "version"] },
      { name: "exchange_rate", key: ["rate_no"] },
      { name: "person", key: ["name"] },
      { name: "client_person", key: ["client_id", "role"] },
    ]);
  },
};
