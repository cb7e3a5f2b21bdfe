import { describe, expect, test } from "vitest";
import { editTransaction } from "#main/simulator/books/events.ts";
import type { DocumentView } from "#shared/contract/documents.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "../conformance/expecting.ts";

const HOUR_MS = 3_600_000;
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
});
