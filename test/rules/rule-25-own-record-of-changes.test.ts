import { describe, expect, test } from "vitest";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { createBill, deleteTransaction, editTransaction } from "#simulator/books/events.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "../conformance/expecting.ts";

const HOUR_MS = 3_600_000;
const PRICED = { quantity: "1" as never, unitPrice: "50.00" as never };
const DUE_DATES = ["2026-12-24" as CalendarDate, "2026-12-29" as CalendarDate];

async function show(world: World, tenant: Tenant, id: string): Promise<DocumentView> {
  const shown = await world.run(world.runtime.route("documents.show", { clientId: tenant.source.clientId, id }));
  if (!shown.ok) throw new Error(shown.failure.message);
  return shown.value as DocumentView;
}

describe("rule 25: the service keeps its own before and after", () => {
  test.each(STYLES)("ledger %s: every sync snapshots the watched fields", async (style) => {
    const world = await createWorld({ seed: 125, tenants: [{ style }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const bill = tenant.books.transactions.find(({ kind, state }) => kind === "purchase_bill" && state === "approved");
    const id = (await tenant.readAll("documents")).map((document) => String(document.id)).find((one) => one.endsWith(`:${bill?.id}`)) ?? "";
    const first = await show(world, tenant, id);
    expect(first.history).toEqual([]);

    for (const dueDate of DUE_DATES) {
      await world.clock.advance(HOUR_MS);
      editTransaction(tenant.books, String(bill?.id), { dueDate }, world.clock.nowMs());
      await world.clock.advance(HOUR_MS);
      await syncToEnd(tenant);
    }
    const { history } = await show(world, tenant, id);
    const moves = history.filter(({ field }) => field === "dueDate").map(({ before, after }) => [before, after]);
    expect(moves.sort()).toEqual(
      [
        [first.document.dueDate, "2026-12-24"],
        ["2026-12-24", "2026-12-29"],
      ].sort(),
    );
    for (const { detectedAt } of history) expect(Date.parse(detectedAt)).toBeLessThanOrEqual(world.clock.nowMs());

    // A sync that finds nothing adds nothing.
    await syncToEnd(tenant);
    expect((await show(world, tenant, id)).history).toEqual(history);
    await endWorld(world);
  });

  test.each(STYLES)(
    "ledger %s: what came and what went is told, labelled as our own record, with the ledger's trail beside it",
    async (style) => {
      const world = await createWorld({ seed: 126, tenants: [{ style }] });
      const tenant = world.tenants[0] as Tenant;
      const { books } = tenant;
      await syncToEnd(tenant);
      await world.clock.advance(HOUR_MS);
      const like = books.transactions.findLast(({ kind, state }) => kind === "purchase_bill" && state === "approved");
      const account = books.accounts.find(({ kind, active }) => kind === "expense" && active)?.id as string;
      const line = { accountId: account, description: "Late", amount: "50.00" as never, ...(style === "a" ? PRICED : {}) };
      const date = "2026-11-19" as CalendarDate;
      const vendor = { partyId: like?.partyId as string, number: "NEW-25", date, dueDate: DUE_DATES[0] as CalendarDate };
      const added = createBill(books, { ...vendor, lines: [line] }, world.clock.nowMs());
      await world.clock.advance(HOUR_MS);
      await syncToEnd(tenant);
      const id =
        (await tenant.readAll("documents")).map((document) => String(document.id)).find((one) => one.endsWith(`:${added.id}`)) ?? "";
      const told = async () =>
        (await show(world, tenant, id)).history.filter(({ field }) => field === "record").map(({ before, after }) => [before, after]);
      expect(await told()).toEqual([[null, "created"]]);

      await world.clock.advance(HOUR_MS);
      deleteTransaction(books, added.id, world.clock.nowMs());
      await world.clock.advance(HOUR_MS);
      await syncToEnd(tenant);
      await syncToEnd(tenant, { reconcileOnly: true });
      // Ledger A keeps what was deleted, and says so by its status.
      const gone = [[null, "created"]];
      expect((await told()).reverse()).toEqual(style === "a" ? gone : [...gone, ["present", "removed"]]);
      const view = await show(world, tenant, id);
      expect(view.history.some(({ field, after }) => field === "status" && after === "deleted")).toBe(style !== "c");
      expect(view.findings).toEqual([expect.stringMatching(/^Bill NEW-25 from .* was deleted in the ledger\./)]);
      expect(view.audit?.ownRecord).toMatch(/own record.*can't tell who/);
      expect(view.audit?.ledgerTrail).toMatchObject({ kept: style === "c", read: false });
      expect(view.audit?.ledgerTrail.message).toMatch(
        style === "c" ? /system notes.*Tieout doesn't read them/ : /doesn't share a change history/,
      );
      await endWorld(world);
    },
  );
});
