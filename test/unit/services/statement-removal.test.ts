import { expect, it } from "vitest";
import type { SignedInput } from "#main/domain/close/reconciliation-sign-off.ts";
import type { AccountFacts } from "#main/store/bank/bank-work.ts";
import { statementRemoval } from "#main/store/reconciliations/statement-removal.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { saveSignedInput } from "#main/store/records/signed-input-store.ts";
import type { BankStatementView } from "#shared/contract/close/bank.ts";
import { createIngestLab, NOW } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";

const facts = { account: { accountId: "Account:1" }, lines: [], matches: [] } as unknown as AccountFacts;
const DAYS: Readonly<Record<string, { start: string; end: string }>> = {
  "month:2026-09": { start: "2026-09-01", end: "2026-09-30" },
  "month:2026-10": { start: "2026-10-01", end: "2026-10-31" },
};

it("names the sign-offs that were given on a typed balance, and not those of another month with the same balance", () => {
  const { db, reader } = createIngestLab(tempHome());
  const sign = (periodId: string, input: Partial<SignedInput>) => {
    const hash = `${periodId} ${JSON.stringify(input)}`;
    saveSignedInput(db, hash, JSON.stringify({ v: 1, type: "bank", support: "0", files: [], items: [], ...input }), NOW);
    const subject = `${periodId}|Account:1|preparer`;
    makeDecision(db, { kind: "reconciliation_sign", subject, body: { role: "preparer", hash, bulk: false }, person: "Ada", nowMs: NOW });
  };
  const told = (one: Partial<BankStatementView>) =>
    statementRemoval(
      reader,
      facts,
      { sha256: "", closing: "0.00", to: "2026-10-31", ...one } as BankStatementView,
      (id) => DAYS[id] ?? null,
    ).signOffs;
  const october = { periodId: "month:2026-10", role: "preparer", person: "Ada" };
  sign("month:2026-09", {});
  sign("month:2026-10", {});
  expect(told({})).toEqual([october]);
  expect(told({ closing: "5.00" as never })).toEqual([]);
  // A file is named in what was signed, whatever its days are.
  sign("month:2026-10", { files: ["f"] });
  expect(told({ sha256: "f", to: "2026-09-30" as never })).toEqual([october]);
  db.close();
});
