import type {
  LedgerRequest,
  LedgerResponse,
  LedgerStream,
  MappedRecord,
  MappedSource,
  ReadContext,
  StreamPage,
} from "#main/ledgers/adapter.ts";
import { adapterC } from "#main/ledgers/c/index.ts";
import { profileSchema } from "#main/ledgers/profile.ts";
import { instant } from "#shared/kernel/instant.ts";
import { type ExactJson, parseExactJson } from "#shared/kernel/json-exact.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import type { Item } from "#shared/model/books/item.ts";

export type Cells = Readonly<Record<string, string>>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
export const fetchedAt = instant("2026-11-21T08:00:00.000Z");

export function dimension(id: string): Dimension {
  return { id, name: id, fieldKey: id, level: "header_and_line", ownedBy: "source", active: true, values: [] };
}

/** A mirror's view of a small account: base currency USD, one entity in euros, one custom segment. */
export function context(
  change: { facts?: object; items?: readonly Item[]; pageSize?: number; outstandingColumn?: string } = {},
): ReadContext {
  const outstanding = change.outstandingColumn === undefined ? {} : { outstandingColumn: change.outstandingColumn };
  return {
    tenantId: "1234567",
    profile: profileSchema.parse({ name: "neutral", c: outstanding }),
    wantsJournals: false,
    pageSize: change.pageSize ?? 1000,
    fetchedAt,
    discovery: {
      capabilities: {
        dimensions: ["department", "class", "location", "cseg_region"].map(dimension),
        lineTarget: "both",
        canCreateTaxRates: true,
        hasApprovalWorkflow: true,
        hasGlFeed: true,
        hasAuditTrail: true,
        statusIsDerived: false,
        writeSemantics: "patch",
        periodLock: { perSubsidiary: false },
        idempotencyKey: false,
      },
      evidence: {},
      organisation: {
        name: "Root",
        baseCurrency: "USD",
        fiscalYearEndMonth: 12,
        fiscalYearEndDay: 31,
        entities: [
          { id: "subsidiary:2", name: "Root", currency: "USD", isElimination: false, active: true },
          { id: "subsidiary:3", name: "Europe", currency: "EUR", isElimination: false, active: true },
        ],
        currencies: ["USD", "EUR"],
      },
      discoveredAt: fetchedAt,
      adapterFacts: {
        currencies: { "1": "USD", "2": "EUR" },
        primaryBook: "1",
        dimensions: [
          { id: "department", name: "Department", fieldKey: "department", entityType: "department", table: "department", active: true },
          {
            id: "cseg_region",
            name: "Region",
            fieldKey: "cseg_region",
            entityType: "customsegment",
            table: "customrecord_cseg_region",
            active: true,
          },
        ],
        refused: {},
        ...change.facts,
      },
    },
    accountIdByCode: () => undefined,
    itemIdByCode: () => undefined,
    moneyAccountOf: () => undefined,
    item: (id) => change.items?.find((item) => item.id === id),
    account: () => undefined,
  };
}

/** An answer of the query service with rows as sent. */
export function rowsAnswer(rows: readonly Cells[], more = false): LedgerResponse {
  return answer(
    200,
    JSON.stringify({ links: [], count: rows.length, hasMore: more, items: rows.map((row) => ({ links: [], ...row })), offset: 0 }),
  );
}

export function answer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): LedgerResponse {
  return { status, headers, body: encoder.encode(body), receivedAt: fetchedAt };
}

export function textOf(request: LedgerRequest): string {
  const body = JSON.parse(request.body ?? "{}") as { q?: string };
  return body.q ?? "";
}

/** Runs a reader against a function that answers each request; returns its result and what was asked. */
export function play<T>(
  reader: Generator<LedgerRequest, T, LedgerResponse>,
  reply: (request: LedgerRequest, index: number) => LedgerResponse,
): { readonly result: T; readonly asked: readonly LedgerRequest[] } {
  const asked: LedgerRequest[] = [];
  const end = <R>(one: Generator<LedgerRequest, R, LedgerResponse>): R => {
    let step = one.next();
    while (!step.done) {
      asked.push(step.value);
      step = one.next(reply(step.value, asked.length - 1));
    }
    return step.value;
  };
  const result = end(reader);
  const { parts } = (result ?? {}) as Partial<StreamPage>;
  for (const part of parts?.readers ?? []) end(part);
  return { result: parts === undefined ? result : { ...result, records: parts.records() }, asked };
}

export function stream(name: string, from: ReadContext = context()): LedgerStream {
  const found = adapterC.streams(from).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no stream ${name}`);
  return found;
}

export function parseBytes(bytes: Uint8Array): ExactJson {
  return parseExactJson(decoder.decode(bytes));
}

/** A composed transaction record as the mapper receives it. */
export function composed(parts: {
  readonly transaction: Cells;
  readonly lines?: readonly Cells[];
  readonly accountingLines?: readonly Cells[];
  readonly links?: readonly Cells[];
}): ExactJson {
  const record = {
    transaction: parts.transaction,
    lines: parts.lines ?? [],
    accountingLines: parts.accountingLines ?? [],
    links: parts.links ?? [],
  };
  return parseExactJson(JSON.stringify(record));
}

export function mapTransactionRecord(record: ExactJson, from: ReadContext = context()): MappedSource {
  return stream("transactions.custinvc", from).map(from, record);
}

type Values = { [Kept in MappedRecord as Kept["kind"]]: Kept["value"] };

/** The record of one kind among what a source became. */
export function only<K extends keyof Values>(source: MappedSource, kind: K): Values[K] {
  const found = source.records.filter((record) => record.kind === kind);
  if (found.length !== 1) throw new Error(`${found.length} records of kind ${kind}: ${JSON.stringify(source)}`);
  return found[0]?.value as Values[K];
}

/** A header that maps; tests change what they are about. */
export function header(type: string, change: Cells = {}): Cells {
  return {
    id: "2044",
    type,
    tranid: "N-1",
    trandate: "2026-10-05",
    entity: "309",
    currency: "1",
    exchangerate: "1",
    foreigntotal: "300.00",
    status: "A",
    posting: "T",
    postingperiod: "142",
    lastmodifieddate: "2026-10-12T16:00:41",
    ...change,
  };
}

/** Main line (id 0) and one item line (id 1) with a net of `amount` in ledger sign. */
export function twoLines(main: string, amount: string, change: { main?: Cells; line?: Cells } = {}): Cells[] {
  const common = { transaction: "2044", subsidiary: "2" };
  return [
    { ...common, id: "0", uniquekey: "900", mainline: "T", taxline: "F", foreignamount: main, netamount: main, ...change.main },
    {
      ...common,
      id: "1",
      uniquekey: "901",
      linesequencenumber: "1",
      mainline: "F",
      taxline: "F",
      item: "80",
      quantity: "-4",
      rate: "75.00",
      foreignamount: amount,
      netamount: amount,
      ...change.line,
    },
  ];
}

/** Accounting lines of the two lines above. */
export function twoPostings(main: string, amount: string): Cells[] {
  const common = { transaction: "2044", accountingbook: "1", posting: "T" };
  return [
    { ...common, transactionline: "0", account: "12", amount: main },
    { ...common, transactionline: "1", account: "82", amount },
  ];
}
