import { compareDecimals, type DecimalString, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { MappedDocument } from "#shared/model/mapped-record.ts";
import type { LineDraft, WriteOperation } from "#shared/model/write.ts";
import { decimalOf, isNumeral, isObject, objectsIn, refOf, sameWire, textOf, type Wire, type WireObject } from "../../wire-json.ts";
import type { WriteContext } from "../../writing.ts";
import { headerFields, lineFields, sublistOf } from "./record-body.ts";
import type { RecordName } from "./record-types.ts";

type Changes = Extract<WriteOperation, { readonly kind: "update_document" }>["changes"];

/** What a PATCH carries: only what changes, and the sublists that are sent whole. */
export interface PatchBody {
  readonly body: WireObject;
  /** Sublists of which lines were taken away: sent whole and replaced. */
  readonly replaced: readonly string[];
}

/**
 * The change against the record as it stands now. Lines are matched by their number; those that are
 * not named stay, unless lines were taken away: then their sublist starts from what was just read
 * and is sent whole, so that nothing is dropped that nobody looked at.
 */
export function patchBody(
  context: WriteContext,
  record: RecordName,
  mirrored: MappedDocument,
  changes: Changes,
  current: WireObject,
): Result<PatchBody, Failure> {
  const moved = movedSince(context, mirrored, changes, current);
  if (moved !== null) return fail(moved);
  const header = headerFields(context, changes);
  if (changes.lines === undefined && Object.keys(header).length === 0)
    return fail({ code: "invalid_input", message: "Nothing would change.", field: "changes" });
  if (changes.lines === undefined) return ok({ body: header, replaced: [] });
  const names = [record.accountLines, record.itemLines].filter((name) => name !== null);
  const body: { [key: string]: Wire } = { ...header };
  const replaced: string[] = [];
  for (const name of names) {
    const sent = changes.lines.filter((line) => sublistOf(record, line) === name);
    const standing = sublistItems(current, name);
    const kept = new Set(sent.map((line) => lineNumber(mirrored.id, line)));
    const isCut = standing.some((item) => !kept.has(numberOf(item)));
    if (sent.length === 0 && !isCut) continue;
    if (isCut) replaced.push(name);
    body[name] = { items: sent.map((line) => lineItem(context, name, mirrored.id, line, standing, isCut)) };
  }
  return ok({ body, replaced });
}

/** A line that exists goes by its number; of one that is sent whole, everything read stays unless it changes. */
function lineItem(
  context: WriteContext,
  sublist: string,
  id: string,
  line: LineDraft,
  standing: readonly WireObject[],
  whole: boolean,
): WireObject {
  const number = lineNumber(id, line);
  const known = standing.find((item) => numberOf(item) === number);
  const fields = lineFields(context, sublist, line);
  if (known === undefined) return fields;
  const { links: _links, refName: _refName, ...kept } = known;
  return whole ? { ...kept, ...fields } : { line: known.line, ...fields };
}

/** The number of a line in the ledger, from the line's id; undefined for a new line. */
function lineNumber(documentId: string, line: LineDraft): string | undefined {
  if (line.id === undefined) return undefined;
  return line.id.startsWith(`${documentId}/`) ? line.id.slice(documentId.length + 1) : line.id;
}

export function sublistItems(record: WireObject, name: string): readonly WireObject[] {
  const sublist = record[name];
  return isObject(sublist) ? objectsIn(sublist.items) : [];
}

function numberOf(item: WireObject): string | undefined {
  const { line } = item;
  return isNumeral(line) ? line.rawJSON : textOf(line);
}

/** Someone else's change since the mirror read the record: lines that came or went, or a field that we would overwrite. */
function movedSince(context: WriteContext, mirrored: MappedDocument, changes: Changes, current: WireObject): Failure | null {
  const seen = headerFields(context, {
    ...(changes.number === undefined || mirrored.number === undefined ? {} : { number: mirrored.number }),
    ...(changes.reference === undefined || mirrored.reference === undefined ? {} : { reference: mirrored.reference }),
    ...(changes.issueDate === undefined ? {} : { issueDate: mirrored.issueDate }),
    ...(changes.dueDate === undefined || mirrored.dueDate === undefined ? {} : { dueDate: mirrored.dueDate }),
    ...(changes.memo === undefined || mirrored.memo === undefined ? {} : { memo: mirrored.memo }),
  });
  const field = Object.keys(seen).find((name) => !sameWire(current[name], seen[name]));
  if (field !== undefined) return conflict(mirrored, `${field} is now ${show(current[field])}; you saw ${show(seen[field])}.`);
  if (changes.lines === undefined) return null;
  const now = new Set(["expense", "item", "line"].flatMap((name) => sublistItems(current, name).map(numberOf)));
  const then = new Set(mirrored.lines.map((line) => line.source.id));
  const differs = now.size !== then.size || [...then].some((number) => !now.has(number));
  if (differs) return conflict(mirrored, `it has ${now.size} lines now; you saw ${then.size}.`);
  return movedAmount(mirrored, current);
}

/** A line whose amount is no longer the one that was seen: sending ours would undo somebody else's. */
function movedAmount(mirrored: MappedDocument, current: WireObject): Failure | null {
  const items = ["expense", "item", "line"].flatMap((name) => sublistItems(current, name));
  for (const { source, net } of mirrored.lines) {
    const item = items.find((candidate) => numberOf(candidate) === source.id);
    const amount = item === undefined ? undefined : amountOf(item);
    if (amount !== undefined && compareDecimals(amount, net.amount) !== 0)
      return conflict(mirrored, `line ${source.id} is now ${amount}; you saw ${net.amount}.`);
  }
  return null;
}

/** Of a journal line the debit, or the credit with a minus; undefined where the line states no amount. */
function amountOf(item: WireObject): DecimalString | undefined {
  const credit = decimalOf(item.credit);
  if (credit !== undefined && !isZero(credit)) return negateDecimal(credit);
  return decimalOf(item.amount) ?? decimalOf(item.debit);
}

function conflict(mirrored: MappedDocument, what: string): Failure {
  return {
    code: "conflict",
    message: `Someone else changed ${mirrored.number ?? mirrored.id}: ${what}`,
    next: "Sync the client, look at the record again, then decide.",
  };
}

function show(value: Wire | undefined): string {
  if (value === undefined || value === null) return "empty";
  return isObject(value) ? (refOf(value) ?? "a record") : isNumeral(value) ? value.rawJSON : String(value);
}
