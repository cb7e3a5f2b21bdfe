import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { repeatDate } from "#shared/kernel/repeat-dates.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

test("a month without the first date's day has its last day", () => {
  const [end, leap] = [calendarDate("2026-01-31"), calendarDate("2024-02-29")];
  expect([0, 1, 2, 3, 12].map((n) => repeatDate(end, "month", n))).toEqual([
    ...["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2027-01-31"],
  ]);
  expect([1, 4].map((n) => repeatDate(leap, "year", n))).toEqual(["2025-02-28", "2028-02-29"]);
  expect(repeatDate(end, "quarter", 1)).toBe("2026-04-30");
  expect(repeatDate(end, "week", 5)).toBe("2026-03-07");
});

describe.each(STYLES)("ledger %s, transactions that come again", (style) => {
  let world: World;
  let of: { readonly clientId: string };
  let today: CalendarDate;
  let document: Omit<DocumentDraft, "issueDate" | "dueDate" | "number" | "exchangeRate">;
  const list = () => ask(world, "repeating.list", of);
  const row = async () => (await list())[0];
  const save = (first: CalendarDate, more: { readonly templateId?: string; readonly until?: CalendarDate } = {}) => {
    const { until = null, ...id } = more;
    return ask(world, "repeating.save", { ...of, ...id, template: { document, every: "month", first, until, dueAfterDays: 20 } });
  };

  beforeAll(async () => {
    world = await createWorld({ seed: 97, tenants: [{ style, books: { months: 3, invoicesPerMonth: 4 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    of = { clientId: tenant.source.clientId };
    today = calendarDate(new Date(world.clock.nowMs()).toISOString().slice(0, 10));
    const { rows } = await ask(world, "documents.list", { ...of, filter: { types: ["purchase_bill"], statuses: ["open"] }, limit: 1 });
    const { document: bill } = await ask(world, "documents.show", { ...of, id: rows[0]?.id ?? "" });
    document = {
      ...{ type: "purchase_bill", currency: bill.currency, status: "open" },
      ...(bill.party === undefined ? {} : { party: { id: bill.party.id } }),
      ...(bill.entityId === undefined ? {} : { entityId: bill.entityId }),
      lines: bill.lines.slice(0, 1).map(({ kind, accountId, itemId, net }) => ({
        ...{ kind, net, dimensions: [], description: "Office rent" },
        ...(kind === "item" ? { itemId } : { accountId }),
      })),
    };
  });
  afterAll(() => endWorld(world));

  test("what is due is drafted once, dated as the template says, and sent only by a person", async () => {
    const first = repeatDate(addDays(today, -3), "month", -1);
    const { templateId, decisionNo } = await save(first);
    const second = repeatDate(first, "month", 1);
    expect(await row()).toMatchObject({ templateId, due: [first, second], next: first, last: null });

    const { jobIds, decisionNos } = await ask(world, "repeating.draft", of);
    expect(jobIds).toHaveLength(2);
    const { job } = await ask(world, "writes.show", { ...of, jobId: jobIds[0] ?? "" });
    expect(job).toMatchObject({
      state: "draft",
      operations: [
        { kind: "create_document", document: { lines: [{ description: "Office rent" }], issueDate: first, dueDate: addDays(first, 20) } },
      ],
    });
    expect(await row()).toMatchObject({ due: [], next: repeatDate(first, "month", 2), last: { date: second, state: "draft" } });
    expect((await ask(world, "repeating.draft", of)).jobIds).toEqual([]);

    // Taken back, a date is due again, under an action of its own.
    await ask(world, "writes.cancel", { ...of, jobId: jobIds[1] ?? "" });
    await ask(world, "decisions.undo", { ...of, decisionNo: decisionNos[1] ?? 0 });
    expect(await row()).toMatchObject({ due: [second] });
    const again = await ask(world, "repeating.draft", of);
    expect(again.jobIds).not.toEqual([jobIds[1]]);
    const sent = await ask(world, "writes.send", { ...of, jobId: again.jobIds[0] ?? "" });
    expect([sent.state, sent.failure?.message]).toEqual(["accepted", undefined]);
    expect(await row()).toMatchObject({ due: [], last: { date: second, state: "accepted" } });

    await ask(world, "decisions.undo", { ...of, decisionNo });
    expect(await list()).toEqual([]);
  });

  test("the next one can be drafted ahead, a date can be skipped, and the end is kept", async () => {
    const first = addDays(today, 5);
    const until = repeatDate(first, "month", 1);
    const { templateId } = await save(first, { until });
    expect(await row()).toMatchObject({ due: [], next: first });
    expect(await refusal(world, "repeating.draft", { ...of, date: until })).toBe("not_found");
    expect((await ask(world, "repeating.draft", { ...of, templateId, date: first })).jobIds).toHaveLength(1);
    await ask(world, "repeating.skip", { ...of, templateId, date: until });
    expect(await row()).toMatchObject({ due: [], next: null, last: { date: until, skipped: true, jobId: null } });
    expect(await refusal(world, "repeating.skip", { ...of, templateId, date: until })).toBe("not_found");
    const wrong = { document, every: "week" as const, first, until: today, dueAfterDays: null };
    expect(await refusal(world, "repeating.save", { ...of, template: wrong })).toBe("invalid_input");
    // Replaced, it begins on another day; what was drafted and skipped stays so.
    const moved = addDays(first, 1);
    await save(moved, { templateId });
    expect(await row()).toMatchObject({ next: moved, due: [] });
    await ask(world, "repeating.remove", { ...of, templateId });
    expect(await list()).toEqual([]);
    expect(await refusal(world, "repeating.remove", { ...of, templateId })).toBe("not_found");
  });
});
