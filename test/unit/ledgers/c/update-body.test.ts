import { describe, expect, it } from "vitest";
import { writesC } from "#main/ledgers/c/writes.ts";
import { recordOfType } from "#main/ledgers/c/writing/record-types.ts";
import { patchBody } from "#main/ledgers/c/writing/update-body.ts";
import { parseWireObject, writeWire } from "#main/ledgers/wire-json.ts";
import type { WriteContext } from "#main/ledgers/writing.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";
import type { LineDraft } from "#shared/model/ledger/write.ts";
import { context } from "./support.ts";

const line = (number: string, accountId: string, amount: string): LineDraft => ({
  ...{ id: `Journal:7/${number}`, kind: "account", accountId },
  ...{ net: { amount: decimal(amount), currency: "USD" }, dimensions: [] },
});

const before = [line("0", "account:1", "50.00"), line("1", "account:2", "-50.00"), line("2", "account:3", "0.00")];
const mirrored = {
  id: "Journal:7",
  type: "journal",
  lines: before.map((one) => ({ ...one, source: { id: one.id?.slice("Journal:7/".length) } })),
} as unknown as MappedDocument;

const current = parseWireObject(
  `{"line":{"items":[{"line":0,"account":{"id":"1"},"debit":50.00,"custcol_own":"x"},{"line":1,"account":{"id":"2"},"credit":50.00},
  {"line":2,"account":{"id":"3"},"debit":0}]}}`,
);

function patched(lines: readonly LineDraft[]) {
  const journal = recordOfType("Journal");
  if (journal === undefined) throw new Error("journals can be written");
  const patch = patchBody(context() as unknown as WriteContext, journal, mirrored, { lines: [...lines] }, current);
  if (!patch.ok) throw new Error(patch.failure.message);
  return { replaced: patch.value.replaced, body: JSON.parse(writeWire(patch.value.body)) as unknown };
}

describe("a change to the lines of a Ledger C journal", () => {
  it("names the lines that stay by their number alone", () => {
    const changed = patched([line("0", "account:1", "60.00"), line("1", "account:2", "-60.00"), line("2", "account:3", "0.00")]);
    expect(changed.replaced).toEqual([]);
    expect(changed.body).toMatchObject({
      line: {
        items: [
          { line: 0, debit: 60 },
          { line: 1, credit: 60 },
          { line: 2, debit: 0 },
        ],
      },
    });
  });

  it("sends all of them, each with one side, when a debit becomes a credit", () => {
    const { replaced, body } = patched([
      line("0", "account:1", "-50.00"),
      line("1", "account:2", "20.00"),
      line("2", "account:3", "30.00"),
    ]);
    expect(replaced).toEqual(["line"]);
    expect(body).toEqual({
      line: {
        items: [
          { line: 0, account: { id: "1" }, credit: 50, custcol_own: "x" },
          { line: 1, account: { id: "2" }, debit: 20 },
          { line: 2, account: { id: "3" }, debit: 30 },
        ],
      },
    });
  });

  it("leaves no side behind when a line is removed as well", () => {
    const { replaced, body } = patched([line("0", "account:1", "-50.00"), line("1", "account:2", "50.00")]);
    expect(replaced).toEqual(["line"]);
    expect(body).toEqual({
      line: {
        items: [
          { line: 0, account: { id: "1" }, credit: 50, custcol_own: "x" },
          { line: 1, account: { id: "2" }, debit: 50 },
        ],
      },
    });
  });
});

describe("what was emptied in a Ledger C record", () => {
  const bill = {
    ...{ id: "VendBill:9", type: "purchase_bill", number: "V-9", dueDate: "2026-12-18", currency: "USD" },
    lines: [
      {
        ...{ id: "VendBill:9/1", kind: "item", itemId: "item:4", quantity: "2", net: { amount: "10.00", currency: "USD" } },
        ...{ unitAmount: { amount: "5.00", currency: "USD" }, dimensions: [], source: { id: "1" } },
      },
    ],
  } as unknown as MappedDocument;
  const now = parseWireObject(
    '{"tranId":"V-9","dueDate":"2026-12-18","item":{"items":[{"line":1,"item":{"id":"4"},"quantity":2,"rate":5.00,"amount":10.00}]}}',
  );
  const patchOf = (changes: object, as = now) =>
    patchBody(context() as unknown as WriteContext, recordOfType("VendBill") as never, bill, changes as never, as);

  it("is sent as null", () => {
    const head = patchOf({ cleared: ["dueDate", "number"] });
    expect(head.ok && writeWire(head.value.body)).toBe('{"dueDate":null,"tranId":null}');
    const { source: _source, quantity: _quantity, unitAmount: _price, ...kept } = bill.lines[0] as never as Record<string, unknown>;
    const lines = patchOf({ lines: [{ ...kept, cleared: ["quantity", "unitAmount"] }] });
    expect(lines.ok && writeWire(lines.value.body)).toContain('"amount":10.00,"quantity":null,"rate":null');
  });

  it("is refused at its field where the ledger keeps it filled or doesn't know it", () => {
    const standing = { ...context(), record: () => ({ document: bill }) } as unknown as WriteContext;
    const refused = (changes: object) => writesC.refusal(standing, { kind: "update_document", id: bill.id, changes } as never)?.field;
    const line = (emptied: object) => ({ lines: [{ ...bill.lines[0], ...emptied }] });
    expect([refused({ cleared: ["entityId"] }), refused({ cleared: ["exchangeRate"] })]).toEqual([
      "changes.entityId",
      "changes.exchangeRate",
    ]);
    expect(refused(line({ cleared: ["tax"] }))).toBe("changes.lines[0].tax");
    expect(refused(line({ clearedDimensions: ["own:team"] }))).toBe("changes.lines[0].dimensions");
    expect(refused(line({ cleared: ["quantity"] }))).toBeUndefined();
  });

  it("is looked for after a lost answer as empty, not as anything", () => {
    const request = { method: "PATCH" as const, path: "/" };
    const item = { operation: 0, part: 0, title: "", reference: null, entityType: "VendBill", ledgerId: "9", expected: '{"dueDate":null}' };
    const found = (body: string) => {
      const steps = writesC.look(context() as unknown as WriteContext, { request, replays: false, items: [item] });
      steps.next();
      const step = steps.next({ status: 200, headers: {}, receivedAt: instantFromMs(0), body: new TextEncoder().encode(body) });
      return step.done === true && step.value.map((look) => look.found);
    };
    expect([found('{"dueDate":"2026-12-18"}'), found("{}")]).toEqual([["absent"], ["present"]]);
  });

  it("isn't emptied where someone else has changed it since", () => {
    const moved = parseWireObject(writeWire({ ...now, dueDate: "2026-12-24" }));
    const failure = { code: "conflict", brief: "Changed in the ledger: due date from 18 Dec 2026 to 24 Dec 2026" };
    expect(patchOf({ cleared: ["dueDate"] }, moved)).toMatchObject({ ok: false, failure });
  });
});

describe("what someone else changed in a Ledger C record", () => {
  const usd = (amount: string) => ({ amount, currency: "USD" });
  const bill = {
    ...{ id: "VendBill:9", type: "purchase_bill", number: "V-9", memo: "Paper", currency: "USD", total: usd("10.00") },
    lines: [
      {
        ...{ id: "VendBill:9/1", kind: "item", itemId: "item:4", quantity: "2", net: usd("10.00"), unitAmount: usd("5.00") },
        ...{ dimensions: [], source: { id: "1" } },
      },
    ],
  } as unknown as MappedDocument;
  const { source: _source, ...kept } = bill.lines[0] as never as Record<string, unknown>;
  const line = (amount: string, rate: string) => `{"line":1,"item":{"id":"4"},"quantity":2,"rate":${rate},"amount":${amount}}`;
  const failure = (now: string) => {
    const changes = { memo: "Ours", lines: [kept] } as never;
    const patched = patchBody(context() as unknown as WriteContext, recordOfType("VendBill") as never, bill, changes, parseWireObject(now));
    return patched.ok ? null : patched.failure;
  };
  const brief = (now: string) => failure(now)?.brief;
  const message = (now: string) => failure(now)?.message;

  it("is told by the total, where the ledger shows it, else by the amount of the line; a price comes with its amount", () => {
    const now = (total: string) => `{"tranId":"V-9",${total}"memo":"Pens","item":{"items":[${line("12.50", "6.25")}]}}`;
    expect(brief(now('"total":12.50,'))).toBe("Changed in the ledger: total from 10.00 USD to 12.50 USD. Memo also changed.");
    expect(brief(now(""))).toBe("Changed in the ledger: amount of line 1 from 10.00 USD to 12.50 USD. Memo also changed.");
  });

  it("is told without values in another currency, and the total where it is negative, too", () => {
    const now = (part: string) => `{"tranId":"V-9",${part}"memo":"Pens","item":{"items":[${line("12.50", "6.25")}]}}`;
    expect(brief(now('"currency":{"id":"1"},"total":12.50,'))).toBe(
      "Changed in the ledger: total from 10.00 USD to 12.50 USD. Memo also changed.",
    );
    expect(brief(now('"currency":{"id":"2"},"total":12.50,'))).toBe("Changed in the ledger: total, amount of line 1, and memo");
    expect(brief(now('"currency":{"id":"2"},"total":10.00,'))).toBe("Changed in the ledger: total, amount of line 1, and memo");
    expect(message(now('"currency":{"id":"2"},"total":12.50,'))).toContain("the amount of line 1 changed");
    expect(brief(now('"total":-12.50,'))).toBe(
      "Changed in the ledger: amount of line 1 from 10.00 USD to 12.50 USD. Total and memo also changed.",
    );
    expect(brief(now('"total":-10.00,'))).toBe("Changed in the ledger: amount of line 1 from 10.00 USD to 12.50 USD. Memo also changed.");
  });

  it("is told as the number of lines where some were added", () => {
    const second = line("1.00", "0.50").replace('"line":1', '"line":2');
    expect(brief(`{"tranId":"V-9","memo":"Paper","item":{"items":[${line("10.00", "5.00")},${second}]}}`)).toBe(
      "Changed in the ledger: number of lines from 1 to 2",
    );
  });
});
