import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readMoment } from "#main/ledgers/a/dates.ts";
import { decodePage, parseRecord } from "#main/ledgers/a/decode.ts";
import { adapterA } from "#main/ledgers/a/index.ts";
import { type LedgerStream, type MappedRecord, type MappedSource, RecordMalformed } from "#main/ledgers/adapter.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { answerA, contextA, expectModel, streamA } from "./support.ts";

const folder = fileURLToPath(new URL("../../../../../shared/payloads/a", import.meta.url));
const present = existsSync(folder);
if (!present) console.log("public payloads of Ledger A: folder absent, nothing to read");

type Row = Record<string, ExactJson>;

/** Which stream reads the records of a collection. */
const streamOf: Record<string, (row: Row) => string> = {
  Organisations: () => "organisation",
  Accounts: () => "accounts",
  TaxRates: () => "tax-rates",
  TrackingCategories: () => "tracking-categories",
  Items: () => "items",
  Contacts: () => "contacts",
  Invoices: (row) => (row.Type === "ACCPAY" ? "invoices.accpay" : "invoices.accrec"),
  CreditNotes: () => "credit-notes",
  BankTransactions: (row) => (String(row.Type).startsWith("SPEND") ? "bank-transactions.spend" : "bank-transactions.receive"),
  Overpayments: () => "overpayments",
  Prepayments: () => "prepayments",
  ManualJournals: () => "manual-journals",
  PurchaseOrders: () => "purchase-orders",
  Payments: () => "payments",
  BatchPayments: () => "batch-payments",
  LinkedTransactions: () => "linked-transactions",
  Journals: () => "journals",
};

/** Numerals that the model holds. They must come out digit for digit. */
const heldOnRecord = ["Total", "AmountDue", "RemainingCredit", "TotalTax", "Amount", "TotalAmount", "EffectiveRate", "JournalNumber"];
/** Days that the model holds, as text and as ticks. */
const heldDays = [
  ["DateString", "Date"],
  ["DueDateString", "DueDate"],
  ["DeliveryDateString", "DeliveryDate"],
  ["", "JournalDate"],
  ["", "PeriodLockDate"],
  ["", "EndOfYearLockDate"],
] as const;

/** Of a line. Postings hold the net only, orders no tax, and the net of an inclusive line is computed. */
function heldOnLines(collection: string, row: Row): string[] {
  if (collection === "Journals") return ["NetAmount"];
  const held = ["Quantity", "UnitAmount"];
  if (row.LineAmountTypes !== "Inclusive") held.push("LineAmount");
  if (collection !== "PurchaseOrders") held.push("TaxAmount");
  return held;
}

/** A mirror that knows every account and item, so that only the mapping itself can lose something. */
const context = contextA({
  accountIdByCode: (code) => `Account:code-${code}`,
  itemIdByCode: (code) => `Item:code-${code}`,
  item: () => undefined,
});

interface Read {
  readonly name: string;
  readonly collection: string;
  readonly row: Row;
  readonly mapped: MappedSource;
}

/** Every answer with status 200 that holds records of a noun which is mirrored. Requests are not answers. */
function readAll(): Read[] {
  return readdirSync(folder)
    .filter((file) => /-200\.json$/.test(file))
    .flatMap((file) => {
      const answer = answerA(readFileSync(path.join(folder, file), "utf8"));
      const envelope = parseRecord(answer.body) as Row;
      const collections = Object.keys(streamOf).filter((key) => Array.isArray(envelope[key]));
      return collections.flatMap((collection) =>
        decodePage(answer, collection).records.map((bytes, at) => {
          const row = parseRecord(bytes) as Row;
          const stream = streamA((streamOf[collection] as (row: Row) => string)(row), context);
          return { name: `${file} ${collection} ${at}`, collection, row, mapped: mapOrMalformed(stream, row) };
        }),
      );
    });
}

/** A malformed record is an answer of the mapper; any other error is a defect and fails the suite. */
function mapOrMalformed(stream: LedgerStream, row: Row): MappedSource {
  try {
    return stream.map(context, row);
  } catch (cause) {
    if (!(cause instanceof RecordMalformed)) throw cause;
    return { entityType: stream.entityType, sourceId: "", records: [], findings: [{ code: "malformed_record", message: cause.message }] };
  }
}

/** Everything that the record says, as one text: numerals appear in it quoted. */
function textOf(records: readonly MappedRecord[]): string {
  return JSON.stringify(records.map((record) => record.value));
}

function numerals(row: Row, fields: readonly string[]): string[] {
  return fields.flatMap((field) => (typeof row[field] === "string" ? [row[field]] : []));
}

function linesOf(row: Row): Row[] {
  return (row.LineItems ?? row.JournalLines ?? []) as Row[];
}

describe.runIf(present)("public payloads of Ledger A map without loss", () => {
  const reads = present ? readAll() : [];
  const kept = reads.filter((read) => read.mapped.records.length > 0);

  test("the folder covers every noun, and all but a few records map", () => {
    expect(new Set(reads.map((read) => read.collection))).toEqual(new Set(Object.keys(streamOf)));
    const raw = reads.filter((read) => read.mapped.records.length === 0);
    expect(raw.map((read) => read.mapped.findings?.map((finding) => finding.message))).toEqual([
      ["BankTransaction: “Type” has the unknown value “SPEND-OVERPAYMENT”."],
      ["BankTransaction: “Type” has the unknown value “SPEND-OVERPAYMENT”."],
    ]);
    // The rest of the findings: lines that the ledger sent without any account.
    const odd = kept.flatMap((read) => read.mapped.findings ?? []);
    expect(new Set(odd.map((finding) => finding.code))).toEqual(new Set(["unresolved_account"]));
    console.log(`public payloads of Ledger A: ${reads.length} records, ${kept.length} mapped, ${odd.length} lines without account`);
  });

  test.each(kept.map((read) => [read.name, read] as const))("%s", (_name, { row, mapped, collection }) => {
    for (const record of mapped.records) expectModel(record);
    const text = textOf(mapped.records);
    const held = (numeral: string) => expect(text, numeral).toContain(`"${numeral}"`);

    // Ids: of the record, of its party and of every line that has one.
    const idField = collection === "TaxRates" ? "TaxType" : `${mapped.entityType}ID`;
    expect(mapped.sourceId).toBe(row[idField]);
    const contact = row.Contact as Row | undefined;
    if (contact?.ContactID !== undefined) held(`Contact:${contact.ContactID}`);

    // Amounts and counts of lines. Unapplied cash is a document without lines (rule 16).
    const onRecord = collection === "PurchaseOrders" ? ["Total"] : heldOnRecord;
    for (const numeral of numerals(row, onRecord)) held(numeral);
    const lines = collection === "Overpayments" || collection === "Prepayments" ? [] : linesOf(row);
    for (const line of lines) {
      for (const numeral of numerals(line, heldOnLines(collection, row))) held(numeral);
      const lineId = line.LineItemID ?? line.JournalLineID;
      if (typeof lineId === "string") held(`${mapped.entityType}:${mapped.sourceId}/${lineId}`);
    }
    const value = mapped.records[0]?.value as { readonly lines?: readonly unknown[]; readonly postings?: readonly unknown[] };
    expect((value.lines ?? value.postings ?? []).length).toBe(lines.length);

    // Days.
    for (const [asText, asTicks] of heldDays) {
      const typed = row[asText];
      const ticks = row[asTicks];
      if (typeof typed === "string") held(typed.slice(0, 10));
      else if (typeof ticks === "string") held(String(readMoment(ticks)).slice(0, 10));
    }
  });

  test("allocations and payment targets are kept", () => {
    const allocated = kept.flatMap(({ row, mapped }) => ((row.Allocations ?? []) as Row[]).map((allocation) => ({ allocation, mapped })));
    expect(allocated.length).toBeGreaterThan(0);
    for (const { allocation, mapped } of allocated) {
      const text = textOf(mapped.records);
      expect(text).toContain(`"Invoice:${(allocation.Invoice as Row).InvoiceID}"`);
      expect(text).toContain(`"${allocation.Amount as string}"`);
    }
    const payments = kept.filter((read) => read.collection === "Payments" && read.row.Status === "AUTHORISED");
    expect(payments.length).toBeGreaterThan(0);
    for (const { row, mapped } of payments) expect(textOf(mapped.records)).toContain(`:${(row.Invoice as Row).InvoiceID}"`);
  });

  test("error bodies are judged with the ledger's words", () => {
    const files = readdirSync(folder).filter((file) => /-400\.json$/.test(file));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const judged = adapterA.verdict(answerA(readFileSync(path.join(folder, file), "utf8"), { status: 400 }));
      expect(judged).toMatchObject({ kind: "rejected", code: "10", message: expect.stringMatching(/^A validation exception occurred: ./) });
    }
    const wrongTenant = readdirSync(folder).find((file) => file.endsWith("invalid_tenant_header.json"));
    const tenant = readFileSync(path.join(folder, String(wrongTenant)), "utf8");
    expect(adapterA.verdict(answerA(tenant, { status: 403 }))).toEqual({
      kind: "forbidden",
      message: "Forbidden: AuthenticationUnsuccessful",
    });
  });
});
