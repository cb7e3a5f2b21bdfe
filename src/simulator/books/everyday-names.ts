/** Account names of an everyday firm, where the usual name belongs to one trade; nesting stays. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  "Consulting fees": "Services",
  Timber: "Imported materials",
  "Treated timber": "Freight inwards",
  Decking: "Port charges",
};

/** Items that a bakery, a dentist and a carrier may all sell, by the code of the usual one. */
const ITEMS: Readonly<Record<string, readonly [code: string, name: string]>> = {
  RET: ["STAND", "Standing order, monthly"],
  HRS: ["HRS", "Labour, by the hour"],
  DES: ["MADE", "Made to order"],
  TRN: ["DAY", "Workshop day"],
  SVC: ["CALL", "Call-out"],
  INST: ["SETUP", "Setting up on site"],
  "PUMP-2": ["SET-2", 'Gift set 2"'],
  VALVE: ["SET-½", "Half set"],
  "BOLT-M8": ["LABEL", "Labels 40 × 60"],
  DECK: ["BOARD", "Display board 3 m"],
};

export function everydayAccount(name: string): string {
  return ACCOUNTS[name] ?? name;
}

export function everydayItem(code: string, name: string): readonly [code: string, name: string] {
  return ITEMS[code] ?? [code, name];
}

/** Names that careless code breaks and that look right on screen: a spreadsheet takes the one with @ for a formula. */
const AWKWARD = ["O'Brien & Sons", '"Quoted" Signs Ltd', "@Home Interiors", "Żółć Ćwikła GmbH"];

/** The awkward name at a place among customers or vendors: a few have one, and not the biggest ones. */
export function everydayAwkward(place: number): string | undefined {
  return AWKWARD[place - EVERYDAY_FROM];
}

const EVERYDAY_FROM = 10;
