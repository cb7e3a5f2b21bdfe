import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { readXlsx } from "hucre";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import type { PackJob } from "#shared/contract/close/packs.ts";
import { addDecimals, decimal } from "#shared/kernel/decimal.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { checkedCounts } from "#shared/model/close/checked-tasks.ts";
import { recheckOf, type ShownTieOutRun } from "#shared/model/reports/tie-out.ts";
import { createBill, editTransaction } from "#simulator/books/events.ts";
import { ask, overrideGates, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

const PERIOD = "2026-10";
const HOUR_MS = 3_600_000;
const BILLS = { a: ["invoices.accpay", "journals"], b: ["bills"], c: ["transactions.vendbill"] } as const;

function task(status: CloseStatus, id: string) {
  const found = status.tasks.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no task ${id}`);
  return found;
}

describe.each(STYLES)("ledger %s, the close of a month", (style) => {
  let world: World;
  let tenant: Tenant;
  let period: { clientId: string; period: string };
  const status = () => ask(world, "close.status", period);

  beforeAll(async () => {
    world = await createWorld({ seed: 83, tenants: [{ style, a: { journals: true }, books: { months: 3, invoicesPerMonth: 6 } }] });
    tenant = world.tenants[0] as Tenant;
    period = { clientId: tenant.source.clientId, period: PERIOD };
    await syncToEnd(tenant);
    await ask(world, "people.add", { name: "rita", role: "reviewer" });
  });
  afterAll(() => endWorld(world));

  test("begins with a copied checklist; tasks close by their evidence and open again when it is gone", async () => {
    const before = await status();
    expect([before.started, before.status, before.mayBecome]).toEqual([false, "open", ["in_close", "closed"]]);
    expect([task(before, "streams").state, task(before, "lock-read").state, task(before, "client-questions").state]).toEqual([
      "done",
      "done",
      "open",
    ]);
    // Counted in business days. October's close is overdue on 21 November, so its tasks are late although nobody has started it.
    expect(task(before, "client-questions")).toMatchObject({ due: "2026-11-03", daysLate: 13 });
    expect(before.daysLate).toBe(8);
    const open = before.tasks.filter(({ state }) => state === "open" || state === "waiting");
    expect([before.progress.late, before.blocks.length, before.blocks[0]]).toEqual([open.length, open.length, "client-questions"]);
    expect(before.progress.automatic).toBeGreaterThan(0);
    expect(before.progress).toMatchObject(checkedCounts(before.tasks));
    await ask(world, "close.move", { ...period, status: "in_close" });
    await ask(world, "tieOuts.run", { clientId: period.clientId, asOfDate: "2026-10-31" as never });
    const begun = await status();
    expect([task(begun, "client-questions").daysLate, begun.daysLate]).toEqual([13, 8]);
    expect([begun.started, begun.status, task(begun, "bank").state, task(begun, "statements-tie").state]).toEqual([
      true,
      "in_close",
      "done",
      "done",
    ]);
    expect(begun.progress.done).toBe(begun.tasks.filter(({ state }) => state === "done").length);

    await world.clock.advance(HOUR_MS);
    editOneBill(tenant, world, "10.00");
    // A sync of chosen data sets compares nothing; a whole one would have done so, as the tie-outs' own suite shows.
    await tenant.sync({ only: BILLS[style] });
    const moved = task(await status(), "statements-tie");
    expect([moved.state, moved.evidence?.items[0]?.text]).toEqual([
      "open",
      expect.stringContaining("recheck needed because a sync changed the books after"),
    ]);
    await ask(world, "tieOuts.run", { clientId: period.clientId, asOfDate: world.clock.now().slice(0, 10) as never });
    // The dashboard, the tie-outs of October and the checklist say the same, although today's figures are tied out.
    const october = { clientId: period.clientId, asOfDate: "2026-10-31" as never };
    const onDashboard = async () => (await ask(world, "clients.list", {})).rows[0]?.tieOuts?.recheck;
    expect([(await ask(world, "tieOuts.last", october))?.recheck, await onDashboard()]).toEqual([true, true]);
    expect((await ask(world, "tieOuts.last", { clientId: period.clientId }))?.recheck).toBe(false);
    await ask(world, "tieOuts.run", october);
    await status();
    await syncToEnd(tenant);
    expect([(await ask(world, "tieOuts.last", october))?.recheck, await onDashboard()]).toEqual([false, false]);
    expect(task(await status(), "statements-tie").state).toBe("done");
    const board = await ask(world, "close.board", {});
    expect(board.rows[0]).toMatchObject({ clientId: period.clientId, period: begun.period.label, status: "in_close", lockedHere: false });
    expect(board.rows[0]?.daysLate).toBeGreaterThan(10);
  }, 60_000);

  test("a tick says by hand with who and why; tasks are changed, added and taken out, and an undo brings them back", async () => {
    await ask(world, "close.tick", { ...period, taskId: "client-questions", why: "Nothing to ask" });
    const ticked = task(await status(), "client-questions");
    expect([ticked.state, ticked.byHand?.person, ticked.byHand?.why, ticked.daysLate]).toEqual([
      "by_hand",
      "tester@world",
      "Nothing to ask",
      0,
    ]);
    await ask(world, "close.untick", { ...period, taskId: "client-questions" });
    expect(task(await status(), "client-questions").state).toBe("open");
    await ask(world, "close.editTask", {
      ...period,
      taskId: "payroll-call",
      title: "Call about payroll",
      phase: "Before",
      dependsOn: ["client-questions"],
    });
    expect(task(await status(), "payroll-call")).toMatchObject({
      state: "waiting",
      waitsFor: ["client-questions"],
      edited: true,
      evidence: null,
    });
    expect(await refusal(world, "close.editTask", { ...period, taskId: "client-questions", dependsOn: ["payroll-call"] })).toBe(
      "invalid_input",
    );
    const without = (input: object) => world.run(world.runtime.route("close.editTask", { ...period, taskId: "tax-call", ...input }));
    expect(await without({})).toMatchObject({ failure: { message: "Enter a title for the new task.", field: "title" } });
    expect(await without({ title: "Call about tax", phase: "x".repeat(61) })).toMatchObject({
      failure: { code: "invalid_input", field: "phase" },
    });
    expect(await without({ title: "Call about tax", taskId: "Tax call" })).toMatchObject({
      failure: { code: "invalid_input", field: "taskId" },
    });
    const removed = await ask(world, "close.removeTask", { ...period, taskId: "payroll-call" });
    expect((await status()).tasks.some(({ id }) => id === "payroll-call")).toBe(false);
    await ask(world, "decisions.undo", { clientId: period.clientId, decisionNo: removed.decisionNo });
    expect(await refusal(world, "close.tick", { ...period, taskId: "nothing", why: "x" })).toBe("not_found");
  }, 60_000);

  test("is signed by two people and closed: over open tasks only with a reason, and then the service's lock binds the month on every ledger", async () => {
    expect(await refusal(world, "close.sign", { ...period, role: "reviewer" })).toBe("conflict");
    await ask(world, "close.sign", { ...period, role: "preparer" });
    expect(await refusal(world, "close.sign", { ...period, role: "reviewer" })).toBe("conflict");
    await ask(world, "people.use", { name: "rita" });
    expect(await refusal(world, "close.sign", { ...period, role: "reviewer" })).toBe("conflict");
    await overrideGates(world, period);
    await ask(world, "close.sign", { ...period, role: "reviewer" });
    // Nor does who reviewed it prepare it afterwards.
    expect(await refusal(world, "close.sign", { ...period, role: "preparer" })).toBe("conflict");
    const outdated = await ask(world, "close.board", { refresh: "none" });
    expect(outdated.rows[0]).toMatchObject({ outdated: true, reviewer: null });
    const [looked] = (await ask(world, "close.board", { refresh: "now" })).rows;
    expect([looked?.outdated, looked?.preparer, looked?.reviewer]).toEqual([false, "tester@world", "rita@world"]);
    expect(task(await status(), "sign-off").state).toBe("done");
    const closed = await ask(world, "close.move", { ...period, status: "closed", why: "Agreed with the client" });
    expect([closed.from, closed.status, closed.ledgerLock.canMove]).toEqual(["in_close", "closed", false]);
    const after = await status();
    expect([task(after, "lock-here").state, after.moves.at(-1)?.why]).toEqual(["done", "Agreed with the client"]);
    const posting = await ask(world, "posting.check", { clientId: period.clientId, date: "2026-10-15" as never, module: "ap" });
    expect(posting.blockedBy.some(({ ownedBy }) => ownedBy === "us")).toBe(true);
    const next = await ask(world, "posting.check", { clientId: period.clientId, date: "2026-11-02" as never, module: "ap" });
    expect(next.blockedBy.some(({ ownedBy }) => ownedBy === "us")).toBe(false);
    // Compared with what was signed nothing has moved.
    const signed = await ask(world, "flux.list", { ...period, comparison: "last_signed_pack" });
    expect(signed.rows.filter(({ change }) => Number(change) !== 0)).toEqual([]);
  }, 60_000);

  test("what changes in it afterwards is valued per account, makes the signatures stale, and waits for a disposition that its next change unsettles", async () => {
    expect(await ask(world, "close.changes", { clientId: period.clientId })).toEqual([]);
    await world.clock.advance(HOUR_MS);
    const edited = editOneBill(tenant, world, "25.00");
    const late = createBill(tenant.books, lateBill(tenant), world.clock.nowMs());
    if (style === "a") {
      // The feed may bring both before the bills are read.
      await tenant.sync({ only: ["journals"] });
      expect((await ask(world, "close.changes", { clientId: period.clientId })).length).toBeGreaterThan(0);
    }
    await syncToEnd(tenant);
    const changes = await ask(world, "close.changes", { clientId: period.clientId, open: true });
    expect(
      changes
        .map(({ recordId, kind, result }) => [
          recordId.includes(edited) ? "edited" : recordId.includes(late.id) ? "late" : recordId,
          kind,
          Number(result),
        ])
        .sort(),
    ).toEqual([
      ["edited", "changed", 25],
      ["late", "added", 75],
    ]);
    for (const { effects } of changes) {
      const left = effects.reduce((sum, { effect }) => addDecimals(sum, effect), decimal("0"));
      expect(Number(left)).toBe(0);
    }
    const after = await status();
    expect(after.signatures.map(({ stale }) => stale)).toEqual([true, true]);
    expect([task(after, "late").state, task(after, "sign-off").state]).toEqual(["open", "open"]);
    for (const { id } of changes)
      await ask(world, "close.dispose", { clientId: period.clientId, changeId: id, verdict: "accept", why: "Immaterial" });
    expect(task(await status(), "late").state).toBe("done");
    expect(await packText(world, period)).toMatch(/Post-close changes[\s\S]*Immaterial/);

    await world.clock.advance(HOUR_MS);
    editOneBill(tenant, world, "5.00");
    await syncToEnd(tenant);
    const [again] = await ask(world, "close.changes", { clientId: period.clientId, open: true });
    expect([again?.recordId.includes(edited), again?.disposition?.stands]).toEqual([true, false]);
    const reopened = await ask(world, "close.dispose", {
      clientId: period.clientId,
      changeId: again?.id ?? "",
      verdict: "reopen",
      why: "Too much by now",
    });
    expect([reopened.reopened, (await status()).status]).toEqual([true, "reopened"]);
  }, 60_000);
});

/** All text of the workbook in a pack of the period. */
async function packText(world: World, period: { clientId: string; period: string }): Promise<string> {
  return Object.values(unzipSync(await packWorkbook(world, period)))
    .map((bytes) => Buffer.from(bytes).toString())
    .join("\n");
}

/** What the tie-out register in a pack of the period says, each once. */
async function registerResults(world: World, period: { clientId: string; period: string }): Promise<unknown[]> {
  const { sheets } = await readXlsx(await packWorkbook(world, period));
  const rows = sheets.find(({ name }) => name.startsWith("E "))?.rows ?? [];
  const head = rows.findIndex((row) => row.includes("Result"));
  const at = rows[head]?.indexOf("Result") ?? -1;
  return [...new Set(rows.slice(head + 1).flatMap((row) => (row[at] == null || row[at] === "" ? [] : [row[at]])))];
}

async function packWorkbook(world: World, period: { clientId: string; period: string }): Promise<Uint8Array> {
  const over = new Promise<PackJob>((resolve) => {
    const stop = world.runtime.subscribe(({ topic, payload }) => {
      if (topic !== "packs.progress" || (payload as PackJob).state === "running") return;
      stop();
      resolve(payload as PackJob);
    });
  });
  await ask(world, "packs.export", { ...period, folder: join(world.home, "packs-out") });
  const { pack } = await world.run(over);
  return unzipSync(readFileSync(pack?.path ?? ""))["01_closepack.xlsx"] as Uint8Array;
}

test("a bill that only the general-ledger feed has brought marks a tied-out month for another check", async () => {
  const world = await createWorld({
    seed: 83,
    tenants: [{ style: "a", a: { journals: true }, books: { months: 3, invoicesPerMonth: 6 } }],
  });
  const tenant = world.tenants[0] as Tenant;
  const october = { clientId: tenant.source.clientId, asOfDate: "2026-10-31" as never };
  const recheck = async () => (await ask(world, "tieOuts.last", october))?.recheck;
  await syncToEnd(tenant);
  await ask(world, "tieOuts.run", october);
  expect(await recheck()).toBe(false);
  await world.clock.advance(HOUR_MS);
  createBill(tenant.books, lateBill(tenant), world.clock.nowMs());
  await tenant.sync({ only: ["journals"] });
  expect(await recheck()).toBe(true);
  // The register in the pack says it of every check, as the screen does, and not what they came to before.
  const register = async () => await registerResults(world, { clientId: october.clientId, period: "2026-10" });
  expect(await register()).toEqual(["Recheck needed"]);
  await ask(world, "tieOuts.run", october);
  expect(await register()).not.toContain("Recheck needed");
  expect(await recheck()).toBe(false);
  await endWorld(world);
});

test("a sync takes nothing off a close before it has checked the month again, but no gate passes on the last results", async () => {
  const world = await createWorld({
    seed: 83,
    tenants: [{ style: "a", a: { journals: true }, books: { months: 3, invoicesPerMonth: 6 } }],
  });
  const tenant = world.tenants[0] as Tenant;
  const period = { clientId: tenant.source.clientId, period: PERIOD };
  const { route, context } = world.runtime;
  const on = (day: string) => ({ clientId: period.clientId, asOfDate: day as never });
  const tied = ({ tasks }: CloseStatus) =>
    tasks.flatMap(({ id, state, evidence }) => (evidence?.kind === "tie_outs" && state === "done" ? [id] : []));
  const row = async (refresh: "none" | "now") => (await ask(world, "close.board", { refresh })).rows[0];
  await syncToEnd(tenant);
  await ask(world, "close.move", { ...period, status: "in_close" });
  for (const day of ["2026-11-15", "2026-10-31"]) await ask(world, "tieOuts.run", on(day));
  const before = await ask(world, "close.status", period);
  expect(tied(before)).toContain("statements-tie");

  await world.clock.advance(HOUR_MS);
  editOneBill(tenant, world, "10.00");
  // Everything is read, and the ledger's reports are next: somebody looks, and stops the sync.
  const looks: ReturnType<typeof route>[] = [];
  // A sync checks again as of today and the ends of periods in close, and of no other day.
  const days = ["2026-10-31", localDay(world.clock.nowMs()), "2026-11-15"];
  world.patch = async ({ url }) => {
    if (looks.length > 0 || !/\/reports\//i.test(url)) return null;
    looks.push(route("close.status", period), ...days.map((day) => route("tieOuts.last", on(day))));
    await Promise.all(looks);
    void context.engine.stop(period.clientId);
    return null;
  };
  await tenant.sync();
  world.patch = null;
  const [looked, ...runs] = await Promise.all(looks);
  const overtaken = runs.map((run) => (run.ok ? recheckOf(run.value as ShownTieOutRun) : false));
  expect(overtaken).toEqual(["running", "running", true]);
  if (looked?.ok !== true) throw new Error("nobody looked at the close while the sync was running");
  const during = looked.value as CloseStatus;
  expect(tied(during)).toEqual(tied(before));
  expect(task(during, "statements-tie").evidence).toMatchObject({ passed: true, rechecking: true });
  const closing = during.gates.close.find(({ gate }) => gate === "tasks")?.open.map(({ id }) => id);
  expect(closing).toContain("statements-tie");

  for (const day of days) expect(recheckOf((await ask(world, "tieOuts.last", on(day))) as ShownTieOutRun)).toBe(true);
  // It ended without the checks, so that they are open now, and the board doesn't go on with what it showed meanwhile.
  expect(await row("none")).toMatchObject({ rechecking: true, outdated: true });
  // The inbox counts from the same file, and perhaps nobody opens the board.
  const late = (await ask(world, "inbox.list", {})).items.find(({ kind }) => kind === "close");
  expect((await row("now"))?.rechecking).toBeUndefined();
  const stopped = await ask(world, "close.status", period);
  expect(late?.close?.open).toBe(stopped.progress.tasks - stopped.progress.done - stopped.progress.byHand);
  expect([task(stopped, "statements-tie").state, (await row("none"))?.progress?.done]).toEqual(["open", stopped.progress.done]);
  await syncToEnd(tenant);
  const after = await ask(world, "close.status", period);
  expect(tied(after)).toEqual(tied(before));
  expect(task(after, "statements-tie").evidence?.rechecking).toBeUndefined();
  await endWorld(world);
}, 60_000);

test("the board goes on to the next period that ended once one is closed, and back to one that is reopened", async () => {
  const world = await createWorld({ seed: 83, tenants: [{ style: "a", books: { months: 3, invoicesPerMonth: 2 } }] });
  const tenant = world.tenants[0] as Tenant;
  const { clientId } = tenant.source;
  const september = { clientId, period: "2026-09" };
  await syncToEnd(tenant);
  const shown = async (refresh: "none" | "now") => {
    const [row] = (await ask(world, "close.board", { refresh })).rows;
    return [row?.period, row?.status, row?.outdated];
  };
  await ask(world, "close.move", { ...september, status: "in_close" });
  expect(await shown("now")).toEqual(["2026-09", "in_close", false]);
  await ask(world, "close.move", { ...september, status: "closed", why: "Agreed with the client" });
  expect(await shown("none")).toEqual(["2026-09", "closed", true]);
  expect((await ask(world, "close.board", { refresh: "none" })).rows[0]?.closedWhy).toBe("Agreed with the client");
  expect(await shown("now")).toEqual(["2026-10", "open", false]);
  await ask(world, "close.status", september);
  expect(await shown("none")).toEqual(["2026-10", "open", false]);
  await ask(world, "close.move", { ...september, status: "reopened", why: "A late bill" });
  await ask(world, "close.status", { clientId, period: PERIOD });
  expect(await shown("now")).toEqual(["2026-09", "reopened", false]);
  await ask(world, "close.move", { ...september, status: "closed", why: "Entered" });
  await ask(world, "close.move", { clientId, period: PERIOD, status: "in_close" });
  expect(await shown("now")).toEqual([PERIOD, "in_close", false]);
  await endWorld(world);
}, 60_000);

function lateBill(tenant: Tenant): Parameters<typeof createBill>[1] {
  const like = tenant.books.transactions.find(
    ({ kind, state, date, currency, taxInclusive }) =>
      kind === "purchase_bill" &&
      state === "approved" &&
      date.startsWith(PERIOD) &&
      currency === tenant.books.baseCurrency &&
      !taxInclusive,
  );
  const accountId = tenant.books.accounts.find(({ id }) => like?.lines.some((line) => line.accountId === id))?.id ?? "";
  return {
    partyId: like?.partyId ?? null,
    date: "2026-10-20" as never,
    lines: [{ accountId, amount: decimal("75.00"), tax: decimal("0.00") }],
  };
}

/** Adds an amount to the first line of the same bill of the month. @returns its id in the books */
function editOneBill({ books }: Tenant, world: World, amount: string): string {
  const bill = books.transactions.find(
    ({ kind, state, date, currency, taxInclusive, lines }) =>
      kind === "purchase_bill" &&
      state === "approved" &&
      date.startsWith(PERIOD) &&
      currency === books.baseCurrency &&
      !taxInclusive &&
      lines.length > 0,
  );
  if (bill === undefined) throw new Error("the books have no bill");
  const lines = bill.lines.map(({ id, accountId, itemId, description, dimensions, net }, at) => ({
    ...{ id, accountId, itemId, description, dimensions, tax: decimal("0.00") },
    amount: at === 0 ? addDecimals(net, decimal(amount)) : net,
  }));
  editTransaction(books, bill.id, { lines } as Parameters<typeof editTransaction>[2], world.clock.nowMs());
  return bill.id;
}
