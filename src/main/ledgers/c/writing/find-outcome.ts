import type { LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import { decimalOf, holds, isObject, objectsIn, parseWireObject, refOf, type Wire, type WireObject } from "#main/ledgers/wire-json.ts";
import type { Look, PreparedCall, PreparedItem, WriteContext } from "#main/ledgers/writing.ts";
import { isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import { isAccepted, readRows } from "../decode.ts";
import { query, referenceLiteral, wordLiteral } from "../query-text.ts";
import { queryRequest } from "../requests.ts";
import { recordPath } from "./prepare.ts";
import { type RecordName, recordOfType } from "./record-types.ts";

type Looking<T> = Generator<LedgerRequest, T, LedgerResponse>;
const UTF8 = new TextDecoder();

/** Rule 28: after a lost answer, the ledger is searched by reference or by id. */
export function* lookFor(context: WriteContext, call: PreparedCall): Looking<readonly Look[]> {
  const looks: Look[] = [];
  for (const item of call.items)
    looks.push(item.ledgerId === null ? yield* lookForNew(context, item) : yield* lookForChange(context, item, item.ledgerId));
  return looks;
}

function* lookForNew(context: WriteContext, item: PreparedItem): Looking<Look> {
  const { operation, part, entityType, reference } = item;
  const text = query`SELECT t.id FROM transaction t WHERE t.externalid = ${referenceLiteral(reference ?? "")} AND t.type = ${wordLiteral(entityType)} ORDER BY t.id`;
  const answer = yield queryRequest(context, text, 10);
  const ids = readRows(answer, 10).rows.map((row) => (JSON.parse(row.text) as { readonly id: string | number }).id);
  const key = { operation, part };
  if (ids.length > 1)
    return {
      ...key,
      found: "several",
      message: `The ledger has ${ids.length} records with the reference ${reference} (IDs ${ids.join(", ")}).`,
    };
  return ids.length === 0 ? { ...key, found: "absent" } : { ...key, found: "present", entityType, ledgerId: String(ids[0]) };
}

function* lookForChange(context: WriteContext, item: PreparedItem, ledgerId: string): Looking<Look> {
  const { operation, part, entityType, expected } = item;
  const key = { operation, part };
  const record = recordOfType(entityType) as RecordName;
  const response = yield {
    method: "GET",
    path: `${recordPath(context, record)}/${ledgerId}`,
    query: { expandSubResources: "true" },
    allowRejection: true,
  };
  const present: Look = { ...key, found: "present", entityType, ledgerId };
  if (!isAccepted(response)) {
    // Only "no such record" proves a deletion; any other refusal proves nothing.
    if (!isNoSuchRecord(response)) return { ...key, found: "refused", message: "The ledger won't show the record." };
    return expected === null ? present : { ...key, found: "changed", message: "The transaction is no longer in the ledger." };
  }
  if (expected === null) return { ...key, found: "absent" };
  const current = parseWireObject(UTF8.decode(response.body));
  return isThere(current, parseWireObject(String(expected))) ? present : { ...key, found: "absent" };
}

/** What was emptied has to be empty; anything else has to be as it was sent. */
function shows(now: Wire | undefined, sent: Wire | undefined): boolean {
  return sent === null || sent === "" ? holds(null, now) : holds(now, sent);
}

function isNoSuchRecord({ status }: LedgerResponse): boolean {
  return status === 404 || status === 410;
}

/** Whether the record has every field and line of the change as it was sent. */
function isThere(current: WireObject, sent: WireObject): boolean {
  return Object.entries(sent).every(([name, value]) => {
    if (!isObject(value) || value.items === undefined) return shows(current[name], value);
    const sublist = current[name];
    const standing = isObject(sublist) ? objectsIn(sublist.items) : [];
    return standsAsSent(standing, objectsIn(value.items), name);
  });
}

/**
 * Each line that was sent appears once. A sublist of lines is always sent complete, so an extra line means that
 * a removed line is still there.
 */
function standsAsSent(standing: readonly WireObject[], sent: readonly WireObject[], sublist: string): boolean {
  if (sublist !== "apply" && standing.length !== sent.length) return false;
  const left = [...standing];
  // Match lines by number first, so that a new line doesn't take the place of an existing one.
  return [...sent.filter(({ line }) => line !== undefined), ...sent.filter(({ line }) => line === undefined)].every((line) => {
    const at = left.findIndex((item) => lineHolds(item, line, sublist));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function lineHolds(item: WireObject, line: WireObject, sublist: string): boolean {
  if (sublist !== "apply") return Object.entries(line).every(([name, value]) => shows(item[name], value));
  return refOf(item.doc) === refOf(line.doc) && sameAmount(item.amount, line.amount);
}

function sameAmount(a: Wire | undefined, b: Wire | undefined): boolean {
  const [ours, theirs] = [decimalOf(a), decimalOf(b)];
  return ours !== undefined && theirs !== undefined && isZero(subtractDecimals(ours, theirs));
}
