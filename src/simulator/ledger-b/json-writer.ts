const NUMERAL: unique symbol = Symbol("numeral");

/** A JSON number that is written exactly as the text says: `300.00` stays `300.00`. */
export interface Numeral {
  readonly [NUMERAL]: string;
}

/** What a payload is built from. Members that are undefined are left out. */
export type JsonNode = string | boolean | null | Numeral | readonly JsonNode[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonNode | undefined;
}

/** A number from its text; no float is ever made of it. */
export function numeral(text: string): Numeral {
  return { [NUMERAL]: text };
}

/** The text of a numeral, or null for any other node. */
export function numeralText(node: JsonNode | undefined): string | null {
  return isNumeral(node) ? node[NUMERAL] : null;
}

/** JSON text of a node, numerals verbatim, members in the order in which they were given. */
export function writeJson(node: JsonNode): string {
  if (node === null) return "null";
  if (typeof node !== "object") return JSON.stringify(node);
  if (isNumeral(node)) return node[NUMERAL];
  if (isList(node)) return `[${node.map(writeJson).join(",")}]`;
  const members: string[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (value !== undefined) members.push(`${JSON.stringify(key)}:${writeJson(value)}`);
  }
  return `{${members.join(",")}}`;
}

function isNumeral(node: JsonNode | undefined): node is Numeral {
  return typeof node === "object" && node !== null && NUMERAL in node;
}

function isList(node: readonly JsonNode[] | JsonObject): node is readonly JsonNode[] {
  return Array.isArray(node);
}
