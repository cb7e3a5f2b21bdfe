import type { ConnectionFacts, LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import { type ExactJson, JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";
import { counted } from "#shared/kernel/readable.ts";
import { bodyText, isAccepted, readRows } from "../decode.ts";
import { isName, query } from "../query-text.ts";
import { catalogRequest, pageLimit, queryRequest } from "../requests.ts";

/** A custom segment: `key` is its field on lines and begins with `cseg_`. */
export interface Segment {
  readonly key: string;
  readonly name: string;
  readonly active: boolean;
  /** Tables that may hold its values, the likeliest first. */
  readonly tables: readonly string[];
}

export interface SegmentsFound {
  readonly segments: readonly Segment[];
  /** How they were found, in words. */
  readonly evidence: string;
}

const SEGMENT_KEY = /^cseg_[a-z0-9_]+$/;

/**
 * Finds the custom segments (rule 20): first the segment table, which some roles may not query,
 * then the field listue of bills and invoices. None found is a state of the account, not an error.
 */
export function* discoverSegments(connection: ConnectionFacts): Generator<LedgerRequest, SegmentsFound, LedgerResponse> {
  const limit = pageLimit(connection);
  // All columns: their names differ between accounts, and one that does not exist refuses the query.
  const answer = yield queryRequest(connection, query`SELECT * FROM customsegment`, limit, true);
  if (isAccepted(answer)) {
    const { rows } = readRows(answer, limit);
    const segments = unique(rows.map((row) => segmentOfRow(parseExactJson(UTF8.decode(row.bytes)))));
    if (rows.length === 0) return { segments, evidence: "The ledger lists no custom segments." };
    if (segments.length > 0) return { segments, evidence: `The ledger lists ${counted(segments.length, "custom segment")}.` };
  }
  const found: (Segment | null)[] = [];
  let answered = 0;
  for (const recordType of ["vendorBill", "invoice"] as const) {
    const catalog = yield catalogRequest(connection, recordType);
    const parsed = isAccepted(catalog) ? readJson(bodyText(catalog)) : undefined;
    if (parsed === undefined) continue;
    answered++;
    collectProperties(parsed, found);
  }
  const segments = unique(found);
  if (answered === 0) return { segments, evidence: "Tieout can't read the ledger's custom segments." };
  return {
    segments,
    evidence: `Tieout can't read the ledger's list of custom segments. It found ${segments.length || "none"} among the fields of bills and invoices.`,
  };
}

const UTF8 = new TextDecoder();

function segmentOfRow(row: ExactJson): Segment | null {
  if (row === null || typeof row !== "object" || Array.isArray(row)) return null;
  const columns = new Map(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
  const texts = ["scriptid", "fieldid", "internalid", "id", ...columns.keys()].map((name) => columns.get(name));
  const key = texts.find((value) => typeof value === "string" && SEGMENT_KEY.test(value.toLowerCase()));
  if (typeof key !== "string") return null;
  const name = ["label", "name"].map((column) => columns.get(column)).find((value) => typeof value === "string" && value !== "");
  const record = columns.get("recordtype") ?? columns.get("recordscriptid");
  const inactive = columns.get("isinactive");
  return segment(key, typeof name === "string" ? name : undefined, inactive !== "T" && inactive !== true, record);
}

function segment(key: string, name: string | undefined, active: boolean, record?: ExactJson): Segment {
  const field = key.toLowerCase();
  const named =
    typeof record === "string" && /^custom(record|list)_/i.test(record) && isName(record.toLowerCase()) ? [record.toLowerCase()] : [];
  // The values live in a custom record that is named after the segment.
  const tables = [...new Set([...named, `customrecord_${field}`, field])];
  return { key: field, name: name ?? field, active, tables };
}

/** Walks a field listue: segments of the header are properties, those of lines are nested below them. */
function collectProperties(value: unknown, found: (Segment | null)[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (SEGMENT_KEY.test(name.toLowerCase())) {
      const title = typeof inner === "object" && inner !== null && "title" in inner ? inner.title : undefined;
      found.push(segment(name, typeof title === "string" && title !== "" ? title : undefined, true));
    } else collectProperties(inner, found);
  }
}

function unique(found: readonly (Segment | null)[]): Segment[] {
  const byKey = new Map<string, Segment>();
  for (const one of found) {
    const known = one === null ? undefined : byKey.get(one.key);
    if (one !== null && (known === undefined || known.name === known.key)) byKey.set(one.key, one);
  }
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Undefined for an answer that is not JSON: the catalogue is evidence, and its absence is said in the evidence. */
function readJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonRefusal)) throw cause;
    return undefined;
  }
}
