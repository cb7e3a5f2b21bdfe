import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attachmentFolder } from "#main/store/records/attachment-files.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, decimal, negateDecimal } from "#shared/kernel/decimal.ts";
import { createDocument, deleteTransaction } from "#simulator/books/events.ts";
import { ask } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const PERIOD = "2026-10";

describe.each(STYLES)("ledger %s, entries and support of a close", (style) => {
  let world: World;
  let tenant: Tenant;
  let period: { clientId: string; period: string };
  const states = async () => (await ask(world, "adjustments.list", period)).map(({ kind, part, date, state }) => [kind, part, date, state]);
  const taskState = async (id: string) => (await ask(world, "close.status", period)).tasks.find((task) => task.id === id)?.state;

  beforeAll(async () => {
    world = await createWorld({ seed: 84, tenants: [{ style, a: { journals: true }, books: { months: 2, invoicesPerMonth: 2 } }] });
    tenant = world.tenants[0] as Tenant;
    period = { clientId: tenant.source.clientId, period: PERIOD };
    await syncToEnd(tenant);
  });
  afterAll(() => endWorld(world));

  test("an accrual and its reversal, and a part of a prepayment, go through the write queue and are seen confirmed, and voided", async () => {
    const accounts = (await ask(world, "flux.list", period)).rows.map(({ account }) => account);
    const expense = accounts.find((account) => account?.class === "expense")?.id ?? "";
    const liability =
      accounts.find((account) => account?.class === "liability" && account.role === undefined)?.id ??
      accounts.find((account) => account?.class === "expense" && account.id !== expense)?.id ??
      "";
    const { clientId } = period;
    await ask(world, "adjustments.save", {
      clientId,
      entry: {
        ...{ kind: "accrual", title: "Audit fee", from: "2026-10-01" as never, until: null, reverses: true },
        lines: [
          { accountId: expense, amount: decimal("400.00") },
          { accountId: liability, amount: decimal("-400.00") },
        ],
      },
    });
    await ask(world, "adjustments.save", {
      clientId,
      entry: {
        kind: "prepayment",
        title: "Insurance",
        total: decimal("1000.00"),
        periods: 3,
        from: "2026-09-10" as never,
        debitAccountId: expense,
        creditAccountId: liability,
      },
    });
    expect(await taskState("accruals")).toBe("open");
    const sent = tenant.simulated.referee.totals.arrivals;
    const told: unknown[] = [];
    const stop = world.runtime.subscribe(({ topic, payload }) => void (topic === "writes.changed" && told.push(payload)));
    const drafted = await ask(world, "adjustments.draft", period);
    stop();
    expect(told).toEqual(drafted.jobIds.map((jobId) => ({ clientId, jobId, state: "draft" })));
    expect([drafted.jobIds.length, tenant.simulated.referee.totals.arrivals - sent]).toEqual([3, 0]);
    const { job } = await ask(world, "writes.show", { clientId, jobId: drafted.jobIds[0] ?? "" });
    // As it is posted, the period is named as people write it.
    expect(JSON.stringify(job.operations)).toMatch(/, October 2026\b/);
    // Asking twice for the same period creates nothing twice.
    expect((await ask(world, "adjustments.draft", period)).jobIds).toEqual([]);
    expect(await states()).toEqual([
      ["accrual", "entry", "2026-10-31", "draft"],
      ["accrual", "reversal", "2026-11-01", "draft"],
      ["prepayment", "entry", "2026-10-31", "draft"],
    ]);
    await ask(world, "adjustments.post", period);
    const posted = await ask(world, "adjustments.list", period);
    expect(posted.map(({ state, message }) => [state, message])).toEqual(posted.map(() => ["confirmed", null]));
    // Nothing that recurs is set up, so there is nothing to post.
    expect([await taskState("accruals"), await taskState("prepayments"), await taskState("recurring")]).toEqual(["done", "done", "done"]);

    const [accrual] = posted;
    await world.clock.advance(3_600_000);
    deleteTransaction(tenant.books, (accrual?.recordId ?? "").split(":")[1] ?? "", world.clock.nowMs());
    await syncToEnd(tenant, { full: true });
    expect((await states())[0]).toEqual(["accrual", "entry", "2026-10-31", "voided"]);
    expect((await ask(world, "adjustments.list", period))[0]?.message).toBe("Deleted in the ledger.");
    expect(await taskState("accruals")).toBe("open");
    const evidence = (await ask(world, "close.status", period)).tasks.find(({ id }) => id === "accruals")?.evidence;
    expect(evidence?.items.map(({ text }) => text)).toContain("Audit fee, 2026-10-31: voided or deleted");
    // A voided entry can be drafted again, as another action.
    expect((await ask(world, "adjustments.draft", period)).jobIds).toHaveLength(1);
  }, 60_000);

  test("an entry that was posted isn't due again when it is removed and added again", async () => {
    const { clientId } = period;
    const insurance = (await ask(world, "adjustments.definitions", { clientId })).find(({ entry }) => entry.title === "Insurance");
    if (insurance === undefined) throw new Error("the insurance isn't set up");
    const part = async () => (await ask(world, "adjustments.list", period)).find(({ kind }) => kind === "prepayment");
    const recordId = (await part())?.recordId;
    await ask(world, "adjustments.remove", { clientId, definitionId: insurance.definitionId });
    const { definitionId } = await ask(world, "adjustments.save", { clientId, entry: insurance.entry });
    expect(await part()).toMatchObject({ definitionId, state: "confirmed", jobId: null, recordId });
    expect((await ask(world, "adjustments.draft", { ...period, definitionId })).jobIds).toEqual([]);
  }, 60_000);

  test("depreciation that was posted in the ledger is found there, and no longer once it's deleted", async () => {
    const found = async () => (await ask(world, "close.status", period)).tasks.find((task) => task.id === "depreciation");
    const accountId = (name: string) => tenant.books.accounts.find((account) => account.name === name)?.id ?? "";
    const lines = [
      { accountId: accountId("Depreciation"), amount: decimal("4321.09") },
      { accountId: accountId("Vehicles"), amount: decimal("-4321.09") },
    ];
    const entry = { number: "DEP-10", partyId: null, date: calendarDate("2026-10-31"), memo: "Depreciation", lines };
    await world.clock.advance(3_600_000);
    const { id } = createDocument(tenant.books, { ...entry, kind: "journal" }, world.clock.nowMs());
    await syncToEnd(tenant, { full: true });
    const task = await found();
    expect(task).toMatchObject({ state: "done", evidence: { passed: true, automatic: true } });
    const item = task?.evidence?.items.find(({ text }) => text.includes("4,321.09"));
    expect(item).toMatchObject({ subject: "document", id: expect.stringMatching(new RegExp(`:${id}$`)) });
    await world.clock.advance(3_600_000);
    deleteTransaction(tenant.books, id, world.clock.nowMs());
    await syncToEnd(tenant, { full: true });
    expect((await found())?.evidence?.items.filter(({ text }) => text.includes("4,321.09"))).toEqual([]);
  }, 60_000);

  test("balances roll forward, agree with support and items to the cent, and a moved balance has to be looked at again", async () => {
    const rows = await ask(world, "reconciliations.list", period);
    for (const { opening, increases, decreases, closing, label } of rows)
      expect(Number(addDecimals(addDecimals(opening, increases), negateDecimal(decreases))), label).toBe(Number(closing));
    const row = rows.find(({ required }) => required);
    if (row === undefined) throw new Error("nothing to reconcile");
    const account = { ...period, accountId: row.accountId };
    expect(row.state).toBe("no_support");
    const bytes = Buffer.from("statement");
    const pinned = await ask(world, "reconciliations.attach", {
      ...account,
      fileName: "../st=ement.pdf",
      content: bytes.toString("base64"),
    });
    expect(pinned.attachment.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    const support = addDecimals(row.closing, decimal("-20.00"));
    const item = { text: "Cheque 12", amount: decimal("15.00"), date: "2026-09-01" as never, documentId: null };
    await ask(world, "reconciliations.save", { ...account, support, items: [item] });
    const of = async () => (await ask(world, "reconciliations.list", period)).find(({ accountId }) => accountId === row.accountId);
    expect(await of()).toMatchObject({
      state: "difference",
      difference: "5.00",
      oldestDays: 60,
      attachments: [{ fileName: "../st=ement.pdf", bytes: 9 }],
    });
    await ask(world, "reconciliations.save", { ...account, support, items: [item, { ...item, text: "Fee", amount: decimal("5.00") }] });
    expect((await of())?.state).toBe("reconciled");

    const file = await ask(world, "reconciliations.file", { clientId: period.clientId, sha256: pinned.attachment.sha256 });
    expect(Buffer.from(file.content, "base64").toString()).toBe("statement");
    const kept = `${attachmentFolder(world.home, period.clientId)}/${pinned.attachment.sha256}`;
    expect(existsSync(kept)).toBe(true);
    writeFileSync(kept, "tampered");
    const reply = await world.run(
      world.runtime.route("reconciliations.file", { clientId: period.clientId, sha256: pinned.attachment.sha256 }),
    );
    expect(reply.ok ? "whole" : reply.failure.code).toBe("damaged");
  }, 60_000);
});
