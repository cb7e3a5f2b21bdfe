import { expect, it } from "vitest";
import { contentHash } from "#main/store/database/content-hash.ts";
import { ensureReadIndexes } from "#main/store/database/indexes.ts";
import { createIngestLab, documentRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "./temp.ts";

it("moves with what the ledger and people say, and not with what is worked out from it", () => {
  const home = tempHome();
  const lab = createIngestLab(home.path);
  lab.readPass("backfill", [[{ id: "1", yields: [documentRecord("1", {})] as never }]]);
  ensureReadIndexes(lab.db);
  const before = contentHash(lab.db, {});
  lab.db.exec("INSERT INTO document_search (document_search) VALUES ('optimize')");
  lab.db.exec("DELETE FROM posting_gap");
  expect(contentHash(lab.db, {})).toBe(before);
  expect(contentHash(lab.db, { reason: "again" })).not.toBe(before);
  lab.take([{ id: "2", yields: [documentRecord("2", {})] as never }]);
  expect(contentHash(lab.db, {})).not.toBe(before);
  lab.db.close();
  home.remove();
});
