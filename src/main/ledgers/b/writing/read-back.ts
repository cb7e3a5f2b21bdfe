import { AnswerUnreadable, type LedgerRequest, type LedgerResponse, type PageRecord } from "../../adapter.ts";
import type { WriteContext, WrittenRecord } from "../../writing.ts";
import { queryRecords, recordStamp } from "../decode.ts";
import { queryRequest } from "../requests.ts";
import { readCurrent } from "./current-record.ts";
import { isWrittenEntity, splitId, streamOf, type WrittenEntity } from "./entities.ts";
import { WriteRefused } from "./refused.ts";

type Streamed = PageRecord & { readonly stream: string };

/** Ids that one query asks for; keeps the address short enough for any proxy. */
const IDS_PER_QUERY = 100;

/**
 * The records that were written and those that moved with them, in their streams' shape. One that the
 * ledger has no more comes as the stub that the change feed would send, so that it is mirrored as deleted.
 */
export function* readBackOf(
  context: WriteContext,
  written: readonly WrittenRecord[],
): Generator<LedgerRequest, readonly Streamed[], LedgerResponse> {
  const records: Streamed[] = [];
  for (const [entity, ids] of idsByEntity(written)) {
    const found = new Map<string, Uint8Array>();
    if (ids.length > 1) yield* queryByIds(context, entity, ids, found);
    for (const id of ids) {
      const bytes = found.get(id) ?? (yield* readOne(context, entity, id));
      records.push({ stream: streamOf(entity), bytes });
    }
  }
  return records;
}

function idsByEntity(written: readonly WrittenRecord[]): Map<WrittenEntity, readonly string[]> {
  const ids = new Map<WrittenEntity, string[]>();
  const add = (entity: string, id: string): void => {
    if (!isWrittenEntity(entity) || id === "") return;
    const list = ids.get(entity) ?? [];
    if (!list.includes(id)) list.push(id);
    ids.set(entity, list);
  };
  for (const { entityType, ledgerId, alsoMoved } of written) {
    add(entityType, ledgerId);
    for (const moved of alsoMoved) {
      const { entity, ledgerId: id } = splitId(moved);
      add(entity, id);
    }
  }
  return ids;
}

function* queryByIds(
  context: WriteContext,
  entity: WrittenEntity,
  ids: readonly string[],
  found: Map<string, Uint8Array>,
): Generator<LedgerRequest, void, LedgerResponse> {
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    const anyOf = ids.slice(at, at + IDS_PER_QUERY).map((text) => ({ text }));
    const where = [{ property: "Id", operator: "IN", value: { anyOf } }] as const;
    const answer = yield queryRequest(context, { entity, where, orderBy: "Id", startPosition: 1, maxResults: anyOf.length });
    for (const bytes of queryRecords(answer.body, entity)) found.set(recordStamp(bytes).id ?? "", bytes);
  }
}

function* readOne(context: WriteContext, entity: WrittenEntity, id: string): Generator<LedgerRequest, Uint8Array, LedgerResponse> {
  try {
    const current = yield* readCurrent(context, entity, id);
    return new TextEncoder().encode(current?.text ?? JSON.stringify({ status: "Deleted", Id: id }));
  } catch (cause) {
    if (!(cause instanceof WriteRefused)) throw cause;
    throw new AnswerUnreadable(cause.message, { cause });
  }
}
