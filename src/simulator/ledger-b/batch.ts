import { entityNamed } from "./entities.ts";
import { badQuery, type Fault, faultNode, unsupported, validation } from "./faults.ts";
import type { JsonNode, JsonObject } from "./json-writer.ts";
import { QueryRefusal } from "./query-grammar.ts";
import { runQuery } from "./query-run.ts";
import { readJsonObject } from "./read-json.ts";
import { runWrite, type WriteSetting } from "./writes.ts";
import { asBody, type SentBody, sentText } from "./writing/sent-body.ts";
import type { WriteEffect } from "./writing/write-log.ts";

export interface BatchAnswer {
  readonly answer: JsonObject | Fault;
  readonly effects: readonly WriteEffect[];
}

/** True for a batch that holds anything but queries. */
export function batchWrites(body: string): boolean {
  return (readItems(body) ?? []).some((item) => typeof item.Query !== "string");
}

/**
 * Runs the operations of a batch: each succeeds or fails on its own.
 * @returns the answer body, or a fault when the request as a whole cannot be read
 */
export function runBatch(setting: WriteSetting, body: string, most: number): BatchAnswer {
  const items = readItems(body);
  const none: readonly WriteEffect[] = [];
  if (items === null)
    return {
      answer: validation("2010", "Request has invalid or unsupported property", "BatchItemRequest is missing or not a list"),
      effects: none,
    };
  if (items.length > most)
    return { answer: validation("1040", "Batch size exceeded", `A batch holds at most ${most} operations`), effects: none };
  const ids = items.map((item) => sentText(item.bId) ?? "");
  if (new Set(ids).size !== ids.length || ids.some((id) => id.length > 10))
    return { answer: validation("2050", "Invalid bId", "Every operation needs a bId of its own of at most 10 characters"), effects: none };
  const effects: WriteEffect[] = [];
  const answers = items.map((item): JsonNode => ({ ...answer(setting, item, effects), bId: sentText(item.bId) ?? "" }));
  return { answer: { BatchItemResponse: answers }, effects };
}

function answer(setting: WriteSetting, item: SentBody, effects: WriteEffect[]): { [key: string]: JsonNode | undefined } {
  const query = item.Query;
  if (typeof query === "string") return queryAnswer(setting, query);
  const operation = sentText(item.operation);
  const name = Object.keys(item).find((key) => entityNamed(key) !== undefined);
  const entity = name === undefined ? undefined : entityNamed(name);
  const body = name === undefined ? null : asBody(item[name]);
  const known = operation === "create" || operation === "update" || operation === "delete";
  if (entity === undefined || body === null || !known) return { Fault: faultNode(unsupported) };
  // The word must say what the body does.
  if ((operation === "create") !== (body.Id === undefined)) return { Fault: faultNode(unsupported) };
  const written = runWrite(setting, { entity, operation: operation === "delete" ? "delete" : null, body });
  if ("fault" in written) return { Fault: faultNode(written.fault) };
  effects.push(written.effect);
  return { ...written.answer };
}

function queryAnswer({ current, nowMs }: WriteSetting, query: string): { [key: string]: JsonNode | undefined } {
  try {
    return { QueryResponse: runQuery(current.tables(nowMs), query) };
  } catch (refusal) {
    if (!(refusal instanceof QueryRefusal)) throw refusal;
    return { Fault: faultNode(badQuery(refusal.message)) };
  }
}

function readItems(body: string): SentBody[] | null {
  const list = readJsonObject(body)?.BatchItemRequest;
  return Array.isArray(list) ? list.map(asBody).filter((item) => item !== null) : null;
}
