import { describe, expect, it } from "vitest";
import type { StandingLockRow } from "#shared/contract/books/periods.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { instant } from "#shared/kernel/instant.ts";
import { postingRuleLabel, postingRules } from "../../../src/renderer/format/labels/posting-rules.ts";

const lock = (id: string, through: string, part: Partial<StandingLockRow> = {}): StandingLockRow => ({
  id,
  lockedThrough: calendarDate(through),
  scope: { module: "all" },
  readAt: instant("2026-11-21T10:00:00.000Z"),
  ownedBy: "source",
  from: null,
  periodLabel: null,
  forAdjustments: false,
  ...part,
});
const asked = { date: calendarDate("2026-11-21"), module: "ap" } as const;
const period = lock("period", "2026-08-31");
const yearEnd = lock("year_end", "2026-03-31");
const own = lock("closed:2026-11", "2026-11-30", { ownedBy: "us", from: calendarDate("2026-11-01"), periodLabel: "2026-11" });

describe("the rules of a posting", () => {
  it("are all told when none forbids it, each with why", () => {
    expect(postingRules(asked, [period, yearEnd], [])).toEqual([
      { kind: "period_lock", forbids: false, text: "Locked through 31 Aug 2026." },
      { kind: "year_end", forbids: false, text: "Locked through 31 Mar 2026." },
      { kind: "own_close", forbids: false, text: "No period is closed in Tieout." },
    ]);
    expect(postingRules(asked, [], []).map(({ text }) => text)).toEqual([
      "No lock applies.",
      "No lock applies.",
      "No period is closed in Tieout.",
    ]);
  });

  it("have the names of the list of locks beside them", () => {
    expect(postingRuleLabel("period_lock", [period, yearEnd])).toBe("Ledger period lock");
    expect(postingRuleLabel("period_lock", [lock("book_close", "2026-08-31")])).toBe("Ledger closing date");
    expect(postingRuleLabel("year_end", [lock("book_close", "2026-08-31")])).toBe("Ledger year-end lock");
  });

  it("say which of them forbids it", () => {
    expect(postingRules(asked, [period, yearEnd, own], [own]).filter(({ forbids }) => forbids)).toEqual([
      { kind: "own_close", forbids: true, text: "Closed: 1 – 30 Nov 2026." },
    ]);
  });

  it("say that a lock binds another module", () => {
    const receivables = lock("ar", "2026-12-31", { scope: { module: "ar" } });
    expect(postingRules(asked, [receivables], [])[0]?.text).toBe(
      "Not locked for payables on 21 Nov 2026. Locked for receivables (through 31 Dec 2026).",
    );
  });

  it("say that several locks bind another module", () => {
    const receivables = lock("ar", "2026-12-31", { scope: { module: "ar" } });
    const journals = lock("gl", "2026-11-30", { scope: { module: "gl" } });
    expect(postingRules(asked, [receivables, journals], [])[0]?.text).toBe(
      "Not locked for payables on 21 Nov 2026. Locked for receivables (through 31 Dec 2026), general ledger (through 30 Nov 2026).",
    );
  });

  it("never take another module's lock for the latest one of the question's", () => {
    const earlier = lock("ar-early", "2026-06-30", { scope: { module: "ar" } });
    const receivables = lock("ar", "2026-09-30", { scope: { module: "ar" } });
    expect(postingRules(asked, [earlier, receivables], [])[0]?.text).toBe(
      "Not locked for payables on 21 Nov 2026. Locked for receivables (through 30 Sep 2026).",
    );
    expect(postingRules(asked, [receivables, period], [])[0]?.text).toBe("Locked through 31 Aug 2026.");
  });
});
