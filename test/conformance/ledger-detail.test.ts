import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, canonicalDecimal, compareDecimals, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { Allocation } from "#shared/model/books/allocation.ts";
import type { LedgerDetail, LedgerDetailRow, TrialBalance } from "#shared/model/reports/statement.ts";
import { askReport } from "#test/support/expect-statements.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const books = { months: 16, invoicesPerMonth: 4, foreignCurrencies: ["EUR"] };
const CASES: readonly (readonly [name: string, tenant: TenantOptions])[] = [
  ["ledger a with its feed", { style: "a", a: { journals: true }, books }],
  ["ledger b", { style: "b", books }],
  ["ledger c", { style: "c", books }],
];
// From the middle of one fiscal year into the next, for companies whose year ends in December and in March.
const SPAN = { from: calendarDate("2025-11-10"), to: calendarDate("2026-07-31") };
const PAGE = 7;

/** The account's ledger read page by page, as a window scrolls. */
async function paged(world: World, tenant: Tenant, accountId: string): Promise<LedgerDetail> {
  const rows: LedgerDetailRow[] = [];
  let after: string | undefined;
  for (;;) {
    const input = { ...SPAN, accountId, limit: PAGE, ...(after === undefined ? {} : { after }) };
    const page = await askReport<LedgerDetail>(world, tenant, "reports.ledgerDetail", input);
    rows.push(...page.rows);
    if (page.next === null) return { ...page, rows };
    expect(page.rows).toHaveLength(PAGE);
    after = page.next;
  }
}

/** Every row runs on from the one before, and the last one is the closing. */
function expectRunning({ opening, closing, rows, account }: LedgerDetail): void {
  let balance = opening;
  for (const row of rows) {
    balance = subtractDecimals(addDecimals(balance, row.debit), row.credit);
    expect(canonicalDecimal(row.balance), `${account?.name} ${row.date}`).toBe(canonicalDecimal(balance));
  }
  expect(canonicalDecimal(balance), `${account?.name} closes`).toBe(canonicalDecimal(closing));
  const dates = rows.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted());
}

describe.each(CASES)("%s, general ledger", (_name, options) => {
  test("runs from opening to the trial balance's figure on every account, page by page, with documents", async () => {
    const world = await createWorld({ seed: 67, tenants: [options] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const trial = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", SPAN);
    const before = await askReport<TrialBalance>(world, tenant, "reports.trialBalance", { from: SPAN.from, to: SPAN.from });
    const documents = new Map<string, string | null>();
    const causes = new Map<string, readonly [type: string | null, number: string | null, kind: string | undefined]>();
    const shown = new Set<string>();
    const settled = new Map<string, NonNullable<LedgerDetailRow["settles"]> | null>();
    let yearEnds = 0;
    for (const { kind: of, label, account, balance } of trial.rows) {
      // What has no account can be looked into as well.
      const detail = await paged(world, tenant, account?.id ?? "unknown");
      expect(detail.account).toEqual(account);
      expectRunning(detail);
      expect(compareDecimals(detail.closing, balance), `${label}: ${detail.closing}, trial balance ${balance}`).toBe(0);
      const opening = before.rows.find((row) => row.kind === of && row.account?.id === account?.id)?.opening ?? "0";
      expect(canonicalDecimal(detail.opening), label).toBe(canonicalDecimal(opening as typeof balance));
      yearEnds += detail.rows.filter(({ kind }) => kind === "year_end").length;
      for (const { kind, documentId, isDocument, contact, settles, type, documentNumber, unappliedKind } of detail.rows) {
        if (kind === "posting" && documentId !== null) documents.set(documentId, contact);
        if (documentId !== null) causes.set(documentId, [type, documentNumber, unappliedKind]);
        if (isDocument) shown.add(documentId ?? "");
        else if (documentId !== null) settled.set(documentId, settles ?? null);
      }
    }
    // Income, expenses and retained earnings all meet the end of the year that lies in the span.
    expect(yearEnds).toBeGreaterThan(3);
    expect(documents.size).toBeGreaterThan(50);
    const mirrored = await tenant.readAll("documents");
    const known = [...mirrored, ...(await tenant.readAll("payments"))];
    const names = new Map((await tenant.readAll("parties")).map(({ id, name }) => [String(id), String(name)]));
    const contacts = new Map(
      known.map(({ id, party }) => [String(id), names.get((party as { readonly id: string } | undefined)?.id ?? "") ?? null]),
    );
    expect([...documents.keys()].filter((id) => !contacts.has(id))).toEqual([]);
    // Each is called what it is, with the number that it has itself.
    for (const { id, type, direction, unappliedKind, number, reference } of known) {
      const cause = causes.get(String(id));
      if (cause === undefined) continue;
      const isMoney = direction !== undefined || unappliedKind !== undefined;
      const isIn = direction === "received" || type === "sales_credit";
      expect(cause[0], String(id)).toBe(isMoney ? (isIn ? "receipt" : "payment") : type);
      expect(cause[2], String(id)).toBe(unappliedKind);
      expect(cause[1], String(id)).toBe(number ?? reference ?? null);
    }
    // A payment has no panel to link to.
    const own = new Set(mirrored.map(({ id }) => String(id)));
    expect([...shown].sort()).toEqual([...documents.keys()].filter((id) => own.has(id)).sort());
    // So it leads to what it settles.
    const paid = new Map(
      (await tenant.readAll("payments")).map(({ id, allocations }) => {
        return [String(id), new Set((allocations as unknown as readonly Allocation[]).map(({ toId }) => toId))];
      }),
    );
    expect(settled.size).toBeGreaterThan(10);
    for (const [id, settles] of settled) {
      const ids = [...(paid.get(id) ?? [])].filter((to) => own.has(to));
      expect(settles === null, id).toBe(ids.length === 0);
      if (settles === null) continue;
      expect(ids).toContain(settles.documentId);
      expect(settles.others).toBe((paid.get(id)?.size ?? 0) - 1);
      expect(settles.name).not.toContain(settles.documentId);
    }
    const posted = [...documents].filter(([id]) => contacts.get(id) !== null);
    expect(posted.length).toBeGreaterThan(50);
    expect(posted).toEqual(posted.map(([id]) => [id, contacts.get(id)]));
    await endWorld(world);
  });

  test("says that an account is not there, and takes a code for an id", async () => {
    const world = await createWorld({ seed: 68, tenants: [{ ...options, books: { ...books, months: 3 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const input = { clientId: tenant.source.clientId, from: "2026-10-01", to: "2026-10-31" };
    expect(await world.run(world.runtime.route("reports.ledgerDetail", { ...input, accountId: "Account:nothing" }))).toMatchObject({
      ok: false,
      failure: { code: "not_found", field: "account" },
    });
    const account = (await tenant.readAll("accounts")).find(({ role }) => role === "receivable");
    const detail = await askReport<LedgerDetail>(world, tenant, "reports.ledgerDetail", { ...input, accountId: account?.code });
    expect(detail.account?.id).toBe(account?.id);
    await endWorld(world);
  });
});
