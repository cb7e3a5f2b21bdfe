import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PackJob } from "#shared/contract/close/packs.ts";
import { addDecimals, decimal, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { verifyPackFile } from "#test/support/verify-pack-file.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const PERIOD = "2026-10";

describe.each(STYLES)("ledger %s, balance sheet schedules", (style) => {
  let world: World;
  let tenant: Tenant;
  let period: { clientId: string; period: string };
  let accounts: { expense: string; prepaid: string; contra: string };
  const view = () => ask(world, "schedules.list", period);
  const stateOf = async (title: string) => (await view()).items.find(({ item }) => item.title === title)?.state;

  beforeAll(async () => {
    world = await createWorld({ seed: 91, tenants: [{ style, a: { journals: true }, books: { months: 2, invoicesPerMonth: 2 } }] });
    tenant = world.tenants[0] as Tenant;
    period = { clientId: tenant.source.clientId, period: PERIOD };
    await syncToEnd(tenant);
    const rows = (
      await ask(world, "reports.trialBalance", { clientId: period.clientId, from: "2026-10-01" as never, to: "2026-10-31" as never })
    ).rows;
    const idsOf = (side: string) =>
      rows.flatMap(({ account }) => (account?.class === side && account.role === undefined ? [account.id] : []));
    const expenses = rows.flatMap(({ account }) => (account?.class === "expense" ? [account.id] : []));
    const balance = [...idsOf("asset"), ...idsOf("liability"), ...expenses.slice(1)];
    accounts = { expense: expenses[0] ?? "", prepaid: balance[0] ?? "", contra: balance[1] ?? balance[0] ?? "" };
  });
  afterAll(() => endWorld(world));

  test("a month's entries are drafted once, posted through the write queue, linked with their rows and seen in the books", async () => {
    const { clientId } = period;
    const common = { accountId: accounts.prepaid, otherAccountId: accounts.expense };
    const insurance = await ask(world, "schedules.save", {
      clientId,
      item: { kind: "prepaid", title: "Insurance", ...common, amount: decimal("1000.00"), months: 3, from: "2026-09-10" as never },
    });
    await ask(world, "schedules.save", {
      clientId,
      item: {
        ...{ kind: "fixed_asset", title: "Van", ...common, contraAccountId: accounts.contra, salvage: decimal("600.00") },
        ...{ amount: decimal("6000.00"), months: 36, from: "2026-10-02" as never, bookedThrough: null },
      },
    });
    await ask(world, "schedules.save", {
      clientId,
      item: { kind: "accrual", title: "Audit", ...common, amount: decimal("75.00"), months: 1, from: "2026-10-01" as never },
    });
    const before = await view();
    expect([before.entries.due, before.entries.debits, before.items.map(({ state }) => state)]).toEqual([
      4,
      "633.33",
      ["due", "due", "due"],
    ]);
    for (const { difference, parts } of before.accounts)
      expect(isZero(subtractDecimals(sumDecimals([decimal("0"), ...parts.map(({ amount }) => amount)]), difference))).toBe(true);

    const sent = tenant.simulated.referee.totals.arrivals;
    const drafted = await ask(world, "schedules.draft", period);
    expect([drafted.jobIds.length, tenant.simulated.referee.totals.arrivals - sent]).toEqual([4, 0]);
    expect((await ask(world, "schedules.draft", period)).jobIds).toEqual([]);
    expect((await ask(world, "adjustments.draft", period)).jobIds).toEqual([]);
    // They are the adjusting entries of the close.
    expect((await ask(world, "adjustments.list", period)).map(({ kind, state }) => [kind, state])).toEqual([
      ["prepaid", "draft"],
      ["fixed_asset", "draft"],
      ["accrual", "draft"],
      ["accrual", "draft"],
    ]);

    await ask(world, "adjustments.post", period);
    await syncToEnd(tenant);
    const after = await view();
    expect([after.entries, after.items.map(({ state, recordId }) => [state, recordId !== null])]).toMatchObject([
      { due: 0, drafted: 0, posted: 4 },
      [
        ["confirmed", true],
        ["confirmed", true],
        ["confirmed", true],
      ],
    ]);
    for (const { difference, parts } of after.accounts) {
      expect(isZero(subtractDecimals(sumDecimals([decimal("0"), ...parts.map(({ amount }) => amount)]), difference))).toBe(true);
      expect(parts.find(({ kind }) => kind === "not_posted" || kind === "posted_differently")).toBeUndefined();
    }
    const months = await ask(world, "schedules.item", { clientId, itemId: insurance.itemId });
    expect(months.map(({ month, reduced, closing, state }) => [month, reduced, closing, state])).toEqual([
      ["2026-09", "333.33", "666.67", "due"],
      ["2026-10", "333.33", "333.34", "confirmed"],
      ["2026-11", "333.34", "0.00", "due"],
    ]);

    // The accrual was reversed on the first day of November.
    const november = await ask(world, "schedules.list", { ...period, period: "2026-11" }).catch(() => null);
    const audit = november?.items.find(({ item }) => item.title === "Audit");
    if (audit !== undefined) expect([audit.opening, audit.added, audit.reduced, audit.closing]).toEqual(["75.00", "0.00", "75.00", "0.00"]);

    const rolled = await ask(world, "schedules.rollForward", { ...period, accountId: accounts.prepaid });
    expect(
      isZero(
        subtractDecimals(addDecimals(rolled.opening, addDecimals(rolled.additions, negateDecimal(rolled.reductions))), rolled.closing),
      ),
    ).toBe(true);
    expect(rolled.rows.map(({ item }) => item)).toContain("Insurance");
    const journal = after.items[0]?.recordId;
    expect(rolled.rows.some(({ recordId }) => recordId === journal)).toBe(true);
  }, 60_000);

  test("a month that was posted for an item isn't due again when the item is removed and added again", async () => {
    const { clientId } = period;
    const insurance = (await view()).items.find(({ item }) => item.title === "Insurance");
    if (insurance === undefined) throw new Error("the insurance isn't scheduled");
    const { item, recordId } = insurance;
    await ask(world, "schedules.remove", { clientId, itemId: insurance.itemId });
    const { itemId } = await ask(world, "schedules.save", { clientId, item });
    expect((await view()).items.find((one) => one.itemId === itemId)).toMatchObject({ state: "confirmed", recordId });
    expect((await ask(world, "schedules.draft", { ...period, itemIds: [itemId] })).jobIds).toEqual([]);
    // Once the first one is back, the journal is its own.
    await ask(world, "schedules.save", { clientId, itemId: insurance.itemId, item });
    expect((await view()).items.find((one) => one.itemId === itemId)?.state).toBe("due");
    await ask(world, "schedules.remove", { clientId, itemId });
  }, 60_000);

  test("the draft that a removed item left is that of the same item added again, so that its month isn't drafted twice", async () => {
    const { clientId } = period;
    const item = {
      kind: "prepaid",
      ...{ title: "Cleaning", accountId: accounts.prepaid, otherAccountId: accounts.expense, amount: decimal("91.17") },
      ...{ months: 3, from: "2026-10-01" as never },
    } as const;
    const first = await ask(world, "schedules.save", { clientId, item });
    const [jobId = ""] = (await ask(world, "schedules.draft", { ...period, itemIds: [first.itemId] })).jobIds;
    await ask(world, "schedules.remove", { clientId, itemId: first.itemId });
    const { itemId } = await ask(world, "schedules.save", { clientId, item });
    const row = async () => (await view()).items.find((one) => one.itemId === itemId);
    expect(await row()).toMatchObject({ state: "draft", jobId });
    expect((await ask(world, "schedules.draft", { ...period, itemIds: [itemId] })).jobIds).toEqual([]);
    // Once it's canceled, the month is due.
    await ask(world, "writes.cancel", { clientId, jobId });
    expect(await row()).toMatchObject({ state: "due", jobId: null });
    await ask(world, "schedules.remove", { clientId, itemId });
  }, 60_000);

  test("an entry that somebody else posted is recognized in the ledger, once, and not drafted again", async () => {
    const { clientId } = period;
    const item = {
      kind: "prepaid",
      ...{ title: "Insurance, again", accountId: accounts.prepaid, otherAccountId: accounts.expense, amount: decimal("1000.00") },
      ...{ months: 3, from: "2026-09-10" as never },
    } as const;
    // A second item like the first: the one journal belongs to the first item's write.
    const { itemId } = await ask(world, "schedules.save", { clientId, item });
    expect(await stateOf("Insurance, again")).toBe("due");
    const lines = [
      { kind: "account", accountId: accounts.expense, net: { amount: "333.33", currency: "" }, dimensions: [] },
      { kind: "account", accountId: accounts.prepaid, net: { amount: "-333.33", currency: "" }, dimensions: [] },
    ];
    const { currency } = await view();
    await ask(world, "writes.submit", {
      clientId,
      operations: [
        {
          kind: "create_document",
          document: {
            ...{ type: "journal", issueDate: "2026-10-31", currency, status: "open", memo: "Posted by hand" },
            lines: lines.map((line) => ({ ...line, net: { ...line.net, currency } })),
          },
        },
      ],
    } as never);
    await syncToEnd(tenant);
    expect(await stateOf("Insurance, again")).toBe("confirmed");
    expect((await ask(world, "schedules.draft", { ...period, itemIds: [itemId] })).jobIds).toEqual([]);
    await ask(world, "schedules.remove", { clientId, itemId });
  }, 60_000);

  test("a bill on a prepaid account is offered as an item, and no more once it is one", async () => {
    const { clientId } = period;
    const vendors = await ask(world, "choices.find", { clientId, kind: "party", text: "", role: "vendor", limit: 20 });
    const { currency } = await view();
    // In the books' own currency.
    const vendor = vendors.find((one) => one.currency === null || one.currency === currency);
    const party = { id: vendor?.id ?? "" };
    const net = { amount: "480.00", currency };
    const job = await ask(world, "writes.submit", {
      clientId,
      operations: [
        {
          kind: "create_document",
          document: {
            ...{
              type: "purchase_bill",
              party,
              number: "HOST-2027",
              issueDate: "2026-10-20",
              dueDate: "2026-11-20",
              currency: net.currency,
              status: "open",
            },
            lines: [{ kind: "account", accountId: accounts.prepaid, description: "Hosting", net, dimensions: [] }],
          },
        },
      ],
    } as never);
    expect(job.state).toBe("accepted");
    await syncToEnd(tenant);
    const domain = await ask(world, "schedules.save", {
      clientId,
      item: {
        ...{ kind: "prepaid", title: "Domain", accountId: accounts.prepaid, otherAccountId: accounts.expense, by: "day" },
        ...{ amount: decimal("60.00"), months: 6, from: "2026-10-05" as never },
      },
    });
    const offered = (await view()).suggestions.filter(({ accountId }) => accountId === accounts.prepaid);
    if (style === "c") {
      // There a bill waits for its approval before it posts, so nothing is on the account yet.
      expect(offered).toEqual([]);
      await ask(world, "decisions.undo", { clientId, decisionNo: domain.decisionNo });
      return;
    }
    expect(offered).toMatchObject([{ amount: "480.00", title: "Hosting", date: "2026-10-20", months: 6, by: "day", salvage: null }]);
    const recordId = offered[0]?.recordId ?? "";
    const item = {
      kind: "prepaid",
      ...{ title: "Hosting", accountId: accounts.prepaid, otherAccountId: accounts.expense, amount: decimal("480.00"), sourceId: recordId },
      ...{ months: 12, from: "2026-10-20" as never },
    } as const;
    const { decisionNo } = await ask(world, "schedules.save", { clientId, item });
    const after = await view();
    expect(after.suggestions.filter((one) => one.recordId === recordId)).toEqual([]);
    const account = after.accounts.find(({ accountId }) => accountId === accounts.prepaid);
    // Linked with its bill, the item explains it.
    expect(account?.parts.find(({ kind }) => kind === "without_item")?.lines.some((line) => line.recordId === recordId) ?? false).toBe(
      false,
    );
    await ask(world, "decisions.undo", { clientId, decisionNo });
    await ask(world, "decisions.undo", { clientId, decisionNo: domain.decisionNo });
    expect((await view()).suggestions.some((one) => one.recordId === recordId)).toBe(true);
  }, 60_000);

  test("the close pack has the schedules as a sheet of its own, and verifies", async () => {
    let stop: () => void = () => undefined;
    const over = new Promise<PackJob>((resolve) => {
      stop = world.runtime.subscribe(({ topic, payload }) => {
        if (topic === "packs.progress" && (payload as PackJob).state !== "running") resolve(payload as PackJob);
      });
    });
    await ask(world, "packs.export", { ...period, folder: join(world.home, "packs") });
    const { pack, failure } = await world.run(over);
    stop();
    if (pack === null) throw new Error(JSON.stringify(failure));
    expect((await verifyPackFile(pack.path)).ok).toBe(true);
    const book = unzipSync(unzipSync(readFileSync(pack.path))["01_closepack.xlsx"] as Uint8Array);
    const text = Object.values(book)
      .map((bytes) => strFromU8(bytes))
      .join("");
    for (const said of ["H3 Balance sheet schedules", "Insurance", "Balance per schedule", "Balance per books"])
      expect(text).toContain(said);
  }, 60_000);

  test("months that the books had before aren't posted again, and what was removed can be put back", async () => {
    const { clientId } = period;
    const item = {
      kind: "prepaid",
      ...{ title: "Rent", accountId: accounts.prepaid, otherAccountId: accounts.expense, amount: decimal("1200.00") },
      ...{ months: 12, from: "2026-05-01" as never, bookedThrough: "2026-10-31" as never },
    } as const;
    const { itemId } = await ask(world, "schedules.save", { clientId, item });
    expect([await stateOf("Rent"), (await ask(world, "schedules.draft", period)).jobIds]).toEqual(["booked", []]);
    await ask(world, "schedules.remove", { clientId, itemId });
    expect(await stateOf("Rent")).toBeUndefined();
    await ask(world, "schedules.save", { clientId, itemId, item });
    expect(await stateOf("Rent")).toBe("booked");
    const decisions = await ask(world, "decisions.list", { clientId, kind: "schedule_item" });
    expect(decisions.length).toBeGreaterThanOrEqual(4);
  }, 60_000);

  test("items are imported from a file, all of them or none, and the import can be undone", async () => {
    const { clientId } = period;
    const file = (account: string) =>
      btoa(
        `Schedule,Item,Account,Other account,Amount,From,Months,Booked through\nprepaid,Domain,${accounts.prepaid},${accounts.expense},60.00,2026-08-01,6,2026-10-31\nprepaid,Licence,${account},${accounts.expense},90,2026-08-01,3,2026-10-31\n`,
      );
    expect(await refusal(world, "schedules.import", { clientId, content: file("nowhere") })).toBe("invalid_input");
    expect(await stateOf("Domain")).toBeUndefined();
    const { decisionNos } = await ask(world, "schedules.import", { clientId, content: file(accounts.prepaid) });
    expect([await stateOf("Domain"), await stateOf("Licence")]).toEqual(["booked", "booked"]);
    for (const decisionNo of decisionNos) await ask(world, "decisions.undo", { clientId, decisionNo });
    expect(await stateOf("Licence")).toBeUndefined();
  }, 60_000);

  test("what makes no sense is refused, with its field", async () => {
    const { clientId } = period;
    const item = {
      kind: "prepaid",
      title: "Wrong",
      accountId: "nowhere",
      otherAccountId: accounts.expense,
      amount: decimal("1.00"),
      months: 1,
      from: "2026-10-01" as never,
    } as const;
    expect(await refusal(world, "schedules.save", { clientId, item })).toBe("invalid_input");
    expect(await refusal(world, "schedules.item", { clientId, itemId: "nothing" })).toBe("not_found");
    expect(await refusal(world, "schedules.rollForward", { ...period, accountId: accounts.expense })).toBe("not_found");
  });
});
