import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, compareDecimals, decimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { counted } from "#shared/kernel/readable.ts";
import { isTotalOnly } from "#shared/model/reports/tie-out.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const ACCRUED = decimal("400.00");

describe.each(STYLES)("ledger %s, reconciliations that are signed off", (style) => {
  let world: World;
  let clientId: string;
  let october: { clientId: string; period: string };
  let accountId: string;
  const as = (name: string) => ask(world, "people.use", { name });
  const rowOf = async (id: string, period = "2026-10"): Promise<ReconciliationRow> => {
    const row = (await ask(world, "reconciliations.list", { clientId, period })).find((one) => one.accountId === id);
    if (row === undefined) throw new Error(`no row ${id}`);
    return row;
  };

  beforeAll(async () => {
    world = await createWorld({ seed: 91, tenants: [{ style, a: { journals: true }, books: { months: 2, invoicesPerMonth: 3 } }] });
    const tenant = world.tenants[0] as Tenant;
    clientId = tenant.source.clientId;
    october = { clientId, period: "2026-10" };
    await syncToEnd(tenant);
    await ask(world, "people.add", { name: "rita", role: "reviewer" });
    await ask(world, "people.add", { name: "pat", role: "preparer" });
    await as("rita");
    const accounts = await ask(world, "reconciliations.policies", october);
    const accrued = accounts.find(({ label }) => label.includes("Accrued expenses"));
    accountId = accrued?.accountId ?? "";
    const expense = (await ask(world, "flux.list", october)).rows.find(({ account }) => account?.class === "expense")?.accountId ?? "";
    await ask(world, "adjustments.save", {
      clientId,
      entry: {
        ...{ kind: "accrual", title: "Audit fee", from: calendarDate("2026-10-01"), until: null, reverses: true },
        lines: [
          { accountId: expense, amount: ACCRUED },
          { accountId, amount: decimal("-400.00") },
        ],
      },
    });
    await ask(world, "adjustments.draft", october);
    await ask(world, "adjustments.post", october);
    await syncToEnd(tenant);
  }, 120_000);
  afterAll(() => endWorld(world));

  test("every account has a policy from the start, and last month's balance beside this month's", async () => {
    const rows = await ask(world, "reconciliations.list", october);
    const bank = rows.filter(({ account }) => account?.role === "bank");
    expect(bank.map(({ policy }) => [policy.type, policy.risk, policy.evidence, policy.set])).toEqual(
      bank.map(() => ["bank", "high", true, null]),
    );
    expect(bank.map(({ blocked }) => blocked.preparer)).toEqual(bank.map(() => "no_support"));
    const controls = rows.filter(({ account }) => account?.role === "receivable" || account?.role === "payable");
    expect(controls.map(({ policy }) => policy.type)).toEqual(controls.map(() => "subledger"));
    expect(rows.find((one) => one.accountId === accountId)?.required).toBe(false);
    for (const row of rows) expect(compareDecimals(addDecimals(row.opening, row.change), row.closing), row.label).toBe(0);
  });

  test("accounts are listed by code, assets first, and the checklist counts those that aren't required, too", async () => {
    const rows = await ask(world, "reconciliations.list", october);
    const codes = Map.groupBy(rows, ({ account }) => account?.class);
    expect([...codes.keys()]).toEqual(["asset", "liability", "equity"].filter((side) => codes.has(side as never)));
    for (const own of codes.values()) {
      const listed = own.map(({ account }) => account?.code ?? "");
      if (rows.every(({ account }) => account?.code)) expect(listed).toEqual(listed.toSorted());
    }
    const required = rows.filter((row) => row.required).length;
    const others = rows.length - required;
    const { tasks } = await ask(world, "close.status", october);
    const { summary } = tasks.find(({ evidence }) => evidence?.kind === "reconciled")?.evidence ?? { summary: "" };
    expect(summary).toContain(counted(required, "required account"));
    expect(summary).toContain(` ${counted(others, "other account")} ${others === 1 ? "isn't" : "aren't"} required in this period.`);
  });

  test("a control account that ties with its aging signs itself off; one that doesn't needs a person", async () => {
    const rows = await ask(world, "reconciliations.list", october);
    const computed = rows.filter(({ support }) => support?.source === "subledger");
    expect(computed.length).toBeGreaterThan(0);
    for (const { state, signed, signOffs, items, totalOnly = false, label } of computed) {
      const isAutomatic = signOffs.some(({ decisionNo }) => decisionNo === null);
      expect(isAutomatic, label).toBe(state === "reconciled" && items.length === 0 && !totalOnly);
      if (isAutomatic) expect([signed, signOffs.map(({ person }) => person)]).toEqual(["reviewed", [null, null]]);
    }
  });

  test("a control account says that its aging was compared with the ledger by the total only, where the tie-out says so", async () => {
    const { checks } = await ask(world, "tieOuts.run", { clientId, asOfDate: calendarDate("2026-10-31") });
    for (const { account, support, totalOnly = false, signOffs, label } of await ask(world, "reconciliations.list", october)) {
      const check = checks.find((one) => one.check === (account?.role === "receivable" ? "aging_receivable" : "aging_payable"));
      const isByTotal = check !== undefined && check.outcome !== "not_run" && isTotalOnly(check);
      expect(totalOnly, label).toBe(support?.source === "subledger" && isByTotal);
      // Balances by contact weren't compared, so somebody has to answer for them.
      if (totalOnly) expect(signOffs, label).toEqual([]);
    }
  });

  test("a policy that asks for a file keeps an account from being signed off without one", async () => {
    const before = await rowOf(accountId);
    const account = { ...october, accountId };
    const policy = { required: true, frequency: "monthly" as const, evidence: true, preparer: "pat" };
    await ask(world, "reconciliations.setPolicy", { ...account, ...policy });
    const item = { text: "Accrual without an invoice", amount: ACCRUED, date: calendarDate("2026-10-31") };
    const more = { documentId: null, owner: "pat", expected: calendarDate("2026-11-15") };
    await as("pat");
    expect(await refusal(world, "reconciliations.setPolicy", { ...account, evidence: false })).toBe("not_allowed");
    const support = subtractDecimals(before.closing, ACCRUED);
    await ask(world, "reconciliations.save", { ...account, support, note: "Schedule", items: [{ ...item, ...more }] });
    expect(await rowOf(accountId)).toMatchObject({
      required: true,
      state: "needs_file",
      difference: "0.00",
      blocked: { preparer: "needs_file" },
    });
    expect(await refusal(world, "reconciliations.sign", { ...account, role: "preparer" })).toBe("conflict");
    await ask(world, "reconciliations.attach", { ...account, fileName: "schedule.csv", content: Buffer.from("a").toString("base64") });
    // A file that isn't attached can't be removed, and the one that is stays.
    expect(await refusal(world, "reconciliations.detach", { ...account, sha256: "0".repeat(64) })).toBe("not_found");
    await ask(world, "reconciliations.sign", { ...account, role: "preparer" });
    expect(await rowOf(accountId)).toMatchObject({ state: "reconciled", signed: "prepared", blocked: { preparer: "already" } });
  });

  test("the reviewer is another person, may return it, and signs what the preparer signed", async () => {
    const account = { ...october, accountId };
    await as("rita");
    await ask(world, "reconciliations.return", { ...account, why: "Which invoice?" });
    expect(await rowOf(accountId)).toMatchObject({ signed: "returned", returned: { why: "Which invoice?" } });
    // The policy names pat, so rita needs a reason and the firm's leave.
    expect((await rowOf(accountId)).blocked.preparer).toBe("named_person");
    expect(await refusal(world, "reconciliations.sign", { ...account, role: "preparer" })).toBe("conflict");
    const owner = (await ask(world, "people.list", {})).find(({ role, name }) => role === "admin" && name !== "rita")?.name ?? "";
    const rule = async (namedPerson: "never" | "reviewer") => {
      await as(owner);
      await ask(world, "close.setPolicy", { namedPerson });
      await as("rita");
    };
    await rule("never");
    expect(await refusal(world, "reconciliations.sign", { ...account, role: "preparer", why: "Pat is ill." })).toBe("not_allowed");
    await rule("reviewer");
    await ask(world, "reconciliations.sign", { ...account, role: "preparer", why: "Pat is ill." });
    expect((await rowOf(accountId)).signOffs[0]).toMatchObject({ person: "rita@world", instead: { named: "pat", why: "Pat is ill." } });
    expect((await rowOf(accountId)).blocked.reviewer).toBe("same_person");
    expect(await refusal(world, "reconciliations.sign", { ...account, role: "reviewer" })).toBe("conflict");
    await as("pat");
    expect(await refusal(world, "reconciliations.sign", { ...account, role: "reviewer" })).toBe("not_allowed");
    await ask(world, "people.use", { name: "rita" });
    const { decisionNo } = (await rowOf(accountId)).signOffs[0] as { decisionNo: number };
    await ask(world, "decisions.undo", { clientId, decisionNo });
    await as("pat");
    await ask(world, "reconciliations.sign", { ...account, role: "preparer" });
    await as("rita");
    const others = await ask(world, "reconciliations.setPolicies", { ...october, accountIds: [accountId], reviewer: "owner" });
    const skipped = await ask(world, "reconciliations.signAll", { ...october, accountIds: [accountId], role: "reviewer" });
    expect(skipped).toMatchObject({ signed: [], left: [{ accountId, why: "named_person" }] });
    await ask(world, "decisions.undo", { clientId, decisionNo: others.decisionNos[0] ?? 0 });
    // A mistyped code is refused, and nothing beside it is signed.
    const mistyped = { ...october, accountIds: [accountId, "10l0"], role: "reviewer" as const };
    expect(await refusal(world, "reconciliations.signAll", mistyped)).toBe("not_found");
    expect(await rowOf(accountId)).toMatchObject({ signed: "prepared" });
    const { signed, left } = await ask(world, "reconciliations.signAll", {
      ...october,
      accountIds: (await ask(world, "reconciliations.list", october)).map((row) => row.accountId),
      role: "reviewer",
    });
    expect(signed.map((one) => one.accountId)).toEqual([accountId]);
    expect(left.find(({ why }) => why === "no_support")).toBeDefined();
    expect(await rowOf(accountId)).toMatchObject({ signed: "reviewed" });
  });

  test("a change makes both sign-offs stale and says what changed; undoing it brings them back", async () => {
    const account = { ...october, accountId };
    const standing = async () =>
      (await ask(world, "reconciliations.standing", october)).accounts.find((one) => one.accountId === accountId);
    expect(await standing()).toMatchObject({ prepared: true, reviewed: true, stale: false });
    const row = await rowOf(accountId);
    const item = row.items[0];
    const larger = { ...item, itemId: item?.itemId ?? "", amount: decimal("401.00") } as never;
    const { decisions } = await ask(world, "reconciliations.save", {
      ...account,
      support: addDecimals(row.support?.amount ?? decimal("0"), decimal("-1.00")),
      items: [larger],
    });
    const changed = await rowOf(accountId);
    expect(changed).toMatchObject({ state: "reconciled", signed: "stale" });
    expect(changed.signOffs.map(({ stale, changed: what }) => [stale, what.map((one) => one.what)])).toEqual([
      [true, ["support", "items"]],
      [true, ["support", "items"]],
    ]);
    expect(await standing()).toMatchObject({ prepared: false, reviewed: false, stale: true });
    for (const decisionNo of decisions.toReversed()) await ask(world, "decisions.undo", { clientId, decisionNo });
    expect(await rowOf(accountId)).toMatchObject({ signed: "reviewed", items: [{ amount: "400.00" }] });
  });

  test("an open item goes to the next month and clears with the transaction that reverses it, which can be refused", async () => {
    const next = await rowOf(accountId, "2026-11");
    expect(next.items).toEqual([]);
    expect(next.cleared).toMatchObject([{ text: "Accrual without an invoice", on: "2026-11-01", set: null, owner: "pat" }]);
    const itemId = next.cleared[0]?.itemId ?? "";
    const recordId = next.cleared[0]?.recordId ?? "";
    expect((await rowOf(accountId)).items).toHaveLength(1);
    const keep = { clientId, accountId, itemId, recordId };
    expect(await refusal(world, "reconciliations.keepItem", { ...keep, recordId: "another" })).toBe("invalid_input");
    const kept = await ask(world, "reconciliations.keepItem", keep);
    expect(await rowOf(accountId, "2026-11")).toMatchObject({
      items: [{ itemId, carried: true, ageDays: 30, overdue: true }],
      cleared: [],
    });
    // Nothing cleared it: keeping it open again would change nothing.
    expect(await refusal(world, "reconciliations.keepItem", keep)).toBe("conflict");
    // It is 21 November. What should clear later in the month isn't late yet.
    const items = (await rowOf(accountId, "2026-11")).items.map((item) => ({ ...item, itemId, expected: calendarDate("2026-11-30") }));
    const { decisions } = await ask(world, "reconciliations.save", { clientId, accountId, period: "2026-11", items });
    expect(await rowOf(accountId, "2026-11")).toMatchObject({ items: [{ expected: "2026-11-30", overdue: false }] });
    for (const decisionNo of decisions) await ask(world, "decisions.undo", { clientId, decisionNo });
    await ask(world, "reconciliations.clearItem", { clientId, accountId, itemId, on: calendarDate("2026-11-15"), note: "Invoice came" });
    expect(await refusal(world, "reconciliations.keepItem", keep)).toBe("conflict");
    expect((await rowOf(accountId, "2026-11")).cleared).toMatchObject([{ on: "2026-11-15", recordId: null, note: "Invoice came" }]);
    await ask(world, "decisions.undo", { clientId, decisionNo: kept.decisionNo });
    expect(await refusal(world, "reconciliations.clearItem", { clientId, accountId, itemId, on: calendarDate("2026-10-01") })).toBe(
      "invalid_input",
    );
  });

  test("an account that must be zero is reconciled by its balance alone", async () => {
    const rows = await ask(world, "reconciliations.list", october);
    const row = rows.find(
      ({ closing, account, items }) => compareDecimals(closing, decimal("0")) !== 0 && account?.role === undefined && items.length === 0,
    );
    const account = { ...october, accountId: row?.accountId ?? "" };
    const { decisionNo } = await ask(world, "reconciliations.setPolicy", { ...account, type: "zero_balance", evidence: false });
    expect(await rowOf(account.accountId)).toMatchObject({
      state: "difference",
      difference: row?.closing,
      support: { source: "zero_balance" },
    });
    expect(await refusal(world, "reconciliations.setPolicy", { ...account, type: "subledger" })).toBe("invalid_input");
    await ask(world, "decisions.undo", { clientId, decisionNo });
    expect((await rowOf(account.accountId)).policy.type).toBe(row?.policy.type);
  });

  test("the policies of several accounts are set together, or none of them", async () => {
    await as("rita");
    const rows = (await ask(world, "reconciliations.policies", october)).filter(({ account }) => account?.class === "liability");
    const accountIds = rows.map((row) => row.accountId).slice(0, 3);
    const policyOf = async () =>
      (await ask(world, "reconciliations.policies", october)).filter((row) => accountIds.includes(row.accountId)).map((row) => row.policy);
    const before = await policyOf();
    const change = { risk: "high" as const, tolerance: decimal("5.00"), reviewer: "rita" };
    const { decisionNos } = await ask(world, "reconciliations.setPolicies", { ...october, accountIds, ...change });
    expect(decisionNos).toHaveLength(3);
    const types = before.map(({ type }) => type);
    expect(await policyOf()).toMatchObject(types.map((type) => ({ ...change, type })));
    const unknown = { ...october, accountIds: [...accountIds, "nobody"], risk: "low" as const };
    expect(await refusal(world, "reconciliations.setPolicies", unknown)).toBe("not_found");
    expect((await policyOf()).map(({ risk }) => risk)).toEqual(["high", "high", "high"]);
    for (const decisionNo of decisionNos) await ask(world, "decisions.undo", { clientId, decisionNo });
    expect(await policyOf()).toEqual(before);
  });
});
