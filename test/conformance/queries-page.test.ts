import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgingReport } from "#main/store/aging/aging.ts";
import type { SpendReport } from "#main/store/contacts/spend.ts";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, decimal, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Payment } from "#shared/model/books/payment.ts";
import type { LedgerDetail, TrialBalance } from "#shared/model/reports/statement.ts";
import { editTransaction } from "#simulator/books/events.ts";
import { plantOddities } from "#simulator/oddities.ts";
import { ask } from "#test/support/ask.ts";
import { askReport } from "#test/support/expect-statements.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

type Row = Readonly<Record<string, string | number | null>>;

const page = readFileSync(new URL("../../docs/queries.md", import.meta.url), "utf8");
/** The queries of docs/queries.md by their headings. */
const QUERIES = new Map([...page.matchAll(/^## (.+)\n[\s\S]*?```sql\n([\s\S]*?)```/gm)].map(([, title = "", sql = ""]) => [title, sql]));

const same = (amount: unknown) => canonicalDecimal(decimal(String(amount)));
const added = (amounts: readonly unknown[]) => same(sumDecimals(amounts.map((amount) => decimal(String(amount)))));
const standing = ({ removedDetectedAt }: { readonly removedDetectedAt?: unknown }) => removedDetectedAt === null;
const isOpen = ({ status }: LedgerDocument) => status === "open" || status === "part_paid";

/** Sums per key, zeros left out. */
function summed<T>(items: readonly T[], keyOf: (item: T) => string, amountOf: (item: T) => unknown): Record<string, string> {
  const byKey = Map.groupBy(items, keyOf);
  const sums = [...byKey].map(([key, own]) => [key, added(own.map(amountOf))] as const);
  return Object.fromEntries(sums.filter(([, amount]) => amount !== "0").sort(([a], [b]) => (a < b ? -1 : 1)));
}

test("docs/queries.md has ten queries", () => {
  expect(QUERIES.size).toBe(10);
});

describe.each(STYLES)("ledger %s, the queries of docs/queries.md answer as Tieout does:", (style) => {
  let world: World;
  let tenant: Tenant;
  let documents: LedgerDocument[];
  const period = () => ({ clientId: tenant.source.clientId, period: "2026-10" });
  const asked = (title: string): Row[] => {
    const sql = QUERIES.get(title);
    if (sql === undefined) throw new Error(`docs/queries.md has no ${title}`);
    const db = new Database(clientFilePath(world.home, tenant.source.clientId), { readonly: true });
    try {
      const rows = db.prepare(sql).all() as Row[];
      expect(rows.length, title).toBeGreaterThan(0);
      return rows;
    } finally {
      db.close();
    }
  };

  beforeAll(async () => {
    const books = { months: 14, invoicesPerMonth: 8, foreignCurrencies: ["EUR"] };
    world = await createWorld({ seed: 91, tenants: [{ style, a: { journals: true }, books }] });
    tenant = world.tenants[0] as Tenant;
    plantOddities(tenant.books, ["duplicate_bills", "unapplied_cash"]);
    await syncToEnd(tenant);
    documents = ((await tenant.readAll("documents")) as unknown as LedgerDocument[]).filter((one) => standing(one as never));
  });
  afterAll(() => endWorld(world));

  test("open bills by due date", () => {
    const bills = documents.filter((one) => one.type === "purchase_bill" && isOpen(one));
    const rows = asked("Open bills by due date");
    expect(rows.map(({ outstanding }) => outstanding).sort()).toEqual(bills.map(({ outstanding }) => outstanding.amount).sort());
    expect(rows.map(({ due_date }) => due_date)).toEqual(bills.map(({ dueDate }) => dueDate).sort());
    expect(rows.map(({ contact_name }) => contact_name).sort()).toEqual(bills.map(({ party }) => party?.name).sort());
  });

  test("trial balance of a month", async () => {
    const report = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", { from: "2026-10-01", to: "2026-10-31" });
    const moved = report.rows.filter(({ account }) => account !== null);
    const rows = asked("Trial balance of a month");
    for (const side of ["debit", "credit"] as const)
      expect(
        summed(
          rows,
          (row) => String(row.account_id),
          (row) => row[side],
        ),
        side,
      ).toEqual(
        summed(
          moved,
          ({ account }) => account?.id ?? "",
          (row) => row[side],
        ),
      );
    const sheet = moved.filter(({ account, kind }) => kind === "account" && ["asset", "liability"].includes(account?.class ?? ""));
    const ids = new Set(sheet.map(({ account }) => account?.id));
    expect(sheet.length).toBeGreaterThan(3);
    expect(
      summed(
        rows.filter(({ account_id }) => ids.has(String(account_id))),
        (row) => String(row.account_id),
        (row) => row.balance,
      ),
    ).toEqual(
      summed(
        sheet,
        ({ account }) => account?.id ?? "",
        ({ balance }) => balance,
      ),
    );
  });

  test("aged receivables", async () => {
    const report = await askReport<AgingReport>(world, tenant, "reports.aging", { side: "receivable", asOfDate: "2026-11-21" });
    const rows = asked("Aged receivables");
    const buckets = { not_due: "current", days_1_to_30: "1-30", days_31_to_60: "31-60", days_61_to_90: "61-90", over_90: "90+" };
    expect(report.buckets).toEqual(Object.values(buckets));
    for (const [column, bucket] of Object.entries({ ...buckets, total: "outstanding" }))
      expect(
        summed(
          rows,
          (row) => `${row.contact_name} ${row.currency}`,
          (row) => row[column],
        ),
        column,
      ).toEqual(
        summed(
          report.rows,
          (row) => `${row.party?.name} ${row.currency}`,
          (row) => (row as unknown as Row)[bucket],
        ),
      );
  });

  test("largest customers", () => {
    const posted = documents.filter(
      ({ type, status, issueDate }) =>
        type === "sales_invoice" && ["open", "part_paid", "paid"].includes(status) && issueDate.startsWith("2026"),
    );
    const valued = posted.filter(({ totalBase }) => totalBase !== undefined);
    const all = summed(
      valued,
      ({ party }) => party?.name ?? "",
      ({ totalBase }) => totalBase?.amount,
    );
    for (const { contact_name, total, base_currency } of asked("Largest customers"))
      if (base_currency !== null) expect(same(total), String(contact_name)).toBe(all[String(contact_name)]);
  });

  test("postings of an account with a running total", async () => {
    const rows = Map.groupBy(asked("Postings of an account with a running total"), ({ account_id }) => String(account_id));
    for (const [accountId, own] of rows) {
      const span = { accountId, from: "2020-01-01", to: "2026-11-21", limit: 1000 };
      const detail = await askReport<LedgerDetail>(world, tenant, "reports.ledgerDetail", span);
      expect(detail.next).toBeNull();
      expect(own.map(({ balance }) => same(balance))).toEqual(detail.rows.map(({ balance }) => same(balance)));
      expect(own.map(({ document_id }) => document_id)).toEqual(detail.rows.map(({ documentId }) => documentId));
    }
  });

  test("unapplied payments", async () => {
    const payments = ((await tenant.readAll("payments")) as unknown as Payment[]).filter((one) => standing(one as never));
    const open = payments.filter(({ status, unapplied }) => status === "posted" && !isZero(unapplied.amount));
    const credits = documents.filter((one) => one.unappliedKind !== undefined && isOpen(one) && !isZero(one.outstanding.amount));
    expect(
      asked("Unapplied payments")
        .map(({ id, unapplied }) => `${id} ${unapplied}`)
        .sort(),
    ).toEqual(
      [
        ...open.map(({ id, unapplied }) => `${id} ${unapplied.amount}`),
        ...credits.map(({ id, outstanding }) => `${id} ${outstanding.amount}`),
      ].sort(),
    );
  });

  test("bills with the same number", async () => {
    const found = await ask(world, "duplicates.list", { clientId: tenant.source.clientId });
    const same = found.rows.filter(({ reasons }) => reasons.some((reason) => /^(?:same number |numbers .*written$)/.test(reason)));
    const pair = (ids: readonly string[]) => [...ids].sort().join();
    expect(asked("Bills with the same number").map(({ ids }) => pair(String(ids).split(", ")))).toEqual(
      same.map(({ documents: both }) => pair(both.map(({ id }) => id))),
    );
  });

  test("spend by vendor", async () => {
    const report = await askReport<SpendReport>(world, tenant, "reports.spend", { from: "2026-10-01", to: "2026-10-31", by: "party" });
    expect(
      summed(
        asked("Spend by vendor"),
        (row) => `${row.contact_name} ${row.currency}`,
        ({ net }) => net,
      ),
    ).toEqual(
      summed(
        report.series.accrued.rows,
        (row) => `${"party" in row ? row.party?.name : ""} ${row.currency}`,
        ({ net }) => net,
      ),
    );
  });

  test("transactions changed after a lock date", async () => {
    const bill = tenant.books.transactions.find(
      ({ kind, state, date }) => kind === "purchase_bill" && state === "approved" && date <= "2026-09-30",
    );
    if (bill === undefined) throw new Error("the books have no bill of September");
    await world.clock.advance(3_600_000);
    editTransaction(tenant.books, bill.id, { dueDate: calendarDate("2026-12-24") }, world.clock.nowMs());
    await syncToEnd(tenant);
    const { rows } = await ask(world, "changes.list", { clientId: tenant.source.clientId, limit: 1000 });
    const told = ({ before, after }: { readonly before?: unknown; readonly after?: unknown }) => `${before} -> ${after}`;
    expect(asked("Transactions changed after a lock date").map(told)).toEqual(rows.map(told));
    expect(rows.map(told).join()).toContain("2026-12-24");
  });

  test("who signed what", async () => {
    await ask(world, "flux.signBelow", { ...period(), role: "preparer" });
    const rows = asked("Who signed what");
    const { rows: reviewed } = await ask(world, "flux.list", period());
    const stamps = reviewed.flatMap(({ accountId, stamps: own }) =>
      own.map(({ person, role, at }) => `${at} ${person} ${role} ${accountId}`),
    );
    expect(
      rows.map(({ signed_at, person, role, subject }) => `${signed_at} ${person} ${role} ${String(subject).split("|")[2]}`).sort(),
    ).toEqual(stamps.sort());
  });
});
