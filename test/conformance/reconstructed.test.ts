import { describe, expect, test } from "vitest";
import { openClientFile } from "#main/store/database/client-file.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { postingEntries } from "#main/store/postings/posting-entries.ts";
import { postingSums } from "#main/store/postings/posting-sums.ts";
import { reconstructionGaps } from "#main/store/postings/stored-gaps.ts";
import { addDays, type CalendarDate, calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import type { FigureGap } from "#shared/model/reports/statement.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { postingsOf, trialBalance } from "#simulator/books/postings.ts";
import type { Books, SimPosting, SimTransaction } from "#simulator/books/types.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const TODAY = calendarDate("2026-11-21");
const DATES = ["2026-08-31", "2026-10-12", "2026-10-31", TODAY].map(calendarDate);

type Figures = Readonly<Record<string, string>>;
type Sum = { readonly net: DecimalString };

function withReader<T>(world: World, tenant: Tenant, look: (reader: MirrorReader) => T): T {
  const db = openClientFile(world.home, tenant.source.clientId, { readonly: true });
  try {
    return look(new MirrorReader(db, tenant.source));
  } finally {
    db.close();
  }
}

function sumsOf(world: World, tenant: Tenant, from: CalendarDate | null, to: CalendarDate) {
  return withReader(world, tenant, (reader) => ({
    sums: new Map(postingSums(reader, { from, to }).map((sum) => [sum.accountId, sum])),
    gaps: reconstructionGaps(reader, { from, to }, []),
  }));
}

/** Balances without zeros, so that two spellings compare; `null` stands for no account. */
function figures(sums: Iterable<readonly [string | null, DecimalString]>): Figures {
  const entries = [...sums].map(([id, net]) => [String(id), canonicalDecimal(net)] as const);
  return Object.fromEntries(entries.filter(([, net]) => net !== "0").sort(([a], [b]) => (a < b ? -1 : 1)));
}

const netOf = (sums: ReadonlyMap<string | null, Sum>) => figures([...sums].map(([id, { net }]) => [id, net]));

/** What the books say. */
function booksAt(books: Books, asOf: CalendarDate): Figures {
  return figures([...trialBalance(books, asOf)].map(([id, amount]) => [`Account:${id}`, amount]));
}

/** The same with exactly what the gaps name taken out of the books, or set down without account. */
function booksWithGaps(books: Books, asOf: CalendarDate, gaps: readonly FigureGap[]): Figures {
  const named = (code: FigureGap["code"]) =>
    new Set(gaps.filter((gap) => gap.code === code).flatMap(({ recordIds }) => recordIds.map((id) => id.slice(id.indexOf(":") + 1))));
  for (const gap of gaps) expect(gap.recordIds.length, gap.message).toBe(gap.count);
  const missing = named("no_base_amount");
  const unknown = named("account_unknown");
  const rounded = named("rounding_difference");
  const isUnknown = (transaction: SimTransaction, posting: SimPosting) =>
    (posting.role === "rounding" && rounded.has(transaction.id)) ||
    (unknown.has(transaction.id) && (posting.accountId === transaction.accountId || posting.role === "line"));
  const amounts = new Map<string | null, DecimalString[]>();
  for (const transaction of books.transactions) {
    if (transaction.date > asOf || missing.has(transaction.id)) continue;
    for (const posting of postingsOf(books, transaction)) {
      const id = isUnknown(transaction, posting) ? null : `Account:${posting.accountId}`;
      amounts.set(id, [...(amounts.get(id) ?? []), posting.amountBase]);
    }
  }
  return figures([...amounts].map(([id, own]) => [id, sumDecimals(own)]));
}

/** What the account's own entries add up to, read in pages. */
function detailOf(reader: MirrorReader, accountId: string | null): DecimalString {
  const amounts: DecimalString[] = [];
  let after: readonly [number, number, number] = [-1, -1, -1];
  for (;;) {
    const page = postingEntries(reader, { accountId, after, throughDay: dayNumber(TODAY), limit: 7 });
    for (const { amount, key } of page) {
      expect(key > after || key.join() !== after.join()).toBe(true);
      amounts.push(amount);
      after = key;
    }
    if (page.length < 7) return sumDecimals(amounts);
  }
}

const worlds: readonly {
  readonly name: string;
  readonly seed: number;
  readonly tenant: TenantOptions;
  readonly codes: readonly string[];
}[] = [
  {
    name: "ledger A without its feed, base currency: the bank of overpayments and prepayments is not told",
    seed: 71,
    tenant: { style: "a", journals: false, books: { foreignCurrencies: [] } },
    codes: ["account_unknown", "cost_of_sales"],
  },
  {
    name: "ledger A without its feed, foreign currencies: nothing of them is contained",
    seed: 72,
    tenant: { style: "a", journals: false, books: { foreignCurrencies: ["EUR", "JPY"] } },
    codes: ["account_unknown", "cost_of_sales", "no_base_amount"],
  },
  {
    name: "ledger B, base currency: everything is told",
    seed: 73,
    tenant: { style: "b", books: { foreignCurrencies: [] } },
    codes: ["cost_of_sales"],
  },
  {
    name: "ledger B, foreign currencies: no account is marked for rounding",
    seed: 74,
    tenant: { style: "b", books: { foreignCurrencies: ["EUR", "GBP", "JPY"] } },
    codes: ["cost_of_sales", "currency_difference", "rounding_difference"],
  },
  {
    name: "ledger B without sales tax of its own, in euros",
    seed: 75,
    tenant: { style: "b", books: { country: "IE", baseCurrency: "EUR", foreignCurrencies: ["GBP", "JPY"] } },
    codes: ["cost_of_sales", "currency_difference", "rounding_difference"],
  },
];

describe.each(worlds)("$name", ({ seed, tenant: options, codes }) => {
  test("the sums are the books' own to the last digit, less exactly what the gaps name", async () => {
    const world = await createWorld({ seed, tenants: [{ ...options, books: { months: 5, invoicesPerMonth: 10, ...options.books } }] });
    const tenant = world.tenants[0] as Tenant;
    const { books } = tenant;
    await syncToEnd(tenant);
    for (const to of DATES) {
      const { sums, gaps } = sumsOf(world, tenant, null, to);
      expect(netOf(sums), to).toEqual(booksWithGaps(books, to, gaps));
      const isTold = gaps.every(({ code }) => code === "cost_of_sales" || code === "currency_difference");
      if (isTold) expect(netOf(sums), to).toEqual(booksAt(books, to));
    }
    const whole = sumsOf(world, tenant, null, TODAY);
    expect([...new Set(whole.gaps.map(({ code }) => code))].sort()).toEqual(expect.arrayContaining([...codes]));
    expect(whole.gaps.map(({ code }) => code).filter((code) => !codes.includes(code))).toEqual([]);
    await endWorld(world);
  });

  test("after edits, voids, deletions and new documents too, and spans that meet add up", async () => {
    const world = await createWorld({ seed: seed + 100, tenants: [{ ...options, books: { months: 3, ...options.books } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    await world.clock.advance(3_600_000);
    playEvents(tenant.books, seed, 60, world.clock.nowMs());
    await world.clock.advance(3_600_000);
    await syncToEnd(tenant);
    const cut = calendarDate("2026-10-20");
    const [whole, first, second] = [
      sumsOf(world, tenant, null, TODAY),
      sumsOf(world, tenant, null, cut),
      sumsOf(world, tenant, addDays(cut, 1), TODAY),
    ];
    expect(netOf(whole.sums)).toEqual(booksWithGaps(tenant.books, TODAY, whole.gaps));
    for (const [id, { debit, credit }] of whole.sums) {
      const parts = [first.sums.get(id), second.sums.get(id)].filter((part) => part !== undefined);
      const added = [parts.map((part) => part.debit), parts.map((part) => part.credit)].map((list) => canonicalDecimal(sumDecimals(list)));
      expect([id, ...added]).toEqual([id, canonicalDecimal(debit), canonicalDecimal(credit)]);
    }
    await endWorld(world);
  });

  test("the entries of every account, paged one record after the other, add up to its sum", async () => {
    const world = await createWorld({ seed: seed + 200, tenants: [{ ...options, books: { months: 2, ...options.books } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const { sums } = sumsOf(world, tenant, null, TODAY);
    const detail = withReader(world, tenant, (reader) =>
      [...new Set([...sums.keys(), null])].map((id) => [id, detailOf(reader, id)] as const),
    );
    expect(figures(detail)).toEqual(netOf(sums));
    await endWorld(world);
  });
});
