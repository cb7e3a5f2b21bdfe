import type { Books } from "../../books/types.ts";
import { type LedgerType, TYPE_WORDS } from "../vocabulary.ts";

/** What a name in `record/v1/{name}` stands for. */
export type RecordType =
  | { readonly kind: "transaction"; readonly name: string; readonly type: LedgerType }
  | { readonly kind: "list"; readonly name: string; readonly table: string };

const LISTS: Readonly<Record<string, string>> = {
  customer: "customer",
  vendor: "vendor",
  employee: "employee",
  account: "account",
  department: "department",
  classification: "classification",
  location: "location",
  subsidiary: "subsidiary",
  accountingPeriod: "accountingperiod",
  currency: "currency",
  item: "item",
};

/** Reads a record type's name, in any letter case; null when the ledger has no such record. */
export function recordTypeOf(name: string): RecordType | null {
  const wanted = name.toLowerCase();
  for (const [type, words] of Object.entries(TYPE_WORDS)) {
    if (words.recordType.toLowerCase() === wanted) return { kind: "transaction", name: words.recordType, type: type as LedgerType };
  }
  const list = Object.keys(LISTS).find((candidate) => candidate.toLowerCase() === wanted);
  return list === undefined ? null : { kind: "list", name: list, table: LISTS[list] as string };
}

/** Names of every record type. */
export function recordTypeNames(): string[] {
  return [...Object.values(TYPE_WORDS).map((words) => words.recordType), ...Object.keys(LISTS)];
}

const HEADER_FIELDS =
  "id tranId transactionNumber externalId tranDate dueDate entity subsidiary currency exchangeRate memo status approvalStatus postingPeriod account total userTotal otherRefNum department class location createdDate lastModifiedDate";
const LIST_FIELDS = "id name isInactive lastModifiedDate parent";
const NUMBERS = new Set(["exchangeRate", "total", "userTotal"]);
const REFERENCES = new Set(
  "entity subsidiary currency status approvalStatus postingPeriod account department class location parent".split(" "),
);

/** The catalogue entry of a record type: its properties, custom segments (`cseg_…`) among them. */
export function catalogueEntry(books: Books, type: RecordType): object {
  const names = (type.kind === "transaction" ? HEADER_FIELDS : LIST_FIELDS).split(" ");
  const properties: Record<string, object> = Object.fromEntries(names.map((name) => [name, { title: name, ...propertyType(name) }]));
  if (type.kind === "transaction") {
    for (const dimension of books.dimensions) {
      if (dimension.fieldKey.startsWith("cseg_")) properties[dimension.fieldKey] = { title: dimension.name, ...reference() };
    }
    // Fields that the customer made, and that scripts of this account insist on.
    properties.custbody_budget_owner = { title: "Budget owner", type: "string" };
    properties.custbody_appr_lvl_2 = { title: "Approval level 2", type: "string" };
    for (const sublist of sublistsOf(type.type)) properties[sublist] = { type: "object", title: sublist };
  }
  return { type: "object", properties, "x-filterable": ["externalId", "id"].filter((name) => name in properties) };
}

/** The sublists of a transaction type. */
export function sublistsOf(type: LedgerType): string[] {
  if (type === "Journal") return ["line"];
  if (type === "CustPymt" || type === "VendPymt") return ["apply"];
  if (type === "CustCred") return ["item", "apply"];
  if (type === "VendCred") return ["expense", "item", "apply"];
  if (type === "CustDep" || type === "VPrep") return [];
  return TYPE_WORDS[type].lineSign === 1 && TYPE_WORDS[type].side !== "customer" ? ["expense", "item"] : ["item"];
}

function propertyType(name: string): object {
  if (NUMBERS.has(name)) return { type: "number", format: "double" };
  return REFERENCES.has(name) ? reference() : { type: "string" };
}

function reference(): object {
  return { type: "object", properties: { id: { type: "string" }, refName: { type: "string" } } };
}
