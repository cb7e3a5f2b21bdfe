import { addDays, monthStart } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { addDocument, inventLines, type Making, pickEntity, pickParty } from "../making.ts";
import { documentNumber } from "../numbers.ts";
import type { SimParty } from "../types.ts";

const LARGEST = "98765432.10" as DecimalString;
/** A good month's order of a small firm: large beside the others, and still believed. */
const LARGEST_EVERYDAY = "8765.40" as DecimalString;

/** Documents that every company has, however small: a very large amount, and one in each foreign currency. */
export function generateSpecials(making: Making): void {
  making.phase.early = false;
  special(making, pickParty(making, "customer", false), making.options.everyday !== undefined ? LARGEST_EVERYDAY : LARGEST);
  for (const currency of making.options.foreignCurrencies) {
    const party = making.books.parties.find((candidate) => candidate.currency === currency && candidate.active);
    if (party !== undefined) special(making, party);
  }
}

function special(making: Making, party: SimParty, unitPrice?: DecimalString): void {
  const { options } = making;
  const date = monthStart(options.today, -Math.min(1, options.months - 1));
  const kind = party.role === "vendor" ? "purchase_bill" : "sales_invoice";
  const lines = inventLines(making, kind, party.currency, 1);
  const { id } = addDocument(making, {
    kind,
    number: documentNumber(making, kind),
    partyId: party.id,
    date,
    dueDate: addDays(date, 60),
    entityId: pickEntity(making),
    lines: unitPrice === undefined ? lines : lines.map((line) => ({ ...line, quantity: "1" as DecimalString, unitPrice })),
  });
  making.kept.add(id);
}
