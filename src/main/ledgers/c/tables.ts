import { commaList, dayColumn, momentColumn, nameText, type QueryText, query } from "./query-text.ts";

/** A column as it is selected. Optional ones are left out when discovery found them refused. */
export interface ColumnSpec {
  readonly name: string;
  readonly optional: boolean;
  readonly select: QueryText;
}

/** A table of the query service with the columns that this adapter reads. */
export interface TableSpec {
  readonly table: string;
  readonly alias: QueryText;
  readonly columns: readonly ColumnSpec[];
}

interface Shape {
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  readonly days?: readonly string[];
  readonly moments?: readonly string[];
  readonly expressions?: readonly { readonly name: string; readonly select: QueryText }[];
}

/** Describes a table. Days and times are selected in a fixed form; `moments` and `expressions` are optional columns. */
export function tableSpec(table: string, alias: string, shape: Shape): TableSpec {
  const short = nameText(alias);
  const plain = (name: string, optional: boolean): ColumnSpec => ({ name, optional, select: query`${short}.${nameText(name)}` });
  return {
    table,
    alias: short,
    columns: [
      ...(shape.required ?? []).map((name) => plain(name, false)),
      ...(shape.days ?? []).map((name) => ({ name, optional: false, select: dayColumn(short, nameText(name)) })),
      ...(shape.optional ?? []).map((name) => plain(name, true)),
      ...(shape.moments ?? []).map((name) => ({ name, optional: true, select: momentColumn(short, nameText(name)) })),
      ...(shape.expressions ?? []).map(({ name, select }) => ({ name, optional: true, select })),
    ],
  };
}

/** The select list without the refused columns. */
export function selectList(spec: TableSpec, refused: readonly string[] = []): QueryText {
  return commaList(spec.columns.filter((column) => !column.optional || !refused.includes(column.name)).map((column) => column.select));
}

/** `FROM table alias`. */
export function fromTable(spec: TableSpec): QueryText {
  return query`FROM ${nameText(spec.table)} ${spec.alias}`;
}

export const currencyTable = tableSpec("currency", "t", {
  required: ["id", "symbol"],
  optional: ["name", "currencyprecision", "isbasecurrency", "isinactive"],
});
export const subsidiaryTable = tableSpec("subsidiary", "t", {
  required: ["id", "name"],
  optional: ["fullname", "parent", "currency", "country", "iselimination", "isinactive", "fiscalcalendar"],
});
export const accountTable = tableSpec("account", "t", {
  required: ["id", "accttype"],
  optional: [
    "acctnumber",
    "accountsearchdisplayname",
    "fullname",
    "displaynamewithhierarchy",
    "parent",
    "currency",
    "subsidiary",
    "isinactive",
    "eliminate",
    "sspecacct",
  ],
  moments: ["lastmodifieddate"],
});
export const customerTable = tableSpec("customer", "t", {
  required: ["id"],
  optional: ["entityid", "companyname", "altname", "email", "isperson", "isinactive", "currency", "balance", "vatregnumber"],
  moments: ["lastmodifieddate"],
});
export const vendorTable = tableSpec("vendor", "t", {
  required: ["id"],
  optional: ["entityid", "companyname", "altname", "email", "isperson", "isinactive", "currency", "balance", "taxidnum"],
  moments: ["lastmodifieddate"],
});
export const itemTable = tableSpec("item", "t", {
  required: ["id", "itemid"],
  optional: ["fullname", "itemtype", "subtype", "incomeaccount", "expenseaccount", "assetaccount", "isinactive"],
  moments: ["lastmodifieddate"],
});
export const periodTable = tableSpec("accountingperiod", "t", {
  required: ["id", "periodname"],
  days: ["startdate", "enddate"],
  optional: [
    "parent",
    "isyear",
    "isquarter",
    "isposting",
    "isadjust",
    "isinactive",
    "closed",
    "alllocked",
    "aplocked",
    "arlocked",
    "allownonglchanges",
  ],
  moments: ["lastmodifieddate"],
});

/** A table of dimension values: department, classification, location or the custom record of a segment. */
export function valueTable(table: string): TableSpec {
  return tableSpec(table, "t", { required: ["id", "name"], optional: ["fullname", "parent", "isinactive"] });
}

const header = nameText("t");
export const transactionTable = tableSpec("transaction", "t", {
  required: ["id", "type", "status", "foreigntotal"],
  days: ["trandate", "duedate"],
  optional: [
    "recordtype",
    "tranid",
    "transactionnumber",
    "externalid",
    "otherrefnum",
    "entity",
    // Without the feature for several currencies the ledger has no such columns.
    "currency",
    "exchangerate",
    "approvalstatus",
    "posting",
    "postingperiod",
    "memo",
    "isreversal",
    "reversal",
    "voided",
  ],
  moments: ["lastmodifieddate"],
  expressions: [
    // The name for a party that has not been mirrored, and the table it lives in: ids are shared by all entities.
    { name: "entityname", select: query`BUILTIN.DF(${header}.entity) AS entityname` },
    { name: "entitytype", select: query`(SELECT e.type FROM entity e WHERE e.id = ${header}.entity) AS entitytype` },
  ],
});

/** Lines of transactions; `extra` are the outstanding column of the profile and the custom segments. */
export function lineTable(extra: readonly string[]): TableSpec {
  const optional = [
    "linesequencenumber",
    "iscogs",
    "item",
    "itemtype",
    "expenseaccount",
    "quantity",
    "rate",
    "entity",
    "department",
    "class",
    "location",
    "subsidiary",
    "isbillable",
    "isclosed",
    "matchbilltoreceipt",
    "billvariancestatus",
    "quantitybilled",
    "quantityshiprecv",
    "createdfrom",
    "memo",
  ];
  return tableSpec("transactionline", "tl", {
    required: ["transaction", "id", "uniquekey", "mainline", "taxline", "foreignamount", "netamount"],
    optional: [...optional, ...extra.filter((name) => !optional.includes(name))],
  });
}

export const accountingLineTable = tableSpec("transactionaccountingline", "tal", {
  required: ["transaction", "transactionline", "accountingbook", "account", "amount"],
  optional: ["debit", "credit", "netamount", "exchangerate", "amountpaid", "amountunpaid", "posting"],
});

export const linkTable = tableSpec("nexttransactionlinelink", "l", {
  required: ["previousdoc", "nextdoc", "linktype", "foreignamount"],
  optional: ["previousline", "previoustype", "nextline", "nexttype"],
});
