import { describe, expect, it } from "vitest";
import { packMade } from "#main/store/close/gates/finish.ts";
import type { GateSetting } from "#main/store/close/gates/gate.ts";
import { keepPack } from "#main/store/records/pack-store.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { createIngestLab, documentRecord, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

describe("the pack of a period as evidence", () => {
  it("counts while it bears no stamp and nothing of the period has moved since; what was settled moves nothing", () => {
    const lab = createIngestLab(tempHome());
    const invoice = (fields: object = {}) => ({ id: "1", yields: [documentRecord("1", { ...fields })] });
    lab.readPass("backfill", [[invoice()]]);
    const period = { id: "month:2026-10", label: "2026-10", start: calendarDate("2026-10-01"), end: calendarDate("2026-10-31") };
    const gate = () => packMade({ reader: lab.reader, period } as unknown as GateSetting);
    const lastChange = () => lab.rows("SELECT COALESCE(MAX(change_no), 0) FROM field_change")[0]?.[0] as number;
    const keep = (version: number, stamps: Parameters<typeof keepPack>[1]["stamps"]) =>
      keepPack(lab.db, {
        ...{
          periodId: period.id,
          periodLabel: period.label,
          month: "2026-10",
          version,
          name: `Client_2026-10_closepack_v0${version}.zip`,
          path: "/packs",
        },
        ...{ sha256: String(version).repeat(64), bytes: 1, stateHash: "s", priorNo: null, reason: null, stamps, figures: [], asOfMs: NOW },
        ...{ lastChange: lastChange(), signed: null, clientCopy: null, person: "ann@office", madeMs: NOW },
      });
    expect(gate()).toMatchObject({ passed: false, summary: "No close pack for October 2026 yet." });
    keep(1, [{ stamp: "DRAFT", reasons: ["the reviewer has not signed"] }]);
    expect([gate().passed, gate().summary]).toEqual([false, expect.stringContaining("is marked Draft (the reviewer has not signed)")]);
    keep(2, []);
    expect(gate().passed).toBe(true);
    lab.readPass("delta", [[invoice({ outstanding: { amount: "40.00", currency: "NZD" }, status: "part_paid" })]], NOW + 1);
    const settled = gate().passed;
    lab.readPass(
      "delta",
      [[invoice({ outstanding: { amount: "40.00", currency: "NZD" }, status: "part_paid", total: { amount: "101.00", currency: "NZD" } })]],
      NOW + 2,
    );
    expect([settled, gate().passed]).toEqual([true, false]);
    lab.db.close();
  });
});
