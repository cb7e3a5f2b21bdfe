import { pick, type Random, randomInt } from "#shared/kernel/random.ts";

const FIRST =
  "Birch Elm Oak Cedar Willow Harbour Kauri Rata Summit Lantern Copper Juniper Foxglove Heron Tidewater Marlow Ashby Penrose Calder Wren Bramble Quarry Saffron Linden Thistle Orchard Falcon Granite Meadow Pioneer".split(
    " ",
  );
const TRADE =
  "Paper,Stores,Design,Engineering,Foods,Joinery,Electrical,Dental,Logistics,Roofing,Books,Cycles,Print,Plumbing,Nurseries,Catering,Security,Marine,Textiles,Optics".split(
    ",",
  );
const FORM = ["Ltd", "& Co", "Group", "Partners", "Trading", "Limited", ""];
const PERSON_FIRST = "Ana Ben Chloe Dev Emi Finn Grace Hemi Isla Jun Kiri Leo Mara Niko Orla Priya".split(" ");
const PERSON_LAST = "Walker Singh Ngata O'Neill Brown Tane Costa Young Fraser Li Mehta Novak".split(" ");

/** Names that break careless code: quotes, other scripts, a leading equals sign, right-to-left text. */
export const AWKWARD_NAMES: readonly string[] = [
  "O'Brien & Sons",
  '"Quoted" Signs Ltd',
  "=SUM Supplies",
  "Żółć Ćwikła GmbH",
  "株式会社さくら",
  "مكتبة النور",
  "Bäckerei Müller 🥐",
  "Smith, Jones; Partners <London>",
  "100% Pure\\Path Water",
  "+64 Couriers",
];

export const AWKWARD_TEXTS: readonly string[] = [
  "Don't forget the keys",
  'The "big" order',
  "=1+1 as typed",
  "Danke schön – bis bald 🎉",
  "שלום, תודה",
  "Two lines\nof text",
  "100% of 5 < 6 & 7 > 3",
  "@mention -dash",
];

const TEXTS: readonly string[] = [
  "Monthly retainer",
  "Site visit",
  "Materials as quoted",
  "Parts and labour",
  "Annual licence",
  "Design work",
  "Delivery",
  "Additional hours",
  "Workshop day",
  "Service call",
];

/** An invented company, not used before; remembers it. */
export function companyName(random: Random, used: Set<string>): string {
  for (;;) {
    const form = pick(random, FORM);
    const stem = `${pick(random, FIRST)} ${pick(random, TRADE)}${form === "" ? "" : ` ${form}`}`;
    const name = used.has(stem) ? `${stem} ${randomInt(random, 2, 99)}` : stem;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}

export function personName(random: Random, used: Set<string>): string {
  for (;;) {
    const name = `${pick(random, PERSON_FIRST)} ${pick(random, PERSON_LAST)}`;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}

/** A line description or memo; now and then an awkward one. */
export function freeText(random: Random): string {
  return random() < 0.06 ? pick(random, AWKWARD_TEXTS) : pick(random, TEXTS);
}

/** A mail address at a domain that cannot exist. */
export function mailAddress(name: string): string {
  const local = name.toLowerCase().replace(/[^a-z0-9]+/g, ".");
  return `accounts@${local.replace(/^\.+|\.+$/g, "") || "office"}.example`;
}
