import { pick, type Random, randomInt } from "#shared/kernel/random.ts";

/** What replaces a piece of a file that somebody, or a bad disk, has been at. */
const PIECES = [
  "",
  "\0",
  "0",
  "-",
  "9".repeat(40),
  "<",
  "]]>",
  "{",
  '"',
  "\n",
  ":20:",
  "PK\u0003\u0004",
  "__proto__",
  "1e400",
  "\ud83e\uddfe",
  "null",
];

/** A copy of `whole` with one to three places flipped, zeroed, cut out, repeated, swapped, written over or cut off at the end. */
export function damaged(whole: Uint8Array, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(whole);
  const times = randomInt(random, 1, 3);
  for (let time = 0; time < times; time++) bytes = damagedOnce(bytes, random);
  return bytes;
}

function damagedOnce(bytes: Buffer, random: Random): Buffer {
  if (bytes.length < 2) return Buffer.from("?");
  const at = randomInt(random, 0, bytes.length - 1);
  const end = Math.min(bytes.length, at + randomInt(random, 1, pick(random, [1, 4, 64, 4_096])));
  const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (randomInt(random, 0, 6)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] as number) ^ (1 << randomInt(random, 0, 7));
      return flipped;
    }
    case 1:
      return Buffer.concat([before, Buffer.alloc(piece.length), after]);
    case 2:
      return Buffer.concat([before, after]);
    case 3:
      return Buffer.concat([before, piece, piece, after]);
    case 4:
      return Buffer.concat([before, after.subarray(0, 16), piece, after.subarray(16)]);
    case 5:
      return Buffer.concat([before, Buffer.from(pick(random, PIECES)), after]);
    default:
      return Buffer.from(before);
  }
}

const ODD_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    {},
    [],
    [[]],
    0,
    -1,
    1.5,
    1e21,
    Number.MAX_SAFE_INTEGER,
    -2147483649,
    "",
    " ",
    "null",
    "{}",
    "[]",
    "-0",
    "1e9",
    "0.000000001",
  ],
  ...[
    "9".repeat(40),
    "9999-12-31",
    "0000-00-00",
    "2026-02-30",
    "2026-11-21T25:00:00Z",
    "/Date(99999999999999999)/",
    "/Date(NaN)/",
    "\u0000",
  ],
  ...["\ud800", "\u202e", "__proto__", "constructor", "<b>", "'; --", "x".repeat(3_000), { toString: 1, valueOf: 1 }, { length: 1e9 }],
];

/**
 * A copy of a JSON value in which one to `places` values are exchanged for others of a wrong or extreme kind, left out, repeated or swapped
 * with a value from elsewhere in it.
 */
export function misshapen(value: unknown, random: Random, places = 2): unknown {
  const copy = JSON.parse(JSON.stringify({ root: value })) as { root: unknown };
  const times = randomInt(random, 1, places);
  for (let time = 0; time < times; time++) misshape(pick(random, placesIn(copy)), pick(random, placesIn(copy)), random);
  return copy.root;
}

interface Place {
  readonly owner: Record<string, unknown>;
  readonly key: string;
}

/** Every value within, by what holds it. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const owner = value as Record<string, unknown>;
  return Object.keys(owner).flatMap((key) => [{ owner, key }, ...placesIn(owner[key])]);
}

function misshape({ owner, key }: Place, other: Place, random: Random): void {
  const here = owner[key];
  switch (randomInt(random, 0, 5)) {
    case 0:
      if (key !== "root") delete owner[key];
      break;
    case 1:
      if (Array.isArray(here)) owner[key] = [...here, ...here];
      break;
    case 2:
      if (key !== "root") owner[key] = JSON.parse(JSON.stringify(other.owner[other.key] ?? null));
      break;
    default:
      if (key !== "root") owner[key] = structuredClone(pick(random, ODD_VALUES));
  }
}

const NUMERAL = "\u00a7numeral\u00a7";

/** Like `misshapen` for JSON text, in which every numeral that isn't exchanged keeps its digits. */
export function misshapenText(text: string, random: Random, places: number): string {
  const value: unknown = JSON.parse(text, ((_key: string, read: unknown, { source }: { readonly source?: string }) =>
    typeof read === "number" ? `${NUMERAL}${source}` : read) as never);
  return JSON.stringify(misshapen(value, random, places)).replaceAll(/"\u00a7numeral\u00a7([^"]*)"/g, "$1");
}
