import type { Books } from "../books/types.ts";
import { segmentsOf } from "./references.ts";

/** One row as the engine stores it; a missing column is null. */
export type Row = Readonly<Record<string, string | number | null>>;

/** Numbers (ids, amounts) compare as numbers; everything else is text. */
type ColumnKind = "number" | "text";

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly kinds: readonly ColumnKind[];
  readonly indexes: readonly string[];
}

/** The tables that queries can name, and their columns. A trailing `#` marks a number. */
const COLUMNS: Readonly<Record<string, string>> = {
  transaction:
    "id# type recordtype tranid transactionnumber externalid otherrefnum trandate duedate closedate createddate lastmodifieddate entity# currency# exchangerate# foreigntotal# amountremaining# status approvalstatus# posting postingperiod# memo voided isreversal",
  transactionline:
    "transaction# id# uniquekey# linesequencenumber# mainline taxline iscogs item# itemtype expenseaccount# quantity# rate# foreignamount# netamount# foreignamountpaid# foreignamountunpaid# entity# department# class# location# subsidiary# isbillable isclosed quantitybilled# quantityshiprecv# createdfrom# memo linelastmodifieddate",
  transactionaccountingline:
    "transaction# transactionline# accountingbook# account# debit# credit# amount# netamount# posting exchangerate# amountpaid# amountunpaid#",
  nexttransactionlinelink: "previousdoc# previousline# previoustype nextdoc# nextline# nexttype linktype foreignamount#",
  account:
    "id# acctnumber accountsearchdisplayname accountsearchdisplaynamecopy fullname displaynamewithhierarchy accttype sspecacct parent# currency# subsidiary isinactive eliminate lastmodifieddate",
  customer: "id# entityid companyname altname email isperson isinactive currency# balance# lastmodifieddate vatregnumber",
  vendor: "id# entityid companyname altname email isperson isinactive currency# balance# lastmodifieddate taxidnum",
  employee: "id# entityid firstname lastname email isinactive lastmodifieddate",
  entity: "id# type entityid altname isinactive",
  department: "id# name fullname parent# isinactive subsidiary",
  classification: "id# name fullname parent# isinactive subsidiary",
  location: "id# name fullname parent# isinactive subsidiary",
  subsidiary: "id# name fullname legalname parent# currency# country iselimination isinactive",
  accountingperiod:
    "id# periodname startdate enddate parent# isyear isquarter isposting isadjust isinactive closed closedondate alllocked aplocked arlocked allownonglchanges lastmodifieddate",
  currency: "id# name symbol currencyprecision# isbasecurrency isinactive",
  item: "id# itemid fullname displayname itemtype subtype incomeaccount# expenseaccount# assetaccount# isinactive lastmodifieddate",
  customsegment: "id# internalid# scriptid name label recordtype fieldtype isinactive haslines",
  accountingbook: "id# name isprimary",
};

const INDEXES: Readonly<Record<string, readonly string[]>> = {
  transaction: ["id", "lastmodifieddate"],
  transactionline: ["transaction"],
  transactionaccountingline: ["transaction"],
  nexttransactionlinelink: ["nextdoc", "previousdoc"],
};

/** Every table of a company: the fixed ones and one per custom segment. */
export function tablesOf(books: Books): Table[] {
  const segments = segmentsOf(books);
  const segmentColumns = segments.map((segment) => ` ${segment.fieldKey}#`).join("");
  const fixed = Object.entries(COLUMNS).map(([name, columns]) =>
    table(name, name === "transactionline" ? columns + segmentColumns : columns),
  );
  return [...fixed, ...segments.map((segment) => table(segmentTable(segment.fieldKey), "id# name parent# isinactive"))];
}

/** Name of the table that holds a segment's values. */
export function segmentTable(fieldKey: string): string {
  return `customrecord_${fieldKey}`;
}

/** DDL of a table. */
export function createStatement(table: Table): string {
  const columns = table.columns.map((column, at) => `"${column}" ${table.kinds[at] === "number" ? "NUMERIC" : "TEXT"}`);
  return `CREATE TABLE "${table.name}" (${columns.join(", ")})`;
}

/** DDL of a table's indexes; cheaper to run when the first rows are in. */
export function indexStatements(table: Table): string[] {
  return table.indexes.map((column) => `CREATE INDEX "${table.name}_${column}" ON "${table.name}" ("${column}")`);
}

function table(name: string, columns: string): Table {
  const words = columns.split(" ");
  return {
    name,
    columns: words.map((word) => word.replace("#", "")),
    kinds: words.map((word) => (word.endsWith("#") ? "number" : "text")),
    indexes: INDEXES[name] ?? [],
  };
}
