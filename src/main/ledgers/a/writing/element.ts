import type { LedgerRequest } from "../../adapter.ts";
import type { PreparedCall, PreparedItem, WriteContext } from "../../writing.ts";
import { writeRequest } from "../requests.ts";
import { type JsonObject, writeJson } from "./json.ts";

/** One object of a call that changes the ledger, before objects are put together into calls. */
export interface Element {
  readonly method: "PUT" | "POST";
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Null where the endpoint takes one bare object. */
  readonly collection: string | null;
  readonly object: JsonObject;
  readonly item: PreparedItem;
}

const OBJECTS_MAX = 50;

/**
 * Puts elements together into calls of at most fifty objects, in the order of the operations. Each
 * call has its own idempotency key.
 */
export function callsOf(context: WriteContext, elements: readonly Element[]): PreparedCall[] {
  const groups: Element[][] = [];
  for (const element of elements) {
    const open = groups.at(-1);
    if (open?.[0] !== undefined && open.length < OBJECTS_MAX && joins(open[0], element)) open.push(element);
    else groups.push([element]);
  }
  return groups.map((group, index) => ({ request: requestOf(context, group, index), items: group.map(({ item }) => item), replays: true }));
}

function joins(a: Element, b: Element): boolean {
  return a.collection !== null && a.method === b.method && a.path === b.path && a.collection === b.collection;
}

function requestOf(context: WriteContext, group: readonly Element[], index: number): LedgerRequest {
  const { method, path, query, collection, object } = group[0] as Element;
  const body = collection === null ? writeJson(object) : writeJson(group.map((element) => element.object));
  return writeRequest(context, { method, path, query, collection, body, key: context.key(index) });
}
