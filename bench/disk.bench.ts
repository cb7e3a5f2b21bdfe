import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { cutRecords } from "#shared/kernel/json-cut.ts";
import { exactly, type Line } from "./support/figure.ts";
import { ledgerAPages, type Pages } from "./support/ledger-a-pages.ts";
import { backfill, bytesOnDisk, closeMirror, inScratch, openMirror } from "./support/mirror.ts";

/** P20: bytes of disk a document, raw payload included, against the same rows beside one JSON text a document. */
export async function runDiskBench({ documents }: { readonly documents: number }): Promise<Line[]> {
  const pages = ledgerAPages(documents);
  return inScratch((home) => {
    const mirror = openMirror(home, "disk");
    backfill(mirror, pages);
    const ours = bytesOnDisk(mirror.db);
    closeMirror(mirror);
    const bare = openMirror(home, "bare", { keepsRaw: false });
    backfill(bare, pages);
    const baseline = bytesOnDisk(bare.db) + jsonTextBytes(join(home, "text.sqlite"), pages);
    closeMirror(bare);
    return [
      {
        id: "P20",
        what: "disk a document with its raw payload / with JSON text per document",
        ours: exactly(Math.round(ours / documents)),
        baseline: exactly(Math.round(baseline / documents)),
        unit: "B/doc",
        ratio: "gain",
        goals: [
          { of: "ours", sense: "≤", value: 1_000 },
          { of: "ratio", sense: "≥", value: 5 },
        ],
      },
    ];
  });
}

function jsonTextBytes(path: string, pages: Pages): number {
  const db = new Database(path);
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE raw (rec_no INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT");
  const insert = db.prepare("INSERT INTO raw (body) VALUES (?)");
  const write = db.transaction((page: Buffer) => {
    for (const { start, end } of cutRecords(page, ["Invoices"])) insert.run(page.toString("utf8", start, end));
  });
  for (const page of pages) write(gunzipSync(page));
  const bytes = bytesOnDisk(db);
  db.close();
  return bytes;
}
