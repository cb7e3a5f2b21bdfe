import type { LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import { AnswerUnreadable } from "#main/ledgers/adapter.ts";
import { holds, isObject, objectsIn, parseWireObject, refOf, textOf, type WireObject } from "#main/ledgers/wire-json.ts";
import type { Look, PreparedCall, PreparedItem, WriteContext } from "#main/ledgers/writing.ts";
import { changedInLedger } from "../../changed-in-ledger.ts";
import { queryRecords } from "../decode.ts";
import { isVoidedNote } from "../derive-status.ts";
import { MAX_QUERY_ROWS, type QueryCondition, queryRequest } from "../requests.ts";
import { batchIdOf } from "./calls.ts";
import { readCurrent, tokenOf } from "./current-record.ts";
import { isWrittenEntity, type WrittenEntity } from "./entities.ts";
import { type Expectation, expectationOf } from "./planned-write.ts";
import { bearsMark } from "./reference.ts";
import { WriteRefused } from "./refused.ts";

type Creation = Extract<Expectation, { readonly kind: "create" }>;
type Change = Exclude<Expectation, { readonly kind: "create" }>;
type Asking<T> = Generator<LedgerRequest, T, LedgerResponse>;

/** Looks for what a call may have done whose answer was lost (rule 28). Reads only. */
export function* lookFor(context: WriteContext, call: PreparedCall): Asking<readonly Look[]> {
  const found: Look[] = [];
  for (const item of call.items) found.push(yield* lookForItem(context, call, item));
  return found;
}

function* lookForItem(context: WriteContext, call: PreparedCall, item: PreparedItem): Asking<Look> {
  const expected = expectationOf(item);
  try {
    if (expected.kind === "create") return yield* lookForNew(context, item, expected);
    return yield* lookAtChanged(context, call, item, expected);
  } catch (cause) {
    if (!(cause instanceof WriteRefused)) throw cause;
    return { operation: item.operation, part: item.part, found: "refused", message: cause.message };
  }
}

/**
 * A new record is found by its mark. Its number is tried first, because that is one short answer; but a
 * number may be replaced or be taken by others, so the day is searched when the number does not show it.
 */
function* lookForNew(context: WriteContext, item: PreparedItem, { promised, date, name }: Creation): Asking<Look> {
  const entity = entityOf(item);
  const { operation, part, reference } = item;
  const isOurs = (record: WireObject) =>
    name === undefined ? bearsMark(textOf(record.PrivateNote), reference ?? "") : textOf(record.Name) === name;
  const ways: QueryCondition[] = [];
  if (name !== undefined) ways.push({ property: "Name", operator: "=", value: { text: name } });
  // Payments received keep their number in a field that queries do not know.
  if (promised.number !== undefined && entity !== "Payment")
    ways.push({ property: "DocNumber", operator: "=", value: { text: promised.number } });
  if (date !== undefined) ways.push({ property: "TxnDate", operator: "=", value: { day: date } });
  for (const where of ways) {
    const ids = (yield* queryAll(context, entity, where)).filter(isOurs).flatMap((record) => textOf(record.Id) ?? []);
    const [ledgerId] = ids;
    if (ids.length > 1)
      return {
        ...{ operation, part, found: "several" },
        message: `The ledger has ${ids.length} records with the ${name === undefined ? `reference ${reference} in the memo` : `name ${name}`} (IDs ${ids.join(", ")}).`,
      };
    if (ledgerId !== undefined) return { operation, part, found: "present", entityType: entity, ledgerId };
  }
  return { operation, part, found: "absent" };
}

function* queryAll(context: WriteContext, entity: WrittenEntity, where: QueryCondition): Asking<WireObject[]> {
  const records = new Map<string, WireObject>();
  for (let startPosition = 1; ; startPosition += MAX_QUERY_ROWS) {
    const answer = yield queryRequest(context, { entity, where: [where], orderBy: "Id", startPosition, maxResults: MAX_QUERY_ROWS });
    const page = queryRecords(answer.body, entity).map((bytes) => parseWireObject(new TextDecoder().decode(bytes)));
    for (const record of page) records.set(textOf(record.Id) ?? "", record);
    if (page.length < MAX_QUERY_ROWS) return [...records.values()];
  }
}

/** A changed record tells by its version whether anything happened, and by its content whether it was us. */
function* lookAtChanged(context: WriteContext, call: PreparedCall, item: PreparedItem, expected: Change): Asking<Look> {
  const { operation, part, version } = item;
  const entity = entityOf(item);
  const ledgerId = item.ledgerId ?? "";
  const current = yield* readCurrent(context, entity, ledgerId);
  const present: Look = { operation, part, found: "present", entityType: entity, ledgerId };
  if (current === null)
    return expected.kind === "delete"
      ? present
      : { operation, part, found: "changed", message: "The transaction was deleted in the ledger." };
  if (tokenOf(current.record) === version) return { operation, part, found: "absent" };
  const isDone =
    expected.kind === "void"
      ? isVoidedNote(textOf(current.record.PrivateNote))
      : expected.kind === "update" && isAfterImage(current.record, sentRecord(call, item), expected.changed);
  return isDone ? present : { operation, part, found: "changed", message: changedInLedger(expected.kind) };
}

/** The body that was sent for an item, from the stored call. */
function sentRecord(call: PreparedCall, item: PreparedItem): WireObject {
  const body = parseWireObject(call.request.body ?? "{}");
  if (call.request.batch !== true) return body;
  const own = objectsIn(body.BatchItemRequest).find(({ bId }) => bId === batchIdOf(item))?.[item.entityType];
  return isObject(own) ? own : {};
}

function isAfterImage(current: WireObject, sent: WireObject, changed: readonly string[]): boolean {
  return changed.every((member) => {
    if (member === "Line") return sameLines(objectsIn(current.Line), objectsIn(sent.Line));
    if (member === "TxnTaxDetail") return holds(totalTax(current), totalTax(sent));
    // A full update empties what it leaves out; the ledger puts its own rate in place of one.
    if (sent[member] === undefined) return member === "ExchangeRate" || isEmpty(current[member]);
    return sent[member] === "" ? textOf(current[member]) === undefined : holds(current[member], sent[member]);
  });
}

function isEmpty(member: WireObject[string]): boolean {
  return textOf(member) === undefined && refOf(member) === undefined;
}

/** What the ledger works out from the lines says nothing about whose lines they are; a stated amount does. */
function totalTax({ TxnTaxDetail }: WireObject): WireObject["TotalTax"] {
  return isObject(TxnTaxDetail) ? TxnTaxDetail.TotalTax : undefined;
}

/** Every line that was sent is there once, in any order, and no other; the ledger's own sums do not count. */
function sameLines(current: readonly WireObject[], sent: readonly WireObject[]): boolean {
  const counts = (line: WireObject) => line.DetailType !== "SubTotalLineDetail" && line.DetailType !== "DescriptionOnly";
  const left = current.filter(counts);
  for (const line of sent.filter(counts)) {
    const at = left.findIndex((candidate) => holds(candidate, comparable(line)));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

/** Positions are the ledger's to count. */
function comparable({ LineNum: _position, ...line }: WireObject): WireObject {
  return line;
}

function entityOf({ entityType }: PreparedItem): WrittenEntity {
  if (!isWrittenEntity(entityType))
    throw new AnswerUnreadable(`A ledger update names a record type that Tieout can't update: ${entityType}.`);
  return entityType;
}
