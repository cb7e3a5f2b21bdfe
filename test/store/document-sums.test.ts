import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasDocumentSums, repairDocumentSums, wrongDocumentSums } from "#main/store/database/document-sum-table.ts";
import { ensureReadIndexes } from "#main/store/database/indexes.ts";
import { documentsWithPart } from "#main/store/database/part-index.ts";
import { documentTotals } from "#main/store/documents/document-totals.ts";
import { listDocuments } from "#main/store/documents/documents.ts";
import type { DocumentFilter } from "#shared/contract/books/documents.ts";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { pick, type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { createIngestLab, documentRecord, type Given, type IngestLab, partyRecord } from "#test/support/ingest-lab.ts";
import { seeds } from "#test/support/trials.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

const FIRST = calendarDate("2025-11-20");
const AMOUNTS = ["0.00", "12.50", "-7.25", "100.0001", "900719925474.0993"];
const NAMES = ["Ärzte GmbH", "Elm & Sons", 'The "Quay"', "50% off_ltd", "李商店"];

function anyDay(random: Random): CalendarDate {
  return addDays(FIRST, randomInt(random, 0, 140));
}

function anyDocument(random: Random, id: string, amounts: readonly string[] = AMOUNTS): Given {
  const currency = pick(random, ["USD", "NZD"]);
  const money = () => ({ amount: pick(random, amounts), currency });
  const fields = {
    ...{ type: pick(random, ["purchase_bill", "sales_invoice", "sales_credit"]), issueDate: anyDay(random), currency, lines: [] },
    ...{ status: pick(random, ["open", "paid", "voided"]), total: money(), outstanding: money() },
    ...{
      number: `INV-${randomInt(random, 0, 99)}${id}`,
      reference: pick(random, ["PO 7/ab", "x", "Über 9"]),
      partyName: pick(random, NAMES),
    },
    ...(random() < 0.5 ? { partyId: `Contact:${randomInt(random, 1, 3)}` } : {}),
  };
  return { id, yields: [documentRecord(id, fields)] as never };
}

const party = (id: string, name: string): Given => ({ id: `c${id}`, entity: "Contact", yields: [partyRecord(id, { name })] as never });

function step(lab: IngestLab, random: Random, nowMs: number): void {
  const id = () => String(randomInt(random, 1, 25));
  const act = random();
  if (act < 0.6)
    lab.take(
      [...new Set([id(), id(), id()])].map((each) => anyDocument(random, each)),
      nowMs,
    );
  else if (act < 0.7) lab.take([{ id: id(), deleted: true }], nowMs);
  else if (act < 0.8)
    lab.readIds(
      Array.from({ length: 25 }, (_, at) => String(at + 1)).filter(() => random() < 0.8),
      nowMs,
    );
  else if (act < 0.9) lab.take([party(String(randomInt(random, 1, 3)), pick(random, NAMES))], nowMs);
  else lab.take([{ id: id(), entity: "Contact", yields: [partyRecord(id())] as never }], nowMs);
}

/** The same question with one more condition that excludes nothing, so that documents are added up one by one. */
function addedUp(lab: IngestLab, filter: DocumentFilter) {
  return documentTotals(lab.reader, { ...filter, totalFrom: "-900000000000" as never });
}

function expectTotals(lab: IngestLab, random: Random): void {
  const [from, to] = [anyDay(random), anyDay(random)].sort() as [CalendarDate, CalendarDate];
  const filters: DocumentFilter[] = [{}, { from }, { to }, { from, to }, { from, to, types: ["sales_invoice", "sales_credit"] }];
  for (const filter of [...filters, { to, statuses: ["open" as const] }, { from, currency: "NZD" }])
    expect(documentTotals(lab.reader, filter), JSON.stringify(filter)).toEqual(addedUp(lab, filter));
}

function expectFound(lab: IngestLab, random: Random): void {
  const text = pick(random, [
    "INV",
    "NV-1",
    "17",
    "über",
    "Über",
    "PO 7/",
    "elm",
    "& so",
    '"qu',
    "50%",
    "f_l",
    "ärzte",
    "Ärzte",
    "李商店",
    "zzz",
  ]);
  const ids = listDocuments(lab.reader, { text }, { limit: 100 }).rows.map(({ id }) => id);
  const pattern = `%${text.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  const like = (column: string) => `${column} LIKE @pattern ESCAPE '\\'`;
  const walked = lab.rows(
    `SELECT 'Invoice:' || CAST(source_id AS INTEGER) FROM document JOIN source_record USING (rec_no)
     WHERE ${["number", "reference", "memo", "party_name"].map(like).join(" OR ")}
       OR party_word IN (SELECT word_no FROM entity JOIN word ON text = id WHERE kind = 'party' AND ${like("json_extract(body, '$.name')")})`,
    { pattern },
  );
  expect([...ids].sort(), text).toEqual(walked.flat().sort());
}

describe("counts and totals of documents, and the search by a part of them", () => {
  it.each(seeds(6))("are those of the documents after every change (seed %i)", (seed) => {
    const random = seededRandom(seed);
    // Every other seed has an amount that no number holds, and then they are added up as text.
    const amounts = seed % 2 === 0 ? AMOUNTS : [...AMOUNTS, "1234567890123456.78"];
    const lab = createIngestLab(home.path);
    lab.readPass("backfill", [
      [party("1", "Elm"), party("2", "Oak Quarry"), ...Array.from({ length: 20 }, (_, at) => anyDocument(random, String(at + 1), amounts))],
    ]);
    expect([hasDocumentSums(lab.db), documentsWithPart(lab.db, "INV")]).toEqual([false, null]);
    ensureReadIndexes(lab.db);
    lab.ingest.refreshHashIndex();
    for (let turn = 0; turn < 25; turn++) {
      expectTotals(lab, random);
      expectFound(lab, random);
      expect(wrongDocumentSums(lab.db)).toBe(0);
      step(lab, random, Date.UTC(2026, 10, 21, 10, turn));
    }
    lab.db.close();
  });

  it("a count that differs is found, and made again", () => {
    const lab = createIngestLab(home.path);
    lab.readPass("backfill", [[anyDocument(seededRandom(1), "1"), anyDocument(seededRandom(2), "2")]]);
    ensureReadIndexes(lab.db);
    lab.db.exec("UPDATE document_sum SET documents = documents + 1 WHERE monthly = 0");
    expect(repairDocumentSums(lab.db)).toBeGreaterThan(0);
    expect([wrongDocumentSums(lab.db), repairDocumentSums(lab.db)]).toEqual([0, 0]);
    lab.db.close();
  });
});
