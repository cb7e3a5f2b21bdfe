import type { PackOrder } from "#main/pack/pack-order.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";

/** How somebody is printed: the full name and the title from the firm's list, as far as it has them. */
export function printedPerson(people: PackOrder["people"], noted: string): { readonly name: string; readonly title: string | null } {
  const name = nameOfNoted(noted);
  const person = people.find((one) => one.name.toLowerCase() === name.toLowerCase());
  return { name: person?.fullName ?? person?.name ?? name, title: person?.title ?? null };
}
