import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureReadIndexes } from "#main/store/database/indexes.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { hasPostingSums, repairPostingSums, wrongPostingSums } from "#main/store/database/posting-sum-table.ts";
import { contributions } from "#main/store/postings/contributions.ts";
import { ledgerPostings } from "#main/store/postings/posting-entries.ts";
import { postingSums } from "#main/store/postings/posting-sums.ts";
import { PostingWriter } from "#main/store/postings/posting-writer.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { addDays, type CalendarDate, calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { pick, type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { accountRecord, createIngestLab, documentRecord, type Given, type IngestLab, journalRecord } from "#test/support/ingest-lab.ts";
import { seeds } from "#test/support/trials.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

const FIRST = calendarDate("2025-11-20");
const AMOUNTS = ["0.00", "12.50", "-7.25", "100.0001", "900719925474.0993", "-900719925474.0991", "1234567890123456.78", "0.123456"];
const ACCOUNTS = ["rent", "fees", "unlisted"];
const usd = (amount: string) => ({ amount, currency: "USD" });

function anyDay(random: Random): CalendarDate {
  return addDays(FIRST, randomInt(random, 0, 140));
}

function anyBill(random: Random, id: string): Given {
  const line = (at: number) => ({
    ...{ id: String(at), kind: "account", accountId: `Account:${pick(random, ACCOUNTS)}`, net: usd(pick(random, AMOUNTS)) },
    ...{ tax: { basis: "none", components: [] }, dimensions: [] },
    source: { system: "ledger_a", tenantId: "tenant-1", entityType: "Invoice", id, fetchedAt: "2026-11-21T09:00:00.000Z" },
  });
  const lines = Array.from({ length: randomInt(random, 1, 3) }, (_, at) => line(at + 1));
  const total = sumDecimals(lines.map(({ net }) => net.amount as DecimalString));
  const fields = {
    ...{ type: pick(random, ["purchase_bill", "sales_invoice", "sales_credit"]), issueDate: anyDay(random), currency: "USD" },
    ...{
      status: pick(random, ["open", "open", "open", "voided", "draft"]),
      total: usd(total),
      totalBase: usd(total),
      outstanding: usd(total),
    },
    ...{ lines, entityId: pick(random, ["subsidiary:1", "subsidiary:2"]), partyId: "Contact:9" },
  };
  return { id, yields: [documentRecord(id, fields)] as never };
}

function anyChart(random: Random): Given[] {
  const role = (id: string) => ({ id: `account-${id}`, entity: "Account", yields: [accountRecord(id, { role: id })] as never });
  return random() < 0.5 ? [role("payable")] : [role("payable"), role("receivable")];
}

/** One step of a life of a mirror: records change, go, come back or turn into others. */
function step(lab: IngestLab, random: Random, nowMs: number): void {
  const ids = Array.from({ length: randomInt(random, 1, 12) }, () => String(randomInt(random, 1, 30)));
  const act = random();
  if (act < 0.5)
    lab.take(
      [...new Set(ids)].map((id) => anyBill(random, id)),
      nowMs,
    );
  else if (act < 0.6)
    lab.take(
      ids.map((id) => ({ id, deleted: true })),
      nowMs,
    );
  else if (act < 0.7)
    lab.readIds(
      Array.from({ length: 30 }, (_, at) => String(at + 1)).filter(() => random() < 0.8),
      nowMs,
    );
  else if (act < 0.78) lab.take(anyChart(random), nowMs);
  else if (act < 0.86)
    lab.take(
      [{ id: ids[0] as string, yields: [journalRecord(ids[0] as string, pick(random, ["3.10", "900719925474.0993"]))] as never }],
      nowMs,
    );
  else if (act < 0.93) tornStep(lab, random);
  else remap(lab);
}

/** A page that breaks off half-way, as a kill or a full disk ends it. */
function tornStep(lab: IngestLab, random: Random): void {
  lab.db.exec("CREATE TEMP TRIGGER torn AFTER INSERT ON main.posting WHEN new.rec_no % 3 = 0 BEGIN SELECT RAISE(ABORT, 'torn'); END");
  try {
    lab.take(Array.from({ length: 8 }, (_, at) => anyBill(random, String(at + 1))));
  } catch (error) {
    expect(String(error)).toContain("torn");
    lab.ingest.rollback();
  }
  lab.db.exec("DROP TRIGGER torn");
}

/** Every posting of one entity is given to another. */
function remap(lab: IngestLab): void {
  lab.db.exec("UPDATE posting SET entity_id_word = (SELECT MAX(entity_id_word) FROM posting) WHERE rec_no % 2 = 0");
}

/** The sums as a program without the kept ones would make them: posting by posting, with decimals. */
function addedUp({ db, words }: MirrorReader, from: CalendarDate | null, to: CalendarDate, entityId?: string) {
  const rows = db
    .prepare(
      `SELECT account_word, amount, scales, exact FROM posting JOIN source_record USING (rec_no)
       WHERE removed_ms IS NULL AND origin = 1 AND day BETWEEN ? AND ? AND (? IS NULL OR entity_id_word = ?)`,
    )
    .all(from === null ? -1e9 : dayNumber(from), dayNumber(to), entityId ?? null, entityId === undefined ? null : words.find(entityId)) as {
    readonly account_word: number | null;
    readonly amount: number | null;
    readonly scales: number;
    readonly exact: string | null;
  }[];
  const byAccount = Map.groupBy(rows, (row) => row.account_word);
  return [...byAccount].map(([word, own]) => {
    const amounts = own.map((row) => unpackAmount(row.amount, row.scales, 0, "amount", row.exact) as DecimalString);
    const debits = sumDecimals(amounts.filter((amount) => !amount.startsWith("-")));
    const credits = negateDecimal(sumDecimals(amounts.filter((amount) => amount.startsWith("-"))));
    return lineOf(word === null ? null : words.text(word), sumDecimals(amounts), debits, credits);
  });
}

function lineOf(accountId: string | null, ...amounts: readonly DecimalString[]): string {
  return [accountId, ...amounts.map(canonicalDecimal)].join(" ");
}

function expectExact(reader: MirrorReader, random: Random): void {
  expect(wrongPostingSums(reader.db)).toBe(0);
  const [one, other] = [anyDay(random), anyDay(random)].sort();
  const from = random() < 0.3 ? null : (one as CalendarDate);
  const to = other as CalendarDate;
  const entityId = random() < 0.5 ? undefined : "subsidiary:2";
  const ours = postingSums(reader, { from, to, ...(entityId === undefined ? {} : { entityId }) });
  expect(
    ours.map(({ accountId, net, debit, credit }) => lineOf(accountId, net, debit, credit)).sort(),
    `${from} to ${to} of ${entityId}`,
  ).toEqual(addedUp(reader, from, to, entityId).sort());
  if (from !== null) expectListed(reader, from, to);
}

/** Each posting of the days is listed once, by day, and each record's contribution is the same with all accounts named. */
function expectListed(reader: MirrorReader, from: CalendarDate, to: CalendarDate): void {
  const rows = reader.db
    .prepare(
      `SELECT account_word, posting.day, amount, scales, exact FROM posting JOIN source_record USING (rec_no)
       WHERE removed_ms IS NULL AND origin = 1 AND posting.day BETWEEN ? AND ? ORDER BY posting.day, rec_no, line_no`,
    )
    .raw()
    .all(dayNumber(from), dayNumber(to)) as [number | null, number, number | null, number, string | null][];
  const walked = rows.map(([word, day, amount, scales, exact]) =>
    [word === null ? null : reader.words.text(word), day, unpackAmount(amount, scales, 0, "amount", exact)].join(" "),
  );
  const listed = [...ledgerPostings(reader, { from, to })].map(({ accountId, date, amount }) =>
    [accountId, dayNumber(date), amount].join(" "),
  );
  expect(listed).toEqual(walked);
  const all = new Set(rows.map(([word]) => (word === null ? null : reader.words.text(word))));
  const byRecord = (parts: ReturnType<typeof contributions>) => parts.map((part) => JSON.stringify(part)).sort();
  expect(byRecord(contributions(reader, { from, to }))).toEqual(byRecord(contributions(reader, { from, to }, all)));
}

describe("the sums of postings", () => {
  it.each(seeds(6))("are those of the postings after every change, to the digit (seed %i)", (seed) => {
    const random = seededRandom(seed);
    const lab = createIngestLab(home.path);
    lab.readPass("backfill", [[...anyChart(random)], Array.from({ length: 20 }, (_, at) => anyBill(random, String(at + 1)))]);
    expect(hasPostingSums(lab.db)).toBe(false);
    expectExact(lab.reader, random);
    ensureReadIndexes(lab.db);
    lab.ingest.refreshHashIndex();
    for (let turn = 0; turn < 25; turn++) {
      step(lab, random, Date.UTC(2026, 10, 21, 10, turn));
      expectExact(lab.reader, random);
    }
    lab.db.close();
  });

  it("do not overflow, however many large amounts there are", () => {
    const lab = createIngestLab(home.path);
    lab.readPass("backfill", [[anyBill(seededRandom(1), "1")]]);
    ensureReadIndexes(lab.db);
    const largest = Number.MAX_SAFE_INTEGER;
    lab.db.exec("DELETE FROM posting");
    lab.db.exec(`WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 3000)
      INSERT INTO posting SELECT 1, 1, at, NULL, 1, ${largest}, 4, NULL, NULL, NULL, NULL, 20000, NULL, NULL FROM n`);
    const sum = String((BigInt(largest) * 3000n) / 10_000n);
    expect(postingSums(lab.reader, { from: null, to: calendarDate("2030-01-01") })[0]?.net.split(".")[0]).toBe(sum);
    lab.db.close();
  });

  it("a sum that differs is found, and made again", () => {
    const lab = createIngestLab(home.path);
    lab.readPass("backfill", [Array.from({ length: 9 }, (_, at) => anyBill(seededRandom(at + 1), String(at + 1)))]);
    ensureReadIndexes(lab.db);
    lab.db.exec("UPDATE posting_sum SET net_low = net_low + 1 WHERE monthly = 1");
    expect(repairPostingSums(lab.db)).toBeGreaterThan(0);
    expect([wrongPostingSums(lab.db), repairPostingSums(lab.db)]).toEqual([0, 0]);
    lab.db.close();
  });

  it("are made again with all postings when the rule of an account changes", () => {
    const lab = createIngestLab(home.path);
    lab.readPass("backfill", [Array.from({ length: 9 }, (_, at) => anyBill(seededRandom(at + 1), String(at + 1)))]);
    ensureReadIndexes(lab.db);
    lab.db.exec("DELETE FROM meta WHERE key = 'postings'");
    new PostingWriter(lab.reader, { baseCurrency: "USD", hasGlFeed: false }).catchUp();
    expect([hasPostingSums(lab.db), wrongPostingSums(lab.db)]).toEqual([true, 0]);
    lab.db.close();
  });
});
