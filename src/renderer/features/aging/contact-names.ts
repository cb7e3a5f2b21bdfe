import type { OperationOutput } from "#main/operations/collection.ts";

/** The names of the parties of an aging, by id. */
export function partyNames(aging: OperationOutput<"reports.aging"> | undefined): ReadonlyMap<string, string> {
  const parties = [...(aging?.rows ?? []), ...(aging?.unappliedCash ?? [])].map(({ party }) => party);
  return new Map(parties.flatMap((party) => (party === null ? [] : [[party.id, party.name]])));
}
