import { type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, negateDecimal } from "#shared/kernel/decimal.ts";
import { type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { accountByCode, dayMs } from "../chart.ts";
import type { NewDocument } from "../compose.ts";
import { addDocumentAt, type Making } from "../making.ts";
import { fromUnits } from "../money.ts";
import type { SimTransaction } from "../types.ts";

/** Account code, entity, and whether the amount is debited. */
type Side = readonly [code: string, entity: 0 | 1, debit: boolean];

interface Pattern {
  readonly kind: "journal" | "other_entry";
  readonly entry?: SimTransaction["entry"];
  readonly memo: string;
  readonly sides: readonly Side[];
}

/** What a group books each month beside its documents. Where both entities take part, accrued expenses hold what they owe each other. */
const PATTERNS: readonly Pattern[] = [
  {
    kind: "journal",
    memo: "Head office costs recharged",
    sides: [
      ["2200", 0, true],
      ["6030", 0, false],
      ["6030", 1, true],
      ["2200", 1, false],
    ],
  },
  {
    kind: "other_entry",
    entry: "transfer",
    memo: "Cash to the services company",
    sides: [
      ["1000", 0, false],
      ["2200", 0, true],
      ["1010", 1, true],
      ["2200", 1, false],
    ],
  },
  {
    kind: "other_entry",
    entry: "bank_deposit",
    memo: "Takings banked",
    sides: [
      ["1000", 1, true],
      ["1010", 1, false],
    ],
  },
  {
    kind: "other_entry",
    entry: "goods_receipt",
    memo: "Goods received, not billed",
    sides: [
      ["1200", 1, true],
      ["2200", 1, false],
    ],
  },
  {
    kind: "other_entry",
    entry: "revaluation",
    memo: "Currency revaluation",
    sides: [
      ["1010", 1, true],
      ["4810", 1, false],
    ],
  },
];

/**
 * Style c: what posts without being a document, and journals whose lines belong to several entities. Its own
 * random numbers leave those of everything else as they were.
 */
export function generateEntries(making: Making): void {
  const { options, books } = making;
  const entities = books.entities.filter(({ isElimination }) => !isElimination).map(({ id }) => id);
  if (options.style !== "c" || entities.length < 2) return;
  const random = seededRandom(options.seed + 7919);
  for (let month = 0; month < options.months; month++) {
    const start = monthStart(options.today, month + 1 - options.months);
    const end = monthEnd(start);
    const date = end < options.today ? end : options.today;
    for (const pattern of PATTERNS) addDocumentAt(making, entry(making, pattern, entities, date, random), createdOn(making, date));
  }
}

function entry(making: Making, pattern: Pattern, entities: readonly string[], date: CalendarDate, random: Random): NewDocument {
  const amount = fromUnits(BigInt(randomInt(random, 4_000, 32_000)), 2) as DecimalString;
  const { kind, memo, sides } = pattern;
  return {
    kind,
    ...(pattern.entry === undefined ? {} : { entry: pattern.entry }),
    partyId: null,
    date,
    currency: making.books.baseCurrency,
    memo,
    entityId: entities[sides[0]?.[1] ?? 0] ?? null,
    lines: sides.map(([code, at, debit]) => ({
      accountId: accountByCode(making.books.accounts, code).id,
      amount: debit ? amount : negateDecimal(amount),
      description: memo,
      entityId: entities[at] as string,
    })),
  };
}

function createdOn({ todayMs }: Making, date: CalendarDate): number {
  return Math.min(dayMs(date) + 64_800_000, todayMs - 3_600_000);
}
