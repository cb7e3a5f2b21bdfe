import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, decimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { editTransaction } from "#simulator/books/events.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const PERIOD = "2026-10";

/** Another person sits down at the same data. */
async function as(world: World, name: string): Promise<void> {
  const people = await ask(world, "people.list", {});
  if (!people.some((person) => person.name === name)) await ask(world, "people.add", { name, role: "reviewer" });
  await ask(world, "people.use", { name });
}

describe.each(STYLES)("ledger %s, the variance review", (style) => {
  let world: World;
  let tenant: Tenant;
  let clientId: string;
  const review = () => ask(world, "flux.list", { clientId, period: PERIOD });

  beforeAll(async () => {
    world = await createWorld({ seed: 81, tenants: [{ style, a: { journals: true }, books: { months: 4, invoicesPerMonth: 4 } }] });
    tenant = world.tenants[0] as Tenant;
    clientId = tenant.source.clientId;
    await syncToEnd(tenant);
  });
  afterAll(() => endWorld(world));

  test("equals the statements, asks for explanations only beyond the threshold, and one person is never both", async () => {
    await ask(world, "flux.setThreshold", {
      ...{ clientId, scope: { kind: "statement", statement: "profit_and_loss" }, amount: decimal("100"), percent: decimal("10") },
      ...{ join: "and", effectiveFrom: "2026-01-01" as never },
    });
    const found = await review();
    const statement = await ask(world, "reports.statement", {
      ...{ clientId, kind: "profit_and_loss", from: "2026-10-01" as never, to: "2026-10-31" as never, compare: ["prior_month"] },
    });
    expect(found.gaps.map(({ code }) => code).sort()).toEqual(statement.gaps.map(({ code }) => code).sort());
    const accounts = statement.rows.filter(({ kind }) => kind === "account");
    for (const { account, amounts } of accounts) {
      const row = found.rows.find(({ accountId }) => accountId === account?.id);
      expect([row?.current, row?.comparative], account?.name).toEqual(amounts);
      if (row?.material) expect(row.rule).toMatchObject({ scope: "statement", fired: true });
    }
    expect(found.progress.material).toBeGreaterThan(2);
    const material = found.rows.filter((row) => row.material);
    const [first] = material;
    const row = { clientId, period: PERIOD, accountId: first?.accountId ?? "" };
    expect(first?.status).toBe("needed");
    expect(await refusal(world, "flux.sign", { ...row, role: "preparer" })).toBe("conflict");
    for (const { accountId } of material) {
      await ask(world, "flux.explain", { ...row, accountId, text: "Seasonal" });
      await ask(world, "flux.sign", { ...row, accountId, role: "preparer" });
    }
    const below = await ask(world, "flux.signBelow", { clientId, period: PERIOD, role: "preparer" });
    expect(below).toEqual({ signed: found.progress.belowThreshold, left: 0 });
    expect(await refusal(world, "flux.sign", { ...row, role: "reviewer" })).toBe("conflict");
    expect((await ask(world, "flux.signBelow", { clientId, period: PERIOD, role: "reviewer" })).signed).toBe(0);

    await as(world, "rita");
    // Bulk never signs what is material.
    await ask(world, "flux.signBelow", { clientId, period: PERIOD, role: "reviewer" });
    expect((await review()).progress).toMatchObject({
      signed: 0,
      readyForReview: material.length,
      belowThresholdSigned: found.progress.belowThreshold,
    });
    await ask(world, "flux.return", { ...row, why: "Which season?" });
    expect((await review()).rows.find(({ accountId }) => accountId === row.accountId)).toMatchObject({
      status: "returned",
      returned: { why: "Which season?" },
    });
    // What took a reviewer to decide takes one to take back.
    const [returned] = await ask(world, "decisions.list", { clientId, kind: "flux_return" });
    const back = { clientId, decisionNo: returned?.decisionNo ?? 0 };
    await ask(world, "people.use", { name: "tester" });
    await ask(world, "people.add", { name: "pat", role: "preparer" });
    await ask(world, "people.use", { name: "pat" });
    expect(await refusal(world, "decisions.undo", back)).toBe("not_allowed");
    await as(world, "rita");
    for (const { accountId } of material.slice(1)) await ask(world, "flux.sign", { ...row, accountId, role: "reviewer" });
    await as(world, "tester");
    await ask(world, "flux.explain", { ...row, text: "The season of Oak Paper" });
    await ask(world, "flux.sign", { ...row, role: "preparer" });
    await as(world, "rita");
    await ask(world, "flux.sign", { ...row, role: "reviewer" });
    const { rows, progress } = await review();
    expect(rows.filter(({ status }) => status !== "signed")).toEqual([]);
    expect(progress).toMatchObject({ material: material.length, signed: material.length, stale: 0 });
  }, 60_000);

  test("one document changed after sign-off makes exactly the signatures of its accounts stale, and is named with before and after", async () => {
    await world.clock.advance(3_600_000);
    const before = await review();
    const bill = tenant.books.transactions.find(
      ({ kind, state, date, currency, lines, taxInclusive }) =>
        kind === "purchase_bill" &&
        state === "approved" &&
        date.startsWith(PERIOD) &&
        currency === tenant.books.baseCurrency &&
        lines.length > 0 &&
        !taxInclusive,
    );
    if (bill === undefined) throw new Error("the books have no bill");
    const lines = bill.lines.map(({ id, accountId, itemId, description, taxCodeId, net, dimensions }, at) => ({
      ...{ id, accountId, itemId, description, taxCodeId, dimensions },
      amount: at === 0 ? addDecimals(net, decimal("10.00")) : net,
    }));
    editTransaction(tenant.books, bill.id, { lines } as Parameters<typeof editTransaction>[2], world.clock.nowMs());
    await syncToEnd(tenant);
    const after = await review();
    const moved = after.rows.filter((row) => row.current !== before.rows.find(({ accountId }) => accountId === row.accountId)?.current);
    const stale = after.rows.filter(({ status }) => status === "stale");
    expect(moved.length).toBeGreaterThanOrEqual(2);
    expect(stale.map(({ accountId }) => accountId).sort()).toEqual(moved.map(({ accountId }) => accountId).sort());
    const expense = stale.find(({ statement }) => statement === "profit_and_loss");
    for (const stamp of expense?.stamps ?? []) {
      expect(stamp).toMatchObject({
        stale: true,
        movedCount: 1,
        current: before.rows.find(({ accountId }) => accountId === expense?.accountId)?.current,
      });
      const [mover] = stamp.movedBy;
      expect(mover?.documentId).toContain(bill.id);
      expect(Number(mover?.difference)).toBe(10);
      expect(subtractDecimals(mover?.after ?? decimal("0"), mover?.before ?? decimal("0"))).toBe(mover?.difference);
    }
    expect(expense?.stamps.map(({ role, person }) => [role, person])).toEqual([
      ["preparer", "tester@world"],
      ["reviewer", "rita@world"],
    ]);
  }, 60_000);

  test("every comparison answers, and drivers sum to the change with their documents", async () => {
    for (const comparison of ["prior_quarter", "same_month_last_year", "trailing_average", "budget", "last_signed_pack"] as const) {
      const { unavailable, rows } = await ask(world, "flux.list", { clientId, period: PERIOD, comparison, trailing: 3 });
      expect([comparison, unavailable === null]).toEqual([comparison, comparison !== "budget" && comparison !== "last_signed_pack"]);
      expect(rows.length).toBeGreaterThan(0);
    }
    const { rows } = await review();
    const moved = rows.filter(({ change }) => Number(change) !== 0);
    expect(moved.length).toBeGreaterThan(10);
    for (const { accountId, change, label } of moved) {
      const drivers = await ask(world, "flux.drivers", { clientId, period: PERIOD, accountId, limit: 200 });
      const total = drivers.parties.reduce((sum, party) => addDecimals(sum, party.change), decimal("0"));
      const { byCount, byAverage } = drivers.countAndPrice;
      expect([Number(total), Number(addDecimals(byCount, byAverage))], label).toEqual([Number(change), Number(change)]);
      expect(drivers.parties.every(({ documentIds }) => documentIds.length > 0)).toBe(true);
      const largest = await ask(world, "flux.drivers", { clientId, period: PERIOD, accountId, limit: 1 });
      expect([largest.documents.length, largest.parties.length]).toEqual([1, 1]);
      expect([largest.documentCount, largest.partyCount]).toEqual([drivers.documentCount, drivers.parties.length]);
    }
  }, 60_000);

  test("the threshold of an account is listed with its code and name", async () => {
    const [row] = (await review()).rows;
    const scope = { kind: "account", accountId: row?.accountId ?? "" } as const;
    const given = {
      clientId,
      scope,
      amount: decimal("1"),
      percent: null,
      join: "or",
      comparison: null,
      effectiveFrom: calendarDate("2099-01-01"),
    } as const;
    const code = row?.account?.code;
    const named = code === undefined ? given : { ...given, scope: { kind: "account", accountId: code } as const };
    const { decisionNo } = await ask(world, "flux.setThreshold", named);
    const listed = (await ask(world, "flux.thresholds", { clientId })).rows.find((one) => one.decisionNo === decisionNo);
    // Named by its code and kept by its ID.
    expect(listed?.scope).toEqual(scope);
    expect(listed?.account).toBe([row?.account?.code ?? "", row?.account?.name].join(" ").trim());
    await ask(world, "flux.removeThreshold", { clientId, decisionNo });
  }, 60_000);

  test("a budget is read from a file and compared with, one with a wrong account is refused", async () => {
    const { rows } = await review();
    const [one, two] = rows.filter(({ account }) => account?.code !== undefined);
    const file = (text: string) => ({ clientId, name: "2026", fileName: "budget.csv", content: Buffer.from(text).toString("base64") });
    const text = `Account,Sep 2026,Oct 2026\n${one?.account?.code ?? one?.label},1,"1,234.50"\n${two?.account?.code ?? two?.label},,(500)\n`;
    const named =
      rows.length > 0 && one !== undefined && two !== undefined
        ? text
        : `Account,Oct 2026\n"${rows[0]?.label}","1,234.50"\n"${rows[1]?.label}",(500)\n`;
    await ask(world, "budgets.import", file(named));
    const against = await ask(world, "flux.list", { clientId, period: PERIOD, comparison: "budget" });
    const budgeted = against.rows.filter(({ comparative }) => comparative !== null);
    expect(budgeted.map(({ comparative }) => comparative).sort()).toEqual(["-500.00", "1234.50"]);
    // A statement has a budget column only where the budget can cover all of its days.
    const columns = async (from: string, to: string) => {
      const span = { from: calendarDate(from), to: calendarDate(to), compare: ["budget" as const] };
      return (await ask(world, "reports.statement", { clientId, kind: "profit_and_loss", ...span })).columns.map(({ name }) => name);
    };
    expect(await columns("2026-10-01", "2026-10-31")).toEqual(["current", "budget"]);
    expect(await columns("2026-10-02", "2026-10-31")).toEqual(["current"]);
    expect(await columns("2025-10-01", "2026-10-31")).toEqual(["current"]);
    expect(await refusal(world, "budgets.import", file("Account,Oct 2026\nNo such account,5\n"))).toBe("invalid_input");
    expect(await refusal(world, "budgets.import", file("Account,Oct 2026\n1,five\n"))).toBe("invalid_input");
  }, 60_000);
});
