import { QueryRefusal } from "./query-refusal.ts";

/** A query turned into the engine's dialect. */
export interface RewrittenQuery {
  readonly sql: string;
  /** Lower-cased table-like words, so that a role's missing permissions can be applied. */
  readonly words: ReadonlySet<string>;
  readonly hasFetch: boolean;
  readonly hasOrder: boolean;
}

interface Token {
  readonly kind: "word" | "text" | "quoted" | "number" | "mark";
  readonly text: string;
  readonly spaced: boolean;
}

const FORBIDDEN = new Set(
  "insert update delete drop create alter attach detach pragma vacuum replace limit reindex analyze begin commit explain values glob match regexp".split(
    " ",
  ),
);
const DATE_COLUMNS = new Set(
  "trandate duedate closedate createddate lastmodifieddate linelastmodifieddate startdate enddate closedondate".split(" "),
);
const COMPARISONS = new Set(["=", "<", ">", "<=", ">=", "<>", "!=", "between"]);

/**
 * Rewrites the ledger's query text for the engine: `BUILTIN.DF/CF`, `FETCH FIRST n ROWS ONLY`,
 * `SYSDATE` and the reserved word `transaction`. Anything but one SELECT is refused, and so is a
 * date column compared with a bare string, which the real ledger would read in the user's format.
 * @throws QueryRefusal
 */
export function rewriteQuery(query: string): RewrittenQuery {
  const tokens = tokenize(query);
  const first = tokens[0]?.text.toLowerCase();
  if (first !== "select" && first !== "with") throw new QueryRefusal("Only SELECT statements are supported.");
  refuseForeignWords(tokens);
  const output: string[] = [];
  let hasFetch = false;
  let at = 0;
  while (at < tokens.length) {
    const builtin = readBuiltin(tokens, at);
    const fetch = builtin ? null : readFetch(tokens, at);
    if (builtin) output.push(builtin.sql);
    else if (fetch) {
      output.push(fetch.sql);
      hasFetch = true;
    } else output.push(plain(tokens[at] as Token));
    at += builtin?.length ?? fetch?.length ?? 1;
  }
  return { sql: output.join(""), words: wordsOf(tokens), hasFetch, hasOrder: hasOuterOrder(tokens) };
}

function tokenize(query: string): Token[] {
  const matcher =
    /(\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^']|'')*')|("(?:[^"]|"")*")|([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|(<=|>=|<>|!=|\|\||[-+*/%(),.=<>])|(.)/g;
  const tokens: Token[] = [];
  let spaced = false;
  for (const match of query.matchAll(matcher)) {
    if (match[7] !== undefined) throw new QueryRefusal(`Invalid character in query: ${match[7]}`);
    if (match[1] !== undefined) {
      spaced = true;
      continue;
    }
    const kind = match[2] ? "text" : match[3] ? "quoted" : match[4] ? "word" : match[5] ? "number" : "mark";
    tokens.push({ kind, text: match[0], spaced });
    spaced = false;
  }
  return tokens;
}

function refuseForeignWords(tokens: readonly Token[]): void {
  tokens.forEach((token, at) => {
    const word = token.text.toLowerCase();
    const name = token.kind === "quoted" ? word.slice(1) : word;
    if (name.startsWith("sqlite_") || name.startsWith("pragma_")) throw new QueryRefusal(`Unknown identifier '${token.text}'`);
    if (token.kind !== "word") return;
    if (FORBIDDEN.has(word) && !(word === "replace" && tokens[at + 1]?.text === "(")) {
      throw new QueryRefusal(`Invalid or unsupported search: '${token.text}' is not supported.`);
    }
    if (DATE_COLUMNS.has(word) && COMPARISONS.has(tokens[at + 1]?.text.toLowerCase() ?? "") && tokens[at + 2]?.kind === "text") {
      throw new QueryRefusal(`Invalid date value ${tokens[at + 2]?.text} for column ${word} (must be M/D/YYYY).`);
    }
  });
}

/** `BUILTIN.DF(alias.column)` shows a reference's name; `BUILTIN.CF(alias.status)` the status with its type. */
function readBuiltin(tokens: readonly Token[], at: number): { sql: string; length: number } | null {
  if (tokens[at]?.text.toLowerCase() !== "builtin" || tokens[at + 1]?.text !== ".") return null;
  const name = tokens[at + 2]?.text.toLowerCase();
  const open = tokens[at + 3]?.text;
  const qualified = tokens[at + 5]?.text === ".";
  const column = tokens[at + (qualified ? 6 : 4)]?.text.toLowerCase() ?? "";
  const close = at + (qualified ? 7 : 5);
  if ((name !== "df" && name !== "cf") || open !== "(" || tokens[close]?.text !== ")") {
    throw new QueryRefusal("Unsupported use of BUILTIN.");
  }
  const alias = qualified ? `${plain(tokens[at + 4] as Token).trim()}.` : "";
  const value = column === "status" ? `(${alias}type || ':' || ${alias}status)` : `${alias}"${column}"`;
  const sql = name === "cf" ? value : `BUILTIN_DF('${column}', ${value})`;
  return { sql: ` ${sql}`, length: close - at + 1 };
}

function readFetch(tokens: readonly Token[], at: number): { sql: string; length: number } | null {
  const words = tokens.slice(at, at + 5).map((token) => token.text.toLowerCase());
  if (words[0] !== "fetch") return null;
  const count = words[2] ?? "";
  const isFetch = (words[1] === "first" || words[1] === "next") && /^\d+$/.test(count);
  if (!isFetch || (words[3] !== "rows" && words[3] !== "row") || words[4] !== "only") throw new QueryRefusal("Malformed FETCH clause.");
  return { sql: ` LIMIT ${count}`, length: 5 };
}

function plain(token: Token): string {
  const lead = token.spaced ? " " : "";
  const word = token.text.toLowerCase();
  if (token.kind === "word" && word === "transaction") return `${lead}"transaction"`;
  if (token.kind === "word" && (word === "sysdate" || word === "current_date")) return `${lead}SYSDATE()`;
  return lead + token.text;
}

function wordsOf(tokens: readonly Token[]): Set<string> {
  return new Set(tokens.filter((token) => token.kind === "word").map((token) => token.text.toLowerCase()));
}

function hasOuterOrder(tokens: readonly Token[]): boolean {
  let depth = 0;
  return tokens.some((token) => {
    if (token.text === "(") depth++;
    if (token.text === ")") depth--;
    return depth === 0 && token.text.toLowerCase() === "order";
  });
}
