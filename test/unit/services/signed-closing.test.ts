import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { moveSteps } from "#main/features/close/moves.ts";
import { readCloseTemplates } from "#main/hosts/node/close-templates.ts";
import type { ClientWork } from "#main/operations/client-work.ts";
import { periodHash } from "#main/store/close/close-signatures.ts";
import { gateSetting } from "#main/store/close/close-status.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { DEFAULT_CLOSE_POLICY } from "#shared/model/close/close-gates.ts";
import { accountRecord, createIngestLab, documentRecord, type IngestLab, NOW } from "#test/support/ingest-lab.ts";
import { sha256 } from "#test/support/sha256.ts";
import { tempHome } from "#test/support/temp-home.ts";

let lab: IngestLab;
beforeEach(() => {
  lab = createIngestLab(tempHome(), { baseCurrency: "NZD" });
  lab.readPass("backfill", [
    [
      { id: "a1", entity: "Account", yields: [accountRecord("1")] } as never,
      { id: "1", yields: [documentRecord("1", { issueDate: "2026-10-05" })] } as never,
    ],
  ]);
});
afterEach(() => lab.db.close());

it("a period isn't closed with a signature on other figures than it is closed on", () => {
  const books = { basis: "accrual" as const, baseCurrency: "NZD" };
  const yearEnd = { month: 12, day: 31 };
  const period = { id: "month:2026-10", label: "2026-10", start: calendarDate("2026-10-01"), end: calendarDate("2026-10-31") };
  const question = {
    books,
    yearEnd,
    today: calendarDate("2026-11-21"),
    periods: [period],
    period: { ...period, ownedBy: "us" as const, status: "open" as const },
  };
  const now = periodHash(gateSetting(question, lab.reader, sha256));
  const work = { mirror: lab.reader, books, yearEnd, person: "ana@one", nowMs: NOW } as unknown as ClientWork;
  const [template] = readCloseTemplates(fileURLToPath(new URL("../../../resources/", import.meta.url)));
  const rules = { template: template as NonNullable<typeof template>, policy: DEFAULT_CLOSE_POLICY, role: "admin" as const, people: [] };
  const proof = { keyId: "k", publicKey: "p", signedAt: "2026-11-21T09:00:00.000Z" as never, signature: "s" };
  const close = (hash: string) =>
    moveSteps[0].perform(work, {
      clientId: "c",
      period: "2026-10",
      status: "closed",
      why: "Agreed",
      rules,
      signed: { hash, proof },
    } as never);
  expect(close("0".repeat(64))).toMatchObject({
    ok: false,
    failure: { code: "conflict", message: expect.stringContaining("while you were closing") },
  });
  expect(close(now)).toMatchObject({ ok: true, value: { status: "closed" } });
});
