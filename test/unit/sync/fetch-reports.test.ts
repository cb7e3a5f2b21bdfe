import { describe, expect, it } from "vitest";
import { budgetObstacle } from "#main/sync/fetch-reports.ts";

const FREE = {
  ...{ minuteUsed: 0, minuteLimit: 60, dayUsed: 0, dayLimit: 5_000, monthReads: 0, monthReadsLimit: 500_000 },
  ...{ monthBytes: 0, monthBytesLimit: null },
};
const LATER = "The ledger's reports will be read when more requests are available.";

describe("why no report is asked for", () => {
  it("is the rest of the budget that others need", () => {
    expect([budgetObstacle(null), budgetObstacle(FREE), budgetObstacle({ ...FREE, dayUsed: 3_999 })]).toEqual([null, null, null]);
    expect(budgetObstacle({ ...FREE, dayUsed: 4_100 })).toBe(
      `4,100 of 5,000 API requests were used in the last 24 hours, and the rest are reserved for manual syncs and ledger updates. ${LATER}`,
    );
    expect(budgetObstacle({ ...FREE, monthReads: 400_000 })).toBe(
      `400,000 of 500,000 API requests were used this month, and the rest are reserved for syncs. ${LATER}`,
    );
  });

  it("keeps no rest where none is left", () => {
    expect(budgetObstacle({ ...FREE, dayUsed: 5_000 })).toBe(`5,000 of 5,000 API requests were used in the last 24 hours. ${LATER}`);
    expect(budgetObstacle({ ...FREE, monthReads: 500_001 })).toBe(`500,001 of 500,000 API requests were used this month. ${LATER}`);
  });
});
