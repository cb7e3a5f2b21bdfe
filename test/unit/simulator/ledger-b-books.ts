import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { type ExactJson, parseExactJson } from "#shared/kernel/json-exact.ts";
import { generateBooks } from "#simulator/books/generate/generate.ts";
import type { Books, BooksOptions, SimTransaction } from "#simulator/books/types.ts";
import { createLedgerB, type LedgerBOptions } from "#simulator/ledger-b/create-ledger-b.ts";
import { answerKeyOf, type Entity } from "#simulator/ledger-b/entities.ts";
import type { SimResponse } from "#simulator/types.ts";

export const NOW_MS = Date.parse("2026-11-21T03:00:00Z");
export const REALM = "9130";

export type Node = { [key: string]: ExactJson };

export function booksB(changes: Partial<BooksOptions> = {}): Books {
  return generateBooks({
    seed: 7,
    style: "b",
    tenantId: REALM,
    name: "Elm Stores",
    baseCurrency: "USD",
    country: "US",
    today: calendarDate("2026-11-20"),
    months: 14,
    invoicesPerMonth: 25,
    foreignCurrencies: ["EUR"],
    ...changes,
  });
}

/** A simulated ledger with short ways to ask it. */
export function ask(books: Books, options: LedgerBOptions = {}) {
  const ledger = createLedgerB(books, options);
  const send = (method: string, path: string, query: Record<string, string>, body: string, nowMs = NOW_MS): SimResponse =>
    ledger.handle({ method, path: `/v3/company/${REALM}/${path}`, query: new URLSearchParams(query), headers: {}, body }, nowMs);
  const get = (path: string, query: Record<string, string> = {}, nowMs = NOW_MS): { status: number; text: string; body: Node } => {
    const { status, body } = send("GET", path, query, "", nowMs);
    return { status, text: body, body: parseExactJson(body) as Node };
  };
  const query = (text: string): Node => at(get("query", { query: text }).body, "QueryResponse");
  const list = (entity: string, rest = ""): Node[] =>
    (query(`SELECT * FROM ${entity} ${rest}`)[answerKeyOf(entity as Entity)] ?? []) as Node[];
  const all = (entity: string, where = ""): Node[] => {
    const found: Node[] = [];
    for (;;) {
      const page = list(entity, `${where} ORDERBY Id STARTPOSITION ${found.length + 1} MAXRESULTS 200`);
      found.push(...page);
      if (page.length < 200) return found;
    }
  };
  const faultCode = (text: string): string => faultOf(get("query", { query: text }));
  return { ledger, send, get, query, list, all, faultCode };
}

export function faultOf(answer: { status: number; body: Node }): string {
  const errors = (answer.body.Fault as Node | undefined)?.Error as Node[] | undefined;
  return `${answer.status} ${errors?.[0]?.code ?? "none"}`;
}

/** The records of one entity in an answer of the change feed; none where it has no key. */
export function recordsIn(answer: Node | undefined, entity: string): Node[] {
  return (answer?.[entity] ?? []) as Node[];
}

export function at(node: ExactJson | undefined, ...keys: string[]): Node {
  let found = node;
  for (const key of keys) found = (found as Node)[key];
  return found as Node;
}

/** The first transaction of a kind that a test can do something to. */
export function first(
  books: Books,
  kind: SimTransaction["kind"],
  accept: (transaction: SimTransaction) => boolean = () => true,
): SimTransaction {
  const found = books.transactions.find((t) => t.kind === kind && t.state === "approved" && accept(t));
  if (found === undefined) throw new Error(`the books have no such ${kind}`);
  return found;
}
