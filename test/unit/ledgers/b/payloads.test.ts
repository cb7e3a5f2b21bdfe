import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { MappedSource } from "#main/ledgers/adapter.ts";
import { asObject, changedRecords, queryRecords } from "#main/ledgers/b/decode.ts";
import { isVoidedNote } from "#main/ledgers/b/derive-status.ts";
import { adapterB } from "#main/ledgers/b/index.ts";
import { absoluteDecimal, compareDecimals, type DecimalString, decimal, readDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { type ExactJson, parseExactJson } from "#shared/kernel/json-exact.ts";
import { discovery } from "#shared/model/ledger/capabilities.ts";
import { contextB, converse, decodeText, only, response, streamB } from "./support.ts";

/**
 * Bodies from outside this project. "Without loss" means: the record's id, its date, its total and balance
 * digit by digit, one line for each line with an amount, the lines' amounts digit by digit except for the sign,
 * and every settled transaction of a payment.
 */
const folder = fileURLToPath(new URL("../../../../../shared/payloads/b/", import.meta.url));
const present = existsSync(folder);
if (!present) console.log("public payloads of Ledger B: folder not present, nothing to check");

type Json = { [key: string]: ExactJson };
interface Found {
  readonly file: string;
  readonly entity: string;
  readonly record: Json;
}

const streams = new Map(adapterB.streams(contextB()).map((stream) => [stream.entityType, stream.name]));
const lists = new Map([
  ["fyle-accounts", "Account"],
  ["fyle-classes", "Class"],
  ["fyle-departments", "Department"],
  ["fyle-journal_entries", "JournalEntry"],
  ["fyle-purchases", "Purchase"],
  ["fyle-preferences", "Preferences"],
  ["fyleapi-bill_payment_response", "BillPayment"],
  ["fyleapi-bill_response", "Bill"],
  ["fyleapi-class_response", "Class"],
  ["fyleapi-department_response", "Department"],
  ["fyleapi-preference_response", "Preferences"],
  ["fyleapi-tax_code_response", "TaxCode"],
  ["fyleapi-tax_rate_get_by_id", "TaxRate"],
  ["xmlconv-bill_linked_transactions", "Bill"],
  ["xmlconv-bill_payment_check_response", "BillPayment"],
  ["xmlconv-purchase_check_response", "Purchase"],
  ["xmlconv-purchase_order", "PurchaseOrder"],
]);

const bytesOf = (file: string) => new Uint8Array(readFileSync(`${folder}${file}`));
const parse = (file: string) => parseExactJson(decodeText(bytesOf(file)));

/** Every record of a supported noun anywhere in a body. */
function recordsIn(file: string): Found[] {
  const body = parse(file);
  const bare = lists.get(file.replace(/\.json$/, ""));
  if (bare !== undefined) return (Array.isArray(body) ? body : [body]).map((record) => ({ file, entity: bare, record: record as Json }));
  const found: Found[] = [];
  const visit = (value: ExactJson) => {
    for (const [key, inner] of Object.entries(asObject(value) ?? {})) {
      for (const one of Array.isArray(inner) ? inner : [inner]) {
        const record = asObject(one);
        if (record === null) continue;
        if (streams.has(key) && (record.Id !== undefined || key === "Preferences")) found.push({ file, entity: key, record });
        else if (["QueryResponse", "CDCResponse", "BatchItemResponse"].includes(key)) {
          visit(record);
          nested(record);
        }
      }
    }
  };
  const nested = (record: Json) => {
    for (const inner of Array.isArray(record.QueryResponse) ? record.QueryResponse : []) visit(inner);
  };
  visit(body);
  return [...new Map(found.map((f) => [f.record, f])).values()];
}

function mapFound({ entity, record }: Found): MappedSource {
  const composed = entity === "Class" || entity === "Department" ? { [entity]: [record] } : record;
  return streamB(streams.get(entity) as string).map(contextB(), composed);
}

const text = (value: ExactJson | undefined) => (typeof value === "string" ? value : undefined);
const amounts = (values: readonly DecimalString[]) => values.map((value) => absoluteDecimal(value)).sort();
const ownAmount = new Set([
  "SalesItemLineDetail",
  "ItemBasedExpenseLineDetail",
  "AccountBasedExpenseLineDetail",
  "JournalEntryLineDetail",
  "DiscountLineDetail",
  "TaxLineDetail",
]);
const linesOf = (record: Json) => (Array.isArray(record.Line) ? record.Line : []) as Json[];

const files = present
  ? readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort()
  : [];
const all = files.flatMap(recordsIn);
const label = (found: Found) => [`${found.file} ${found.entity}:${text(found.record.Id)}`, found] as const;
const isStub = (found: Found) => found.record.status === "Deleted";
const ofEntities = (...entities: string[]) => all.filter((found) => entities.includes(found.entity) && !isStub(found));
const transactions = ofEntities("Invoice", "CreditMemo", "SalesReceipt", "RefundReceipt", "Bill", "VendorCredit", "Purchase");

describe.runIf(present)("public payloads of Ledger B", () => {
  it("hold records of many nouns", () => {
    const nouns = new Set(all.map((found) => found.entity));
    console.log(
      `public payloads of Ledger B: ${all.length} records of ${nouns.size} nouns in ${new Set(all.map((f) => f.file)).size} files`,
    );
    expect(all.length).toBeGreaterThan(200);
    expect([...nouns].sort()).toEqual(
      ["Account", "Bill", "BillPayment", "Class", "Customer", "Department", "Invoice", "Item", "JournalEntry", "Payment"].concat([
        ...["Preferences", "Purchase", "PurchaseOrder", "SalesReceipt", "TaxCode", "TaxRate", "Vendor"],
      ]),
    );
  });

  it.each(all.map(label))("map: %s", (_name, found) => {
    const source = mapFound(found);
    const strange = (source.findings ?? []).filter((finding) => finding.code !== "unresolved_account");
    expect(strange).toEqual([]);
    if (found.entity === "Class" || found.entity === "Department") {
      expect(only(source, "dimension").values).toMatchObject([{ id: found.record.Id, name: found.record.Name }]);
    } else if (found.entity !== "Preferences") {
      expect(source).toMatchObject({ entityType: found.entity, sourceId: found.record.Id });
      expect(source.records).toHaveLength(isStub(found) ? 0 : 1);
    }
  });

  it.each(transactions.map(label))("documents keep every figure: %s", (_name, found) => {
    const { record } = found;
    const document = only(mapFound(found), "document");
    expect(document.issueDate).toBe(text(record.TxnDate));
    expect(document.dueDate).toBe(text(record.DueDate));
    expect(document.number).toBe(text(record.DocNumber));
    expect(absoluteDecimal(document.total.amount)).toBe(text(record.TotalAmt));
    expect(document.currency).toBe(text(asObject(record.CurrencyRef)?.value) ?? "USD");
    const voided = isVoidedNote(text(record.PrivateNote));
    if (found.entity === "Invoice" || found.entity === "Bill")
      expect(document.outstanding.amount).toBe(voided ? "0.00" : text(record.Balance));
    const own = linesOf(record).filter((line) => ownAmount.has(text(line.DetailType) ?? ""));
    expect(document.lines).toHaveLength(Math.max(own.length, 1));
    if (own.length > 0)
      expect(amounts(document.lines.map((l) => l.net.amount))).toEqual(amounts(own.map((line) => decimal(text(line.Amount) as string))));
    expect(document.lines.map((l) => l.description)).toEqual(own.map((line) => text(line.Description)));
  });

  it("documents whose lines and tax are all there add up to their total", () => {
    const checked = transactions.filter((found) => !linesOf(found.record).some((line) => line.DetailType === "TaxLineDetail"));
    expect(checked.length).toBeGreaterThan(10);
    for (const found of checked) {
      const document = only(mapFound(found), "document");
      // Where the ledger states no total of the tax, only its parts are known.
      const parts = document.tax.components.flatMap((component) => component.amount?.amount ?? []);
      const tax = document.tax.amount === undefined ? parts : [document.tax.amount.amount];
      const shipping = readDecimal(text(found.record.ShippingAmt) ?? "0") as DecimalString;
      const sum = sumDecimals([...document.lines.map((l) => l.net.amount), ...tax, shipping]);
      expect(compareDecimals(sum, document.total.amount), `${found.file} ${document.id}: ${sum} against ${document.total.amount}`).toBe(0);
    }
  });

  it.each(ofEntities("JournalEntry").map(label))("journal entries balance: %s", (_name, found) => {
    const document = only(mapFound(found), "document");
    expect(document.lines).toHaveLength(linesOf(found.record).length);
    expect(compareDecimals(sumDecimals(document.lines.map((l) => l.net.amount)), decimal("0"))).toBe(0);
    const departments = document.lines.flatMap((l) => l.dimensions.filter((d) => d.dimensionId === "Department" && !d.fannedFromHeader));
    const sent = linesOf(found.record).filter((line) => asObject(asObject(line.JournalEntryLineDetail)?.DepartmentRef) !== null);
    expect(departments).toHaveLength(sent.length);
  });

  it.each(ofEntities("Payment", "BillPayment").map(label))("payments keep what they settled: %s", (_name, found) => {
    const payment = only(mapFound(found), "payment");
    expect(payment.amount.amount).toBe(text(found.record.TotalAmt));
    expect(payment.allocations.map((a) => a.amount.amount)).toEqual(linesOf(found.record).map((line) => text(line.Amount)));
    expect(payment.accountId).toMatch(/^Account:\d+$/);
  });

  it("the recorded feed routes its records and its delete", () => {
    const stream = streamB("changes");
    const body = decodeText(bytesOf("xmlconv-change_data_capture_response.json"));
    const { value } = converse(stream.readPage(contextB(), { since: "2016-04-13T00:00:00.000Z" }), () => response(body));
    expect(value.watermark).toBe("2016-04-13T14:52:34.949Z");
    const mapped = value.records.map(({ stream: name, bytes }) =>
      streamB(name as string).map(contextB(), parseExactJson(decodeText(bytes))),
    );
    expect(mapped.map((m) => `${m.entityType}:${m.sourceId}`).sort()).toEqual(
      ["Bill:126", "Bill:19", "BillPayment:148", "BillPayment:149", "Invoice:103", "Invoice:65", "Payment:147"].sort(),
    );
    expect(mapped.filter((m) => m.deleted === true).map((m) => m.sourceId)).toEqual(["65"]);
  });

  it("the recorded query answers are cut into their records", () => {
    for (const file of files) {
      const response = asObject(asObject(parse(file))?.QueryResponse ?? null);
      for (const [entity, rows] of Object.entries(response ?? {})) {
        if (Array.isArray(rows))
          expect(queryRecords(bytesOf(file), entity).map((bytes) => parseExactJson(decodeText(bytes)))).toEqual(rows);
      }
    }
    expect(queryRecords(bytesOf("vcr-all-alt_select-5.json"), "Customer")).toEqual([]);
    expect(changedRecords(bytesOf("vcr-cdc-basic.json")).map((r) => r.entity)).toContain("Estimate");
  });

  it("the recorded void is a void and keeps its number, dates and lines", () => {
    const [before] = recordsIn("vcr-void-invoice-1.json");
    const [after] = recordsIn("vcr-void-invoice-2.json");
    const voided = only(mapFound(after as Found), "document");
    const open = only(mapFound(before as Found), "document");
    expect(voided).toMatchObject({
      status: "voided",
      total: { amount: "0" },
      outstanding: { amount: "0.00" },
      lines: [{ net: { amount: "0" } }],
    });
    expect([voided.number, voided.issueDate, voided.dueDate, voided.lines.map((l) => l.id)]).toEqual([
      open.number,
      open.issueDate,
      open.dueDate,
      open.lines.map((l) => l.id),
    ]);
    expect(only(mapFound(recordsIn("exq-void_sales_receipt.json")[0] as Found), "document").status).toBe("voided");
    expect(mapFound(recordsIn("vcr-delete-invoice-2.json")[0] as Found)).toMatchObject({
      entityType: "Invoice",
      sourceId: "266",
      deleted: true,
      records: [],
    });
  });

  it.each([
    ["vcr-error-400-2.json", 400, { kind: "rejected", code: "4001" }],
    ["vcr-error-400_json.json", 400, { kind: "rejected", code: "2010" }],
    ["vcr-error-401.json", 401, { kind: "reauthorize" }],
    ["vcr-error-401.json", 200, { kind: "reauthorize" }],
    ["vcr-error-500-1.json", 400, { kind: "rejected", code: "500" }],
    ["vcr-error-500-2.json", 400, { kind: "rejected", code: "2030" }],
    ["vcr-error-validation.json", 400, { kind: "rejected", code: "6240" }],
    ["xmlconv-throttle_exceeded_error.json", 403, { kind: "throttled", retryAfterMs: 60_000 }],
    ["xmlconv-too_many_requests_error.json", 429, { kind: "throttled", retryAfterMs: 60_000 }],
    ["xmlconv-query_validation_error.json", 400, { kind: "rejected" }],
    ["ruckus-tax_service_error_dup.json", 400, { kind: "rejected" }],
    ["exq-create_sales_receipt_error.json", 400, { kind: "rejected", code: "2020" }],
    ["exq-query_error.json", 400, { kind: "rejected" }],
    ["vcr-batch-basic.json", 200, { kind: "accepted" }],
    ["vcr-cdc-basic.json", 200, { kind: "accepted" }],
  ])("%s with status %s", (file, status, verdict) => {
    expect(adapterB.verdict(response(decodeText(bytesOf(file)), status))).toMatchObject(verdict);
  });

  it("a company is discovered from recorded settings", () => {
    const company = `{"CompanyInfo":${decodeText(bytesOf("fyleapi-company_info.json"))}}`;
    const preferences = `{"Preferences":${decodeText(bytesOf("fyleapi-preference_response.json"))}}`;
    const { value } = converse(adapterB.discover(contextB()), (request) => {
      if (request.path.includes("companyinfo")) return response(company);
      return response(request.path.endsWith("preferences") ? preferences : { QueryResponse: {} });
    });
    expect(discovery.safeParse(value).success).toBe(true);
    expect(value.organisation).toMatchObject({
      name: "Sandbox Company_US_4",
      country: "US",
      baseCurrency: "USD",
      fiscalYearEndMonth: 12,
      fiscalYearEndDay: 31,
    });
    expect(value.capabilities.periodLock).toEqual({ date: "2018-12-31", perSubsidiary: false });
    expect(value.capabilities.dimensions.map((d) => [d.id, d.name, d.level, d.active])).toEqual([
      ["Class", "Class", "line", true],
      ["Department", "Location", "header", true],
    ]);
  });
});
