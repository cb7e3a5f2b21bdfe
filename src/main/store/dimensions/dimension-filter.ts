import { sql } from "kysely";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { assignedLines, type OwnAssignment, ownAssignments, ownValuesOf } from "./own-dimensions.ts";

export interface DimensionValueFilter {
  readonly dimensionId: string;
  readonly valueId: string;
}

/** True for documents with a line that has the value: from the ledger, or assigned here (rules 10 and 20). */
export function hasDimensionValue(reader: MirrorReader, filter: DimensionValueFilter) {
  const words = wordsWith(reader, filter);
  const ofLedger = sql`EXISTS (SELECT 1 FROM document_line l WHERE l.rec_no = document.rec_no AND l.dimensions_word IN (SELECT value FROM json_each(${JSON.stringify(words)})))`;
  const own = ownAssignments(reader).filter(({ dimensionId }) => dimensionId === filter.dimensionId);
  return own.length === 0 ? sql<boolean>`${ofLedger}` : sql<boolean>`(${ofLedger} OR ${ownMatch(reader, filter, own)})`;
}

/** The interned sets of dimension values that hold this one. */
function wordsWith({ db }: MirrorReader, { dimensionId, valueId }: DimensionValueFilter): number[] {
  return prepared(
    db,
    `SELECT DISTINCT word_no FROM word, json_each(IIF(word.text LIKE '[{"dimensionId"%', word.text, '[]')) WHERE
     json_extract(json_each.value, '$.dimensionId') = ? AND json_extract(json_each.value, '$.valueId') = ?`,
  )
    .pluck()
    .all(dimensionId, valueId) as number[];
}

/** Lines that were assigned the value, and lines of its accounts and parties that nothing nearer decides otherwise. */
function ownMatch(reader: MirrorReader, { valueId }: DimensionValueFilter, own: readonly OwnAssignment[]) {
  const word = (id: string) => reader.words.find(id) ?? -1;
  const targets = (kind: "account" | "party", having: boolean) =>
    JSON.stringify(
      own
        .filter(({ target, valueId: given }) => target.kind === kind && (!having || given === valueId))
        .map(({ target }) => word(target.id)),
    );
  const valuesOf = ownValuesOf(own);
  const lines = assignedLines(reader, own);
  const key = ({ recNo, lineNo }: { readonly recNo: number; readonly lineNo: number }) => `${recNo}/${lineNo}`;
  const having = lines.filter(({ id }) => valuesOf({ lineId: id, accountId: undefined, partyId: undefined })[0]?.valueId === valueId);
  const list = (text: string) => sql`(SELECT value FROM json_each(${text}))`;
  const place = sql`(l.rec_no || '/' || l.line_no)`;
  return sql`EXISTS (SELECT 1 FROM document_line l WHERE l.rec_no = document.rec_no AND (
    ${place} IN ${list(JSON.stringify(having.map(key)))}
    OR (${place} NOT IN ${list(JSON.stringify(lines.map(key)))} AND (
      l.account_word IN ${list(targets("account", true))}
      OR (COALESCE(l.account_word, 0) NOT IN ${list(targets("account", false))} AND document.party_word IN ${list(targets("party", true))})))))`;
}
