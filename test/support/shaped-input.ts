import { z } from "zod";
import { pick, type Random, randomInt } from "#shared/kernel/random.ts";

/** What z.toJSONSchema writes, as far as inputs of operations use it. */
interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
}

/** Texts and numbers by the name of the field they were seen in, and by area and name: ids that exist, codes, numbers of packs. */
export type Known = Map<string, (string | number)[]>;

/** What people paste, what programs send by mistake, and what somebody tries on purpose. */
export const HOSTILE_TEXTS: readonly string[] = [
  ..."|\u0000| |\t\r\n|\u202egnp.exe|\ufeff|\ud800|\u200b|e\u0301\u0301\u0301|\u{1f9fe}".split("|"),
  ..."';DROP TABLE document;--|%|_|\"|*|a\" OR \"b|NEAR(|=1+1|=cmd|' /C calc'!A0|<script>alert(1)</script>|{{7*7}}".split("|"),
  ..."../../etc/passwd|/dev/null|C:\\con|file:///etc/passwd|__proto__|constructor|toString|null|NaN|Infinity|-0|1e400|0x10".split("|"),
  ..."9999-12-31|0000-00-00|2026-02-30|2026-13|1900-01|2026-11-31T25:00:00Z|99999999999999999999.99|-0.00|1,5|٣".split("|"),
  "x".repeat(5_000),
];
const ODD_NUMBERS: readonly number[] = [
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  -(2 ** 31),
  1e308,
];
const ODD: readonly unknown[] = [null, undefined, true, {}, [], [[]], { length: -1 }, ...ODD_NUMBERS, ...HOSTILE_TEXTS];
const DAYS = ["2026-11-21", "2026-10-31", "2026-10-01", "2025-12-31"];
const MONTHS = ["2026-10", "2026-11", "2026-09", "2025-12"];
const AMOUNTS = ["10.00", "0", "-5.25", "1000000000.01"];

interface Drawn {
  readonly schema: z.ZodType;
  /** The part of an operation's name before the point. */
  readonly area: string;
  /** How likely each value is replaced by one that the schema or the books don't expect, 0 to 1. */
  readonly oddness: number;
}

/**
 * An input as its schema describes it, mostly with texts that mean something in the books at hand.
 */
export function shapedInput({ schema, area, oddness }: Drawn, known: Known, random: Random): unknown {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
  const text = (name: string) => String(knownValue(known, area, name, random));
  const make = (shape: Shape, name: string): unknown => {
    if (random() < oddness) return pick(random, ODD);
    if (shape.$ref !== undefined) return make(referred(root, shape.$ref), name);
    const choice = shape.anyOf ?? shape.oneOf;
    if (choice !== undefined) return make(pick(random, choice), name);
    if (shape.allOf !== undefined) return Object.assign({}, ...shape.allOf.map((part) => make(part, name)));
    if ("const" in shape) return shape.const;
    if (shape.enum !== undefined) return pick(random, shape.enum);
    switch (shape.type) {
      case "object":
        return object(shape, name);
      case "array":
        return Array.from({ length: randomInt(random, shape.minItems ?? 0, (shape.minItems ?? 0) + 2) }, () =>
          make(shape.items ?? {}, name),
        );
      case "string":
        return text(name);
      case "number":
      case "integer":
        if (known.has(name) && random() < 0.8) return Number(knownValue(known, area, name, random));
        return randomInt(random, Math.max(shape.minimum ?? 0, -1_000), Math.min(shape.maximum ?? 100, 1_000));
      case "boolean":
        return random() < 0.5;
      case "null":
        return null;
      default:
        return random() < 0.8 ? text(name) : {};
    }
  };
  const object = (shape: Shape, name: string): unknown => {
    const made: Record<string, unknown> = {};
    for (const [key, property] of Object.entries(shape.properties ?? {}))
      if (shape.required?.includes(key) === true || random() < 0.3) made[key] = make(property, key);
    if (typeof shape.additionalProperties === "object" && random() < 0.7) made[text(name)] = make(shape.additionalProperties, name);
    if (random() < oddness) made[pick(random, HOSTILE_TEXTS)] = pick(random, ODD);
    return made;
  };
  return make(root, "");
}

function referred(root: Shape, ref: string): Shape {
  return root.$defs?.[ref.replace("#/$defs/", "")] ?? root;
}

/** Texts that say something by the name of their field, whatever the books hold. */
const BY_NAME: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^period$|month$/i, MONTHS],
  [/^(from|to|asOf|on|by|due|date|start|end|first|last|through|until|compareTo)$|(Date|On|From|To|AsOf|Through|Day)$/, DAYS],
  [/amount|balance|total|price|quantity|rate|least|most|percent|threshold|debit|credit|net$|tax$/i, AMOUNTS],
  [/currency/i, ["USD", "NZD", "EUR"]],
];

function knownValue(known: Known, area: string, name: string, random: Random): string | number {
  const stem = name.replace(/Ids?$/, "");
  const named =
    BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ??
    known.get(`${area} ${name === "after" ? "next" : name}`) ??
    known.get(name) ??
    known.get(`${stem}Id`);
  if (named !== undefined && random() < 0.9) return pick(random, named);
  const alike = [stem, ...(stem === name ? [] : ["id"])].flatMap((key) => known.get(key) ?? []);
  if (alike.length > 0 && random() < 0.9) return pick(random, alike);
  return pick(random, [...DAYS, ...MONTHS, ...AMOUNTS, "USD", "plain words", ...HOSTILE_TEXTS.slice(0, 20)]);
}

const KEPT_PER_FIELD = 40;

/** Adds every text and whole number of an answer to what is known, by the name of its field. */
export function learn(known: Known, area: string, value: unknown, name = ""): void {
  if ((typeof value === "string" && value.length < 200) || Number.isSafeInteger(value)) {
    for (const key of [name, `${area} ${name}`]) {
      const values = known.get(key) ?? [];
      if (values.length < KEPT_PER_FIELD && !values.includes(value as string)) known.set(key, [...values, value as string]);
    }
  } else if (Array.isArray(value)) for (const entry of value.slice(0, 20)) learn(known, area, entry, name);
  else if (typeof value === "object" && value !== null) for (const [key, entry] of Object.entries(value)) learn(known, area, entry, key);
}
