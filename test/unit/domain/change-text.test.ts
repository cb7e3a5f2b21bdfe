import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeText } from "#main/domain/documents/change-text.ts";
import { fieldChanges } from "#main/domain/documents/field-changes.ts";
import { readDecimal } from "#shared/kernel/decimal.ts";
import type { MappedRecord, RecordKind } from "#shared/model/books/mapped-record.ts";

const source = { system: "ledger_b", tenantId: "9130", entityType: "Invoice", id: "7", fetchedAt: "2026-11-21T09:00:00.000Z" };
const money = (amount: string) => ({ amount, currency: "USD" });
const tax = {
  basis: "exclusive",
  amount: money("20.00"),
  components: [{ code: "TAX", name: "Tax", rate: "20.0", amount: money("20.00") }],
};
const dimensions = [{ dimensionId: "Class", valueId: "5", fannedFromHeader: true }];
const allocations = [{ fromKind: "document", fromId: "Invoice:7", toId: "Invoice:9", amount: money("5.00"), date: "2026-10-06" }];

/** One record of every kind with every field of the model set. */
const full: Readonly<Record<RecordKind, Readonly<Record<string, unknown>>>> = {
  document: {
    id: "Invoice:7",
    type: "sales_invoice",
    number: "1037",
    reference: "PO 5",
    partyId: "Customer:24",
    issueDate: "2026-10-05",
    dueDate: "2026-11-04",
    currency: "USD",
    exchangeRate: "1.10",
    total: money("120.00"),
    totalBase: money("132.00"),
    outstanding: money("60.00"),
    tax,
    status: "part_paid",
    statusIsDerived: true,
    sourceStatus: "A",
    approvalStatus: "2",
    unappliedKind: "deposit",
    entityId: "subsidiary:2",
    memo: "Thanks",
    lines: [
      {
        id: "Invoice:7/1",
        kind: "item",
        description: "Retainer",
        quantity: "2.0",
        unitAmount: money("50.00"),
        accountId: "Account:79",
        itemId: "Item:3",
        net: money("100.00"),
        tax,
        dimensions,
        billable: { customerId: "Customer:24", status: "billable" },
        source,
      },
    ],
    allocations,
    periodId: "accountingperiod:3",
    source,
  },
  payment: {
    id: "Payment:8",
    direction: "received",
    partyId: "Customer:24",
    date: "2026-10-06",
    currency: "USD",
    exchangeRate: "1.10",
    amount: money("60.00"),
    unapplied: money("0.00"),
    accountId: "Account:4",
    reference: "CHQ 9",
    batchId: "BatchPayment:1",
    status: "posted",
    sourceStatus: "P",
    entityId: "subsidiary:2",
    allocations,
    source,
  },
  journal: {
    id: "gl:7",
    number: "JNL 1",
    date: "2026-10-05",
    createdAt: "2026-10-05T08:00:00.000Z",
    documentId: "Invoice:7",
    sourceType: "ACCREC",
    postings: [
      {
        id: "gl:7/1",
        accountId: "Account:79",
        amount: money("-100.00"),
        entityId: "subsidiary:2",
        partyId: "Customer:24",
        description: "Retainer",
        dimensions,
      },
    ],
    source,
  },
  application: { id: "DepAppl:9", date: "2026-10-06", allocations, source },
  party: {
    id: "Customer:24",
    name: "Elm",
    isCustomer: true,
    isVendor: false,
    isEmployee: false,
    active: true,
    email: "books@elm.example",
    taxIdentifier: "12-3",
    currency: "USD",
    sources: [source],
  },
  account: {
    id: "Account:79",
    code: "200",
    name: "Sales",
    type: "Income",
    class: "revenue",
    role: "tax",
    currency: "USD",
    active: true,
    source,
  },
  item: {
    id: "Item:3",
    code: "RET",
    name: "Retainer",
    type: "Service",
    incomeAccountId: "Account:79",
    expenseAccountId: "Account:80",
    assetAccountId: "Account:81",
    tracked: false,
    active: true,
    source,
  },
  dimension: {
    id: "Class",
    name: "Class",
    fieldKey: "ClassRef",
    level: "line",
    ownedBy: "source",
    active: true,
    values: [{ id: "5", name: "North", parentId: "4", active: true }],
    source,
  },
  tax_rate: { id: "TaxRate:2", name: "Standard", rate: "20.0", active: true, source },
  batch_payment: {
    id: "BatchPayment:1",
    date: "2026-10-06",
    accountId: "Account:4",
    reference: "run",
    total: money("60.00"),
    status: "posted",
    paymentIds: ["Payment:8"],
    source,
  },
  order: {
    id: "PurchaseOrder:1",
    number: "PO 1",
    partyId: "Vendor:3",
    date: "2026-10-01",
    deliveryDate: "2026-10-30",
    currency: "USD",
    total: money("60.00"),
    status: "part_billed",
    sourceStatus: "D",
    entityId: "subsidiary:2",
    lines: [
      {
        id: "PurchaseOrder:1/1",
        kind: "item",
        quantity: "2.0",
        unitAmount: money("30.00"),
        net: money("60.00"),
        quantityBilled: "1.0",
        quantityReceived: "1.0",
        dimensions,
        source,
      },
    ],
    billIds: ["Bill:2"],
    source,
  },
  linked_transaction: {
    id: "LinkedTransaction:1",
    status: "BILLED",
    sourceDocumentId: "Invoice:1",
    sourceLineId: "1",
    customerId: "Contact:1",
    targetDocumentId: "Invoice:2",
    targetLineId: "2",
    source,
  },
  period: {
    id: "accountingperiod:3",
    label: "Oct",
    start: "2026-10-01",
    end: "2026-10-31",
    status: "open",
    locks: [{ id: "accountingperiod:3/ap", scope: { module: "ap" }, lockedThrough: "2026-10-31", source }],
    ownedBy: "source",
    isAdjustment: false,
  },
  lock: { id: "period", scope: { module: "all", entityId: "subsidiary:2" }, lockedThrough: "2026-09-30", exempts: "advisers", source },
};
const kinds = Object.keys(full) as RecordKind[];
const record = (kind: RecordKind, value: unknown) => ({ kind, value }) as unknown as MappedRecord;

type Path = readonly (string | number)[];

/** Paths of all leaves of a value, arrays and objects walked through. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return [path];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, [...path, Array.isArray(value) ? Number(key) : key]));
}

/** The value with one place replaced by what `change` makes of it; undefined takes the field away. */
function changedAt(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.map((part, index) => (index === key ? changedAt(part, rest, change) : part));
  const next = changedAt((value as Record<string, unknown>)[key], rest, change);
  const others = Object.entries(value as object).map(([name, part]) => [name, name === key ? next : part] as const);
  return Object.fromEntries(others.filter(([, part]) => part !== undefined));
}

const respelled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(respelled);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, part]) => [key, AMOUNTS.has(key) && typeof part === "string" ? spelledOtherwise(part) : respelled(part)]),
    );
  return value;
};
const AMOUNTS = new Set(["amount", "rate", "quantity", "quantityBilled", "quantityReceived", "exchangeRate"]);
const spelledOtherwise = (text: string) =>
  text.replace(/^(-?)(.*)$/, (_, sign: string, digits: string) => `${sign}0${digits.includes(".") ? `${digits}00` : `${digits}.0`}`);
// The source of a record never moves while its id stays; fetch times are no content.
const isContent = (path: Path) => !path.includes("source") && !path.includes("sources");
const places = kinds.flatMap((kind) =>
  leaves(full[kind])
    .filter(isContent)
    .map((path) => [kind, path] as const),
);

describe("the text of a record's meaning", () => {
  it.each(kinds)("%s: order of keys, spelling of amounts and fetch times make no difference", (kind) => {
    const other = respelled(JSON.parse(JSON.stringify(full[kind]).replaceAll("2026-11-21T09:00:00.000Z", "2027-01-01T00:00:00.000Z")));
    expect(JSON.stringify(other)).not.toBe(JSON.stringify(full[kind]));
    expect(changeText(record(kind, other))).toBe(changeText(record(kind, full[kind])));
    expect(fieldChanges(record(kind, full[kind]), record(kind, other))).toEqual([]);
  });

  it.each(places)("%s: a change at %j changes it, and the history names a field", (kind, path) => {
    const before = record(kind, full[kind]);
    const after = record(
      kind,
      changedAt(full[kind], path, (old) =>
        typeof old === "boolean" ? !old : typeof old === "string" && /^-?\d+\.\d+$/.test(old) ? `${old}1` : `${old}x`,
      ),
    );
    expect(changeText(after)).not.toBe(changeText(before));
    // An id never moves: it says which record this is. That a status is derived is told by the status.
    const isWatched = path[0] !== "id" && path[0] !== "statusIsDerived";
    if (isWatched) expect(fieldChanges(before, after)).not.toEqual([]);
  });

  it("balances and raw payloads are no part of it", () => {
    const party = record("party", { ...full.party, receivable: money("1.00"), payable: money("2.00") });
    expect(changeText(party)).toBe(changeText(record("party", full.party)));
    const account = record("account", { ...full.account, balance: money("1.00"), source: { ...source, raw: { any: "thing" } } });
    expect(changeText(account)).toBe(changeText(record("account", full.account)));
  });

  it("amounts compare by value, whatever their length", () => {
    const numeral = fc.stringMatching(/^-?[0-9]{1,25}(\.[0-9]{1,8})?$/);
    const withTotal = (amount: string) => changeText(record("document", { ...full.document, total: money(amount) }));
    fc.assert(
      fc.property(numeral, numeral, (a, b) => {
        const value = (text: string) =>
          `${readDecimal(text)}`
            .replace(/^(-?)0*(\d)/, "$1$2")
            .replace(/(\.\d*?)0+$/, "$1")
            .replace(/\.$/, "")
            .replace(/^-0$/, "0");
        expect(withTotal(a) === withTotal(b)).toBe(value(a) === value(b));
      }),
      { numRuns: 1000 },
    );
  });

  it("no text in one field can look like another field, or like none", () => {
    const nasty = fc.oneof(
      fc.constantFrom(
        "",
        "~",
        '"',
        '"a"',
        "a|b",
        "a b",
        "a=b",
        "a,b",
        "^",
        "\u001d",
        "\u001e",
        "\u001f",
        '"\\u001f"',
        "a\u001fb",
        '"a\\u001fb"',
      ),
      fc.string({ unit: "binary", maxLength: 6 }),
    );
    const maybe = fc.option(nasty, { nil: undefined });
    const given = fc.record({
      number: maybe,
      reference: maybe,
      memo: maybe,
      sourceStatus: maybe,
      description: maybe,
      code: maybe,
      name: maybe,
      value: nasty,
    });
    const built = (fields: typeof given extends fc.Arbitrary<infer T> ? T : never) => {
      const { description, code, name, value, ...header } = fields;
      const [line] = full.document.lines as object[];
      const part = { code, name };
      const own = {
        ...line,
        description,
        tax: { basis: "none", components: [part, part] },
        dimensions: [{ dimensionId: value, valueId: value, fannedFromHeader: false }],
      };
      return JSON.parse(JSON.stringify({ ...full.document, ...header, lines: [own] })) as unknown;
    };
    fc.assert(
      fc.property(given, given, (a, b) => {
        const [one, two] = [built(a), built(b)];
        expect(changeText(record("document", one)) === changeText(record("document", two))).toBe(
          JSON.stringify(sorted(one)) === JSON.stringify(sorted(two)),
        );
      }),
      { numRuns: 2000 },
    );
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

describe("the changes of a record's fields", () => {
  const document = (change: object) => record("document", { ...full.document, ...change });

  it("come in the order of the newer record, with both values as sent and vanished fields last", () => {
    const [line] = full.document.lines as { id: string }[];
    const after = document({ status: "paid", outstanding: money("0.00"), memo: undefined, lines: [{ ...line, id: "Invoice:7/2" }] });
    expect(fieldChanges(record("document", full.document), after)).toEqual([
      { field: "status", before: "part_paid", after: "paid" },
      { field: "outstanding", before: "60.00 USD", after: "0.00 USD" },
      { field: "memo", before: "Thanks", after: null },
      { field: "line 2", before: null, after: expect.stringContaining("Retainer | Account:79 | Item:3 | 2.0 | 50.00 USD | 100.00 USD") },
      { field: "line 1", before: expect.stringContaining("Retainer"), after: null },
    ]);
  });

  it("a name that changed in the payload alone is the party's matter, not the document's", () => {
    expect(fieldChanges(document({ partyName: "Elm" }), document({ partyName: "Oak" }))).toEqual([]);
    expect(changeText(document({ partyName: "Elm" }))).toBe(changeText(document({ partyName: "Oak" })));
  });
});
