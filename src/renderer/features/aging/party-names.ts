import type { MethodOutput } from "#shared/contract/index.ts";

/** The names of the parties of an aging, by id. */
export function partyNames(aging: MethodOutput<"reports.aging"> | undefined): ReadonlyMap<string, string> {
  const parties = [...(aging?.rows ?? []), ...(aging?.unappliedCash ?? [])].map(({ party }) => party);
  return new Map(parties.flatMap((party) => (party === null ? [] : [[party.id, party.name]])));
}
