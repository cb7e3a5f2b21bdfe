import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFigures } from "#main/store/accounts/client-figures.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { acknowledgeFinding } from "#main/store/exceptions/finding-acts.ts";
import { listFindings } from "#main/store/exceptions/findings.ts";
import { undoDecision } from "#main/store/records/decision-store.ts";
import { FindingStore } from "#main/store/records/finding-store.ts";
import { StreamStore } from "#main/store/records/stream-store.ts";
import { tempHome } from "./temp.ts";

const act = { person: "Ada", nowMs: 5_000 };
let home: ReturnType<typeof tempHome>;
let db: Sqlite;
let reader: MirrorReader;
beforeEach(() => {
  home = tempHome();
  db = openClientFile(home.path, "one");
  reader = new MirrorReader(db, { system: "ledger_a", tenantId: "t" });
  new StreamStore(db).ensure("bills");
  new FindingStore(db).raise(1, "count_drop", "12 of 40", 1_000);
});
afterEach(() => {
  db.close();
  home.remove();
});

describe("a finding that somebody looked at", () => {
  it("is counted no more, says who let it stand, and counts again when that is taken back", () => {
    expect(clientFigures(db).findings).toBe(1);
    const done = acknowledgeFinding(reader, { ...act, findingNo: 1, note: "Known." });
    if (!done.ok) throw new Error(done.failure.message);
    expect(clientFigures(db).findings).toBe(0);
    expect(listFindings(reader)).toMatchObject([{ findingNo: 1, acknowledged: { person: "Ada", note: "Known." } }]);
    undoDecision(db, done.value.decisionNo, "Ada", 6_000);
    expect(clientFigures(db).findings).toBe(1);
    expect(listFindings(reader)).toMatchObject([{ acknowledged: null }]);
  });

  it("comes up again as a new one, and one that is settled can't be let stand", () => {
    const findings = new FindingStore(db);
    acknowledgeFinding(reader, { ...act, findingNo: 1, note: null });
    findings.settle(1, "count_drop", 7_000);
    findings.raise(1, "count_drop", "9 of 40", 8_000);
    expect(clientFigures(db).findings).toBe(1);
    expect(acknowledgeFinding(reader, { ...act, findingNo: 1, note: null })).toMatchObject({ ok: false, failure: { code: "not_found" } });
  });
});
