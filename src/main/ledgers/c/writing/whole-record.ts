import { canonicalDecimal, isDecimal } from "#shared/kernel/decimal.ts";
import { JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";
import { counted, dayName, moneyName } from "#shared/kernel/readable.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import { recordName } from "#shared/model/labels/record-name.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type LedgerRequest, type LedgerResponse, type ReadContext, RecordMalformed } from "../../adapter.ts";
import { type ChangedField, changedBriefly } from "../../changed-in-ledger.ts";
import { changedParts } from "../../changed-lines.ts";
import { isIdField, movedField, movedValue } from "../../moved-field.ts";
import type { WriteContext } from "../../writing.ts";
import { mapTransaction } from "../mappers/transaction.ts";
import { kindOf } from "../transaction-kinds.ts";
import { readTransactionsById } from "../transaction-pages.ts";
import { ownId } from "./record-body.ts";

type Content = Readonly<Record<string, unknown>>;

const UTF8 = new TextDecoder();

/**
 * Reads a record as its stream does and compares it with the mirror, before a call that acts on the whole
 * record: a deletion, an approval, an application. The ledger has no record versions.
 * @returns the conflict, or null when the record is unchanged
 */
export function* movedSinceSeen(context: WriteContext, id: string): Generator<LedgerRequest, Failure | null, LedgerResponse> {
  const mirrored = context.record(id);
  const kind = kindOf(id.slice(0, id.indexOf(":")));
  if (mirrored === undefined || kind === undefined)
    return { code: "not_found", message: `Transaction ${id} isn't in this client's books or can't be changed from Tieout.`, field: "id" };
  const name = recordName(mirrored);
  const [current] = yield* readTransactionsById(kind, context, [ownId(id)]);
  if (current === undefined)
    return { code: "conflict", message: `${name} was deleted in the ledger.`, next: "Sync the client. Nothing was sent." };
  const text = UTF8.decode(current.bytes);
  const [seen, now] = [contentOf(context, mirrored.raw), contentOf(context, text)];
  const fields = Object.keys({ ...seen, ...now }).filter((key) => isMoved(key, seen[key], now[key]));
  const [field] = fields;
  if (field === undefined) return null;
  // What a record posts follows from its other fields.
  const own = fields.length === 1 ? fields : fields.filter((key) => key !== "postings");
  const brief = own.flatMap((key) => changedParts(key, now[key], seen[key]));
  const moved = { what: `the ${movedField(field)}`, brief, now: shown(field, now[field]), seen: shown(field, seen[field]) };
  return {
    ...someoneChanged(name, [moved]),
    ledgerError: { status: 200, body: text, request: `GET ${id}\nlast seen: ${mirrored.raw}` },
  };
}

/** What a field holds now, and what it held when the record was last read; null where neither tells people anything. */
export interface MovedField {
  readonly what: string;
  /** The same where room is short; nothing for what another field says already. */
  readonly brief: readonly ChangedField[];
  readonly now: string | null;
  readonly seen: string | null;
}

/** More than these would be a list, not a sentence. */
const NAMED = 3;

/** The fields with their values, as a part of a sentence. */
function nowAndThen(fields: readonly MovedField[]): string {
  const told = fields.slice(0, NAMED).map(({ what, now, seen }) => {
    if (now === null || seen === null) return `${what} changed`;
    return fields.length > 1 ? `${what} is now ${now} (was ${seen})` : `${what} is now ${now} and was ${seen} when Tieout last read it`;
  });
  const more = fields.length - NAMED;
  return [...told, ...(more > 0 ? [`${counted(more, "more field")} changed`] : [])].join("; ");
}

/** Text that someone typed, so that it doesn't read as part of the sentence; a day as people write it. */
export function quoted(value: string): string {
  if (isDecimal(value)) return value;
  return value === "" ? "empty" : /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayName(value) : `“${value}”`;
}

/**
 * The conflict for a record that changed since it was last read.
 * @param besides what is only told where room is short
 */
export function someoneChanged(name: string, fields: readonly MovedField[], besides: readonly ChangedField[] = []): Failure {
  const message = `${name} was changed in the ledger: ${nowAndThen(fields)}.`;
  const brief = changedBriefly([...besides, ...fields.flatMap((field) => field.brief)]);
  return { code: "conflict", message, brief, next: "Sync the client, review the record, then try again." };
}

/** A payload's content, field by field. One that can't be mapped is compared as raw text. */
function contentOf(context: WriteContext, payload: string): Content {
  const records = recordsOf(context, payload);
  if (records.length === 0) return { payload };
  const content = records.map(({ kind, value }) => (kind === "journal" ? { postings: value.postings } : value));
  return JSON.parse(JSON.stringify(Object.assign({}, ...content), comparable)) as Content;
}

function recordsOf(context: WriteContext, payload: string): readonly MappedRecord[] {
  try {
    return mapTransaction(readingOf(context), parseExactJson(payload)).records;
  } catch (error) {
    if (!(error instanceof RecordMalformed || error instanceof JsonRefusal)) throw error;
    return [];
  }
}

/** When a record was read and its party's name are no part of its content. */
const LEFT_OUT: ReadonlySet<string> = new Set(["source", "partyName"]);
const DECIMALS: ReadonlySet<string> = new Set(["amount", "quantity", "exchangeRate"]);

function comparable(name: string, value: unknown): unknown {
  if (LEFT_OUT.has(name)) return undefined;
  return DECIMALS.has(name) && typeof value === "string" && isDecimal(value) ? canonicalDecimal(value) : value;
}

/** Fields that people fill in later. Any other field that only the newer payload has wasn't read before. */
const FILLED_IN: ReadonlySet<string> = new Set(["number", "reference", "memo", "dueDate", "description"]);

function isMoved(name: string, seen: unknown, now: unknown): boolean {
  if (seen === undefined) return now !== undefined && FILLED_IN.has(name);
  if (typeof seen !== "object" || typeof now !== "object" || seen === null || now === null) return seen !== now;
  if (Array.isArray(seen) && Array.isArray(now) && seen.length !== now.length) return true;
  const [before, after] = [seen as Content, now as Content];
  return Object.keys({ ...before, ...after }).some((key) => isMoved(key, before[key], after[key]));
}

/** A value in a sentence; null for an id, and for what has several parts. */
function shown(name: string, value: unknown): string | null {
  if (isIdField(name)) return null;
  if (value === undefined) return "empty";
  if (typeof value === "string") return quoted(movedValue(name, value));
  if (typeof value !== "object" || value === null) return String(value);
  return "amount" in value && "currency" in value ? moneyName(value as Parameters<typeof moneyName>[0]) : null;
}

function readingOf(context: WriteContext): ReadContext {
  const { tenantId, profile, wantsJournals, pageSize, discovery, item, account } = context;
  return {
    tenantId,
    profile,
    wantsJournals,
    pageSize,
    discovery,
    item,
    account,
    fetchedAt: discovery.discoveredAt,
    accountIdByCode: () => undefined,
    itemIdByCode: () => undefined,
    moneyAccountOf: () => undefined,
  };
}
