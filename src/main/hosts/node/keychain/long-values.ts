import { createHash } from "node:crypto";
import { assert } from "#shared/kernel/assert.ts";

/** Single entries of a keychain; a value has at most `ITEM_CHARS_MAX` characters of ASCII. */
export interface KeychainItems {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** Windows keeps 2,560 bytes in an entry, which is 1,280 characters where two bytes are taken for each. */
export const ITEM_CHARS_MAX = 1_200;
const MARK = "tieout1";
const VALUE_CHARS_MAX = 65_536;

/** A value that is not whole: an entry is missing, or does not belong to the others. */
export class DamagedValue extends Error {
  override readonly name = "DamagedValue";
}

/**
 * Keeps a value of any length and script. A long one is cut: its parts are written first and read
 * back, under the letter that the standing value does not use; the head entry, written last, is what
 * makes them count. A writer that dies in between leaves the old value in place, whole.
 */
export async function writeLong(items: KeychainItems, name: string, value: string): Promise<void> {
  assert(value.length <= VALUE_CHARS_MAX, "a secret is longer than 64 KiB");
  const text = Buffer.from(value, "utf8").toString("base64url");
  const before = readHead(await items.get(name));
  const inline = `${MARK}:${text}`;
  if (inline.length <= ITEM_CHARS_MAX) {
    await setChecked(items, name, inline);
  } else {
    const letter = before?.letter === "a" ? "b" : "a";
    const parts = text.match(new RegExp(`.{1,${ITEM_CHARS_MAX}}`, "g")) ?? [];
    for (const [index, part] of parts.entries()) await setChecked(items, partName(name, letter, index), part);
    await setChecked(items, name, `${MARK}:${letter}:${parts.length}:${digest(text)}`);
  }
  if (before !== null) await deleteParts(items, name, before.letter);
}

/** @returns null when there is no such value @throws DamagedValue when it is not whole */
export async function readLong(items: KeychainItems, name: string): Promise<string | null> {
  const held = await items.get(name);
  if (held === null) return null;
  const head = readHead(held);
  if (head === null) {
    if (!/^tieout1:[\w-]*$/.test(held)) throw new DamagedValue(`the entry ${name} was not written by Tieout`);
    return decode(held.slice(MARK.length + 1));
  }
  const parts: string[] = [];
  for (let index = 0; index < head.count; index++) {
    const part = await items.get(partName(name, head.letter, index));
    if (part === null) throw new DamagedValue(`a part of ${name} is missing`);
    parts.push(part);
  }
  const text = parts.join("");
  if (digest(text) !== head.digest) throw new DamagedValue(`the parts of ${name} do not belong together`);
  return decode(text);
}

/** The head goes first: parts without it are nothing. */
export async function deleteLong(items: KeychainItems, name: string): Promise<void> {
  await items.delete(name);
  for (const letter of ["a", "b"] as const) await deleteParts(items, name, letter);
}

interface Head {
  readonly letter: "a" | "b";
  readonly count: number;
  readonly digest: string;
}

function readHead(held: string | null): Head | null {
  const found = held === null ? null : /^tieout1:([ab]):(\d{1,3}):([0-9a-f]{64})$/.exec(held);
  return found === null ? null : { letter: found[1] as "a" | "b", count: Number(found[2]), digest: found[3] as string };
}

/** From the last part on: what an interrupted deletion leaves still begins with the first one, where the next deletion looks. */
async function deleteParts(items: KeychainItems, name: string, letter: "a" | "b"): Promise<void> {
  let count = 0;
  while ((await items.get(partName(name, letter, count))) !== null) count++;
  while (count > 0) await items.delete(partName(name, letter, --count));
}

async function setChecked(items: KeychainItems, name: string, value: string): Promise<void> {
  await items.set(name, value);
  if ((await items.get(name)) !== value) throw new DamagedValue(`the keychain did not keep ${name}`);
}

function partName(name: string, letter: string, index: number): string {
  return `${name}#${letter}${index}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function decode(text: string): string {
  return Buffer.from(text, "base64url").toString("utf8");
}
