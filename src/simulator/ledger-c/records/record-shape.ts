import { type DecimalString, subtractDecimals } from "#shared/kernel/decimal.ts";
import { outstandingOf, transactionById } from "../../books/postings.ts";
import type { Books, SimLine, SimTransaction } from "../../books/types.ts";
import { type LedgerLine, ledgerLinesOf } from "../ledger-line.ts";
import { plainNumeral } from "../plain-numeral.ts";
import { currencyId, dimensionValue, entityOf, orderedDimensions, postingPeriodOf, subsidiaryOf } from "../references.ts";
import { partyNames } from "../rendering/render-lists.ts";
import { approvalStatusOf, statusLabel, statusLetterOf } from "../status-letter.ts";
import { ledgerTypeOf, TYPE_WORDS } from "../vocabulary.ts";
import type { RecordType } from "./record-types.ts";
import { sublistsOf } from "./record-types.ts";

type JsonObject = Record<string, unknown>;

/** Where links in a record point. */
export interface RecordAddress {
  readonly base: string;
  readonly expand: boolean;
  readonly externalId: string | null;
}

/** A transaction as the record service answers it; sublists are links unless they are asked for. */
export function transactionRecord(books: Books, transaction: SimTransaction, address: RecordAddress): JsonObject {
  const type = ledgerTypeOf(transaction);
  const words = TYPE_WORDS[type];
  const self = `${address.base}/${words.recordType}/${transaction.id}`;
  const open = outstandingOf(books, transaction);
  const letter = statusLetterOf(transaction, open);
  const approval = approvalStatusOf(transaction, words.hasApproval);
  const period = postingPeriodOf(books, transaction);
  const party = books.parties.find((candidate) => candidate.id === transaction.partyId);
  const record: JsonObject = {
    links: [{ rel: "self", href: self }],
    id: transaction.id,
    tranId: transaction.number ?? undefined,
    transactionNumber: `${words.counter}${transaction.id}`,
    externalId: address.externalId ?? undefined,
    otherRefNum: transaction.reference ?? undefined,
    tranDate: transaction.date,
    dueDate: type === "PurchOrd" ? undefined : (transaction.dueDate ?? undefined),
    status: { id: letter, refName: statusLabel(type, letter) },
    approvalStatus: approval === null ? undefined : { id: approval, refName: approval === "1" ? "Pending Approval" : "Approved" },
    entity: party ? reference(entityOf(books, transaction), partyNames(party).altname ?? partyNames(party).entityid) : undefined,
    account: accountReference(books, transaction.accountId),
    postingPeriod: period ? reference(period.id, period.name) : undefined,
    subsidiary: reference(
      subsidiaryOf(books, transaction),
      books.entities.find((entity) => entity.id === subsidiaryOf(books, transaction))?.name,
    ),
    currency: reference(currencyId(books, transaction.currency), transaction.currency),
    exchangeRate: number(transaction.rate),
    total: number(transaction.total),
    userTotal: number(transaction.total),
    memo: transaction.memo ?? undefined,
    createdDate: moment(transaction.createdMs),
    lastModifiedDate: moment(transaction.modifiedMs),
    ...dimensionReferences(books, transaction.headerDimensions),
  };
  if (type === "CustInvc") record.amountRemaining = number(open);
  if (type === "VendBill") record.balance = number(open);
  for (const sublist of sublistsOf(type)) {
    record[sublist] = address.expand
      ? { links: [], items: sublistItems(books, transaction, sublist) }
      : { links: [{ rel: "self", href: `${self}/${sublist}` }] };
  }
  return record;
}

/** The items of one sublist of a transaction. */
export function sublistItems(books: Books, transaction: SimTransaction, sublist: string): JsonObject[] {
  if (sublist === "apply") return applyItems(books, transaction);
  return ledgerLinesOf(books, transaction).flatMap((line) => {
    if (line.role !== "line" || line.source === null) return [];
    const belongs =
      sublist === "line"
        ? "line"
        : line.source.itemId === null && sublistsOf(ledgerTypeOf(transaction)).includes("expense")
          ? "expense"
          : "item";
    return belongs === sublist ? [lineItem(books, transaction, line, line.source, sublist)] : [];
  });
}

/** A list record (party, account, dimension value, period) from its row in the query tables. */
export function listRecord(type: RecordType, row: Readonly<Record<string, string | number | null>>, base: string): JsonObject {
  const record: JsonObject = { links: [{ rel: "self", href: `${base}/${type.name}/${row.id}` }] };
  for (const [column, value] of Object.entries(row)) {
    if (value === null) continue;
    record[CAMEL[column] ?? column] = value === "T" ? true : value === "F" ? false : recordValue(column, value);
  }
  return record;
}

const CAMEL: Readonly<Record<string, string>> = {
  entityid: "entityId",
  companyname: "companyName",
  altname: "altName",
  isperson: "isPerson",
  isinactive: "isInactive",
  lastmodifieddate: "lastModifiedDate",
  acctnumber: "acctNumber",
  accttype: "acctType",
  fullname: "fullName",
  periodname: "periodName",
  startdate: "startDate",
  enddate: "endDate",
  isyear: "isYear",
  isquarter: "isQuarter",
  isposting: "isPosting",
  isadjust: "isAdjust",
  alllocked: "allLocked",
  aplocked: "apLocked",
  arlocked: "arLocked",
  allownonglchanges: "allowNonGLChanges",
  itemid: "itemId",
  displayname: "displayName",
};

function recordValue(column: string, value: string | number): unknown {
  if (column === "id") return String(value);
  if (column === "parent" || column === "currency") return { id: String(value) };
  const text = typeof value === "string" && value.startsWith("\u0001") ? value.slice(1) : value;
  if (column === "startdate" || column === "enddate") return String(text).slice(0, 10);
  return column === "lastmodifieddate" ? `${text}Z` : text;
}

function lineItem(books: Books, transaction: SimTransaction, line: LedgerLine, source: SimLine, sublist: string): JsonObject {
  const dimensions = dimensionReferences(books, source.dimensions);
  const common = { line: Number(line.id), memo: source.description ?? undefined, ...dimensions };
  if (sublist === "line") {
    const side = source.net.startsWith("-")
      ? { credit: number(subtractDecimals("0" as DecimalString, source.net)) }
      : { debit: number(source.net) };
    return { account: accountReference(books, source.accountId), ...side, ...common };
  }
  const billing = source.billableTo === null ? {} : { isBillable: true, customer: reference(source.billableTo, undefined) };
  if (sublist === "expense")
    return { account: accountReference(books, source.accountId), amount: number(source.net), ...billing, ...common };
  const order = transaction.orderId === null ? {} : { orderDoc: reference(transaction.orderId, undefined), orderLine: Number(line.id) };
  return {
    item: source.itemId === null ? undefined : reference(source.itemId, books.items.find((item) => item.id === source.itemId)?.code),
    account: source.itemId === null ? accountReference(books, source.accountId) : undefined,
    quantity: source.quantity === null ? undefined : number(source.quantity),
    rate: source.unitPrice === null ? undefined : number(source.unitPrice),
    amount: number(source.net),
    ...order,
    ...billing,
    ...common,
  };
}

function applyItems(books: Books, payment: SimTransaction): JsonObject[] {
  return payment.allocations.flatMap((allocation, at) => {
    const target = transactionById(books, allocation.toId);
    if (!target) return [];
    return [
      {
        doc: reference(target.id, target.number ?? undefined),
        line: at,
        apply: true,
        amount: number(allocation.amount),
        due: number(outstandingOf(books, target)),
        total: number(target.total),
        applyDate: allocation.date,
        refNum: target.number ?? undefined,
        type: TYPE_WORDS[ledgerTypeOf(target)].label,
      },
    ];
  });
}

function dimensionReferences(books: Books, values: Readonly<Record<string, string>>): JsonObject {
  const found = orderedDimensions(books).flatMap((dimension) => {
    const value = dimensionValue(values, dimension);
    const name = dimension.values.find((candidate) => candidate.id === value)?.name;
    return value === null ? [] : [[dimension.fieldKey, reference(value, name)] as const];
  });
  return Object.fromEntries(found);
}

function accountReference(books: Books, id: string | null): JsonObject | undefined {
  const account = books.accounts.find((candidate) => candidate.id === id);
  return account ? reference(account.id, `${account.code} ${account.name}`) : undefined;
}

function reference(id: string | null, refName: string | undefined): JsonObject {
  return { links: [], id, refName };
}

function number(value: DecimalString): number {
  return Number(plainNumeral(value));
}

function moment(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
