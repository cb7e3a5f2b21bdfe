import { afterAll, beforeAll, expect, test } from "vitest";
import { decimal } from "#shared/kernel/decimal.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

let world: World;
let clientId: string;
const period = () => ({ clientId, period: "2026-10" });
const review = (comparison: "prior_month" | "budget" | "year_to_date" = "prior_month") =>
  ask(world, "flux.list", { ...period(), comparison });
const required = async () => (await review()).rows.filter(({ material }) => material).map(({ accountId }) => accountId);

async function as(name: string, role: "preparer" | "reviewer"): Promise<void> {
  await ask(world, "people.use", { name: "tester" });
  const people = await ask(world, "people.list", {});
  if (!people.some((person) => person.name === name)) await ask(world, "people.add", { name, role });
  await ask(world, "people.use", { name });
}

beforeAll(async () => {
  world = await createWorld({ seed: 81, tenants: [{ style: "a", a: { journals: true }, books: { months: 4, invoicesPerMonth: 4 } }] });
  const tenant = world.tenants[0] as Tenant;
  clientId = tenant.source.clientId;
  await syncToEnd(tenant);
});
afterAll(() => endWorld(world));

test("a template of the firm is kept, renamed and removed; two never share a name", async () => {
  const before = await ask(world, "flux.templates", {});
  expect(before.map(({ name }) => name)).toContain("Timing");
  await ask(world, "flux.saveTemplate", {
    name: "Season",
    text: "{account} {direction} by {amount} ({percent}) from {comparison} {season}",
  });
  expect(await refusal(world, "flux.saveTemplate", { name: "season", text: "Again", replaces: "Timing" })).toBe("already_exists");
  const renamed = await ask(world, "flux.saveTemplate", { name: "One season", text: "Seasonal", replaces: "Season" });
  expect(renamed).toMatchObject({ name: "One season", person: "tester@world" });
  await ask(world, "flux.removeTemplate", { name: "one season" });
  expect(await ask(world, "flux.templates", {})).toEqual(before);
  expect(await refusal(world, "flux.removeTemplate", { name: "One season" })).toBe("not_found");
});

test("a template that was added, changed, renamed or removed is as it was once the change is undone", async () => {
  const text = async (name: string) => (await ask(world, "flux.templates", {})).find((one) => one.name === name)?.text;
  const idOf = ([first, ...more]: readonly string[]) => (more.length === 0 && first !== undefined ? first : "one change each");
  const undo = (changeIds: readonly string[]) => ({ changeId: idOf(changeIds) });
  const added = await ask(world, "flux.saveTemplate", { name: "Rates", text: "Rates rose." });
  const changed = await ask(world, "flux.saveTemplate", { name: "Rates", text: "Rates fell." });
  const renamed = await ask(world, "flux.saveTemplate", { name: "Tariffs", text: "Rates fell.", replaces: "Rates" });
  const removed = await ask(world, "flux.removeTemplate", { name: "Tariffs" });
  expect(await refusal(world, "firm.undo", undo(changed.changeIds))).toBe("conflict");
  await ask(world, "firm.undo", undo(removed.changeIds));
  expect(await text("Tariffs")).toBe("Rates fell.");
  await ask(world, "firm.undo", undo(renamed.changeIds));
  expect([await text("Tariffs"), await text("Rates")]).toEqual([undefined, "Rates fell."]);
  await ask(world, "firm.undo", undo(changed.changeIds));
  expect(await text("Rates")).toBe("Rates rose.");
  expect(await refusal(world, "firm.undo", undo(changed.changeIds))).toBe("conflict");
  await ask(world, "firm.undo", undo(added.changeIds));
  expect(await text("Rates")).toBeUndefined();
  const activity = await ask(world, "firm.activity", {});
  expect(activity.map(({ what, undoneBy }) => [what, undoneBy])).toContainEqual(["removed", "tester@world"]);
  expect(activity.find(({ changeId }) => changeId === added.changeIds[0])).toMatchObject({
    ...{ kind: "flux_template", subject: "Rates", before: null, after: "Rates: Rates rose.", person: "tester@world" },
  });
});

test("a template whose name was taken since can't be given back", async () => {
  const added = await ask(world, "flux.saveTemplate", { name: "Wages", text: "Wages rose." });
  await ask(world, "flux.removeTemplate", { name: "Wages" });
  const [removal] = (await ask(world, "firm.activity", {})).filter(({ subject, what }) => subject === "Wages" && what === "removed");
  await ask(world, "flux.saveTemplate", { name: "wages", text: "Other wages." });
  expect(await refusal(world, "firm.undo", { changeId: removal?.changeId ?? "" })).toBe("conflict");
  expect(await refusal(world, "firm.undo", { changeId: added.changeIds[0] ?? "" })).toBe("conflict");
  await ask(world, "flux.removeTemplate", { name: "wages" });
});

test("one text explains a selection, each row with its own figures, and both sign it off in bulk; what is refused is named", async () => {
  await ask(world, "flux.setThreshold", {
    ...{ clientId, scope: { kind: "statement", statement: "profit_and_loss" }, amount: decimal("100"), percent: decimal("10") },
    ...{ join: "and", effectiveFrom: "2026-01-01" as never },
  });
  const accountIds = await required();
  const { material } = (await review()).progress;
  expect(accountIds.length).toBe(material);
  expect(material).toBeGreaterThan(2);
  const early = await ask(world, "flux.signMany", { ...period(), accountIds, role: "preparer" });
  expect([early.done, early.refused.length, early.decisionNos]).toEqual([0, material, []]);
  await as("pat", "preparer");
  expect(await refusal(world, "flux.signMany", { ...period(), accountIds, role: "reviewer" })).toBe("not_allowed");
  const text = "{account} {direction} by {amount} ({percent}) compared with {comparison}; see {this}";
  const explained = await ask(world, "flux.explainMany", { ...period(), accountIds: [...accountIds, "nobody"], text });
  expect([explained.done, explained.refused.map(({ label }) => label)]).toEqual([material, ["nobody"]]);
  for (const row of (await review()).rows.filter((one) => accountIds.includes(one.accountId))) {
    expect(row.explanation?.text).toContain("compared with the prior month; see {this}");
    expect(row.explanation?.text).toContain(row.change?.startsWith("-") ? "decreased" : "increased");
    expect(row.status).toBe("draft");
  }
  const again = await ask(world, "flux.explainMany", { ...period(), accountIds, text: "One text over all" });
  expect([again.done, again.refused.length, again.decisionNos]).toEqual([0, material, []]);
  const prepared = await ask(world, "flux.signMany", { ...period(), accountIds, role: "preparer" });
  expect(prepared).toMatchObject({ done: material, refused: [] });
  const twice = await ask(world, "flux.signMany", { ...period(), accountIds, role: "preparer" });
  expect(new Set(twice.refused.map(({ next }) => next))).toEqual(new Set(["A reviewer must sign off next."]));
  await as("rita", "reviewer");
  const reviewed = await ask(world, "flux.signMany", { ...period(), accountIds, role: "reviewer" });
  expect(reviewed).toMatchObject({ done: material, refused: [] });
  expect((await review()).progress).toMatchObject({ material, explained: material, signed: material });
  // Undoing takes back each sign-off.
  for (const decisionNo of reviewed.decisionNos) await ask(world, "decisions.undo", { clientId, decisionNo });
  expect((await review()).progress).toMatchObject({ signed: 0, readyForReview: material });
}, 60_000);

test("the dashboard still counts lines that are explained and wait for a sign-off", async () => {
  const { material, explained, signed } = (await review()).progress;
  expect([explained, signed]).toEqual([material, 0]);
  await ask(world, "close.status", period());
  const { rows } = await ask(world, "close.board", { refresh: "none" });
  expect(rows[0]?.variances).toMatchObject({
    left: material,
    summary: expect.stringContaining(`0 of ${material} material change${material === 1 ? "" : "s"} signed off.`),
  });
}, 60_000);

test("explaining with a sign-off is one act: refused together, kept together", async () => {
  await as("pat", "preparer");
  const { rows } = await review();
  const row = rows.find(({ material }) => !material)?.accountId ?? "";
  const kept = await ask(world, "flux.explain", { ...period(), accountId: row, text: "Nothing unusual", sign: true });
  expect(kept.signedNo).toBeGreaterThan(kept.decisionNo);
  const unread = { ...period(), comparison: "budget" as const, accountId: row };
  expect(await refusal(world, "flux.explain", { ...unread, text: "Over budget", sign: true })).toBe("conflict");
  expect((await review("budget")).rows.find(({ accountId }) => accountId === row)?.explanation).toBeNull();
}, 60_000);

test("a threshold for one comparison leaves the others alone, and one for a section holds for its accounts", async () => {
  // The percentage is left out, and with it how the two are joined.
  const set = { clientId, amount: decimal("1"), effectiveFrom: "2026-01-01" as never };
  const before = await review();
  await ask(world, "flux.setThreshold", { ...set, scope: { kind: "section", section: "operating_expenses" }, comparison: "year_to_date" });
  expect((await review()).rows.map(({ rule }) => rule)).toEqual(before.rows.map(({ rule }) => rule));
  const year = await review("year_to_date");
  expect(year.comparedWith).toEqual([{ from: expect.stringMatching(/^2025-/), to: "2025-10-31" }]);
  const expenses = year.rows.filter(({ section, change }) => section === "operating_expenses" && Math.abs(Number(change)) >= 1);
  expect(expenses.length).toBeGreaterThan(0);
  for (const { rule } of expenses) expect(rule).toMatchObject({ scope: "section", fired: true });
  // Risk is that of the reconciliation policy, which only balance-sheet accounts have.
  await ask(world, "flux.setThreshold", { ...set, scope: { kind: "risk", risk: "high" }, comparison: "year_to_date" });
  const byRisk = (await review("year_to_date")).rows.filter(({ rule }) => rule.scope === "risk");
  expect(byRisk.map(({ statement }) => statement)).toContain("balance_sheet");
  expect(byRisk.every(({ statement }) => statement === "balance_sheet")).toBe(true);
}, 60_000);

test("trends stand apart: no row is required for one, and the words of a rule never say reached of less", async () => {
  for (const { rows } of [await review(), await review("year_to_date")])
    for (const { rule, material, change } of rows) {
      expect(material).toBe(rule.fired);
      expect(rule.words.startsWith("reaches"), rule.words).toBe(rule.fired);
      if (rule.fired && rule.join === "and" && rule.amount !== null)
        expect(Math.abs(Number(change))).toBeGreaterThanOrEqual(Number(rule.amount));
    }
  const drivers = await ask(world, "flux.drivers", { ...period(), accountId: (await required())[0] ?? "" });
  expect(drivers.trend.at(-1)?.to).toBe("2026-10-31");
  expect(drivers.trend.length).toBeLessThanOrEqual(24);
}, 60_000);
