import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { RecordStore } from "#main/store/records/record-store.ts";
import { Words } from "#main/store/records/words.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { syncToEnd } from "./expecting.ts";

const BOOKS = { months: 3, invoicesPerMonth: 6 };

describe.each(["a", "b", "c"] as const)("one transaction of ledger %s, opened", (style) => {
  const damages = {
    "a figure of it": "UPDATE document SET total = total + 10000 WHERE rec_no = ?",
    "a figure of a line": "UPDATE document_line SET net = net + 10000 WHERE rec_no = ?",
    "its payload":
      "UPDATE raw_page SET body = CAST(substr(body, 1, length(body) - 5) || x'0000000000' AS BLOB) WHERE page_no = (SELECT raw_page FROM source_record WHERE rec_no = ?)",
    "the place of its payload": "UPDATE source_record SET raw_start = raw_start + 1 WHERE rec_no = ?",
  };

  test.each(Object.entries(damages))("says that %s is damaged, shows nothing of it, and can be repaired", async (_what, sql) => {
    const lab = await createWorld({ seed: 78, tenants: [{ style, books: BOOKS }] });
    const tenant = lab.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const { clientId } = tenant.source;
    const documents = await tenant.readAll("documents");
    const db = new Database(join(lab.home, "clients", `${clientId}.sqlite`));
    const recNo = db
      .prepare("SELECT rec_no FROM document_line JOIN document USING (rec_no) WHERE net IS NOT NULL AND document.total IS NOT NULL LIMIT 1")
      .pluck()
      .get() as number;
    const sourceId = new RecordStore(db, new Words(db)).sourceIdOf(recNo);
    const spoiled = documents.find(({ source }) => (source as { id: string }).id === sourceId);
    db.prepare(sql).run(recNo);
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    db.close();
    const shown = await lab.run(lab.runtime.route("documents.show", { clientId, id: String(spoiled?.id) }));
    expect(shown).toMatchObject({ ok: false, failure: { code: "damaged", next: expect.stringContaining("Repair the file") } });
    expect(await lab.run(lab.runtime.route("documents.list", { clientId, filter: {}, limit: 1 }))).toMatchObject({ ok: false });
    expect(await lab.run(lab.runtime.route("safety.repair", { clientId, from: "ledger" }))).toMatchObject({ ok: true });
    await syncToEnd(tenant);
    await lab.close();
  });

  test("is shown while it is whole, whatever happened to the books", async () => {
    const lab = await createWorld({ seed: 79, tenants: [{ style, books: BOOKS }] });
    const tenant = lab.tenants[0] as Tenant;
    await syncToEnd(tenant);
    for (let round = 0; round < 3; round++) {
      playEvents(tenant.books, 500 + round, 25, lab.clock.nowMs());
      await lab.clock.advance(3_600_000);
      await syncToEnd(tenant);
    }
    const documents = await tenant.readAll("documents");
    for (const { id } of documents) {
      const asked = { clientId: tenant.source.clientId, id: String(id) };
      for (const name of ["documents.show", "documents.raw"] as const)
        expect(await lab.run(lab.runtime.route(name, asked)), `${name} ${asked.id}`).toMatchObject({ ok: true });
    }
    expect(documents.length).toBeGreaterThan(20);
    await lab.close();
  });
});
