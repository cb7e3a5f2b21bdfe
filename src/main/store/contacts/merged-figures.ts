import { foldAging, foldSpend, type KeptParty } from "#main/domain/contacts/fold-parties.ts";
import type { AgingReport } from "#main/store/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { partyBook } from "./party-book.ts";
import type { SpendReport } from "./spend.ts";

/** The aging by merged contacts (rule 22); its tie-out stays that of the ledger's records. */
export function mergedAging(reader: MirrorReader, report: AgingReport): AgingReport {
  return foldAging(report, keptParties(reader));
}

/** Spend by merged contacts. */
export function mergedSpend(reader: MirrorReader, report: SpendReport): SpendReport {
  return { ...report, series: foldSpend(report.series, keptParties(reader)) };
}

function keptParties(reader: MirrorReader): KeptParty {
  const { parties, keptOf } = partyBook(reader);
  return (party) => {
    const kept = keptOf(party.id);
    // A kept record that the ledger has removed leaves the others standing for themselves.
    const name = parties.get(kept)?.name;
    return kept === party.id || name === undefined ? party : { id: kept, name };
  };
}
