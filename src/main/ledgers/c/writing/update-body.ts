import { absoluteDecimal, compareDecimals, type DecimalString, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { moneyName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";
import { recordName } from "#shared/model/labels/record-name.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { DocumentChanges as Changes, LineChange, LineDraft } from "#shared/model/ledger/write.ts";
import { type ChangedField, changedField } from "../../changed-in-ledger.ts";
import { changedNumber } from "../../changed-lines.ts";
import { decimalOf, isNumeral, isObject, objectsIn, sameWire, textOf, type Wire, type WireObject } from "../../wire-json.ts";
import type { WriteContext } from "../../writing.ts";
import { factsOf } from "../facts.ts";
import { changedHeader, changedLine, headerFields, lineFields, sublistOf } from "./record-body.ts";
import type { RecordName } from "./record-types.ts";
import { type MovedField, quoted, someoneChanged } from "./whole-record.ts";

/** The content of a PATCH: only what changes, and the sublists that are sent whole. */
export interface PatchBody {
  readonly body: WireObject;
  /** Sublists with removed lines, or with lines that change their side: sent whole and replaced. */
  readonly replaced: readonly string[];
}

/**
 * The change to the record as it is now. Lines are matched by number, and lines that aren't named stay. When
 * lines are removed, their sublist is rebuilt from what was just read and sent whole, so that no line is
 * dropped unseen.
 */
export function patchBody(
  context: WriteContext,
  record: RecordName,
  mirrored: MappedDocument,
  changes: Changes,
  current: WireObject,
): Result<PatchBody, Failure> {
  const failure = movedSince(context, record, mirrored, changes, current);
  if (failure !== null) return fail(failure);
  const header = changedHeader(context, changes);
  if (changes.lines === undefined && Object.keys(header).length === 0)
    return fail({ code: "invalid_input", message: "There are no changes to save.", field: "changes" });
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
    const isWhole = isCut || sent.some((line) => changesSide(mirrored.id, line, standing));
    if (isWhole) replaced.push(name);
    body[name] = { items: sent.map((line) => lineItem(context, name, mirrored.id, line, standing, isWhole)) };
  }
  return ok({ body, replaced });
}

/** An existing line is identified by its number. In a sublist that is sent whole, it keeps everything that was read and isn't changed. */
function lineItem(
  context: WriteContext,
  sublist: string,
  id: string,
  line: LineChange,
  standing: readonly WireObject[],
  whole: boolean,
): WireObject {
  const number = lineNumber(id, line);
  const known = standing.find((item) => numberOf(item) === number);
  const fields = changedLine(context, sublist, line);
  if (known === undefined) return fields;
  const { links: _links, refName: _refName, debit: _debit, credit: _credit, ...kept } = known;
  return whole ? { ...kept, ...fields } : { line: known.line, ...fields };
}

/** A debit becomes a credit, or the reverse. Of a line that is only patched, the ledger would keep the other side as well. */
function changesSide(id: string, line: LineDraft, standing: readonly WireObject[]): boolean {
  const number = lineNumber(id, line);
  const known = standing.find((item) => numberOf(item) === number);
  const other = decimalOf(line.net.amount.startsWith("-") ? known?.debit : known?.credit);
  return other !== undefined && !isZero(other);
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

/** Someone else's changes since the mirror read the record: added or removed lines, or every field this change would overwrite. */
function movedSince(
  context: WriteContext,
  record: RecordName,
  mirrored: MappedDocument,
  changes: Changes,
  current: WireObject,
): Failure | null {
  const sent = changedHeader(context, changes);
  const seen = headerFields(context, mirrored);
  const hidden = factsOf(context.discovery).refused.transaction ?? [];
  const fields = Object.entries(sent).flatMap(([name, value]) => {
    const unseen = seen[name] === undefined && (NOT_ALWAYS_SHOWN.has(name) || hidden.includes(name.toLowerCase()));
    return !unseen && isOverwritten(name, current, seen, value) ? [moved(name, current[name], seen[name])] : [];
  });
  if (changes.lines !== undefined) fields.push(...movedLines(context, record, mirrored, changes.lines, current));
  return fields.length === 0 ? null : someoneChanged(recordName({ document: mirrored }), fields, movedTotal(context, mirrored, current));
}

/**
 * The total where it moved: it follows from the lines, so it's no conflict of its own. It is only named in another currency, and where it
 * is negative, because the record may have it with the other sign.
 */
function movedTotal(context: WriteContext, mirrored: MappedDocument, current: WireObject): ChangedField[] {
  const { type, total } = mirrored;
  const amount = decimalOf(current.total);
  if (amount === undefined || type === "journal") return [];
  const isSameCurrency = keepsCurrency(context, mirrored, current);
  if (isSameCurrency && compareDecimals(absoluteDecimal(amount), absoluteDecimal(total.amount)) === 0) return [];
  const isToldByHow = isSameCurrency && !amount.startsWith("-") && !total.amount.startsWith("-");
  return [isToldByHow ? changedField("total", { ...total, amount }, total, "total") : named("total", "total")];
}

/** False where the record is in another currency now. A role that can't see its currency can't tell. */
function keepsCurrency(context: WriteContext, { currency }: MappedDocument, current: WireObject): boolean {
  const { currency: seen } = headerFields(context, { currency });
  return seen === undefined || current.currency === undefined || sameWire(current.currency, seen);
}

/** A field that changed, without the values. */
function named(name: string, weight: ChangedField["weight"]): ChangedField {
  return { name, values: null, weight };
}

/** What changed in lines since they were last read: overwriting or removing them would undo someone else's work. */
function movedLines(
  context: WriteContext,
  record: RecordName,
  mirrored: MappedDocument,
  drafts: readonly LineChange[],
  current: WireObject,
): readonly MovedField[] {
  const now = new Set(SUBLISTS.flatMap((name) => sublistItems(current, name).map(numberOf)));
  const then = new Set(mirrored.lines.map((line) => line.source.id));
  const differs = now.size !== then.size || [...then].some((number) => !now.has(number));
  if (differs && now.size === then.size)
    return [{ what: "some of its lines", brief: [changedField("lines", [], [])], now: null, seen: null }];
  if (differs) {
    const brief = changedNumber(then.size, now.size);
    return [{ what: "the number of lines", brief: [brief], now: String(now.size), seen: String(then.size) }];
  }
  return movedInLines(context, record, mirrored, drafts, current);
}

const SUBLISTS = ["expense", "item", "line"] as const;
/** The mirror has these only where they carry information: a rate other than the base currency's, one of several legal entities. */
const NOT_ALWAYS_SHOWN: ReadonlySet<string> = new Set(["exchangeRate", "currency", "subsidiary"]);
/** Every line has these. A role that can't see them can't tell whether they changed. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(["account", "item", "currency", "subsidiary"]);

/** The same of lines that are all still there. */
function movedInLines(
  context: WriteContext,
  record: RecordName,
  mirrored: MappedDocument,
  drafts: readonly LineChange[],
  current: WireObject,
): readonly MovedField[] {
  const fields: MovedField[] = [];
  const isSameCurrency = keepsCurrency(context, mirrored, current);
  const items = SUBLISTS.flatMap((name) => sublistItems(current, name));
  for (const [index, line] of mirrored.lines.entries()) {
    const place = `line ${index + 1}`;
    const number = line.source.id;
    const item = items.find((candidate) => numberOf(candidate) === number);
    if (item === undefined) continue;
    const amount = amountOf(item);
    const hasMoved = amount !== undefined && compareDecimals(amount, line.net.amount) !== 0;
    if (hasMoved) {
      const net = { ...line.net, amount };
      const what = `amount of ${place}`;
      fields.push(
        isSameCurrency
          ? { what: `the ${what}`, brief: [changedField(what, net, line.net)], now: moneyName(net), seen: moneyName(line.net) }
          : { what: `the ${what}`, brief: [named(what, "amount")], now: null, seen: null },
      );
    }
    const seen = lineFields(context, sublistOf(record, line), line);
    const draft = drafts.find((candidate) => lineNumber(mirrored.id, candidate) === number);
    const sent = draft === undefined ? undefined : changedLine(context, sublistOf(record, draft), draft);
    for (const name of Object.keys(sent ?? seen).filter((field) => !AMOUNTS.has(field))) {
      // Item lines have their text in the item's description.
      const now = name === "memo" && item.memo === undefined ? { ...item, memo: item.description } : item;
      const called = name === "memo" ? "description" : name;
      if (!isOverwritten(name, now, seen, sent?.[name])) continue;
      const field = moved(`${called} of ${place}`, now[name], seen[name]);
      fields.push(hasMoved && OF_AMOUNT.has(name) ? { ...field, brief: [] } : field);
    }
  }
  return fields;
}

const AMOUNTS: ReadonlySet<string> = new Set(["amount", "debit", "credit"]);
/** What an amount comes from changes with it. */
const OF_AMOUNT: ReadonlySet<string> = new Set(["quantity", "rate"]);

/** True when a field has neither the last seen value nor the one being sent. */
function isOverwritten(name: string, current: WireObject, seen: WireObject, sent: Wire | undefined): boolean {
  const now = name === "isBillable" && current[name] === false ? undefined : current[name];
  if (now === undefined && NEVER_EMPTY.has(name)) return false;
  // The mirror keeps neither percentage prices nor the customer of a line that isn't billable.
  if (seen[name] === undefined && (name === "rate" || (name === "customer" && current.isBillable !== true))) return false;
  return !sameWire(now, seen[name]) && (sent === undefined || !sameWire(now, sent));
}

/** The debit of a journal line, or its credit as a negative amount; undefined where the line has no amount. */
function amountOf(item: WireObject): DecimalString | undefined {
  const credit = decimalOf(item.credit);
  if (credit !== undefined && !isZero(credit)) return negateDecimal(credit);
  return decimalOf(item.amount) ?? decimalOf(item.debit);
}

function moved(what: string, now: Wire | undefined, seen: Wire | undefined): MovedField {
  return { what: `the ${wordsOf(what)}`, brief: [changedField(wordsOf(what), now, seen)], now: show(now), seen: show(seen) };
}

/** A value in a sentence; null for another record, which the ledger gives by its id. */
function show(value: Wire | undefined): string | null {
  if (value === undefined || value === null) return "empty";
  if (isObject(value)) return null;
  return isNumeral(value) ? value.rawJSON : typeof value === "string" ? quoted(value) : String(value);
}

/** The ledger's fields as accountants call them; those of its own custom fields stay as they are. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  tranId: "number",
  otherRefNum: "reference",
  tranDate: "date",
  dueDate: "due date",
  exchangeRate: "exchange rate",
  isBillable: "billable status",
  rate: "price",
  entity: "contact",
  subsidiary: "legal entity",
};

function wordsOf(what: string): string {
  return what.replace(/^\w+/, (name) => FIELD_WORDS[name] ?? name);
}
