import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { documentsBehind } from "#main/domain/tie-outs/tie-out-documents.ts";
import { partySuspects } from "#main/store/contacts/party-suspects.ts";
import { ensureReadIndexes } from "#main/store/database/indexes.ts";
import { partySeen } from "#main/store/database/party-seen-table.ts";
import { addDays, calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { pick, type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { createIngestLab, documentRecord, type Given, type IngestLab, partyRecord } from "#test/support/ingest-lab.ts";
import { seeds } from "#test/support/trials.ts";
import { tempHome } from "./temp.ts";

let home: ReturnType<typeof tempHome>;
beforeEach(() => {
  home = tempHome();
});
afterEach(() => home.remove());

const FIRST = calendarDate("2026-01-10");
const LAST = addDays(FIRST, 200);
const AMOUNTS = ["0.00", "12.50", "-12.50", "25.00", "6.25", "1234567890123456.78"];

function payment(id: string, { partyId, ...fields }: Readonly<Record<string, unknown>>) {
  const source = { system: "ledger_a", tenantId: "tenant", entityType: "Payment", id, fetchedAt: "2026-11-21T09:00:00.000Z" };
  const value = { id: `Payment:${id}`, direction: "received", status: "posted", allocations: [], source, ...fields };
  return { kind: "payment", value: { ...value, party: (partyRecord(String(partyId).slice(8)) as { readonly value: unknown }).value } };
}

/** A record of the ledger that always belongs to the same contact. */
function anyRecord(random: Random, no: number): Given {
  const id = String(no);
  const currency = pick(random, ["USD", "USD", "NZD"]);
  const money = () => ({ amount: pick(random, AMOUNTS), currency });
  const [total, open] = [money(), money()];
  const own = { currency, partyId: `Contact:${(no % 3) + 1}` };
  const date = addDays(FIRST, randomInt(random, 0, 150));
  if (no % 4 === 0) return { id, entity: "Payment", yields: [payment(id, { ...own, date, amount: total, unapplied: open })] as never };
  const type = pick(random, ["sales_invoice", "sales_credit", "purchase_bill"]);
  return {
    id,
    yields: [documentRecord(id, { ...own, type, issueDate: date, total, outstanding: pick(random, [open, total]), lines: [] })] as never,
  };
}

function step(lab: IngestLab, random: Random, nowMs: number): void {
  const no = randomInt(random, 1, 20);
  if (random() < 0.8) lab.take([anyRecord(random, no)], nowMs);
  else lab.take([{ id: String(no), deleted: true, ...(no % 4 === 0 ? { entity: "Payment" } : {}) }], nowMs);
}

function begin(random: Random): IngestLab {
  const lab = createIngestLab(home.path);
  const parties = ["1", "2", "3"].map((id): Given => ({ id: `c${id}`, entity: "Contact", yields: [partyRecord(id)] as never }));
  lab.readPass("backfill", [[...parties, ...Array.from({ length: 12 }, (_, at) => anyRecord(random, at + 1))]]);
  return lab;
}

describe("when a contact's documents were last read", () => {
  it.each(seeds(4))("is kept as all records say it after every change (seed %i)", (seed) => {
    const random = seededRandom(seed);
    const lab = begin(random);
    const walk = partySeen(lab.db);
    ensureReadIndexes(lab.db);
    lab.ingest.refreshHashIndex();
    expect(partySeen(lab.db)).not.toBe(walk);
    const seen = (text: string) => [...lab.rows(text)].map(String).sort();
    for (let turn = 0; turn < 30; turn++) {
      step(lab, random, Date.UTC(2026, 10, 21, 10, turn));
      expect(seen(partySeen(lab.db))).toEqual(seen(walk));
    }
    expect(seen(partySeen(lab.db)).length).toBeGreaterThan(0);
    lab.db.close();
  });
});

describe("the documents behind a contact's difference", () => {
  it.each(seeds(4))("are the same as when every record of the contact is looked at (seed %i)", (seed) => {
    const random = seededRandom(seed);
    const lab = begin(random);
    for (let turn = 0; turn < 30; turn++) step(lab, random, Date.UTC(2026, 10, 21, 10, turn));
    let named = 0;
    for (const size of ["12.50", "-25.00", "6.25", "0.12345", "2469135780246913.56", "1234567890123456.78", "3.00"])
      for (const ledgersMs of [null, Date.UTC(2026, 10, 21, 10, 15)])
        for (const side of ["receivable", "payable"] as const) {
          const [difference, partyId] = [decimal(size), `Contact:${randomInt(random, 1, 3)}`];
          const asked = { partyId, side, until: LAST, baseCurrency: pick(random, ["USD", "NZD", null]), difference, ledgersMs };
          const behind = (uncertain: ReadonlySet<string>) =>
            documentsBehind(partySuspects(lab.reader, { ...asked, uncertain }), difference, ledgersMs);
          const all = behind(new Set(["Invoice:none"]));
          expect(behind(new Set()), JSON.stringify(asked)).toEqual(all);
          named += all.length;
        }
    expect(named).toBeGreaterThan(0);
    lab.db.close();
  });
});
