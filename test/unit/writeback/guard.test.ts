import { describe, expect, it } from "vitest";
import type { LedgerWrites, WriteContext } from "#main/ledgers/writing.ts";
import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import { guard, isBlocked, locksOf } from "#main/writeback/guard.ts";
import { readSeen } from "#main/writeback/seen.ts";
import { writeContext } from "#main/writeback/write-context.ts";
import { wrongInPreparing, wrongInput } from "#main/writeback/wrong-input.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteCheck, WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";

const date = calendarDate("2026-06-01");
const nzd = (amount: string) => ({ amount: decimal(amount), currency: "NZD" });
type NewDocument = Extract<WriteOperation, { readonly kind: "create_document" }>;
const bill: NewDocument = {
  kind: "create_document",
  document: {
    ...{ type: "purchase_bill", party: { id: "p" }, issueDate: date, currency: "NZD", status: "open" },
    lines: [{ kind: "account", accountId: "rent", net: nzd("10.00"), dimensions: [] }],
  },
};
const NOTHING: WriteFacts = {
  accounts: [{ id: "rent", name: "Rent", class: "expense", active: true }] as never,
  parties: [{ id: "p", name: "Oak Paper", active: true }] as never,
  ...{ items: [], records: [], currencies: [], cutOffs: [], duplicates: [] },
};
const discoveryWith = (currencies: readonly string[]) =>
  ({
    capabilities: { hasApprovalWorkflow: false, lineTarget: "account", canCreateTaxRates: true },
    organisation: { baseCurrency: "NZD", currencies, entities: [] },
  }) as unknown as Discovery;
const writesThat = (refusal: Failure | null) => ({ refusal: () => refusal }) as unknown as LedgerWrites;
const check = (
  facts: Partial<WriteFacts> = {},
  refusal: Failure | null = null,
  operation: NewDocument = bill,
  currencies: readonly string[] = [],
) => guard([operation], { ...NOTHING, ...facts }, discoveryWith(currencies), writesThat(refusal), {} as WriteContext);
const named = (checks: readonly WriteCheck[], name: WriteCheck["name"]) => checks.filter((each) => each.name === name);

describe("the checks before a write", () => {
  it("pass a plain bill, and block nothing", () => {
    expect(new Set(check().map(({ outcome }) => outcome))).toEqual(new Set(["passed"]));
    expect(isBlocked(check())).toBe(false);
  });

  it("block what the adapter refuses, with what to do next and the field that it names", () => {
    const refusal: Failure = { code: "not_supported", message: "No drafts.", next: "Enter it as open.", field: "status" };
    expect(named(check({}, refusal), "capability")).toEqual([
      { name: "capability", outcome: "blocked", message: "No drafts. Enter it as open.", field: "status" },
    ]);
    expect(isBlocked(check({}, refusal))).toBe(true);
    expect(named(check({}, { code: "invalid_input", message: "No such tax." }), "input")).toEqual([
      { name: "input", outcome: "blocked", message: "No such tax.", field: "operations[0]" },
    ]);
  });

  it("still show what passed beside a refusal, but not for the thing that was refused", () => {
    const checks = check({}, { code: "not_supported", message: "No." });
    expect(named(checks, "balance")).toHaveLength(1);
    expect(named(checks, "capability")).toHaveLength(1);
    const unknown: NewDocument = { ...bill, document: { ...bill.document, party: { id: "nobody" } } };
    const both = check({}, { code: "invalid_input", message: "No." }, unknown);
    expect(named(both, "input").map(({ outcome }) => outcome)).toEqual(["blocked", "blocked"]);
  });

  it("know the currencies of the ledger and those that its records are kept in, where the ledger tells any", () => {
    const dollars = bill.document.lines.map((line) => ({ ...line, net: { amount: decimal("1.00"), currency: "USD" } }));
    const inDollars: NewDocument = { ...bill, document: { ...bill.document, currency: "USD", lines: dollars } };
    const isRefused = (facts: Partial<WriteFacts>, currencies: readonly string[]) =>
      named(check(facts, null, inDollars, currencies), "currency").some(({ outcome }) => outcome === "blocked");
    expect(isRefused({}, ["EUR"])).toBe(true);
    expect(isRefused({}, ["EUR", "USD"])).toBe(false);
    expect(isRefused({ currencies: ["USD"] }, ["EUR"])).toBe(false);
    expect(isRefused({}, [])).toBe(false);
  });

  it("warn of a likely duplicate from a score of 60 on, of its own operation only", () => {
    const duplicate = (score: number, operation = 0) => ({
      operation,
      documentId: `d${score}`,
      name: `Bill ${score}`,
      score,
      reasons: ["same number", "same total"],
    });
    const warnings = check({ duplicates: [duplicate(59), duplicate(60), duplicate(90, 1)] }).filter(({ outcome }) => outcome === "warning");
    expect(warnings.map(({ message }) => message)).toEqual(["Possible duplicate of Bill 60: same number, same total."]);
  });
});

describe("the locks of an operation (rules 7 and 8)", () => {
  const cutOff = (operation: number, blockedBy: readonly object[]) => ({
    operation,
    question: { date },
    check: { canPost: blockedBy.length === 0, blockedBy, firstPostableDate: calendarDate("2026-07-01") },
  });
  const may = calendarDate("2026-05-31");
  const june = calendarDate("2026-06-30");

  it("say who closed what, once each, and when to post instead", () => {
    const locks = [{ lockedThrough: june }, { lockedThrough: june }, { lockedThrough: may, closedBy: "Ana@desk" }];
    const facts = { ...NOTHING, cutOffs: [cutOff(0, locks), cutOff(0, []), cutOff(1, [{ lockedThrough: june }])] as never };
    expect(locksOf(facts, 0)).toEqual([
      {
        date,
        message:
          "1 Jun 2026 is locked (in the ledger through 30 Jun 2026, closed in Tieout by Ana through 31 May 2026). The next open date is 1 Jul 2026.",
      },
    ]);
    expect(locksOf(facts, 2)).toEqual([]);
    expect(named(check(facts), "cut_off")).toMatchObject([{ outcome: "blocked" }]);
  });
});

describe("input that no ledger takes", () => {
  const blocked = (name: WriteCheck["name"], field?: string): WriteCheck => ({
    ...{ name, outcome: "blocked", message: `wrong ${name}` },
    ...(field === undefined ? {} : { field }),
  });

  it("is refused and not kept, by the field that is wrong", () => {
    const next = "Nothing was sent or saved.";
    expect(wrongInput([blocked("balance", "lines")])).toEqual({ code: "invalid_input", message: "wrong balance", field: "lines", next });
    expect(wrongInput([blocked("capability")])).toEqual({ code: "not_supported", message: "wrong capability", next });
  });

  it("is neither what a lock or another job blocks, nor a warning", () => {
    expect(wrongInput([blocked("cut_off"), blocked("identical_action"), blocked("version")])).toBeNull();
    expect(
      wrongInput([
        { name: "input", outcome: "warning", message: "" },
        { name: "currency", outcome: "passed", message: "" },
      ]),
    ).toBeNull();
  });

  it("may show only while the requests are made", () => {
    const prepared = (state: string, failure: Failure | null) => wrongInPreparing({ state, failure } as WriteJob);
    for (const code of ["invalid_input", "not_found", "not_supported"] as const)
      expect(prepared("blocked", { code, message: "m" })).toEqual({ code, message: "m", next: "Nothing was sent or saved." });
    expect(prepared("blocked", { code: "not_found", message: "m", next: "Look again." })?.next).toBe("Look again.");
    expect(prepared("blocked", { code: "conflict", message: "m" })).toBeNull();
    expect([prepared("queued", { code: "invalid_input", message: "m" }), prepared("blocked", null)]).toEqual([null, null]);
  });
});

describe("a record as the person saw it", () => {
  const bare = {
    ...{ type: "purchase_bill", issueDate: date, currency: "NZD", status: "open" },
    ...{ total: nzd("10.00"), lines: [{ net: nzd("10.00") }] },
  };
  const full = {
    ...bare,
    ...{ partyId: "p", number: "7", reference: "PO 1", dueDate: date, exchangeRate: "1.1", entityId: "e", memo: "June" },
  };
  const seen = async (...operations: readonly object[]) => {
    let asked = 0;
    const must = async (_: string, question: object) => {
      asked++;
      expect(question).toEqual({ clientId: "c", operations });
      const documents = { b1: { ...full, taxIncluded: true }, b2: bare };
      const records = Object.entries(documents).map(([id, document]) => ({ id, document, changeHash: "h1" }));
      return { records: [...records, { id: "pay", changeHash: "h2" }] };
    };
    return { seen: await readSeen({ must } as never, { clientId: "c" } as never, operations as never), asked: () => asked };
  };

  it("is kept of every document to be changed or removed, without what it doesn't have", async () => {
    for (const kind of ["update_document", "void", "delete"]) {
      expect((await seen({ kind, id: "b1", seenHash: "h1" })).seen).toEqual([{ id: "b1", ...full }]);
      expect((await seen({ kind, id: "b2" })).seen).toStrictEqual([{ id: "b2", ...bare }]);
    }
  });

  it("isn't kept where the mirror has moved on, or has no document of it", async () => {
    expect(
      (await seen({ kind: "void", id: "b1", seenHash: "older" }, { kind: "void", id: "pay" }, { kind: "void", id: "x" })).seen,
    ).toEqual([]);
  });

  it("isn't asked for where nothing that exists is changed", async () => {
    const approving = await seen({ kind: "approve", id: "b1" });
    expect([approving.seen, approving.asked()]).toEqual([[], 0]);
    expect((await seen({ kind: "approve", id: "b1" }, { kind: "void", id: "b1" })).seen).toHaveLength(1);
  });
});

describe("what an adapter may know while it prepares a job", () => {
  const facts = {
    ...NOTHING,
    items: [
      { id: "i1", name: "Tieout - Rent", active: true },
      { id: "i2", name: "Tieout - Old", active: false },
      { id: "i3", name: "Paper", active: true },
      { id: "i4", name: "Not Tieout - Rent", active: true },
    ],
    records: [{ id: "b1" }],
  } as never;
  const context = writeContext({ facts: { shared: 1 } } as never, discoveryWith([]), facts, "0123456789abcdef");

  it("is every record that the operations name, and the items that Tieout made and still uses", () => {
    expect([context.account("rent")?.name, context.party("p")?.name, context.item("i3")?.name, context.record("b1")]).toEqual([
      ...["Rent", "Oak Paper", "Paper", { id: "b1" }],
    ]);
    expect([context.account("p"), context.item("b1")]).toEqual([undefined, undefined]);
    expect(context.integrationItems().map(({ id }) => id)).toEqual(["i1"]);
  });

  it("is how its records can be found again: a reference of at most 24 characters for each part, a key for each call", () => {
    expect(context.reference(0, 1)).toBe("tieout-6789abcdef-0-1");
    expect(context.reference(99, 99).length).toBeLessThanOrEqual(24);
    expect(context.key(3)).toBe("0123456789abcdef-3");
  });
});
