import { compareDecimals, readDecimal } from "#shared/kernel/decimal.ts";

/** What a field of a record is worth in a filter. Moments compare as milliseconds; absent is null. */
export type WhereValue =
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "number"; readonly value: string }
  | { readonly type: "moment"; readonly value: number }
  | { readonly type: "truth"; readonly value: boolean }
  | { readonly type: "null" };

/** Reads a field of the record under test; undefined for a field that the resource does not have. */
export type FieldReader = (name: string) => WhereValue | undefined;
export interface WhereTest {
  /** Every field the expression names, as it names them. */
  readonly fields: readonly string[];
  matches(field: FieldReader): boolean;
}

/** The expression cannot be read or compares things that do not compare. */
export class WhereRefusal extends Error {
  override readonly name = "WhereRefusal";
}

type Test = (field: FieldReader) => boolean;
type Operand = (field: FieldReader) => WhereValue;
interface Token {
  readonly kind: "text" | "number" | "name" | "sign" | "end";
  readonly text: string;
}

const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d+(?:\.\d+)?)|([A-Za-z_][A-Za-z0-9_.]*)|(==|!=|<=|>=|&&|\|\||[=<>(),]))/y;
const COMPARISONS = new Set(["==", "=", "!=", "<", "<=", ">", ">="]);

/**
 * Compiles a `where` expression: comparisons of fields and literals (text, numbers, `DateTime(y,m,d)`,
 * `Guid("…")`, true, false, null) joined by AND and OR, with parentheses.
 * @throws WhereRefusal for anything else
 */
export function compileWhere(expression: string): WhereTest {
  const reader = new TokenReader(tokenize(expression));
  const matches = readOr(reader);
  reader.take("end", "");
  return { fields: reader.fields, matches };
}

function tokenize(expression: string): Token[] {
  const tokens: Token[] = [];
  const text = expression.trimEnd();
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < text.length) {
    const match = TOKEN.exec(text);
    if (!match) throw new WhereRefusal(`Syntax error at position ${at}`);
    at = TOKEN.lastIndex;
    if (match[1] !== undefined) tokens.push({ kind: "text", text: match[1].replace(/\\(.)/g, "$1") });
    else if (match[2] !== undefined) tokens.push({ kind: "number", text: match[2] });
    else if (match[3] !== undefined) tokens.push({ kind: "name", text: match[3] });
    else tokens.push({ kind: "sign", text: match[4] ?? "" });
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}

/** Walks over the tokens of one expression. */
class TokenReader {
  readonly fields: string[] = [];
  #at = 0;
  readonly #tokens: readonly Token[];
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }
  get next(): Token {
    return this.#tokens[this.#at] as Token;
  }
  accept(...spellings: readonly string[]): boolean {
    const { kind, text } = this.next;
    const hit = kind === "sign" ? spellings.includes(text) : kind === "name" && spellings.includes(text.toUpperCase());
    if (hit) this.#at++;
    return hit;
  }
  advance(): Token {
    const token = this.next;
    if (token.kind !== "end") this.#at++;
    return token;
  }
  take(kind: Token["kind"], text?: string): Token {
    const token = this.next;
    if (token.kind !== kind || (text !== undefined && token.text !== text)) {
      throw new WhereRefusal(`Syntax error at ${token.kind === "end" ? "the end" : `'${token.text}'`}`);
    }
    return this.advance();
  }
}

function readOr(reader: TokenReader): Test {
  let left = readAnd(reader);
  while (reader.accept("OR", "||")) {
    const [first, second] = [left, readAnd(reader)];
    left = (field) => first(field) || second(field);
  }
  return left;
}

function readAnd(reader: TokenReader): Test {
  let left = readTest(reader);
  while (reader.accept("AND", "&&")) {
    const [first, second] = [left, readTest(reader)];
    left = (field) => first(field) && second(field);
  }
  return left;
}

function readTest(reader: TokenReader): Test {
  if (reader.accept("(")) {
    const inner = readOr(reader);
    reader.take("sign", ")");
    return inner;
  }
  const left = readOperand(reader);
  const operator = reader.take("sign").text;
  if (!COMPARISONS.has(operator)) throw new WhereRefusal(`Syntax error at '${operator}'`);
  const right = readOperand(reader);
  return (field) => compare(left(field), operator, right(field));
}

function readOperand(reader: TokenReader): Operand {
  const token = reader.advance();
  if (token.kind === "text") return constant({ type: "text", value: token.text });
  if (token.kind === "number") return constant({ type: "number", value: token.text });
  if (token.kind !== "name") throw new WhereRefusal(`An operand was expected instead of '${token.text}'`);
  const word = token.text.toLowerCase();
  if (word === "and" || word === "or") throw new WhereRefusal(`An operand was expected instead of '${token.text}'`);
  if (word === "true" || word === "false") return constant({ type: "truth", value: word === "true" });
  if (word === "null") return constant({ type: "null" });
  if (reader.next.kind === "sign" && reader.next.text === "(") return constant(readCall(word, readArguments(reader)));
  reader.fields.push(token.text);
  return (field) => {
    const value = field(token.text);
    if (value === undefined) throw new WhereRefusal(`No property or field '${token.text}' exists`);
    return value;
  };
}

function constant(value: WhereValue): Operand {
  return () => value;
}

function readArguments(reader: TokenReader): Token[] {
  const found: Token[] = [];
  reader.take("sign", "(");
  if (reader.accept(")")) return found;
  do found.push(reader.advance());
  while (reader.accept(","));
  reader.take("sign", ")");
  return found;
}

function readCall(name: string, args: readonly Token[]): WhereValue {
  const [only] = args;
  if (name === "guid" && args.length === 1 && only?.kind === "text") return { type: "text", value: only.text };
  const whole = args.every((arg) => arg.kind === "number" && /^\d+$/.test(arg.text));
  if (name !== "datetime" || !whole || (args.length !== 3 && args.length !== 6)) {
    throw new WhereRefusal(`No applicable method '${name}' exists`);
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = args.map((arg) => Number(arg.text));
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(ms);
  const exists = year >= 1000 && back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!exists) throw new WhereRefusal("Year, Month, and Day parameters describe an un-representable DateTime");
  return { type: "moment", value: ms };
}

function compare(left: WhereValue, operator: string, right: WhereValue): boolean {
  if (left.type === "null" || right.type === "null") return compareNull(left, operator, right);
  if (left.type !== right.type)
    throw new WhereRefusal(`Operator '${operator}' incompatible with operand types '${left.type}' and '${right.type}'`);
  if ((left.type === "text" || left.type === "truth") && !["==", "=", "!="].includes(operator)) {
    throw new WhereRefusal(`Operator '${operator}' incompatible with operand type '${left.type}'`);
  }
  return holds(order(left, right), operator);
}

/** Nothing equals only nothing, and is neither greater nor less than anything. */
function compareNull(left: WhereValue, operator: string, right: WhereValue): boolean {
  const same = left.type === right.type;
  return operator === "!=" ? !same : (operator === "==" || operator === "=") && same;
}

function order(left: WhereValue, right: WhereValue): number {
  if (left.type === "number" && right.type === "number") return compareDecimals(exact(left.value), exact(right.value));
  if (left.type === "moment" && right.type === "moment") return left.value - right.value;
  if (left.type === "truth" && right.type === "truth") return left.value === right.value ? 0 : 1;
  // Ids are compared without regard to case, as GUIDs are.
  if (left.type === "text" && right.type === "text") return left.value.toLowerCase() === right.value.toLowerCase() ? 0 : 1;
  return 1;
}

function exact(text: string) {
  const value = readDecimal(text);
  if (value === null) throw new WhereRefusal(`Not a number: ${text}`);
  return value;
}

function holds(sign: number, operator: string): boolean {
  switch (operator) {
    case "==":
    case "=":
      return sign === 0;
    case "!=":
      return sign !== 0;
    case "<":
      return sign < 0;
    case "<=":
      return sign <= 0;
    case ">":
      return sign > 0;
    default:
      return sign >= 0;
  }
}
