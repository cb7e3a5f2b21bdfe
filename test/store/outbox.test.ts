import { describe, expect, it } from "vitest";
import { clientFileKind } from "#main/store/database/client-file.ts";
import { emptyDatabase } from "#main/store/database/exact-schema.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { beginLog, noteRefused, rewindLog } from "#main/store/facts/fact-log.ts";
import { clientOutbox, type WaitingFact } from "#main/store/facts/outbox.ts";
import { refusedRecords } from "#main/store/facts/refused.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { putDecision } from "#main/store/records/review-store.ts";

const FILES = { home: "", clientId: "one" };
const APPROVAL = { kind: "approval", subject: "Invoice:7", body: '{"verdict":"approved"}', undoneMs: null, undoneBy: null } as const;
const OF_PAT = { ...APPROVAL, person: "Pat@desk-2", madeMs: 1 };

function sentOf(db: Sqlite, person: string): WaitingFact {
  const fact = clientOutbox(db, FILES)?.facts.find(({ itemKey }) => itemKey.includes(person));
  if (fact === undefined) throw new Error(`nothing of ${person} waits`);
  return fact;
}

describe("what waits to be sent", () => {
  it("is the same fact when it is sent again", () => {
    const db = emptyDatabase(clientFileKind.migrations);
    beginLog(db, false);
    putDecision(db, OF_PAT);
    expect(sentOf(db, "Pat")).toEqual(sentOf(db, "Pat"));
  });

  it("is another fact once its maker knew of another decision, so that colleagues don't take it for a changed one", () => {
    const db = emptyDatabase(clientFileKind.migrations);
    beginLog(db, false);
    putDecision(db, OF_PAT);
    const before = sentOf(db, "Pat");
    putDecision(db, { ...APPROVAL, person: "Ada@desk-1", madeMs: 2, undoneMs: 3, undoneBy: "Ada@desk-1" });
    rewindLog(db);
    const after = sentOf(db, "Pat");
    expect(after.body).not.toBe(before.body);
    expect(after.factId).not.toBe(before.factId);
  });

  it("is two facts for two decisions that a person makes in one millisecond", () => {
    const db = emptyDatabase(clientFileKind.migrations);
    beginLog(db, false);
    const decide = (verdict: string) =>
      makeDecision(db, { kind: "approval", subject: "Invoice:7", body: { verdict }, person: "Ada@desk-1", nowMs: 5 });
    decide("approved");
    decide("returned");
    decide("approved");
    const facts = clientOutbox(db, FILES)?.facts ?? [];
    const said = facts.map(({ body }) => JSON.parse(body) as { readonly madeMs: number; readonly undoneMs: number | null });
    // Each ends when the one that replaces it is made.
    expect(said.map(({ madeMs, undoneMs }) => [madeMs, undoneMs])).toEqual([
      [5, 6],
      [6, 7],
      [7, null],
    ]);
  });

  it("is another fact when it moved in before and is sent as its sender's own", () => {
    const db = emptyDatabase(clientFileKind.migrations);
    putDecision(db, OF_PAT);
    beginLog(db, true);
    const before = sentOf(db, "Pat");
    rewindLog(db);
    const after = sentOf(db, "Pat");
    expect([before.source, after.source]).toEqual(["moved_in", "own"]);
    expect(after.factId).not.toBe(before.factId);
  });
});

it("what the server refused of the firm's file is named by what it is", () => {
  const db = emptyDatabase(clientFileKind.migrations);
  beginLog(db, false);
  for (const [atMs, table] of ["exchange_rate", "entity_tree", "person_key", "setting"].entries())
    noteRefused(db, { itemKey: `row/${table}/["firm/profile"]`, message: "No.", atMs });
  expect(refusedRecords(db).map(({ title }) => title)).toEqual(["Exchange rate", "Group", "Signature key", "Firm setting"]);
});
