import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { hasSearchIndex } from "#main/store/database/search-index.ts";
import type { SearchHit } from "#shared/contract/clients/search.ts";
import { readDecimal, toTenThousandths } from "#shared/kernel/decimal.ts";

export interface SearchQuestion {
  readonly text: string;
  /** Hits of each kind. */
  readonly limit: number;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** What a mirror's search found; `indexed` is false until the first read has ended. */
export interface SearchAnswer {
  readonly indexed: boolean;
  readonly hits: readonly SearchHit[];
}

/**
 * Finds documents by words of their number, reference, note and party, by an exact amount, or by both; parties and
 * accounts by a part of their name or code. Every word must occur, the beginning of each is enough.
 */
export function searchMirror(reader: MirrorReader, { text, limit }: SearchQuestion): SearchAnswer {
  const indexed = hasSearchIndex(reader.db);
  const words = text.match(WORD) ?? [];
  if (words.length === 0) return { indexed, hits: [] };
  const recNos = indexed
    ? [...new Set([...documentNumbers(reader, words, amountOf(text), limit), ...withAmount(reader, text, limit)])]
    : [];
  return { indexed, hits: [...namedHits(reader, text.trim(), limit), ...documentHits(reader, recNos.slice(0, limit))] };
}

/** Ten-thousandths of an amount as people type it, grouped, in parentheses or with a minus; null when it is none. */
function amountOf(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^\((.+)\)$/, "$1")
    .replaceAll(/[\s,'\u00a0\u202f]/g, "")
    .replace(/^[-−]/, "");
  const value = readDecimal(plain);
  return value === null ? null : toTenThousandths(value);
}

function documentNumbers(reader: MirrorReader, words: readonly string[], amount: number | null, limit: number): readonly number[] {
  const byAmount = amount === null ? [] : ofAmount(reader, amount, limit);
  const byWord = fewestMatches(reader, words, limit) ?? matching(reader, words, limit);
  return [...new Set([...byAmount, ...byWord] as number[])].slice(0, limit);
}

function ofAmount(reader: MirrorReader, amount: number, limit: number, beyond = 0): number[] {
  const query = `SELECT rec_no FROM document WHERE total BETWEEN @amount AND @amount + @beyond OR total BETWEEN -@amount - @beyond AND -@amount
    ORDER BY rec_no DESC LIMIT @limit`;
  return prepared(reader.db, query).pluck().all({ amount, beyond, limit }) as number[];
}

/** The newest documents of an amount among the words, such as `kestrel 10935`, with or without its cents, that have all the other words. */
function withAmount(reader: MirrorReader, text: string, limit: number): readonly number[] {
  const terms = text.trim().split(/\s+/);
  return terms.flatMap((term, at) => {
    const amount = amountOf(term);
    const words = terms.toSpliced(at, 1).flatMap((other) => other.match(WORD) ?? []);
    if (amount === null || words.length === 0) return [];
    const cents = term.includes(".") ? 0 : 9_999;
    return ofAmount(reader, amount, FEW, cents).filter(hasWords(reader, words)).slice(0, limit);
  });
}

/** The newest documents in which every word begins one of theirs. */
function matching(reader: MirrorReader, words: readonly string[], limit: number): readonly number[] {
  return prepared(reader.db, "SELECT rowid FROM document_search WHERE document_search MATCH @match ORDER BY rowid DESC LIMIT @limit")
    .pluck()
    .all({ match: words.map((word) => `"${word}"*`).join(" "), limit }) as number[];
}

/** More documents than this with the longest word, and the index is asked for all words at once. */
const FEW = 300;

/**
 * The same by the longest word alone, the others looked for in the documents themselves; null where it is in too many of them.
 * The index gathers every document for every word: one like the `N` of `N-1042`, which is in all of them, would be waited for.
 */
function fewestMatches(reader: MirrorReader, words: readonly string[], limit: number): readonly number[] | null {
  const longest = words.reduce((most, word) => (word.length > most.length ? word : most), "");
  const found = words.length < 2 ? [] : matching(reader, [longest], FEW);
  if (words.length < 2 || found.length === FEW) return null;
  return found.filter(hasWords(reader, words)).slice(0, limit);
}

/** Whether every word begins one of a document's. */
function hasWords(reader: MirrorReader, words: readonly string[]): (recNo: number) => boolean {
  const text = prepared(reader.db, "SELECT concat_ws(' ', number, reference, memo, party_name) FROM document WHERE rec_no = ?").pluck();
  const begins = words.map(plainWord);
  return (recNo) => {
    const own = plainWord(text.get(recNo) as string).match(WORD) ?? [];
    return begins.every((word) => own.some((one) => one.startsWith(word)));
  };
}

/** A word as the index keeps it: small letters without marks. */
function plainWord(word: string): string {
  return word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function documentHits(reader: MirrorReader, recNos: readonly number[]): readonly SearchHit[] {
  return reader.documents(recNos, "own").map((document) => ({
    kind: "document" as const,
    id: document.id,
    label: document.number ?? document.reference ?? document.id,
    detail: document.party?.name ?? null,
    type: document.type,
    unappliedKind: document.unappliedKind ?? null,
    date: document.issueDate,
    amount: document.total.amount,
    currency: document.total.currency,
    removed: document.removedDetectedAt !== null,
  }));
}

/** Parties and accounts, those that begin with the text first. */
function namedHits(reader: MirrorReader, text: string, limit: number): readonly SearchHit[] {
  const like = text.replaceAll(/[\\%_]/g, "\\$&");
  const rows = prepared(
    reader.db,
    `SELECT * FROM (
       SELECT kind, id, body ->> 'name' AS name, body ->> 'code' AS code, body ->> 'type' AS type,
              ROW_NUMBER() OVER (PARTITION BY kind ORDER BY (body ->> 'name' LIKE @start ESCAPE '\\') DESC, body ->> 'name' COLLATE NOCASE, id) AS place
       FROM entity JOIN source_record USING (rec_no)
       WHERE kind IN ('party', 'account') AND removed_ms IS NULL
         AND (body ->> 'name' LIKE @part ESCAPE '\\' OR body ->> 'code' LIKE @start ESCAPE '\\')
     ) WHERE place <= @limit ORDER BY kind DESC, place`,
  ).all({ start: `${like}%`, part: `%${like}%`, limit }) as {
    readonly kind: "party" | "account";
    readonly id: string;
    readonly name: string;
    readonly code: string | null;
    readonly type: string | null;
  }[];
  return rows.map(({ kind, id, name, code, type }) => ({ kind, id, label: name, detail: kind === "account" ? (code ?? type) : null }));
}
