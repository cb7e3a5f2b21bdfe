import { describe, expect, it } from "vitest";
import { type ExactJson, JsonRefusal, parseExactBytes } from "#shared/kernel/json-exact.ts";
import { type Members, membersParser } from "#shared/kernel/json-members.ts";
import { type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { seeds } from "#test/support/trials.ts";

const fatal = new TextDecoder("utf-8", { fatal: true });
const utf8 = (bytes: Uint8Array): string => {
  try {
    return fatal.decode(bytes);
  } catch (cause) {
    throw new JsonRefusal("not UTF-8", { cause });
  }
};
const decoders = { latin1: (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1"), utf8 };

const MEMBERS: Members = { id: null, total: null, lines: { id: null, net: null, tags: { name: null } } };
const parse = membersParser(MEMBERS);
const NAMES = ["id", "total", "naïve", "lines", "net", "tags", "name", "i", "idx", "other"];

/** What the parser has to say, from the whole value. */
function kept(value: ExactJson, members: Members | null): ExactJson {
  if (members === null || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((element) => kept(element, members));
  const named = Object.keys(value).filter((name) => Object.hasOwn(members, name));
  return Object.fromEntries(named.map((name) => [name, kept(value[name] as ExactJson, members[name] ?? null)]));
}

function outcome(read: () => ExactJson): ExactJson {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    return "refused";
  }
}

const SCALARS = [
  "0",
  "-1",
  "100.00",
  "9007199254740993.01",
  "1e-7",
  "true",
  "false",
  "null",
  '""',
  '"ab"',
  '"株 Łódź"',
  '"a\\"b\\u00e9\\n"',
  '"2.50"',
];

function text(random: Random, depth: number): string {
  const kind = depth > 3 ? 2 : randomInt(random, 0, 3);
  const space = random() < 0.2 ? " \n" : "";
  if (kind === 0) return `[${Array.from({ length: randomInt(random, 0, 3) }, () => space + text(random, depth + 1)).join(",")}${space}]`;
  if (kind > 1 && depth > 0) return SCALARS[randomInt(random, 0, SCALARS.length - 1)] as string;
  const names = NAMES.filter(() => random() < 0.4);
  return `{${names.map((name) => `${space}${JSON.stringify(name)}${space}:${space}${text(random, depth + 1)}`).join(",")}${space}}`;
}

describe("parsing some members", () => {
  it("gives what parsing everything gives, without the other members", () => {
    const sent = Buffer.from(
      '{"id":"a","extra":{"id":[1,{}]},"lines":[{"net":1.50,"tags":[{"name":"x","z":0}],"x":"\\u0041"}],"total":-0.0,"t\\u006ftal2":1}',
    );
    expect(parse(sent, decoders)).toEqual({ id: "a", lines: [{ net: "1.50", tags: [{ name: "x" }] }], total: "-0.0" });
  });

  it("finds a member whose name is written with escapes", () => {
    expect(parse(Buffer.from('{"t\\u006ftal":1}'), decoders)).toEqual({ total: "1" });
  });

  it("refuses a kept member that is repeated, and what isn't JSON or UTF-8 in any member", () => {
    for (const sent of [
      '{"id":1,"id":2}',
      '{"x":"\\q"}',
      '{"x":01}',
      '{"x":tru}',
      '{"x":1,}',
      '{"x":[1 2]}',
      '{"x":"a\nb"}',
      '{"x":1} 2',
      '{"x"',
      "",
      '{"x":"',
    ])
      expect(
        outcome(() => parse(Buffer.from(sent), decoders)),
        sent,
      ).toBe("refused");
    expect(outcome(() => parse(Buffer.from([...Buffer.from('{"x":"'), 0xff, ...Buffer.from('"}')]), decoders))).toBe("refused");
  });

  it.each(seeds(20))("agrees with parsing everything on random and damaged texts, seed %i", (seed) => {
    const random = seededRandom(seed);
    for (let round = 0; round < 200; round++) {
      const sent = Buffer.from(text(random, 0));
      if (round % 2 === 1) sent[randomInt(random, 0, sent.length - 1)] = randomInt(random, 0, 255);
      const whole = outcome(() => kept(parseExactBytes(sent, utf8), MEMBERS));
      const own = outcome(() => parse(sent, decoders));
      // Damage may have made two names alike that nobody reads.
      if (whole === "refused" && own !== "refused") expect(outcome(() => JSON.parse(sent.toString()) as ExactJson)).not.toBe("refused");
      else expect(own, sent.toString()).toEqual(whole);
    }
  });
});
