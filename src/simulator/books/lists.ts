import type { DecimalString } from "#shared/kernel/decimal.ts";
import { pick, type Random, randomInt } from "#shared/kernel/random.ts";
import { accountByCode } from "./chart.ts";
import { EVERYDAY_VENDORS } from "./everyday-firm.ts";
import { everydayAwkward, everydayItem } from "./everyday-names.ts";
import { uuidFrom } from "./ids.ts";
import { AWKWARD_NAMES, companyName, mailAddress, personName } from "./names.ts";
import type { BooksOptions, SimAccount, SimDimension, SimItem, SimParty } from "./types.ts";

/** Customers, vendors (style a: some are both) and, for style c, employees; awkward names among them. */
export function inventParties(options: BooksOptions, random: Random, createdMs: number): SimParty[] {
  const used = new Set(AWKWARD_NAMES);
  const customers = Math.min(240, 8 + Math.ceil(options.invoicesPerMonth * 0.6));
  const vendors = Math.min(160, 7 + Math.ceil(options.invoicesPerMonth * 0.4));
  const roles: SimParty["role"][] = [
    ...Array.from({ length: customers }, () => (options.style === "a" && random() < 0.12 ? "both" : "customer") as SimParty["role"]),
    ...Array.from({ length: vendors }, () => "vendor" as const),
    ...Array.from({ length: options.style === "c" ? 4 : 0 }, () => "employee" as const),
  ];
  let id = options.style === "c" ? 300 : 20;
  return roles.map((role, index) => {
    id += options.style === "a" ? 1 : randomInt(random, 1, 3);
    // Awkward names go alternately to the front of the customers and of the vendors.
    const place = role === "vendor" ? (index - customers) * 2 + 1 : index * 2;
    const awkward = options.everyday !== undefined ? everydayAwkward(place) : AWKWARD_NAMES[place];
    const regular = options.everyday !== undefined && role === "vendor" ? EVERYDAY_VENDORS[index - customers] : undefined;
    const name = role === "employee" ? personName(random, used) : (regular ?? awkward ?? companyName(random, used));
    const foreign = role !== "employee" && regular === undefined && options.foreignCurrencies.length > 0 && index % 5 === 3;
    const madeMs = createdMs + index * 61_000;
    return {
      id: options.style === "a" ? uuidFrom(options.seed, `party-${index}`) : String(id),
      name,
      role,
      email: random() < 0.8 ? mailAddress(name) : null,
      taxIdentifier: random() < 0.5 ? `${randomInt(random, 100, 999)}-${randomInt(random, 100, 999)}-${randomInt(random, 100, 999)}` : null,
      currency: foreign
        ? (options.foreignCurrencies[Math.floor(index / 5) % options.foreignCurrencies.length] as string)
        : options.baseCurrency,
      active: index % 23 !== 22 || regular !== undefined,
      createdMs: madeMs,
      modifiedMs: madeMs,
      version: 0,
    };
  });
}

const ITEMS: readonly (readonly [code: string, name: string, kind: SimItem["kind"], income: string, expense: string])[] = [
  ["RET", "Monthly retainer", "service", "4010", "5100"],
  ["HRS", "Consulting hours", "service", "4010", "5100"],
  ["DES", "Design work", "service", "4010", "5100"],
  ["TRN", "Training day", "service", "4010", "6170"],
  ["SVC", "Service call", "service", "4000", "5100"],
  ["INST", "Installation", "service", "4000", "5100"],
  ["PUMP-2", 'Pump 2"', "inventory", "4020", "5000"],
  ["VALVE", "Valve ½ inch", "inventory", "4020", "5000"],
  ["BOLT-M8", "Bolt M8 × 40", "inventory", "4020", "5000"],
  ["DECK", "Decking board 3 m", "inventory", "4020", "5013"],
  ["PAPER", "Copy paper A4", "non_inventory", "4020", "6080"],
  ["FRT", "Freight", "non_inventory", "4100", "5010"],
];

/** Items that carry the account they post to. */
export function inventItems(options: BooksOptions, random: Random, accounts: readonly SimAccount[], createdMs: number): SimItem[] {
  const named = options.everyday !== undefined ? everydayItem : (code: string, name: string) => [code, name] as const;
  return ITEMS.map(([usual, name, kind, income, expense], index) => ({
    id: options.style === "a" ? uuidFrom(options.seed, `item-${usual}`) : String((options.style === "b" ? 3 : 70) + index * 2),
    code: named(usual, name)[0],
    name: named(usual, name)[1],
    kind,
    // An everyday firm has nothing on the account above those it sells on.
    incomeAccountId: accountByCode(accounts, options.everyday !== undefined && income === "4000" ? "4010" : income).id,
    expenseAccountId: accountByCode(accounts, expense).id,
    unitPrice: itemPrice(usual, random),
    active: true,
    createdMs,
    modifiedMs: createdMs + index * 2000,
    version: 0,
  }));
}

function itemPrice(code: string, random: Random): DecimalString {
  if (code === "BOLT-M8") return "0.1275" as DecimalString;
  const whole = randomInt(random, 12, 480);
  return `${whole}.${pick(random, ["00", "50", "95", "25"])}` as DecimalString;
}

const REGIONS = ["North", "South", "East", "West", "Offshore"];
const PROJECTS = ["Harbour upgrade", "Te Kōwhai", "Shop fit-out", "R&D", "Other, misc."];
const UNITS = ["Retail", "Wholesale", "Projects", "Administration"];

/** Tracking categories (a), Class and Department (b), department, class, location and two custom segments (c). */
export function inventDimensions(options: BooksOptions): SimDimension[] {
  const { style, seed } = options;
  if (style === "a") {
    const category = (name: string, values: readonly string[]): SimDimension => ({
      id: uuidFrom(seed, `category-${name}`),
      name,
      fieldKey: name,
      level: "line",
      values: values.map((value, index) => dimensionValue(uuidFrom(seed, `option-${name}-${value}`), value, null, index !== 4)),
    });
    // Every third company of this style has one category only.
    return seed % 3 === 0 ? [category("Region", REGIONS)] : [category("Region", REGIONS), category("Project", PROJECTS)];
  }
  if (style === "b") {
    return [
      listDimension("Class", "Class", "Class", "header_and_line", UNITS, 5_000_000_000_000_000_017n),
      listDimension("Department", "Department", "Department", "header", REGIONS, 2n),
    ];
  }
  return [
    listDimension("department", "Department", "department", "header_and_line", UNITS, 5n),
    listDimension("class", "Class", "class", "header_and_line", ["Services", "Goods", "Grants"], 3n),
    listDimension("location", "Location", "location", "header_and_line", REGIONS, 1n),
    listDimension("cseg_region", "Sales region", "cseg_region", "line", ["Americas", "EMEA", "APAC"], 1n),
    listDimension("cseg_funding", "Funding source", "cseg_funding", "header_and_line", ["Own funds", "Grant №1", "Loan"], 1n),
  ];
}

function listDimension(
  id: string,
  name: string,
  fieldKey: string,
  level: SimDimension["level"],
  names: readonly string[],
  firstId: bigint,
): SimDimension {
  // The last value hangs below the first one and is no longer used.
  const values = names.map((value, index) => {
    const last = index === names.length - 1 && names.length > 3;
    return dimensionValue((firstId + BigInt(index)).toString(), value, last ? firstId.toString() : null, !last);
  });
  return { id, name, fieldKey, level, values };
}

function dimensionValue(id: string, name: string, parentId: string | null, active: boolean): SimDimension["values"][number] {
  return { id, name, parentId, active };
}
