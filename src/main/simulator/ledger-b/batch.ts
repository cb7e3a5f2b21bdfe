import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { badQuery, type Fault, faultNode, unsupported, validation } from "./faults.ts";
import type { JsonNode, JsonObject } from "./json-writer.ts";
import { QueryRefusal } from "./query-grammar.ts";
import { runQuery } from "./query-run.ts";
import { readJsonObject } from "./read-json.ts";
import type { Tables } from "./rows.ts";

type Item = { readonly [key: string]: ExactJson };

/**
 * Runs the operations of a batch: each succeeds or fails on its own.
 * @returns the answer body, or a fault when the request as a whole cannot be read
 */
export function runBatch(tables: Tables, body: string, most: number): JsonObject | Fault {
  const items = readItems(body);
  if (items === null) return validation("2010", "Request has invalid or unsupported property", "BatchItemRequest is missing or not a list");
  if (items.length > most) return validation("1040", "Batch size exceeded", `A batch holds at most ${most} operations`);
  return { BatchItemResponse: items.map((item) => ({ ...answer(tables, item), bId: textOf(item.bId) })) };
}

function answer(tables: Tables, item: Item): { [key: string]: JsonNode } {
  const query = item.Query;
  if (typeof query !== "string") return { Fault: faultNode(unsupported) };
  try {
    return { QueryResponse: runQuery(tables, query) };
  } catch (refusal) {
    if (!(refusal instanceof QueryRefusal)) throw refusal;
    return { Fault: faultNode(badQuery(refusal.message)) };
  }
}

function readItems(body: string): Item[] | null {
  const list = readJsonObject(body)?.BatchItemRequest;
  if (!Array.isArray(list)) return null;
  return list.filter((item): item is { [key: string]: ExactJson } => typeof item === "object" && item !== null && !Array.isArray(item));
}

function textOf(value: ExactJson | undefined): string {
  return typeof value === "string" ? value : "";
}
