import { z } from "zod";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { fieldWords } from "./change-words.ts";

/** The first thing to correct: where it is, and what to do about it as the rest of a sentence that names the field. */
export interface WrongField {
  readonly path: readonly string[];
  readonly message: string;
}

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

/** Parses what a person or a program gave. A limit without a message of its own is told in words that say what to do. */
export function readGiven<S extends z.ZodType>(schema: S, given: unknown): Result<z.output<S>, WrongField> {
  const read = schema.safeParse(given, { error: whatToDo });
  if (read.success) return ok(read.data);
  const { path, message } = deepest(read.error.issues);
  return fail({ path: path.map(String), message });
}

/** The field by its label: `Job title: use at most 80 characters.` */
export function wrongField(label: string, message: string): string {
  return `${label}${/^(?:is|isn't|has|can't|contains|must)\b/.test(message) ? "" : ":"} ${message}.`;
}

/** Of a union the branch that got furthest: it is the one that was meant. */
function deepest(issues: readonly Issue[]): Issue {
  const [first] = issues;
  if (first === undefined) throw new RangeError("a refused input names no issue");
  if (first.code === "unrecognized_keys") return { ...first, path: [...first.path, ...first.keys.slice(0, 1)] };
  if (first.code !== "invalid_union") return first;
  const branches = first.errors.filter((branch) => branch.length > 0).map(deepest);
  const best = branches.reduce<Issue | undefined>(
    (most, one) => (most === undefined || one.path.length > most.path.length ? one : most),
    undefined,
  );
  return best === undefined ? first : { ...best, path: [...first.path, ...best.path] };
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: "enter text",
  number: "enter a number",
  int: "enter a whole number",
  boolean: "answer true or false",
  array: "give a list",
  object: "give an object",
  record: "give an object",
};

const FORMATS: Readonly<Record<string, string>> = {
  url: "enter a web address, such as https://example.com",
  email: "enter an email address",
  date: "enter a date, such as 2026-10-31",
  datetime: "enter a date and time, such as 2026-10-31T09:00:00Z",
};

/** Words for what a schema has no message for. They say what to do, since the label before them says where. */
function whatToDo(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "enter a value" : (EXPECTED[issue.expected] ?? "enter a different value");
    case "too_big":
      return limit(issue.origin, Number(issue.maximum), issue.inclusive === false ? "less than" : "at most");
    case "too_small":
      return limit(issue.origin, Number(issue.minimum), issue.inclusive === false ? "more than" : "at least");
    case "invalid_format":
      return FORMATS[issue.format] ?? "check the format";
    case "not_multiple_of":
      return `enter a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return "isn't a known field. Remove it";
    case "invalid_value":
      return oneOf(issue.values);
    case "invalid_union":
      return Array.isArray(issue.options) ? oneOf(issue.options) : "enter a different value";
    default:
      return "enter a different value";
  }
}

function limit(origin: string, most: number, bound: string): string {
  if (bound === "at least" && most === 1 && origin === "string") return "enter a value";
  if (origin === "string") return `use ${bound} ${counted(most, "character")}`;
  if (origin === "array" || origin === "set") return `give ${bound} ${counted(most, "entry")}`;
  const number = most.toLocaleString("en-US");
  if (bound === "at most") return `enter ${number} or less`;
  if (bound === "at least") return `enter ${number} or more`;
  return `enter a number ${bound === "less than" ? "less" : "greater"} than ${number}`;
}

function counted(count: number, noun: "character" | "entry"): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : { character: "characters", entry: "entries" }[noun]}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? `use ${String(values[0])}` : `choose one of ${values.join(", ")}`;
}

/** What a JSON schema says about a field and what is in it. */
interface FieldSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly anyOf?: readonly FieldSchema[];
}

/** Names in code that say less than the screen does. */
const LABELS: Readonly<Record<string, string>> = {
  asOf: "as-of date",
  asOfDate: "as-of date",
  net: "amount",
  allocations: "amounts applied",
  unitAmount: "price",
  due: "due date",
  by: "grouping",
  from: "start date",
  to: "end date",
  path: "file",
  content: "file",
  packNo: "pack version",
  id: "ID",
  lineContains: "statement line contains",
  bookContains: "transaction contains",
  feePercent: "maximum fee",
  nodes: "entities",
  memberships: "ownerships",
  ownership: "share",
  mappings: "mapping rules",
};

/** A description that is a sentence, or only makes sense beside its option, is no label. */
const NO_LABEL =
  /^[a-z]|^(?:Only|Whether|Also|Its?|What|Who|Where|Which|How|At|Run|Read|Continue|Stop|Leave|Include|Allow|Keep|For|From|One|An?|The listed|Sign off)\b|^[^,;.(]*:/;

/**
 * A field in the words of the screen and the command's help: its description where that is a label, otherwise its name in
 * words. `operations.0.document.lines.1.net.amount` is `Line 2, amount`.
 */
export function givenLabel(schema: z.ZodType, path: readonly string[]): string {
  const [first = ""] = path;
  const described = path.length === 1 || (path.length === 2 && isPlace(path[1])) ? descriptionLabel(schema, first) : null;
  const whole = first === "operations" && path.length > 2 ? path.slice(2) : path;
  const place = whole.findLastIndex(isPlace);
  const last = whole.slice(place + 1).findLast((part, at) => part !== "id" || at === 0);
  const list = place < 1 ? [] : [`${singular(nameLabel(whole[place - 1] as string))} ${Number(whole[place]) + 1}`];
  const label = described ?? [...list, ...(last === undefined ? [] : [nameLabel(last)])].join(", ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function isPlace(part: string | undefined): boolean {
  return part !== undefined && /^\d+$/.test(part);
}

function descriptionLabel(schema: z.ZodType, name: string): string | null {
  const { properties } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as FieldSchema;
  const field = properties?.[name];
  const description = field?.description ?? field?.anyOf?.find((one) => one.description !== undefined)?.description ?? "";
  const label = description
    .replace(/[,;.(].*$/, "")
    .replace(/^The /, "")
    .trim();
  return label === "" || label.length > 36 || NO_LABEL.test(description) ? null : label;
}

function nameLabel(name: string): string {
  return LABELS[name] ?? fieldWords(name.replace(/(?<=.)(?:Ids?|Nos?)$/, ""));
}

function singular(words: string): string {
  return words
    .replace(/ies$/, "y")
    .replace(/(ch|sh|s|x)es$/, "$1")
    .replace(/(?<!s)s$/, "");
}
