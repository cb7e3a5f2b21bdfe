import { normalisedName } from "#main/domain/duplicates/duplicates.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";

/** A party of the books that is called as somebody who was asked for. */
export interface Namesake {
  /** The name that was asked for. */
  readonly name: string;
  readonly party: string;
}

/** Parties that carry one of these names, however it is written; each name once. */
export function namesakes(reader: MirrorReader, names: readonly string[]): Namesake[] {
  const wanted = new Map(names.map((name) => [normalisedName(name), name]).filter(([key]) => key !== "") as [string, string][]);
  const found = new Map<string, Namesake>();
  const labels = prepared(
    reader.db,
    "SELECT label FROM entity JOIN source_record USING (rec_no) WHERE kind = 'party' AND removed_ms IS NULL ORDER BY id",
  )
    .pluck()
    .iterate() as IterableIterator<string>;
  for (const party of labels) {
    const name = wanted.get(normalisedName(party));
    if (name !== undefined && !found.has(name)) found.set(name, { name, party });
  }
  return [...found.values()];
}
