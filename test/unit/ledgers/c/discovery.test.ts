import { describe, expect, it } from "vitest";
import { AnswerUnreadable, type ConnectionFacts, type LedgerRequest, type LedgerResponse } from "#main/ledgers/adapter.ts";
import { adapterC } from "#main/ledgers/c/index.ts";
import { discovery } from "#shared/model/ledger/capabilities.ts";
import { answer, type Cells, context, play, rowsAnswer, textOf } from "./support.ts";

const refusal = answer(
  400,
  JSON.stringify({ title: "Bad Request", "o:errorDetails": [{ detail: "Unknown column.", "o:errorCode": "INVALID_PARAMETER" }] }),
);

interface Account {
  readonly tables?: Readonly<Record<string, readonly Cells[]>>;
  readonly hiddenColumns?: readonly string[];
  readonly hiddenTables?: readonly string[];
  readonly catalog?: LedgerResponse;
  readonly governance?: LedgerResponse;
  readonly tenantId?: string;
}

const base: Readonly<Record<string, readonly Cells[]>> = {
  currency: [
    { id: "1", symbol: "USD", isbasecurrency: "T" },
    { id: "2", symbol: "EUR", isbasecurrency: "F" },
  ],
  subsidiary: [
    { id: "1", name: "Birch Group", currency: "2", country: "DE", iselimination: "F" },
    { id: "3", name: "Birch Inc", currency: "1", parent: "1" },
    { id: "4", name: "Elimination", currency: "2", parent: "1", iselimination: "T" },
  ],
  accountingperiod: [
    { id: "1", periodname: "FY 2025", startdate: "2025-04-01", enddate: "2026-03-31", isyear: "T" },
    { id: "9", periodname: "FY 2026", startdate: "2026-04-01", enddate: "2027-03-31", isyear: "T" },
  ],
  accountingbook: [{ id: "6" }],
  customsegment: [
    { id: "12", scriptid: "cseg_region", label: "Region", isinactive: "F" },
    { id: "13", scriptid: "cseg_fund", name: "Fund", isinactive: "T", recordtype: "customrecord_funds" },
  ],
  department: [{ id: "7", name: "Sales" }],
  classification: [],
  location: [{ id: "2", name: "West", parent: "1" }],
  customrecord_cseg_region: [{ id: "4", name: "Alps" }],
  customrecord_funds: [{ id: "1", name: "General" }],
};

/** An account that answers from tables and refuses whatever names a hidden column or an absent table. */
function account(facts: Account): (request: LedgerRequest) => LedgerResponse {
  const tables: Readonly<Record<string, readonly Cells[]>> = { ...base, ...facts.tables };
  const known = [
    "account",
    "customer",
    "vendor",
    "item",
    "transaction",
    "transactionline",
    "transactionaccountingline",
    "nexttransactionlinelink",
    "entity",
  ];
  return (request) => {
    if (request.path.includes("metadata-catalog")) return facts.catalog ?? answer(403, "{}");
    if (request.path.includes("governanceLimits")) return facts.governance ?? answer(403, "{}");
    const text = textOf(request);
    const from = [...text.matchAll(/ FROM ([a-z_]+)/g)].map((match) => match[1] ?? "");
    const unknown = from.some((table) => facts.hiddenTables?.includes(table) || (tables[table] === undefined && !known.includes(table)));
    if (unknown || facts.hiddenColumns?.some((column) => new RegExp(`\\b${column}\\b`).test(text))) return refusal;
    const last = /t\.id > (-?\d+)/.exec(text)?.[1];
    const rows = (tables[from.at(-1) ?? ""] ?? []).filter((row) => last === undefined || Number(row.id) > Number(last));
    return rowsAnswer(rows.slice(0, Number(request.query?.limit)));
  };
}

function discover(facts: Account = {}) {
  const { profile } = context();
  const connection: ConnectionFacts = { tenantId: facts.tenantId ?? "1234567", profile, wantsJournals: false, pageSize: 1000 };
  return play(adapterC.discover(connection), account(facts));
}

describe("discovery of Ledger C", () => {
  it("reads capabilities, books and dimensions from the account", () => {
    const { result } = discover({ governance: answer(200, '{"accountConcurrencyLimit":15}') });
    expect(discovery.safeParse(result).success).toBe(true);
    expect(result.capabilities).toMatchObject({
      lineTarget: "both",
      canCreateTaxRates: true,
      hasApprovalWorkflow: true,
      hasGlFeed: true,
      hasAuditTrail: true,
      statusIsDerived: false,
      writeSemantics: "patch",
      periodLock: { perSubsidiary: false },
      idempotencyKey: false,
    });
    expect(result.evidence.canCreateTaxRates).toBe(
      "The ledger keeps the line amounts that Tieout sends and calculates the tax itself. Tieout sends no tax amounts.",
    );
    expect(result.capabilities.dimensions.map(({ id, name, fieldKey, active, values }) => [id, name, fieldKey, active, values])).toEqual([
      ["department", "Department", "department", true, [{ id: "7", name: "Sales", active: true }]],
      ["class", "Class", "class", true, []],
      ["location", "Location", "location", true, [{ id: "2", name: "West", parentId: "1", active: true }]],
      ["cseg_fund", "Fund", "cseg_fund", false, [{ id: "1", name: "General", active: true }]],
      ["cseg_region", "Region", "cseg_region", true, [{ id: "4", name: "Alps", active: true }]],
    ]);
    expect(result.organisation).toEqual({
      name: "Birch Group",
      baseCurrency: "EUR",
      country: "DE",
      fiscalYearEndMonth: 3,
      fiscalYearEndDay: 31,
      isDemo: false,
      entities: [
        { id: "subsidiary:1", name: "Birch Group", currency: "EUR", isElimination: false, active: true },
        { id: "subsidiary:3", name: "Birch Inc", currency: "USD", isElimination: false, active: true, parentId: "subsidiary:1" },
        { id: "subsidiary:4", name: "Elimination", currency: "EUR", isElimination: true, active: true, parentId: "subsidiary:1" },
      ],
      currencies: ["USD", "EUR"],
    });
    expect(result.adapterFacts).toMatchObject({ currencies: { "1": "USD", "2": "EUR" }, primaryBook: "6", refused: {} });
    expect(result.evidence).toMatchObject({
      concurrency: "The ledger allows 15 requests at a time.",
      periodLock: expect.stringContaining("lock dates by subsidiary"),
    });
  });

  it("survives storage as JSON and drives the streams", () => {
    const stored = discovery.parse(JSON.parse(JSON.stringify(discover().result)));
    const names = adapterC.streams({ ...context(), discovery: stored }).map((stream) => [stream.phase, stream.name]);
    expect(names.slice(0, 8)).toEqual(
      ["subsidiaries", "currencies", "accounts", "customers", "vendors", "items", "accounting-periods", "dimensions"].map((name) => [
        1,
        name,
      ]),
    );
    expect(names.filter(([phase]) => phase === 3)).toEqual([
      [3, "transactions.custpymt"],
      [3, "transactions.vendpymt"],
      [3, "transactions.depappl"],
      [3, "transactions.vprepapp"],
    ]);
    expect(names.filter(([phase]) => phase === 2)).toHaveLength(15);
  });

  it("reads other postings only where they can be told apart", () => {
    const names = (facts: Account) => adapterC.streams({ ...context(), discovery: discover(facts).result }).map((stream) => stream.name);
    expect(names({})).toContain("transactions.other");
    expect(names({ hiddenColumns: ["posting"] })).not.toContain("transactions.other");
    expect(names({ hiddenTables: ["transactionaccountingline"] })).not.toContain("transactions.other");
  });

  it("is an account with one entity when there is no subsidiary table", () => {
    const { result } = discover({ hiddenTables: ["subsidiary"], hiddenColumns: ["subsidiary"] });
    expect(result.organisation).toMatchObject({ name: "1234567", baseCurrency: "USD", entities: [] });
    expect(result.adapterFacts).toMatchObject({ refused: { subsidiary: ["*"], transactionline: ["subsidiary"] } });
  });

  it("falls back to the field catalogue for segments, headers and lines alike", () => {
    const catalog = answer(
      200,
      JSON.stringify({
        type: "object",
        properties: {
          cseg_region: { title: "Region", type: "object" },
          expense: { properties: { items: { items: { properties: { cseg_grant: { title: "Grant" }, amount: {} } } } } },
          custbody_x: {},
        },
      }),
    );
    const { result } = discover({ hiddenTables: ["customsegment"], catalog });
    const segments = result.capabilities.dimensions.filter((one) => one.id.startsWith("cseg_"));
    expect(segments.map((one) => [one.id, one.name, one.values.length])).toEqual([
      ["cseg_grant", "Grant", 0],
      ["cseg_region", "Region", 1],
    ]);
    expect(result.adapterFacts).toMatchObject({
      dimensions: expect.arrayContaining([expect.objectContaining({ id: "cseg_grant", table: null })]),
    });
    expect(result.evidence.dimensions).toContain("It found 2 among the fields of bills and invoices");
  });

  it.each([
    ["both refused", { hiddenTables: ["customsegment"] }, "can't read the ledger's custom segments"],
    ["an empty table", { tables: { customsegment: [] } }, "no custom segments"],
    [
      "a catalogue that is no JSON",
      { hiddenTables: ["customsegment"], catalog: answer(200, "<html>") },
      "can't read the ledger's custom segments",
    ],
    [
      "a catalogue without segments",
      { hiddenTables: ["customsegment"], catalog: answer(200, '{"properties":{}}') },
      "It found none among the fields of bills and invoices",
    ],
  ])("finds no segments with %s, and that is a state", (_what, facts, words) => {
    const { result } = discover(facts);
    expect(result.capabilities.dimensions.map((one) => one.id)).toEqual(["department", "class", "location"]);
    expect(result.evidence.dimensions).toContain(words);
  });

  it("has no dimension for a table that is hidden", () => {
    const { result } = discover({ hiddenTables: ["location"] });
    expect(result.capabilities.dimensions.map((one) => one.id)).not.toContain("location");
  });

  it("finds the columns a role can't see, and its capabilities follow", () => {
    const { result } = discover({
      hiddenColumns: ["approvalstatus", "otherrefnum", "entitytype"],
      hiddenTables: ["transactionaccountingline"],
    });
    expect(result.adapterFacts).toMatchObject({
      refused: { transaction: expect.arrayContaining(["approvalstatus", "otherrefnum", "entitytype"]), transactionaccountingline: ["*"] },
    });
    expect(result.capabilities).toMatchObject({ hasApprovalWorkflow: false, hasGlFeed: false });
    expect(result.evidence.hiddenColumns).toContain("otherrefnum");
  });

  it("reads dimension values beyond the first page", () => {
    const department = Array.from({ length: 1001 }, (_, index) => ({ id: String(index + 1), name: `D${index + 1}` }));
    const { result } = discover({ tables: { department } });
    expect(result.capabilities.dimensions[0]?.values).toHaveLength(1001);
  });

  it("takes the calendar year and the first book without better evidence", () => {
    const { result } = discover({ tables: { accountingperiod: [] }, hiddenTables: ["accountingbook"], tenantId: "1234567_SB1" });
    expect(result.organisation).toMatchObject({ fiscalYearEndMonth: 12, fiscalYearEndDay: 31, isDemo: true });
    expect(result.adapterFacts).toMatchObject({ primaryBook: "1" });
  });

  it("does not go on without a base currency", () => {
    expect(() => discover({ tables: { subsidiary: [], currency: [{ id: "1", symbol: "USD" }] } })).toThrow(AnswerUnreadable);
  });

  it("lets only questions about abilities be refused", () => {
    const { asked } = discover();
    const binding = asked.filter((request) => request.allowRejection !== true).map(textOf);
    expect(binding.every((text) => / FROM (currency|department|classification|location|customrecord_\w+) t/.test(text))).toBe(true);
    expect(asked.every((request) => request.method === "POST" || request.method === "GET")).toBe(true);
  });
});
