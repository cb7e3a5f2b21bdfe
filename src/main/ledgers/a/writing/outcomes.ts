import { compareDecimals, isDecimal } from "#shared/kernel/decimal.ts";
import { JsonRefusal } from "#shared/kernel/json-exact.ts";
import { counted } from "#shared/kernel/readable.ts";
import { AnswerUnreadable, type LedgerResponse } from "../../adapter.ts";
import type { ItemResult, PreparedCall, PreparedItem } from "../../writing.ts";
import { decodePage } from "../decode.ts";
import { verdict } from "../verdicts.ts";
import { type Expected, expectedOf } from "./expected.ts";
import { type JsonObject, objectsIn, readJson, readJsonObject, textIn, writeJson } from "./json.ts";

type Accepted = Extract<ItemResult, { outcome: "accepted" }>;

/**
 * The outcome of each item. Rule 15: a call that succeeds as a whole may still have rejected some objects, so
 * each one is read.
 * @throws AnswerUnreadable when an accepted answer doesn't settle an item
 */
export function outcomesOf(call: PreparedCall, response: LedgerResponse): readonly ItemResult[] {
  const judged = verdict(response);
  if (judged.kind !== "accepted") {
    const message =
      "message" in judged ? judged.message : `The ledger rejected the update without giving a reason (HTTP status ${response.status}).`;
    const body = new TextDecoder().decode(response.body);
    return call.items.map((item) => rejected(call, item, message, { status: response.status, body }));
  }
  const answers = answersOf(call, response);
  return call.items.map((item, index) => outcomeOf(call, item, pick(item, answers, index), response.status));
}

interface Answer {
  readonly text: string;
  readonly object: JsonObject;
}

function answersOf(call: PreparedCall, response: LedgerResponse): readonly Answer[] {
  const collection = call.request.path.split("/").at(-1) === "Allocations" ? "Allocations" : (call.request.path.split("/")[1] ?? "");
  const records = decodePage(response, collection).records;
  if (records.length < call.items.length)
    throw new AnswerUnreadable(`the ledger returned ${counted(records.length, "result")} for ${counted(call.items.length, "record")}`);
  try {
    return records.map((bytes) => new TextDecoder().decode(bytes)).map((text) => ({ text, object: readJsonObject(text) }));
  } catch (cause) {
    if (!(cause instanceof JsonRefusal)) throw cause;
    throw new AnswerUnreadable(`the ledger's answer for ${collection} isn't readable JSON: ${cause.message}`, { cause });
  }
}

/** Matched by the record's id or our reference in it, else by position, because the ledger keeps the order. */
function pick(item: PreparedItem, answers: readonly Answer[], index: number): Answer {
  const expected = expectedOf(item.expected);
  const found =
    expected.look === "made"
      ? answers.filter(({ object }) => textIn(object, expected.field) === expected.text)
      : answers.filter(({ object }) => textIn(object, `${item.entityType}ID`) === item.ledgerId);
  return (found.length === 1 ? found[0] : answers[index]) as Answer;
}

function outcomeOf(call: PreparedCall, item: PreparedItem, { text, object }: Answer, status: number): ItemResult {
  const messages = objectsIn(object, "ValidationErrors").flatMap((error) => textIn(error, "Message") ?? []);
  if (object.HasErrors === true || textIn(object, "StatusAttributeString") === "ERROR" || messages.length > 0) {
    return rejected(call, item, messages.join(" ") || "The ledger rejected the update without giving a reason.", { status, body: text });
  }
  const { operation, part, entityType } = item;
  const ledgerId = item.ledgerId ?? textIn(object, `${entityType}ID`);
  if (ledgerId === undefined) throw new AnswerUnreadable(`the ledger's answer has no ID for ${item.title}`);
  const accepted: Accepted = { operation, part, outcome: "accepted", entityType, ledgerId };
  const replaced = replacedIn(expectedOf(item.expected), object);
  return replaced.length === 0 ? accepted : { ...accepted, replaced };
}

function rejected(
  call: PreparedCall,
  item: PreparedItem,
  message: string,
  answer: { readonly status: number; readonly body: string },
): ItemResult {
  const { operation, part } = item;
  const request = `${call.request.method} ${call.request.path}\n${sentObject(call, item)}`;
  return { operation, part, outcome: "rejected", message, ledgerError: { ...answer, request } };
}

/** The object that was sent for the item. */
function sentObject(call: PreparedCall, item: PreparedItem): string {
  const body = readJson(call.request.body ?? "{}");
  const list = Array.isArray(body) ? body : Object.values(body as JsonObject).find(Array.isArray);
  const object = (list as readonly JsonObject[] | undefined)?.[call.items.indexOf(item)];
  return object === undefined ? (call.request.body ?? "") : writeJson(object);
}

/** Rule 21: values that the ledger stored differently from what the person was shown. */
function replacedIn(expected: Expected, object: JsonObject): NonNullable<Accepted["replaced"]> {
  if (!("promised" in expected)) return [];
  return Object.entries(expected.promised).flatMap(([field, sent]) => {
    const stored = storedValue(object, field);
    return stored === undefined || sameValue(sent, stored) ? [] : [{ field, sent, stored }];
  });
}

const HEADER_FIELDS: Readonly<Record<string, readonly string[]>> = {
  number: ["InvoiceNumber", "CreditNoteNumber"],
  reference: ["Reference"],
  memo: ["Narration"],
  total: ["Total"],
  amount: ["Amount"],
  "tax.amount": ["TotalTax"],
};

function storedValue(object: JsonObject, field: string): string | undefined {
  const line = /^lines\[(\d+)\]\.tax\.amount$/.exec(field);
  if (line !== null) {
    const lines = [...objectsIn(object, "LineItems"), ...objectsIn(object, "JournalLines")];
    const row = lines[Number(line[1])];
    return row === undefined ? undefined : textIn(row, "TaxAmount");
  }
  const name = HEADER_FIELDS[field]?.find((candidate) => candidate in object);
  // The ledger returns an empty reference when it didn't keep ours.
  return name === undefined ? undefined : (textIn(object, name) ?? "");
}

function sameValue(sent: string, stored: string): boolean {
  return sent === stored || (isDecimal(sent) && isDecimal(stored) && compareDecimals(sent, stored) === 0);
}
