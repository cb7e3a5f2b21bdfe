import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import type { HttpRequest, HttpResponse } from "#main/ports/index.ts";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { accountSuspects } from "#main/store/tie-outs/account-suspects.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, canonicalDecimal, type DecimalString, fromTenThousandths, isZero } from "#shared/kernel/decimal.ts";
import { agreement, type TieOut, type TieOutCheck, type TieOutRun } from "#shared/model/reports/tie-out.ts";
import { editTransaction, voidTransaction } from "#simulator/books/events.ts";
import type { SimTransaction } from "#simulator/books/types.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const DAY_MS = 86_400_000;
const TODAY = "2026-11-21";
/** All checks that apply to the books of a single currency. */
const ALL: readonly TieOutCheck[] = [
  "trial_balance",
  "profit_and_loss",
  "balance_sheet",
  "receivable_control",
  "payable_control",
  "aging_receivable",
  "aging_payable",
  "bank_balances",
  "document_counts",
];

async function synced(options: TenantOptions, seed = 71): Promise<{ readonly world: World; readonly tenant: Tenant }> {
  const books = { months: 4, invoicesPerMonth: 12, foreignCurrencies: [], ...options.books };
  const world = await createWorld({ seed, tenants: [{ a: { journals: true }, ...options, books }] });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  return { world, tenant };
}

async function lastRun(tenant: Tenant): Promise<TieOutRun> {
  const run = await tenant.ask("tieOuts.last", {});
  if (run === null) throw new Error("nothing was tied out");
  return run;
}

/** What a person requests: the reports now, and the checks against them. */
async function tieOutNow(world: World, tenant: Tenant, asOfDate = TODAY): Promise<TieOutRun> {
  const reply = await world.run(world.runtime.route("tieOuts.run", { clientId: tenant.source.clientId, asOfDate }));
  if (!reply.ok) throw new Error(reply.failure.message);
  return reply.value as TieOutRun;
}

const outcomes = ({ checks }: TieOutRun) => Object.fromEntries(checks.map(({ check, outcome }) => [check, outcome]));
const of = ({ checks }: TieOutRun, name: TieOutCheck) => checks.find(({ check }) => check === name) as TieOut;
const lineOf = (check: TieOut, subjectId: string) => check.lines.find((line) => line.subjectId === subjectId);

/** A request for one of the ledger's reports, or for the sums that replace one. */
function isReport(request: Pick<HttpRequest, "url" | "body">): boolean {
  return /\/reports\//i.test(request.url) || String(request.body ?? "").includes("SUM(tal.amount)");
}

function countReports(world: World): { count: number } {
  const seen = { count: 0 };
  world.patch = (request) => {
    if (isReport(request)) seen.count++;
    return null;
  };
  return seen;
}

/** An open invoice with an amount that no other open transaction has. */
function openInvoice(tenant: Tenant, from = "2026-09-02", to = TODAY): SimTransaction {
  const live = tenant.books.transactions.filter(({ state }) => state === "approved");
  const settled = new Set(live.flatMap(({ allocations }) => allocations.map(({ toId }) => toId)));
  const found = live.find(
    (one) =>
      one.kind === "sales_invoice" &&
      one.date <= to &&
      one.date >= from &&
      !isZero(one.total) &&
      !settled.has(one.id) &&
      live.filter(({ total }) => total === one.total).length === 1,
  );
  if (found === undefined) throw new Error("the books have no such invoice");
  return found;
}

const ENTITY = { a: "Invoice", b: "Invoice", c: "CustInvc" } as const;
const ACCOUNT = { a: "Account", b: "Account", c: "account" } as const;
const receivable = (tenant: Tenant) => `${ACCOUNT[tenant.style]}:${tenant.books.accounts.find(({ kind }) => kind === "receivable")?.id}`;
const sameSize = (a: DecimalString | null | undefined, b: DecimalString) =>
  expect(canonicalDecimal(absoluteDecimal(a as DecimalString))).toBe(canonicalDecimal(b));

describe.each(STYLES)("ledger %s, tie-outs", (style) => {
  test("every check ties on untouched books, right after the sync and automatically", async () => {
    const { world, tenant } = await synced({ style });
    const run = await lastRun(tenant);
    expect(run.checks.map(({ check }) => check)).toEqual(ALL);
    expect(outcomes(run)).toEqual(Object.fromEntries(ALL.map((check) => [check, "ties"])));
    for (const { check, compared, ours, ledgers, asOf, lines } of run.checks) {
      expect(compared, check).toBeGreaterThan(0);
      expect(canonicalDecimal(ours as DecimalString), check).toBe(canonicalDecimal(ledgers as DecimalString));
      expect(asOf.ours, check).not.toBeNull();
      expect(asOf.ledgers, check).not.toBeNull();
      expect(lines).toEqual([]);
    }
    const clients = await world.run(world.runtime.route("clients.list", {}));
    expect(clients).toMatchObject({ ok: true, value: { rows: [{ tieOuts: { ties: ALL.length, variance: 0, cannotCheck: 0 } }] } });
    await endWorld(world);
  });

  test("the end of the last month ties as well, and so do books in several currencies as far as the ledger gives amounts", async () => {
    const { world, tenant } = await synced({ style, books: { foreignCurrencies: ["EUR"] } }, 72);
    for (const run of [await lastRun(tenant), await tieOutNow(world, tenant, "2026-10-31")]) {
      const { document_counts: counts, aging_receivable, aging_payable, ...others } = outcomes(run);
      expect(["ties", "within_tolerance"]).toEqual(expect.arrayContaining([...new Set(Object.values(others))]));
      expect(counts).toBe("ties");
      // A partly paid foreign charge has no base amount in any ledger, so its party can't be compared, and the check says so.
      for (const [check, outcome] of Object.entries({ aging_receivable, aging_payable })) {
        const { lines, reason } = of(run, check as TieOutCheck);
        // The simulated Ledger C posts an advance to the control account from its own day on, whenever it is applied.
        if (style !== "c" || run.asOfDate === TODAY) expect(lines.filter((line) => line.outcome === "variance")).toEqual([]);
        if (outcome === "cannot_check")
          expect(reason).toMatch(/no amount in that currency|no amount in base currency|no comparable balance|no aged/);
      }
    }
    await endWorld(world);
  });

  test("an invoice that was voided behind our back is named, with its account and its party", async () => {
    const { world, tenant } = await synced({ style });
    const invoice = openInvoice(tenant);
    await world.clock.advance(3_600_000);
    const { total } = invoice;
    voidTransaction(tenant.books, invoice.id, world.clock.nowMs());
    const run = await tieOutNow(world, tenant);
    const id = `${ENTITY[style]}:${invoice.id}`;
    const trialBalance = of(run, "trial_balance");
    expect(trialBalance.outcome).toBe("variance");
    expect(trialBalance.reason).toContain("newer than the local copy");
    const control = lineOf(trialBalance, receivable(tenant));
    sameSize(control?.difference, total);
    expect(control?.documents[0]).toMatchObject({ id, reasons: ["amount_equals_difference"] });
    expect(trialBalance.documents.map((document) => document.id)).toContain(id);
    expect(of(run, "receivable_control").documents.map((document) => document.id)).toContain(id);
    const aging = of(run, "aging_receivable");
    if (style === "a") {
      // Without an aged report of the whole ledger, the control accounts show it; the balances are those of the last sync.
      expect(aging.lines).toMatchObject([{ subjectId: "control_accounts", outcome: "variance" }]);
    } else {
      expect(aging.lines).toHaveLength(1);
      expect(aging.lines[0]).toMatchObject({ subject: "party", outcome: "variance", documents: [{ id }] });
      sameSize(aging.lines[0]?.difference, total);
    }
    // Ledger C's company has an entity with the same books, whose difference is told once.
    const agreed = aging.compared - (style === "c" ? 2 : 1);
    expect(agreement(aging)).toEqual({ agreed, of: agreed + 1 });
    // What wasn't touched still ties, and after the next sync everything does.
    expect(of(run, "bank_balances").outcome).toBe("ties");
    expect(of(run, "payable_control").outcome).toBe("ties");
    await syncToEnd(tenant);
    expect(outcomes(await lastRun(tenant))).toMatchObject(Object.fromEntries(ALL.slice(0, 8).map((check) => [check, "ties"])));
    await endWorld(world);
  });

  test("a report of another amount on one account shows that account and no other", async () => {
    const { world, tenant } = await synced({ style });
    const bank = tenant.books.accounts.find(({ kind }) => kind === "bank")?.id as string;
    world.patch = (request, response) => bent(request, response, tenant, bank);
    const run = await tieOutNow(world, tenant);
    expect(of(run, "trial_balance").lines).toMatchObject([
      { subject: "account", subjectId: `${ACCOUNT[style]}:${bank}`, outcome: "variance" },
    ]);
    expect(canonicalDecimal(absoluteDecimal(of(run, "trial_balance").lines[0]?.difference as DecimalString))).toBe("1000000000");
    const rows = await world.run(world.runtime.route("variances.list", { clientId: tenant.source.clientId }));
    const shown = (rows as { value: { rows: { check: string; subjectId: string }[] } }).value.rows;
    expect(shown.find(({ check }) => check === "trial_balance")?.subjectId).toBe(`${ACCOUNT[style]}:${bank}`);
    await endWorld(world);
  });

  test("refused reports are no failed sync: the checks say that they can't be made, and why", async () => {
    const world = await createWorld({ seed: 73, tenants: [{ style, a: { journals: true }, books: { foreignCurrencies: [] } }] });
    const tenant = world.tenants[0] as Tenant;
    world.patch = (request, response) => (isReport(request) ? { ...response, status: 400, body: new TextEncoder().encode("{}") } : null);
    await syncToEnd(tenant);
    const run = await lastRun(tenant);
    const { trial_balance, profit_and_loss, balance_sheet, document_counts } = outcomes(run);
    expect([trial_balance, profit_and_loss, balance_sheet]).toEqual(["cannot_check", "cannot_check", "cannot_check"]);
    expect(of(run, "trial_balance").reason?.length).toBeGreaterThan(10);
    expect(document_counts).toBe("ties");
    const row = await world.run(world.runtime.route("clients.list", {}));
    expect(row).toMatchObject({ value: { rows: [{ state: "up_to_date", tieOuts: { variance: 0 } }] } });
    await endWorld(world);
  });

  test("unreadable reports neither", async () => {
    const world = await createWorld({ seed: 74, tenants: [{ style, a: { journals: true }, books: { foreignCurrencies: [] } }] });
    const tenant = world.tenants[0] as Tenant;
    world.patch = (request, response) => (isReport(request) ? { ...response, body: new TextEncoder().encode("<html>Sorry</html>") } : null);
    await syncToEnd(tenant);
    expect(of(await lastRun(tenant), "trial_balance")).toMatchObject({ outcome: "cannot_check", against: "none", documents: [] });
    expect(of(await lastRun(tenant), "trial_balance").reason).toMatch(/JSON|instead of data/);
    await endWorld(world);
  });

  test("a stored report stands where none can be had: documents that changed since are named as such", async () => {
    const { world, tenant } = await synced({ style });
    const invoice = openInvoice(tenant);
    await world.clock.advance(3_600_000);
    const [line] = invoice.lines;
    const lines = [{ ...line, unitPrice: "777.77" as DecimalString, quantity: "1" as DecimalString }];
    editTransaction(tenant.books, invoice.id, { lines } as Parameters<typeof editTransaction>[2], world.clock.nowMs());
    world.patch = (request, response) => (isReport(request) ? { ...response, status: 400, body: new TextEncoder().encode("{}") } : null);
    await syncToEnd(tenant);
    const control = lineOf(of(await lastRun(tenant), "receivable_control"), receivable(tenant));
    expect(control?.documents).toMatchObject([
      { id: `${ENTITY[style]}:${invoice.id}`, reasons: expect.arrayContaining(["changed_after_report"]) },
    ]);
    const explained = await ask(world, "tieOuts.explain", { clientId: tenant.source.clientId, check: "receivable_control" });
    expect(explained[0]?.answers).toMatchObject([
      { difference: control?.difference, parts: [{ id: `${ENTITY[style]}:${invoice.id}`, cause: "edited" }] },
    ]);
    expect(explained[0]?.answers[0]?.sentence).toMatch(
      /^1 transaction was edited after Tieout's or the ledger's figure was taken; it explains (\S+) of \1\.$/,
    );
    expect(Number(explained[0]?.answers[0]?.left)).toBe(0);
    await endWorld(world);
  });

  test("reports are asked for after changes and once a day, not otherwise; the last month once a day", async () => {
    const { world, tenant } = await synced({ style });
    const seen = countReports(world);
    await syncToEnd(tenant);
    expect(seen.count).toBe(0);
    await world.clock.advance(3_600_000);
    voidTransaction(tenant.books, openInvoice(tenant, "2026-11-01").id, world.clock.nowMs());
    await syncToEnd(tenant);
    // Ledger C is asked for each report twice: for the company, and for its entities.
    const kinds = { a: 4, b: 5, c: 10 }[style];
    expect(seen.count).toBe(kinds);
    await world.clock.advance(DAY_MS + 3_600_000);
    await syncToEnd(tenant);
    expect(seen.count).toBe(3 * kinds);
    await endWorld(world);
  });

  describe("a change dated in October, after October was checked", () => {
    const october = calendarDate("2026-10-31");
    const kinds = { a: 4, b: 5, c: 10 }[style];

    async function changed() {
      const { world, tenant } = await synced({ style });
      const seen = countReports(world);
      const at = (asOfDate = october) => tenant.ask("tieOuts.last", { asOfDate });
      const before = await at();
      await world.clock.advance(3_600_000);
      voidTransaction(tenant.books, openInvoice(tenant, "2026-10-01", "2026-10-31").id, world.clock.nowMs());
      return { world, tenant, seen, at, before };
    }

    test("is checked by the sync that reads it, with the ledger's reports of both days, and once", async () => {
      const { world, tenant, seen, at, before } = await changed();
      const told: ClientSync[] = [];
      const stop = world.runtime.subscribe(({ topic, payload }) => {
        if (topic === "sync.progress") told.push(payload as ClientSync);
      });
      await syncToEnd(tenant);
      // News comes at most a few times a second.
      await world.clock.advance(5_000);
      stop();
      expect(seen.count).toBe(2 * kinds);
      const after = await at();
      expect(after?.runNo).toBeGreaterThan(before?.runNo ?? 0);
      expect(after?.recheck).toBe(false);
      expect(new Set(after?.checks.map(({ outcome }) => outcome))).toEqual(new Set(["ties"]));
      expect((await lastRun(tenant)).asOfDate).toBe(TODAY);
      const steps = told.flatMap(({ checking }) => (checking === null ? [] : [checking]));
      expect(new Set(steps.map(({ asOfDate }) => asOfDate))).toEqual(new Set([TODAY, "2026-10-31"]));
      expect(steps.every(({ reportsDone, reports }) => reportsDone <= reports)).toBe(true);
      expect(told.at(-1)).toMatchObject({ state: "up_to_date", checking: null });
      await syncToEnd(tenant);
      expect(seen.count).toBe(2 * kinds);
      await endWorld(world);
    });

    test("shows why, when the ledger refuses its reports, and ties when it gives them", async () => {
      const { world, tenant, at } = await changed();
      const { patch } = world;
      world.patch = (request, response) => (isReport(request) ? { ...response, status: 400, body: new TextEncoder().encode("{}") } : null);
      await syncToEnd(tenant);
      const refused = (await at())?.checks.find(({ check }) => check === "trial_balance");
      expect((await at())?.recheck).toBe(false);
      expect(refused?.outcome).not.toBe("ties");
      expect(refused?.reason?.length).toBeGreaterThan(10);
      world.patch = patch;
      await syncToEnd(tenant);
      expect((await at())?.checks.find(({ check }) => check === "trial_balance")).toMatchObject({ outcome: "ties" });
      await endWorld(world);
    });

    test("isn't checked again in a closed period, whose changes are a finding", async () => {
      const { world, tenant, at, before } = await changed();
      for (const status of ["in_close", "closed"] as const) {
        await ask(world, "close.move", { clientId: tenant.source.clientId, period: "2026-10", status, why: "Agreed with the client" });
      }
      await syncToEnd(tenant);
      expect(await at()).toMatchObject({ runNo: before?.runNo, recheck: true });
      await endWorld(world);
    });
  });
});

describe("the budget of the day", () => {
  test("is left to changes and people: reports are skipped with a reason when little of it is left", async () => {
    const limits = { requestsPerDay: 40 };
    const world = await createWorld({
      seed: 75,
      tenants: [{ style: "a", limits, books: { months: 2, invoicesPerMonth: 4, foreignCurrencies: [] } }],
    });
    const tenant = world.tenants[0] as Tenant;
    const seen = countReports(world);
    await syncToEnd(tenant);
    expect(seen.count).toBeLessThanOrEqual(8);
    for (let round = 0; round < 4 && (await calls(world, tenant)) < 32; round++) await syncToEnd(tenant);
    const before = seen.count;
    const run = await tieOutNow(world, tenant, "2026-09-30");
    expect(seen.count).toBe(before);
    expect(of(run, "trial_balance")).toMatchObject({ outcome: "cannot_check", reason: expect.stringMatching(/API requests/) });
    await endWorld(world);
  });
});

async function calls(world: World, tenant: Tenant): Promise<number> {
  const stored = await world.runtime.context.connections.find(tenant.source.clientId);
  return stored === null ? 0 : (world.runtime.context.connections.budget(stored)?.dayUsed ?? 0);
}

/** The trial balance's row of one account, a thousand million more to the debit. */
function bent(request: HttpRequest, response: HttpResponse, tenant: Tenant, accountId: string): HttpResponse | null {
  const text = new TextDecoder().decode(response.body);
  const edit = (body: unknown) => ({ ...response, body: new TextEncoder().encode(JSON.stringify(body)) });
  if (tenant.style === "c") {
    if (!String(request.body ?? "").includes("AS year")) return null;
    const body = JSON.parse(text) as { items: Record<string, string>[] };
    for (const item of body.items) if (item.account === accountId) item.total = more(item.total as string);
    return edit(body);
  }
  if (!/reports\/TrialBalance/i.test(request.url)) return null;
  return edit(JSON.parse(text, (_key, value) => bentRow(value as Record<string, unknown>, accountId)));
}

function bentRow(value: Record<string, unknown>, accountId: string): unknown {
  const cells = (value?.Cells ?? value?.ColData) as Record<string, unknown>[] | undefined;
  if (!Array.isArray(cells) || !JSON.stringify(cells[0]).includes(`"${accountId}"`)) return value;
  const key = value.Cells === undefined ? "value" : "Value";
  const [debit, credit] = key === "Value" ? [3, 4] : [1, 2];
  const held = (cells[debit] as Record<string, string>)[key] as string;
  // A balance on the credit side becomes a debit less the credit that stays.
  (cells[debit] as Record<string, string>)[key] = more(held === "" ? "0.00" : held);
  void credit;
  return value;
}

function more(amount: string): string {
  return `${BigInt(amount.replace(".", "")) + 10n ** 11n}`.replace(/(\d\d)$/, ".$1");
}

describe.each(["a", "b"] as const)("ledger %s, a bill that was removed", (style) => {
  test("is looked at for the control account that it didn't name, with what it had posted there", async () => {
    const { world, tenant } = await synced({ style });
    const db = new Database(clientFilePath(world.home, tenant.source.clientId));
    const bill = db
      .prepare("SELECT rec_no, total_base FROM document WHERE type = ? AND status = ? AND total_base > 0 AND unapplied_kind IS NULL")
      .get(documentTypeCode.encode("purchase_bill"), documentStatusCode.encode("open")) as { rec_no: number; total_base: number };
    db.prepare("UPDATE document SET total_account_word = NULL WHERE rec_no = ?").run(bill.rec_no);
    db.prepare("UPDATE source_record SET removed_ms = ? WHERE rec_no = ?").run(world.clock.nowMs(), bill.rec_no);
    const accountIdOf = (kind: string) => `Account:${tenant.books.accounts.find((account) => account.kind === kind)?.id}`;
    const setting = { basis: "accrual", baseCurrency: tenant.books.baseCurrency, hasGlFeed: false } as const;
    const days = { from: "2020-01-01" as CalendarDate, to: TODAY as CalendarDate };
    const suspectsOf = (accountId: string) =>
      accountSuspects(new MirrorReader(db, tenant.source), {
        ...{ accountId, ...days, setting, isPosted: true, lacking: new Map(), changed: new Set() },
      }).filter(({ isRemoved }) => isRemoved);
    const [found, ...others] = suspectsOf(accountIdOf("payable"));
    expect([others, suspectsOf(accountIdOf("receivable"))]).toEqual([[], []]);
    expect(found?.amount).toMatch(/^-/);
    sameSize(found?.amount, fromTenThousandths(bill.total_base, 2));
    db.close();
    await endWorld(world);
  });
});
