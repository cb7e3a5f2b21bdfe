import type { WriteContext } from "#main/ledgers/writing.ts";
import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import type { LedgerLink } from "#main/sync/ledger-link.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";

/** Items that the service made for itself begin so (rule 9). */
export const INTEGRATION_ITEM_MARK = "Tieout - ";

/** What an adapter may know while it prepares and reads a job, from facts gathered beforehand. */
export function writeContext(link: LedgerLink, discovery: Discovery, facts: WriteFacts, mark: string): WriteContext {
  const accounts = new Map(facts.accounts.map((account) => [account.id, account]));
  const items = new Map(facts.items.map((item) => [item.id, item]));
  const parties = new Map(facts.parties.map((party) => [party.id, party]));
  const records = new Map(facts.records.map((record) => [record.id, record]));
  return {
    ...link.facts,
    discovery,
    account: (id) => accounts.get(id),
    item: (id) => items.get(id),
    integrationItems: () => facts.items.filter(({ name, active }) => active && name.startsWith(INTEGRATION_ITEM_MARK)),
    party: (id) => parties.get(id),
    record: (id) => records.get(id),
    // The job's mark is ten letters; operation and part keep the whole below 24.
    reference: (operation, part) => `tieout-${mark.slice(-10)}-${operation}-${part}`,
    key: (call) => `${mark}-${call}`,
  };
}
