import { describe, expect, test } from "vitest";
import type { LockModule } from "#main/domain/periods/period-lock.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Books } from "#simulator/books/types.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

/** What the books say of a date: by the lock dates, or by the period that the date lies in. */
function lockedInBooks(books: Books, date: CalendarDate, module: LockModule): boolean {
  const { periodLock, yearEndLock, bookClose } = books.locks;
  if (books.style !== "c") return [periodLock, yearEndLock, bookClose].some((through) => through !== null && date <= through);
  const period = books.periods.find(({ kind, start, end }) => kind === "month" && start <= date && date <= end);
  if (period === undefined) return false;
  return period.closed || period.allLocked || (module === "ap" && period.apLocked) || (module === "ar" && period.arLocked);
}

describe.each(STYLES)("ledger %s, can this be posted", (style) => {
  test("the answer for the edges of every month equals the books' own locks", async () => {
    const world = await createWorld({ seed: 54, tenants: [{ style, books: { months: 8, invoicesPerMonth: 3 } }] });
    const tenant = world.tenants[0] as Tenant;
    const { books } = tenant;
    // A hole: an open month between locked ones, and one that is locked for payables alone.
    const months = books.periods.filter(({ kind }) => kind === "month");
    const [, hole, payables] = months;
    if (style === "c" && hole !== undefined && payables !== undefined) {
      Object.assign(hole, { closed: false, allLocked: false, apLocked: false, arLocked: false });
      Object.assign(payables, { closed: false, allLocked: false, apLocked: true, arLocked: false });
    }
    if (style === "a") books.locks.periodLock = "2026-08-31" as CalendarDate;
    if (style === "b") books.locks.bookClose = "2026-08-31" as CalendarDate;
    await syncToEnd(tenant);
    const dates = (style === "c" ? months.flatMap(({ start, end }) => [start, end]) : ["2026-08-31" as CalendarDate]).flatMap((date) => [
      date,
      addDays(date, 1),
    ]);
    const verdicts = new Set<boolean>();
    for (const module of ["ap", "ar", "gl"] as const)
      for (const date of dates) {
        const answer = await tenant.ask("posting.check", { date, module });
        expect([module, date, answer.canPost]).toEqual([module, date, !lockedInBooks(books, date, module)]);
        expect(lockedInBooks(books, answer.firstPostableDate, module)).toBe(false);
        expect(answer.blockedBy.length > 0).toBe(!answer.canPost);
        expect(answer.asOf).not.toBeNull();
        verdicts.add(answer.canPost);
      }
    expect(verdicts.size).toBe(2);
    await endWorld(world);
  });
});
