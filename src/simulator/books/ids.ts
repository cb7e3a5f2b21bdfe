import type { Books, BooksStyle } from "./types.ts";

/** Lists with separate id spaces. */
export type IdSpace = "transaction" | "account" | "party" | "item" | "tax" | "dimension" | "entity";

/** The next free id in the books' own form: UUID-shaped for style a, else one more than the highest ever used. */
export function nextId(books: Books, space: IdSpace): string {
  const used = new Set(idsInUse(books, space));
  if (books.style === "a") {
    let count = used.size;
    while (used.has(uuidFrom(books.seed, `later-${space}-${count}`))) count++;
    return uuidFrom(books.seed, `later-${space}-${count}`);
  }
  let highest = 0n;
  for (const id of used) {
    const number = /^\d+$/.test(id) ? BigInt(id) : 0n;
    if (number > highest) highest = number;
  }
  return (highest + 1n).toString();
}

function idsInUse(books: Books, space: IdSpace): string[] {
  const removed = (kind: "transaction" | "party" | "item" | "account") =>
    books.graveyard
      .filter((grave) => (kind === "transaction" ? !["party", "item", "account"].includes(grave.kind) : grave.kind === kind))
      .map((grave) => grave.id);
  const ids = (list: readonly { readonly id: string }[]) => list.map((entry) => entry.id);
  switch (space) {
    case "transaction":
      return [...ids(books.transactions), ...removed("transaction")];
    case "account":
      return [...ids(books.accounts), ...removed("account")];
    case "party":
      return [...ids(books.parties), ...removed("party")];
    case "item":
      return [...ids(books.items), ...removed("item")];
    case "tax":
      return ids(books.taxCodes);
    case "dimension":
      return books.dimensions.flatMap((dimension) => [dimension.id, ...ids(dimension.values)]);
    case "entity":
      return ids(books.entities);
  }
}

/** The id of line `position` (from 1) of a document. */
export function lineId(style: BooksStyle, seed: number, transactionId: string, position: number): string {
  return style === "a" ? uuidFrom(seed, `line-${transactionId}-${position}`) : String(position);
}

/** The id of the allocation number `position` (from 1) of its source. */
export function allocationId(style: BooksStyle, seed: number, sourceId: string, position: number): string {
  return style === "a" ? uuidFrom(seed, `allocation-${sourceId}-${position}`) : `${sourceId}-${position}`;
}

/** A UUID-shaped name, lower-case hex, the same for the same seed and name. */
export function uuidFrom(seed: number, name: string): string {
  let text = "";
  for (let part = 0; part < 4; part++) text += hash32(`${part}/${seed}/${name}`, part).toString(16).padStart(8, "0");
  const variant = "89ab"[Number.parseInt(text[16] as string, 16) % 4];
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-${variant}${text.slice(17, 20)}-${text.slice(20, 32)}`;
}

/** FNV-1a with a final mix, 32 bits. */
function hash32(text: string, salt: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(salt + 1, 0x9e3779b1);
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
