import { type EntryKind, REVALUATION_TYPES } from "#main/domain/postings/revaluation.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { documentTypeCode } from "#main/store/records/codes.ts";

/** What tells the kind of an entry: its record, and the columns of its journal, null where the ledger has no feed of them. */
export interface EntryKindRow {
  readonly rec_no: number;
  readonly document_id: string | null;
  readonly source_type_word: number | null;
  /** 1 for an entry of the ledger's own feed. */
  readonly fed: 0 | 1;
}

/** The columns of `EntryKindRow` from a record `p` and its journal `j`, if it has one. */
export const ENTRY_KIND = "p.rec_no, j.document_id, j.source_type_word, j.rec_no IS NOT NULL AS fed";

/** Whether a record is a journal, and what the ledger calls it. */
export function entryKind(reader: MirrorReader, row: EntryKindRow): EntryKind {
  const { source_type_word } = row;
  return { isJournal: isJournal(reader, row), sourceType: source_type_word === null ? null : reader.words.text(source_type_word) };
}

/** The words for revaluations that this ledger has used. */
export function revaluationWords(reader: MirrorReader): number[] {
  return REVALUATION_TYPES.flatMap((type) => reader.words.find(type) ?? []);
}

function isJournal(reader: MirrorReader, { rec_no, document_id, fed }: EntryKindRow): boolean {
  if (fed === 1 && document_id === null) return true;
  const recNo = document_id === null ? rec_no : recordNumber(reader, document_id, "document");
  const type = prepared(reader.db, "SELECT type FROM document WHERE rec_no = ?").pluck().get(recNo) as number | undefined;
  return type !== undefined && documentTypeCode.decode(type) === "journal";
}
