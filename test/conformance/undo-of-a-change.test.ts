import { afterAll, beforeAll, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { createSyncedWorld, type World } from "#test/support/world.ts";
import { endWorld } from "./expecting.ts";

let world: World;
let of: { readonly clientId: string };
let period: { readonly clientId: string; readonly period: string };
const undo = (decisionNo: number) => ask(world, "decisions.undo", { ...of, decisionNo });

beforeAll(async () => {
  world = await createSyncedWorld({
    seed: 81,
    tenants: [{ style: "a", a: { journals: true }, books: { months: 4, invoicesPerMonth: 4 } }],
  });
  of = { clientId: world.tenants[0]?.source.clientId ?? "" };
  period = { ...of, period: "2026-10" };
});
afterAll(() => endWorld(world));

test("undoing a change of a recurring transaction or an adjusting entry brings back what it was", async () => {
  const accounts = (await ask(world, "choices.find", { ...of, kind: "account", text: "", limit: 2 })).map(({ id }) => id);
  const document = (description: string) => ({
    ...{ type: "journal" as const, currency: "USD", status: "open" as const },
    lines: accounts.map((accountId, at) => ({
      ...{ kind: "account" as const, accountId, description, dimensions: [] },
      net: { amount: at === 0 ? "10.00" : "-10.00", currency: "USD" },
    })),
  });
  const rule = { every: "month" as const, first: calendarDate("2026-11-01"), until: null, dueAfterDays: null };
  const { templateId } = await ask(world, "repeating.save", { ...of, template: { ...rule, document: document("Rent") } } as never);
  const texts = async () => (await ask(world, "repeating.list", of)).map(({ template }) => template.document.lines[0]?.description);
  const changed = await ask(world, "repeating.save", { ...of, templateId, template: { ...rule, document: document("Rant") } } as never);
  await undo(changed.decisionNo);
  expect(await texts()).toEqual(["Rent"]);

  const entry = (title: string) => ({
    ...{ kind: "recurring" as const, title, from: calendarDate("2026-10-01"), until: null },
    lines: accounts.map((accountId, at) => ({ accountId, amount: at === 0 ? "10.00" : "-10.00" })),
  });
  const { definitionId } = await ask(world, "adjustments.save", { ...of, entry: entry("Lease") } as never);
  // A ledger takes no fraction of a cent.
  const exact = { ...entry("Lease"), lines: accounts.map((accountId, at) => ({ accountId, amount: at === 0 ? "10.005" : "-10.005" })) };
  expect(await refusal(world, "adjustments.save", { ...of, definitionId, entry: exact } as never)).toBe("invalid_input");
  const edited = await ask(world, "adjustments.save", { ...of, definitionId, entry: entry("Leese") } as never);
  await undo(edited.decisionNo);
  expect((await ask(world, "adjustments.definitions", of)).map((one) => [one.definitionId, one.entry.title])).toEqual([
    [definitionId, "Lease"],
  ]);
});

test("undoing the change or the removal of a task that somebody added brings the task back", async () => {
  await ask(world, "close.move", { ...period, status: "in_close" });
  const own = async () => (await ask(world, "close.status", period)).tasks.find(({ id }) => id === "call-bank")?.title ?? null;
  await ask(world, "close.editTask", { ...period, taskId: "call-bank", title: "Call the bank", phase: "Prepare" });
  const changed = await ask(world, "close.editTask", { ...period, taskId: "call-bank", title: "Call the bunk" });
  await undo(changed.decisionNo);
  expect(await own()).toBe("Call the bank");
  const removed = await ask(world, "close.removeTask", { ...period, taskId: "call-bank" });
  expect(await own()).toBeNull();
  await undo(removed.decisionNo);
  expect(await own()).toBe("Call the bank");
  expect(await refusal(world, "decisions.undo", { ...of, decisionNo: removed.decisionNo })).toBe("not_found");
});

test("a sign-off never stands on an explanation that an undo took away", async () => {
  const rowOf = async () => (await ask(world, "flux.list", period)).rows.find(({ material }) => material);
  const row = { ...period, accountId: (await rowOf())?.accountId ?? "" };
  await ask(world, "flux.explain", { ...row, text: "Seasonal", sign: true });
  const changed = await ask(world, "flux.explain", { ...row, text: "Seesonal" });
  await undo(changed.decisionNo);
  const found = (await ask(world, "flux.list", period)).rows.find(({ accountId }) => accountId === row.accountId);
  expect(found).toMatchObject({ status: "draft", explanation: { text: "Seasonal" } });

  // What the reviewer returned asks for other words, and an undo doesn't answer that.
  await ask(world, "flux.sign", { ...row, role: "preparer" });
  await ask(world, "people.add", { name: "rita", role: "reviewer" });
  await ask(world, "people.use", { name: "rita" });
  await ask(world, "flux.return", { ...row, why: "Which season?" });
  await ask(world, "people.use", { name: "tester" });
  const again = await ask(world, "flux.explain", { ...row, text: "Autumn" });
  await undo(again.decisionNo);
  expect((await ask(world, "flux.list", period)).rows.find(({ accountId }) => accountId === row.accountId)?.status).toBe("returned");
});

test("undoing the change of a balance, a rule, a threshold or a question brings back the one before; removing it doesn't", async () => {
  const removed = (decisionNo: number) => ask(world, "decisions.undo", { ...of, decisionNo, outright: true });
  const accountId = (await ask(world, "bank.accounts", period))[0]?.accountId ?? "";
  const account = { ...of, accountId };

  const date = calendarDate("2026-10-31");
  const closing = async () => (await ask(world, "bank.work", { ...period, accountId })).statements.map((one) => one.closing);
  await ask(world, "bank.balance", { ...account, date, closing: decimal("100.00") });
  const balance = await ask(world, "bank.balance", { ...account, date, closing: decimal("10.00") });
  await undo(balance.decisionNo);
  expect(await closing()).toEqual(["100.00"]);

  const rule = { name: "Stripe", lineContains: "STRIPE", bookContains: "", feePercent: decimal("3"), days: 10 };
  const rules = async () => (await ask(world, "bank.rules", account)).map(({ days }) => days);
  await ask(world, "bank.saveRule", { ...account, ...rule });
  const edited = await ask(world, "bank.saveRule", { ...account, ...rule, days: 20 });
  await undo(edited.decisionNo);
  expect(await rules()).toEqual([10]);
  await removed((await ask(world, "bank.saveRule", { ...account, ...rule, days: 30 })).decisionNo);
  expect(await rules()).toEqual([]);

  const threshold = {
    scope: { kind: "statement", statement: "profit_and_loss" },
    join: "or",
    effectiveFrom: calendarDate("2026-01-01"),
  } as const;
  const amounts = async () => (await ask(world, "flux.thresholds", of)).rows.map(({ amount }) => amount);
  await ask(world, "flux.setThreshold", { ...of, ...threshold, amount: decimal("500") });
  const changed = await ask(world, "flux.setThreshold", { ...of, ...threshold, amount: decimal("5") });
  await undo(changed.decisionNo);
  expect(await amounts()).toEqual(["500"]);
  const other = await ask(world, "flux.setThreshold", { ...of, ...threshold, amount: decimal("50") });
  await ask(world, "flux.removeThreshold", { ...of, decisionNo: other.decisionNo });
  expect(await amounts()).toEqual([]);

  const texts = async () => (await ask(world, "questions.list", of)).map(({ text }) => text);
  const { questionId } = await ask(world, "questions.ask", { ...of, reason: "other", text: "Which van?" });
  const reworded = await ask(world, "questions.edit", { ...of, questionId, text: "Which bus?" });
  await undo(reworded.decisionNo);
  expect(await texts()).toEqual(["Which van?"]);
  await removed((await ask(world, "questions.edit", { ...of, questionId, text: "Which car?" })).decisionNo);
  expect(await texts()).toEqual([]);
});
