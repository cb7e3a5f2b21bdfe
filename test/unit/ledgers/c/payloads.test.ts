import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type MappedSource, RecordMalformed } from "#main/ledgers/adapter.ts";
import { readRows } from "#main/ledgers/c/decode.ts";
import { type ExactJson, parseExactJson } from "#shared/kernel/json-exact.ts";
import { answer, context, mapTransactionRecord, only, parseBytes, stream } from "./support.ts";

// Rows of real tables that nobody on this project wrote; they stay outside of it.
const folder = resolve(import.meta.dirname, "../../../../../shared/payloads/c");
const present = existsSync(folder);
if (!present) console.log(`Ledger C payloads: ${folder} is absent; nothing to decode.`);

type Row = Record<string, string>;
const read = (file: string) => parseExactJson(readFileSync(resolve(folder, file), "utf8")) as Row[];
const facts = { currencies: { "1": "USD", "2": "GBP", "3": "CAD", "4": "EUR" } };
const from = context({ facts });

const mapped: Readonly<Record<string, string>> = {
  "dbt-account.json": "accounts",
  "dbt-customer.json": "customers",
  "dbt-vendor.json": "vendors",
  "dbt-item.json": "items",
  "dbt-accounting_period.json": "accounting-periods",
  "dbt-currency.json": "currencies",
  "dbt-subsidiary.json": "subsidiaries",
};

describe.runIf(present)("rows of real tables", () => {
  const files = present ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];

  it.each(files)("%s is cut into rows byte for byte", (file) => {
    const text = readFileSync(resolve(folder, file), "utf8");
    const { rows } = readRows(answer(200, `{"items":${text},"hasMore":false}`), 1000);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => parseBytes(row.bytes))).toEqual(read(file));
    for (const row of rows) expect(text).toContain(new TextDecoder().decode(row.bytes));
  });

  it.each(files.filter((file) => mapped[file] !== undefined))("%s maps row by row", (file) => {
    const list = stream(mapped[file] ?? "", from);
    const sources = read(file).map((row) => list.map(from, row));
    expect(sources.map((source) => source.sourceId)).toEqual(read(file).map((row) => row.id));
    expect(sources.flatMap((source) => source.findings ?? [])).toEqual([]);
    const raw = file === "dbt-currency.json" || file === "dbt-subsidiary.json";
    expect(sources.every((source) => source.records.length > 0)).toBe(!raw);
  });

  it("keeps dates, names and balances of real rows", () => {
    const periods = read("dbt-accounting_period.json").map((row) => only(stream("accounting-periods").map(from, row), "period"));
    expect(periods[0]).toMatchObject({
      label: "Mar 2002",
      start: "2002-03-01",
      end: "2002-03-31",
      status: "closed",
      locks: [{ scope: { module: "all" } }],
    });
    const vendors = read("dbt-vendor.json");
    for (const row of vendors) {
      const party = only(stream("vendors").map(from, row), "party");
      expect(party.name).toBe(row.companyname ?? row.altname ?? row.entityid);
      expect(party.payable?.amount).toBe(row.balance);
    }
  });

  it("reads real departments, classes and locations as dimension values", () => {
    for (const table of ["department", "classification", "location"]) {
      const values = read(`dbt-${table}.json`);
      const record: ExactJson = { dimension: { id: table, name: table, fieldKey: table, entityType: table, table, active: true }, values };
      const dimension = only(stream("dimensions").map(from, record), "dimension");
      expect(dimension.values.map((value) => [value.id, value.name, value.parentId])).toEqual(
        values.map((row) => [row.id, row.name, row.parent]),
      );
    }
  });

  const lines = present ? read("dbt-transaction_line.json") : [];
  const postings = present ? read("dbt-tran_acct_line.json") : [];
  const compose = (transaction: Row): ExactJson => ({
    transaction,
    lines: lines.filter((line) => line.transaction === transaction.id),
    accountingLines: postings.filter((line) => line.transaction === transaction.id),
    links: [],
  });

  it("refuses real headers whose amounts were left out, naming the column", () => {
    for (const transaction of read("dbt-transaction.json")) {
      expect(transaction.foreigntotal).toBeUndefined();
      expect(() => mapTransactionRecord(compose(transaction), from)).toThrow(RecordMalformed);
    }
  });

  it("maps real headers once the amount columns that this adapter selects are there", () => {
    for (const transaction of read("dbt-transaction.json")) {
      const record = compose({ ...transaction, foreigntotal: "-1.2300" }) as { lines: Row[] };
      record.lines.push({ transaction: transaction.id ?? "", id: "0", mainline: "T", foreignamountunpaid: "0.4500" });
      const document = only(mapTransactionRecord(record as ExactJson, from), "document");
      expect(document).toMatchObject({
        type: "purchase_bill",
        total: { amount: "1.2300", currency: "USD" },
        partyId: `vendor:${transaction.entity}`,
      });
      expect(document.outstanding.amount).toBe("0.4500");
      expect(document.issueDate).toBe(transaction.trandate?.slice(0, 10));
    }
  });

  it("maps real lines and postings under a header, numerals verbatim", () => {
    for (const line of lines) {
      const id = line.transaction ?? "";
      const transaction = { id, type: "CustInvc", trandate: "2017-05-07", status: "B", currency: "1", foreigntotal: "10.00", posting: "T" };
      const posting = { ...(postings[0] as Row), transaction: id, transactionline: line.id ?? "", account: "54", amount: "-10.00" };
      const record = { transaction, lines: [{ ...line, foreignamount: "-10.00" }], accountingLines: [posting], links: [] };
      const source: MappedSource = mapTransactionRecord(record, from);
      const document = only(source, "document");
      const shown = line.mainline === "F" && line.taxline === "F" && line.iscogs !== "T";
      expect(document.lines).toHaveLength(shown ? 1 : 0);
      if (!shown) continue;
      expect(document.lines[0]).toMatchObject({
        kind: line.item === undefined ? "account" : "item",
        accountId: "account:54",
        net: { amount: "10.00" },
      });
      expect(document.lines[0]?.quantity?.replace("-", "")).toBe(line.quantity?.replace("-", ""));
      expect(document.entityId).toBe(`subsidiary:${line.subsidiary}`);
      expect(only(source, "journal").postings[0]?.amount.amount).toBe("-10.00");
    }
  });
});
