import type { MirrorReader } from "#main/store/database/mirror-reader.ts";

/** A row of the mirror with what is known of where it came from. */
export type Sourced<Row> = Row & {
  readonly source_id: unknown;
  readonly entity_word: number;
  /** When the record was first seen as it is now. */
  readonly fetched_ms: number;
  readonly removed_ms: number | null;
};

/** The columns that make a row a sourced one. */
export const SOURCE_FACTS = "source_record.source_id, source_record.entity_word, source_record.fetched_ms, source_record.removed_ms";

/** The id of a sourced row's record. */
export function sourcedId(reader: MirrorReader, row: Pick<Sourced<object>, "source_id" | "entity_word">): string {
  return `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`;
}
