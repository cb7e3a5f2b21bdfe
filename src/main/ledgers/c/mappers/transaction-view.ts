import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { lookUp } from "#shared/kernel/look-up.ts";
import type { Money } from "#shared/model/books/money.ts";
import type { MappingFinding, ReadContext } from "../../adapter.ts";
import { compareIds } from "../decode.ts";
import { accountingLineRow, lineRow, linkRow, member, type Row, readRow, readRows, transactionRow } from "../schemas.ts";
import type { TransactionKind } from "../transaction-kinds.ts";
import { amountOf, currencyCode, isTrue, requireDay } from "./values.ts";

const ZERO = "0" as DecimalString;

/** A transaction with its rows sorted out, before it becomes a record. */
export interface TransactionView {
  readonly context: ReadContext;
  readonly kind: TransactionKind;
  readonly header: Row;
  /** The ledger's id. */
  readonly sourceId: string;
  /** `<type>:<id>`. */
  readonly id: string;
  readonly date: CalendarDate;
  readonly currency: string;
  /** Currency of the books of its entity. */
  readonly baseCurrency: string;
  readonly entityId?: string;
  readonly partyId?: string;
  /** The row that carries the total and the control account; journals have none. */
  readonly main?: Row;
  /** Rows of the document itself, in line order: no main line, no tax, no cost of goods. */
  readonly lines: readonly Row[];
  readonly taxLines: readonly Row[];
  /** Every line by its id, for postings. */
  readonly linesById: ReadonlyMap<string, Row>;
  readonly accountingLines: readonly Row[];
  /** The account that each line posts to, by line id. */
  readonly postedAccounts: ReadonlyMap<string, string>;
  readonly links: readonly Row[];
  /** Filled while mapping. */
  readonly findings: MappingFinding[];
}

/** The header of a composed transaction record. @throws RecordMalformed */
export function readHeader(record: ExactJson): { readonly id: string; readonly type: string; readonly row: Row } {
  const row = readRow(transactionRow, member(record, "transaction"), "transaction");
  return { id: row.id, type: row.type, row };
}

/**
 * Sorts the rows of a composed record. The currency is resolved by the caller.
 * @throws RecordMalformed
 */
export function viewTransaction(
  context: ReadContext,
  kind: TransactionKind,
  record: ExactJson,
  header: Row,
  sourceId: string,
): Omit<TransactionView, "currency"> & { readonly currency: string | undefined } {
  const all: Row[] = readRows(lineRow, member(record, "lines"), "transactionline");
  const main = kind.documentType === "journal" ? undefined : all.find((row) => isTrue(row, "mainline"));
  const accountingLines: Row[] = readRows(accountingLineRow, member(record, "accountingLines"), "transactionaccountingline");
  const entityId = entityOf(main ?? all[0]);
  const partyId = partyOf(kind, header, main);
  const baseCurrency = baseCurrencyOf(context, entityId);
  return {
    context,
    kind,
    header,
    sourceId,
    id: `${kind.type}:${sourceId}`,
    date: requireDay(header, "trandate"),
    currency: header.currency === undefined ? baseCurrency : currencyCode(context, header.currency),
    baseCurrency,
    ...(entityId === undefined ? {} : { entityId }),
    ...(partyId === undefined ? {} : { partyId }),
    ...(main === undefined ? {} : { main }),
    lines: inLineOrder(kind.documentType === "journal" ? journalLines(all) : withoutDifferences(documentLines(all), accountingLines)),
    taxLines: all.filter((row) => isTrue(row, "taxline") && !isTrue(row, "mainline")),
    linesById: new Map(all.map((row) => [row.id ?? "", row])),
    accountingLines,
    postedAccounts: new Map(
      accountingLines.flatMap((row) => (row.account === undefined ? [] : [[row.transactionline ?? "", row.account]])),
    ),
    links: readRows(linkRow, member(record, "links"), "nexttransactionlinelink"),
    findings: [],
  };
}

/** An amount in the currency of the transaction. */
export function inCurrency(view: TransactionView, amount: DecimalString): Money {
  return { amount, currency: view.currency };
}

/** The rate as sent, where the document is in another currency than its books. */
export function isForeign(view: TransactionView): boolean {
  return view.currency !== view.baseCurrency;
}

/** The mirrored account of the posting of a line. */
export function postedAccount(view: TransactionView, lineId: string): string | undefined {
  const account = view.postedAccounts.get(lineId);
  return account === undefined ? undefined : `account:${account}`;
}

// Main and tax lines repeat the total, cost lines belong to the stock ledger: counting them doubles the document.
function documentLines(all: readonly Row[]): Row[] {
  return all.filter((row) => !isTrue(row, "mainline") && !isTrue(row, "taxline") && !isTrue(row, "iscogs"));
}

/**
 * Leaves out what the ledger adds for realised exchange and rounding: a line that posts an amount of the books and none
 * of the document's own currency. A line of text posts nothing, and a free one posts zero: both stay.
 */
function withoutDifferences(lines: readonly Row[], accountingLines: readonly Row[]): Row[] {
  const posted = new Map(accountingLines.map((row) => [row.transactionline ?? "", amountOf(row, "amount")]));
  return lines.filter((row) => {
    const own = amountOf(row, "foreignamount");
    const inBooks = posted.get(row.id ?? "") ?? amountOf(row, "netamount");
    return row.item !== undefined || own === undefined || !isZero(own) || inBooks === undefined || isZero(inBooks);
  });
}

// A journal has no header, yet its first line may be marked as the main line. It is an ordinary line if the journal balances only with it.
function journalLines(all: readonly Row[]): Row[] {
  const lines = documentLines(all);
  const marked = all.filter((row) => isTrue(row, "mainline"));
  const balances = (rows: readonly Row[]) => isZero(sumDecimals(rows.map((row) => amountOf(row, "foreignamount") ?? ZERO)));
  return balances(lines) || !balances([...lines, ...marked]) ? lines : [...lines, ...marked];
}

function inLineOrder(lines: Row[]): Row[] {
  const order = (row: Row) => row.linesequencenumber ?? row.id ?? "0";
  return lines.sort((a, b) => compareIds(order(a), order(b)) || compareIds(a.id ?? "0", b.id ?? "0"));
}

/** The legal entity that a row names. */
export function entityOf(row: Row | undefined): string | undefined {
  return row?.subsidiary === undefined ? undefined : `subsidiary:${row.subsidiary}`;
}

/** The currency in which an entity keeps its books. */
export function baseCurrencyOf(context: ReadContext, entityId: string | undefined): string {
  const { organisation } = context.discovery;
  return organisation.entities.find((entity) => entity.id === entityId)?.currency ?? organisation.baseCurrency;
}

// One id space holds customers, vendors and employees: the ledger's word decides, else the role of the document.
const entityTables: Readonly<Record<string, string>> = {
  vendor: "vendor",
  custjob: "customer",
  customer: "customer",
  employee: "employee",
};

function partyOf(kind: TransactionKind, header: Row, main: Row | undefined): string | undefined {
  const entity = header.entity ?? main?.entity;
  if (entity === undefined) return undefined;
  const table = lookUp(entityTables, header.entitytype?.toLowerCase() ?? "") ?? kind.partyTable;
  return table === undefined ? undefined : `${table}:${entity}`;
}
