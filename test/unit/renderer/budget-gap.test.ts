import { describe, expect, it } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { budgetGap } from "../../../src/renderer/features/statements/statement-labels.ts";

const span = (from: string, to: string) => ({ from: calendarDate(from), to: calendarDate(to) });
const year = [{ from: "2026-01", to: "2026-12" }];

describe("why a profit and loss has no budget column", () => {
  it("is that none is imported, or that the dates don't allow it", () => {
    expect(budgetGap(span("2026-10-01", "2026-10-31"), [])).toBe("none");
    expect(budgetGap(span("2026-10-02", "2026-10-31"), year)).toBe("part_of_month");
    expect(budgetGap(span("2026-10-01", "2026-10-30"), year)).toBe("part_of_month");
    expect(budgetGap(span("2025-12-01", "2026-12-31"), year)).toBe("too_long");
    expect(budgetGap(span("2025-10-01", "2025-10-31"), year)).toBe("other_months");
    expect(budgetGap(span("2026-10-01", "2026-10-31"), [{ from: null, to: null }])).toBe("other_months");
  });

  it("is none where a budget covers whole months", () => {
    expect(budgetGap(span("2026-10-01", "2026-10-31"), year)).toBe(null);
    expect(budgetGap(span("2026-01-01", "2026-12-31"), year)).toBe(null);
  });
});
