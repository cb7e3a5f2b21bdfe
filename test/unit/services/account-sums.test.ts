import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { accountSums, type SumsSetting, sumsOfSpans } from "#main/store/accounts/account-sums.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { PostingWriter } from "#main/store/postings/posting-writer.ts";
import { DocumentWriter } from "#main/store/records/document-writer.ts";
import { Words } from "#main/store/records/words.ts";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Journal } from "#shared/model/books/posting.ts";
import { tempHome } from "../../store/temp.ts";

const FIRST = calendarDate("2026-01-01");
const home = tempHome();
const db = openClientFile(home.path, "client-1");
db.exec("INSERT INTO stream (stream_no, name, label, first_completed_ms, completed_ms) VALUES (1, 'journals', 'Journals', 5, 5)");
const reader = new MirrorReader(db, { system: "ledger_a", tenantId: "t" });
const SETTING: SumsSetting = { basis: "accrual", baseCurrency: "USD" };

afterAll(() => {
  db.close();
  home.remove();
});

interface Entry {
  readonly day: number;
  readonly removed: boolean;
  readonly sides: readonly { readonly account: string; readonly amount: DecimalString }[];
}

/** Mirrors these journals and nothing else. */
function mirror(entries: readonly Entry[]): void {
  db.transaction(() => {
    db.exec("DELETE FROM posting; DELETE FROM journal; DELETE FROM source_record;");
    const record = db.prepare("INSERT INTO source_record VALUES (?, 1, ?, 1, x'00', 0, 0, 0, 1, 1, ?)");
    const writer = new DocumentWriter(db, new Words(db));
    for (const [at, { day, removed, sides }] of entries.entries()) {
      record.run(at + 1, `j${at}`, removed ? 9 : null);
      const id = `Journal:j${at}`;
      const postings = sides.map(({ account, amount }, line) => ({
        id: `${id}/#${line + 1}`,
        accountId: account,
        amount: { amount, currency: "USD" },
        dimensions: [],
      }));
      const source = { system: "ledger_a", tenantId: "t", entityType: "Journal", id: `j${at}`, fetchedAt: "" } as const;
      writer.writeJournal(at + 1, { id, date: addDays(FIRST, day), postings, source } satisfies Journal, Buffer.alloc(1), false);
    }
    new PostingWriter(reader, { baseCurrency: "USD", hasGlFeed: true }).keep();
  })();
}

const amount = fc.oneof(
  fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => decimal(`${cents < 0 ? "-" : ""}${Math.abs(cents)}.5`)),
  // Kept as text: more decimals than four, more digits than a safe integer, a spelling of its own.
  fc.constantFrom("0.123456", "-12345678901234567890.01", "-0.00", "007.50", "9007199254740993").map(decimal),
);
const entry = fc.record({
  day: fc.integer({ min: 0, max: 60 }),
  removed: fc.boolean(),
  sides: fc.array(fc.record({ account: fc.constantFrom("Account:1", "Account:2", "Account:3"), amount }), { minLength: 1, maxLength: 4 }),
});
const span = fc.tuple(fc.integer({ min: -5, max: 65 }), fc.integer({ min: -3, max: 60 })).map(([from, length]) => ({
  from: from === -5 ? null : addDays(FIRST, from),
  to: addDays(FIRST, Math.max(from, 0) + length),
}));

function expected(entries: readonly Entry[], from: CalendarDate | null, to: CalendarDate): Record<string, readonly string[]> {
  const live = entries.filter(
    ({ removed, day }) => !removed && (from === null || addDays(FIRST, day) >= from) && addDays(FIRST, day) <= to,
  );
  const sides = live.flatMap((each) => each.sides);
  const sums = [...new Set(sides.map(({ account }) => account))].map((account) => {
    const own = sides.filter((side) => side.account === account).map((side) => side.amount);
    const debits = own.filter((each) => !each.startsWith("-"));
    return [account, [canonicalDecimal(sumDecimals(own)), canonicalDecimal(sumDecimals(debits))]] as const;
  });
  return Object.fromEntries(sums);
}

const bare = (rows: readonly { accountId: string | null; net: DecimalString; debit: DecimalString }[]) =>
  Object.fromEntries(
    rows
      .filter(({ net, debit }) => canonicalDecimal(net) !== "0" || canonicalDecimal(debit) !== "0")
      .map(({ accountId, net, debit }) => [accountId, [canonicalDecimal(net), canonicalDecimal(debit)]]),
  );
const nonZero = (sums: Record<string, readonly string[]>) =>
  Object.fromEntries(Object.entries(sums).filter(([, [net, debit]]) => net !== "0" || debit !== "0"));

describe("sums per account of the general-ledger feed", () => {
  test("are exact for amounts of any size, in spans of any overlap, without what was removed", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 25 }), fc.array(span, { minLength: 1, maxLength: 5 }), (entries, spans) => {
        mirror(entries);
        const { sums, gaps } = sumsOfSpans(reader, SETTING, spans);
        expect(gaps).toEqual([]);
        for (const [at, { from, to }] of spans.entries()) {
          expect(bare(sums[at] ?? []), `${from} to ${to}`).toEqual(nonZero(expected(entries, from, to)));
          expect(bare(accountSums(reader, { ...SETTING, from, to }).rows)).toEqual(bare(sums[at] ?? []));
        }
      }),
      { numRuns: 150 },
    );
  });

  const one = [{ day: 1, removed: false, sides: [{ account: "Account:1", amount: decimal("1.00") }] }];
  const all = { from: null, to: addDays(FIRST, 99) };

  test("come from the feed only where the capability is there and the feed has been read to its end", () => {
    mirror(one);
    const keep = (hasGlFeed: boolean) => new PostingWriter(reader, { baseCurrency: "USD", hasGlFeed }).catchUp();
    expect(accountSums(reader, { ...SETTING, ...all }).source).toBe("gl_feed");
    keep(false);
    expect(accountSums(reader, { ...SETTING, ...all })).toMatchObject({ source: "reconstructed", rows: [] });
    db.exec("UPDATE stream SET first_completed_ms = NULL, completed_ms = NULL");
    keep(true);
    const unread = accountSums(reader, { ...SETTING, ...all });
    db.exec("UPDATE stream SET first_completed_ms = 5, completed_ms = 5");
    expect(unread).toMatchObject({ source: "reconstructed", asOf: null, gaps: [{ code: "not_read", count: 0 }] });
    expect(unread.gaps[0]?.message).toContain("Journals");
    keep(true);
    expect(accountSums(reader, { ...SETTING, ...all }).source).toBe("gl_feed");
  });

  test("say once that the cash basis was worked out, and leave what is no charge alone", () => {
    mirror(one);
    const sums = accountSums(reader, { ...SETTING, ...all, basis: "cash" });
    expect(sums).toMatchObject({ basis: "cash", gaps: [{ code: "basis_derived" }] });
    expect(sums.gaps).toHaveLength(1);
    expect(sums.rows).toEqual(accountSums(reader, { ...SETTING, ...all }).rows);
  });
});
