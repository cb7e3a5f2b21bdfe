import { describe, expect, test } from "vitest";
import { decimal } from "#shared/kernel/decimal.ts";
import { editTransaction } from "#simulator/books/events.ts";
import { outstandingOf } from "#simulator/books/postings.ts";
import type { SimTransaction } from "#simulator/books/types.ts";
import { effectsOf, judgeWrites } from "#simulator/ledger-a/writing/write-log.ts";
import { account, clean, documentOf, draft, given, linesOf, made, nzd, simOf, TYPES, vendor } from "#test/support/drafts-a.ts";
import { createWriteLabA, type WriteLabA } from "#test/support/write-lab-a.ts";

describe("ledger a, what others did meanwhile", () => {
  test("a record that moved is a conflict that shows both, and nothing is sent", () => {
    const lab = createWriteLabA();
    const id = made(lab, draft(lab, "purchase_bill"));
    const writes = lab.ledger.writeLog.length;
    const [first] = draft(lab, "purchase_bill").lines;
    const theirs = {
      id: String(simOf(lab, id).lines[0]?.id),
      accountId: simOf(lab, id).lines[0]?.accountId as string,
      amount: decimal("200.00"),
    };
    editTransaction(lab.books, simOf(lab, id).id, { lines: [theirs] }, lab.nowMs + 60_000);
    const ours = lab.prepare([{ kind: "update_document", id, changes: { lines: [{ ...first, id: linesOf(lab, id)[0]?.id }] } }]);
    expect(ours).toMatchObject({ ok: false, failure: { code: "conflict", message: expect.stringContaining("total was") } });
    expect(!ours.ok && ours.failure.ledgerError?.body).toContain("200.00");
    expect(!ours.ok && ours.failure.ledgerError?.request).toContain("29.97");
    expect(lab.prepare([{ kind: "void", id }])).toMatchObject({ ok: false, failure: { code: "conflict" } });
    expect(lab.prepare([{ kind: "void", id, seenHash: "another" }])).toMatchObject({
      ok: false,
      failure: { code: "conflict", field: "seenHash" },
    });
    expect(lab.ledger.writeLog).toHaveLength(writes);
  });
});

describe("ledger a, an answer that was lost", () => {
  const cases: readonly (readonly [name: string, operation: (lab: WriteLabA) => unknown])[] = [
    ...TYPES.map((type) => [`a new ${type}`, (lab: WriteLabA) => ({ kind: "create_document", document: documentOf(lab, type) })] as const),
    [
      "a numbered invoice",
      (lab) => ({ kind: "create_document", document: draft(lab, "sales_invoice", { number: "X-9001", reference: undefined }) }),
    ],
    ["a change", (lab) => ({ kind: "update_document", id: made(lab, draft(lab, "purchase_bill")), changes: { reference: "other" } })],
    [
      "changed lines",
      (lab) => {
        const id = made(lab, draft(lab, "sales_invoice"));
        const lines = [{ ...draft(lab, "sales_invoice").lines[0], id: linesOf(lab, id)[0]?.id, net: nzd("7.00") }];
        return { kind: "update_document", id, changes: { lines } };
      },
    ],
    ["a void", (lab) => ({ kind: "void", id: made(lab, draft(lab, "purchase_bill")) })],
    ["a deleted draft", (lab) => ({ kind: "delete", id: made(lab, draft(lab, "purchase_bill", { status: "draft" })) })],
  ];

  test.each(cases)("%s is absent before and present after, and a repeat does nothing more", (_name, operation) => {
    const lab = createWriteLabA();
    const wanted = operation(lab);
    const before = lab.books.transactions.length;
    const prepared = lab.prepare([wanted], "lost");
    if (!prepared.ok) throw new Error(prepared.failure.message);
    const call = prepared.value[0];
    if (call === undefined) throw new Error("no call");
    expect(lab.look(call)).toMatchObject([{ found: "absent" }]);
    lab.nowMs += 60_000;
    lab.send(call.request);
    expect(lab.look(call)).toMatchObject([{ found: "present" }]);
    const count = lab.books.transactions.length;
    lab.send(call.request);
    expect(lab.books.transactions).toHaveLength(count);
    expect(count - before).toBeLessThanOrEqual(1);
    expect(judgeWrites(lab.ledger.writeLog)).toEqual([]);
    lab.mirrorBack(lab.look(call).flatMap((look) => (look.found === "present" ? [{ ...look, alsoMoved: [] }] : [])));
    expect(lab.unlikeBooks()).toEqual([]);
  });

  test("payments and applied credits are found part by part", () => {
    const lab = createWriteLabA();
    const bills = given(lab, "purchase_bill", 2);
    const [credit] = given(lab, "purchase_credit", 1) as [SimTransaction];
    const allocations = bills.map(({ id }) => ({ toId: `Invoice:${id}`, amount: nzd("10.00") }));
    const payment = {
      direction: "made",
      party: { id: vendor(lab) },
      date: "2026-11-20",
      currency: "NZD",
      accountId: account(lab, "bank"),
      allocations,
    };
    for (const operation of [
      { kind: "create_payment", payment },
      { kind: "apply_credit", fromId: `CreditNote:${credit.id}`, date: "2026-11-20", allocations: [...allocations, ...allocations] },
    ]) {
      const prepared = lab.prepare([operation], operation.kind);
      const call = prepared.ok ? prepared.value[0] : undefined;
      if (call === undefined) throw new Error("refused");
      expect(new Set(lab.look(call).map(({ found }) => found))).toEqual(new Set(["absent"]));
      lab.send(call.request);
      expect(lab.look(call).map(({ found, part }) => [found, part])).toEqual(call.items.map(({ part }) => ["present", part]));
    }
    expect(bills.map((bill) => outstandingOf(lab.books, bill))).toEqual(["70.00", "71.00"]);
    const paid = lab.books.transactions.find((t) => t.reference === "tieout-create_payment-0-0");
    lab.sync();
    const undo = lab.prepare([{ kind: "delete", id: `Payment:${paid?.id}` }], "undo");
    if (!undo.ok || undo.value[0] === undefined) throw new Error("refused");
    expect(lab.look(undo.value[0])).toMatchObject([{ found: "absent" }]);
    lab.send(undo.value[0].request);
    expect(lab.look(undo.value[0])).toMatchObject([{ found: "present" }]);
  });

  test("a key that the ledger has forgotten would act again: the log shows it", () => {
    const lab = createWriteLabA({ a: { keyLifetimeMs: 1_000 } });
    const prepared = lab.prepare([{ kind: "create_document", document: draft(lab, "purchase_bill") }], "old");
    if (!prepared.ok || prepared.value[0] === undefined) throw new Error("refused");
    const { request } = prepared.value[0];
    lab.send(request);
    lab.nowMs += 999;
    lab.send(request);
    expect(effectsOf(lab.books, "tieout-old-0-0")).toHaveLength(1);
    lab.nowMs += 1;
    lab.send(request);
    expect(effectsOf(lab.books, "tieout-old-0-0")).toHaveLength(2);
    expect(lab.look(prepared.value[0])).toMatchObject([{ found: "several" }]);
    expect(lab.ledger.writeLog.map(({ replayed, applied }) => [replayed, applied.length])).toEqual([
      [false, 1],
      [true, 0],
      [false, 1],
    ]);
  });

  test("a record that somebody else made of ours is told as changed", () => {
    const lab = createWriteLabA();
    const id = made(lab, draft(lab, "purchase_bill"));
    const prepared = lab.prepare([{ kind: "update_document", id, changes: { reference: "mine" } }]);
    if (!prepared.ok || prepared.value[0] === undefined) throw new Error("refused");
    editTransaction(lab.books, simOf(lab, id).id, { reference: "theirs" }, lab.nowMs + 60_000);
    expect(lab.look(prepared.value[0])).toMatchObject([{ found: "changed" }]);
  });
});

describe("ledger a, many at once", () => {
  test("one bad element of many hides no good one, and more than fifty make more calls", () => {
    const lab = createWriteLabA();
    const documents = Array.from({ length: 53 }, (_, at) =>
      draft(lab, "purchase_bill", { number: `B-${at}`, ...(at === 51 ? { issueDate: "2020-01-01", dueDate: "2020-02-01" } : {}) }),
    );
    lab.books.locks.yearEndLock = "2026-03-31" as typeof lab.books.locks.yearEndLock;
    const results = lab.write(
      documents.map((document) => ({ kind: "create_document", document })),
      "many",
    );
    expect(results.filter(({ outcome }) => outcome === "accepted")).toHaveLength(52);
    expect(results[51]).toMatchObject({ operation: 51, outcome: "rejected", message: expect.stringContaining("lock date") });
    expect(lab.ledger.writeLog.map(({ applied, key }) => [applied.length, key])).toEqual([
      [50, "many-0"],
      [2, "many-1"],
    ]);
    clean(lab);
  });
});
