import type { CsvColumn } from "./csv.ts";

/** A record as JSON has it. */
export type Row = Readonly<Record<string, unknown>>;

/** A table of a client: the records that it is made of, and its columns. */
export interface Table {
  readonly kind: "document" | "payment" | "journal" | "party" | "account" | "item" | "dimension" | "order" | "period" | "lock";
  readonly columns: readonly CsvColumn[];
  /** Rows of one record; itself when left out. */
  readonly rows?: (record: Row) => readonly Row[];
}

const at = (row: Row, path: readonly string[]): string | undefined => {
  let value: unknown = row;
  for (const key of path) value = (value as Row | null | undefined)?.[key];
  return value === undefined || value === null ? undefined : typeof value === "object" ? JSON.stringify(value) : String(value);
};
const column =
  (kind: CsvColumn["kind"]) =>
  (name: string, path = name): CsvColumn => {
    const keys = path.split(".");
    return { name, kind, of: (row) => at(row, keys) };
  };
const text = column("text");
const amount = column("amount");
const date = column("date");
const provenance = [
  text("entityType", "source.entityType"),
  text("ledgerId", "source.id"),
  text("fetchedAt", "source.fetchedAt"),
  text("asOf"),
  text("removedDetectedAt"),
  text("changeHash"),
];

const DOCUMENT = [
  text("id"),
  text("type"),
  text("number"),
  text("reference"),
  text("partyId", "party.id"),
  text("party", "party.name"),
  date("issueDate"),
  date("dueDate"),
  text("currency"),
  amount("exchangeRate"),
  amount("total", "total.amount"),
  amount("totalBase", "totalBase.amount"),
  text("baseCurrency", "totalBase.currency"),
  amount("outstanding", "outstanding.amount"),
  amount("tax", "tax.amount.amount"),
  text("status"),
  text("statusIsDerived"),
  text("sourceStatus"),
  text("periodId"),
  text("totalAccountId"),
  ...provenance,
  text("unappliedKind"),
  text("entityId"),
  text("memo"),
];
const LINE = [
  text("documentId"),
  text("id"),
  text("kind"),
  text("description"),
  amount("quantity"),
  amount("unitAmount", "unitAmount.amount"),
  text("accountId"),
  text("itemId"),
  amount("net", "net.amount"),
  text("currency", "net.currency"),
  amount("tax", "tax.amount.amount"),
  text("dimensions"),
  date("issueDate"),
  text("type"),
  text("status"),
  text("asOf"),
  text("removedDetectedAt"),
];
const ALLOCATION = [
  text("fromKind"),
  text("fromId"),
  text("toId"),
  amount("amount", "amount.amount"),
  text("currency", "amount.currency"),
  date("date"),
  text("asOf"),
];

/** Every table that can be exported, the same as in a close pack. */
export const TABLES: Readonly<Record<string, Table>> = {
  documents: { kind: "document", columns: DOCUMENT },
  lines: {
    kind: "document",
    columns: LINE,
    rows: (record) =>
      (record.lines as Row[]).map((line) => {
        const { id: documentId, issueDate, type, status, asOf, removedDetectedAt } = record;
        return { ...line, documentId, issueDate, type, status, asOf, removedDetectedAt };
      }),
  },
  allocations: { kind: "payment", columns: ALLOCATION, rows: (record) => record.allocations as Row[] },
  payments: {
    kind: "payment",
    columns: [
      text("id"),
      text("direction"),
      text("partyId", "party.id"),
      text("party", "party.name"),
      date("date"),
      text("currency"),
      amount("amount", "amount.amount"),
      amount("unapplied", "unapplied.amount"),
      text("accountId"),
      text("reference"),
      text("status"),
      ...provenance,
    ],
  },
  parties: {
    kind: "party",
    columns: [
      text("id"),
      text("name"),
      text("isCustomer"),
      text("isVendor"),
      text("active"),
      text("email"),
      text("taxIdentifier"),
      text("currency"),
      amount("receivable", "receivable.amount"),
      amount("payable", "payable.amount"),
      text("asOf"),
      text("changeHash"),
    ],
  },
  accounts: {
    kind: "account",
    columns: [
      text("id"),
      text("code"),
      text("name"),
      text("type"),
      text("class"),
      text("role"),
      text("currency"),
      text("active"),
      ...provenance,
    ],
  },
  items: {
    kind: "item",
    columns: [
      text("id"),
      text("code"),
      text("name"),
      text("type"),
      text("incomeAccountId"),
      text("expenseAccountId"),
      text("active"),
      ...provenance,
    ],
  },
  dimensions: {
    kind: "dimension",
    columns: [text("id"), text("name"), text("fieldKey"), text("level"), text("valueId"), text("valueName"), text("valueActive")],
    rows: (record) =>
      (record.values as Row[]).map((value) => ({ ...record, valueId: value.id, valueName: value.name, valueActive: value.active })),
  },
  orders: {
    kind: "order",
    columns: [
      text("id"),
      text("number"),
      text("partyId", "party.id"),
      text("party", "party.name"),
      date("date"),
      text("currency"),
      amount("total", "total.amount"),
      text("status"),
      ...provenance,
    ],
  },
  journals: {
    kind: "journal",
    columns: [
      text("journalId"),
      text("number"),
      date("date"),
      text("documentId"),
      text("id"),
      text("accountId"),
      amount("amount", "amount.amount"),
      text("currency", "amount.currency"),
      text("description"),
    ],
    rows: (record) =>
      (record.postings as Row[]).map((posting) => ({
        ...posting,
        journalId: record.id,
        number: record.number,
        date: record.date,
        documentId: record.documentId,
      })),
  },
  periods: { kind: "period", columns: [text("id"), text("label"), date("start"), date("end"), text("status"), text("ownedBy")] },
  locks: {
    kind: "lock",
    columns: [text("id"), text("module", "scope.module"), text("entityId", "scope.entityId"), date("lockedThrough"), text("asOf")],
  },
};
