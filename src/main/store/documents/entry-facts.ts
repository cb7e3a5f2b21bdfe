import { mostCommon, type TaxCodeChoice, taxCodeChoices } from "#main/domain/documents/tax-codes.ts";
import { findChoices } from "#main/store/clients/choices.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import type { EntryDefaults } from "#shared/contract/books/entries.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import type { TaxRate } from "#shared/model/books/tax.ts";

const RECENT_OF_CONTACT = 24;
const RECENT_OF_LEDGER = 200;
const ENDED = (["voided", "voided_or_zero", "deleted"] as const).map(documentStatusCode.encode).join(",");

/** The latest documents of a type, of one contact or of everybody. */
function recent(reader: MirrorReader, type: DocumentType, partyWord: number | null, limit: number) {
  return prepared(
    reader.db,
    `SELECT rec_no, due_day - issue_day AS days FROM document JOIN source_record USING (rec_no)
     WHERE type = @type AND (@party IS NULL OR party_word = @party) AND removed_ms IS NULL AND status NOT IN (${ENDED})
     ORDER BY issue_day DESC, rec_no DESC LIMIT @limit`,
  ).all({ type: documentTypeCode.encode(type), party: partyWord, limit }) as {
    readonly rec_no: number;
    readonly days: number | null;
  }[];
}

/** What a new document of a contact most likely has: the days until it is due, and what its first line posts to. */
export function entryDefaults(reader: MirrorReader, type: DocumentType, partyId: string | undefined): EntryDefaults {
  const word = partyId === undefined ? null : reader.words.find(partyId);
  const own = word === null ? [] : recent(reader, type, word, RECENT_OF_CONTACT);
  const ownDays = daysOf(own);
  const days = ownDays.length > 0 ? ownDays : daysOf(recent(reader, type, null, RECENT_OF_LEDGER));
  const line = own[0] === undefined ? undefined : reader.documents([own[0].rec_no], "own")[0]?.lines[0];
  const targetId = line?.kind === "item" ? line.itemId : line?.accountId;
  const named =
    line === undefined || targetId === undefined
      ? undefined
      : findChoices(reader, { kind: line.kind, text: "", limit: 1, id: targetId })[0];
  return {
    termDays: mostCommon(days),
    termsOf: ownDays.length > 0 ? "contact" : "ledger",
    line:
      line === undefined || named === undefined ? null : { kind: line.kind, target: named, taxCode: line.tax.components[0]?.code ?? null },
  };
}

function daysOf(rows: readonly { readonly days: number | null }[]): number[] {
  return rows.flatMap(({ days }) => (days === null || days < 0 ? [] : [days]));
}

/** The tax codes that a line of this type of document may name; `unlisted` has names of those that the ledger keeps no record of. */
export function entryTaxCodes(
  reader: MirrorReader,
  type: DocumentType,
  ledgerWorksOut: boolean,
  unlisted: Readonly<Record<string, string>>,
): TaxCodeChoice[] {
  const bodies = prepared(
    reader.db,
    "SELECT body FROM entity JOIN source_record USING (rec_no) WHERE kind = 'tax_rate' AND removed_ms IS NULL ORDER BY id",
  )
    .pluck()
    .all() as string[];
  const numbers = recent(reader, type, null, RECENT_OF_LEDGER).map(({ rec_no }) => rec_no);
  const used = reader.documents(numbers, "own").flatMap(({ lines }) => lines.flatMap(({ tax }) => tax.components[0]?.code ?? []));
  return taxCodeChoices(
    bodies.map((body) => JSON.parse(body) as TaxRate),
    used,
    type,
    ledgerWorksOut,
    unlisted,
  );
}
