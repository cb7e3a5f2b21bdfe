/** A literal of a query; `text` of numbers and booleans is the word as written. */
export interface Literal {
  readonly kind: "text" | "number" | "boolean";
  readonly text: string;
}

export type Operator = "=" | "<" | ">" | "<=" | ">=" | "LIKE" | "IN";

export interface Condition {
  readonly property: string;
  readonly operator: Operator;
  readonly values: readonly Literal[];
}

export interface Query {
  readonly what: "rows" | "count";
  readonly entity: string;
  readonly where: readonly Condition[];
  readonly order: readonly { readonly property: string; readonly descending: boolean }[];
  readonly start: number;
  readonly max: number;
}

/** The query is not one that this ledger answers; the message is for the fault. */
export class QueryRefusal extends Error {
  override readonly name = "QueryRefusal";
}

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 1000;

/**
 * Parses `SELECT * | count(*) FROM Entity [WHERE p op v [AND …]] [ORDERBY | ORDER BY p [ASC|DESC] [, …]]
 * [STARTPOSITION n] [MAXRESULTS n]`. Keywords in any letter case; no OR, JOIN, GROUP BY or column lists.
 * @throws QueryRefusal
 */
export function parseQuery(text: string): Query {
  const cursor = new Cursor(tokens(text));
  cursor.keyword("SELECT");
  const what = selection(cursor);
  cursor.keyword("FROM");
  const entity = cursor.take("word", "an entity name");
  const where = cursor.skip("WHERE") ? conditions(cursor) : [];
  const order = ordering(cursor);
  const start = cursor.skip("STARTPOSITION") ? whole(cursor, "STARTPOSITION", Number.MAX_SAFE_INTEGER) : 1;
  const max = cursor.skip("MAXRESULTS") ? whole(cursor, "MAXRESULTS", LARGEST_PAGE) : DEFAULT_PAGE;
  cursor.end();
  return { what, entity, where, order, start, max };
}

interface Token {
  readonly kind: "word" | "number" | "text" | "sign" | "end";
  readonly text: string;
  readonly at: number;
}

const TOKEN = /\s*(?:([A-Za-z_][A-Za-z0-9_.]*)|(-?\d+(?:\.\d+)?)|'((?:[^'\\]|\\.)*)'|(<=|>=|[=<>(),*]))/y;

function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) throw new QueryRefusal(`Encountered "${text.slice(at, at + 20).trim()}" at column ${at + 1}`);
    const [whole, word, number, literal, sign] = match;
    if (word !== undefined) found.push({ kind: "word", text: word, at });
    else if (number !== undefined) found.push({ kind: "number", text: number, at });
    else if (literal !== undefined) found.push({ kind: "text", text: literal.replace(/\\(.)/gs, "$1"), at });
    else found.push({ kind: "sign", text: sign ?? "", at });
    at += whole.length;
  }
  found.push({ kind: "end", text: "<EOF>", at });
  return found;
}

/** Walks the tokens of one query. */
class Cursor {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(list: readonly Token[]) {
    this.#tokens = list;
  }

  peek(): Token {
    return this.#tokens[this.#at] as Token;
  }

  skip(keyword: string): boolean {
    const { kind, text } = this.peek();
    const matches = kind === "word" && text.toUpperCase() === keyword;
    if (matches) this.#at++;
    return matches;
  }

  keyword(keyword: string): void {
    if (!this.skip(keyword)) this.refuse(keyword);
  }

  sign(sign: string): boolean {
    const matches = this.peek().kind === "sign" && this.peek().text === sign;
    if (matches) this.#at++;
    return matches;
  }

  take(kind: Token["kind"], what: string): string {
    const token = this.peek();
    if (token.kind !== kind) this.refuse(what);
    this.#at++;
    return token.text;
  }

  end(): void {
    if (this.peek().kind !== "end") this.refuse("the end of the query");
  }

  refuse(expected: string): never {
    const { text, at } = this.peek();
    throw new QueryRefusal(`Encountered "${text}" at column ${at + 1}, was expecting ${expected}`);
  }
}

function selection(cursor: Cursor): Query["what"] {
  if (cursor.sign("*")) return "rows";
  if (!cursor.skip("COUNT")) cursor.refuse("* or count(*)");
  for (const sign of ["(", "*", ")"]) if (!cursor.sign(sign)) cursor.refuse(sign);
  return "count";
}

function conditions(cursor: Cursor): Condition[] {
  const found = [condition(cursor)];
  while (cursor.skip("AND")) found.push(condition(cursor));
  return found;
}

const comparisons: readonly Operator[] = ["<=", ">=", "=", "<", ">"];

function condition(cursor: Cursor): Condition {
  const property = cursor.take("word", "a property");
  if (cursor.skip("IN")) return { property, operator: "IN", values: list(cursor) };
  if (cursor.skip("LIKE")) return { property, operator: "LIKE", values: [{ kind: "text", text: cursor.take("text", "a text") }] };
  const operator = comparisons.find((sign) => cursor.sign(sign));
  if (operator === undefined) return cursor.refuse("an operator");
  return { property, operator, values: [literal(cursor)] };
}

function list(cursor: Cursor): Literal[] {
  if (!cursor.sign("(")) cursor.refuse("(");
  const values = [literal(cursor)];
  while (cursor.sign(",")) values.push(literal(cursor));
  if (!cursor.sign(")")) cursor.refuse(")");
  return values;
}

function literal(cursor: Cursor): Literal {
  const { kind, text } = cursor.peek();
  if (kind === "text" || kind === "number") return { kind, text: cursor.take(kind, "a value") };
  if (kind === "word" && /^(true|false)$/i.test(text)) return { kind: "boolean", text: cursor.take("word", "a value").toLowerCase() };
  return cursor.refuse("a value");
}

function ordering(cursor: Cursor): Query["order"] {
  if (!cursor.skip("ORDERBY")) {
    if (!cursor.skip("ORDER")) return [];
    cursor.keyword("BY");
  }
  const found: { property: string; descending: boolean }[] = [];
  do {
    const property = cursor.take("word", "a property");
    const descending = cursor.skip("DESC");
    if (!descending) cursor.skip("ASC");
    found.push({ property, descending });
  } while (cursor.sign(","));
  return found;
}

function whole(cursor: Cursor, what: string, most: number): number {
  const text = cursor.take("number", "a whole number");
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most) throw new QueryRefusal(`${what} ${text} is out of range`);
  return value;
}
