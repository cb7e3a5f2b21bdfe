/** A number that is written with its exact text: `900.00` stays `900.00`. */
export interface Numeral {
  readonly numeral: string;
  readonly [marker]: true;
}

const marker = Symbol("numeral");

/** The writer's input. An undefined member is left out; whole numbers may be plain numbers. */
export type JsonNode = string | number | boolean | null | Numeral | readonly JsonNode[] | JsonRecord;
export interface JsonRecord {
  readonly [key: string]: JsonNode | undefined;
}

/** Marks decimal text to be written as a JSON number. @throws TypeError for text that isn't a JSON number */
export function numeral(text: string): Numeral {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) throw new TypeError(`not a JSON number: ${text}`);
  return { numeral: text, [marker]: true };
}

export function isNumeral(node: JsonNode | undefined): node is Numeral {
  return typeof node === "object" && node !== null && marker in node;
}

/** JSON text of a node; no amount is ever converted to a float. */
export function jsonText(node: JsonNode): string {
  if (typeof node === "number") {
    if (!Number.isSafeInteger(node)) throw new TypeError(`only whole numbers are written as numbers: ${node}`);
    return String(node);
  }
  if (node === null || typeof node !== "object") return JSON.stringify(node);
  if (isNumeral(node)) return node.numeral;
  if (isList(node)) return `[${node.map(jsonText).join(",")}]`;
  const members: string[] = [];
  for (const [key, value] of Object.entries(node as JsonRecord)) {
    if (value !== undefined) members.push(`${JSON.stringify(key)}:${jsonText(value)}`);
  }
  return `{${members.join(",")}}`;
}

function isList(node: JsonNode): node is readonly JsonNode[] {
  return Array.isArray(node);
}
