import { assert } from "#shared/kernel/assert.ts";
import { type WireObject, writeWire } from "../../wire-json.ts";
import type { PreparedCall, WriteContext } from "../../writing.ts";
import { writeRequest } from "../requests.ts";
import { pathOf } from "./entities.ts";
import { type PlannedWrite, preparedItem } from "./planned-write.ts";

/** Operations that one batch call may hold. */
const BATCH_MAX = 30;
const REQUEST_ID_MAX = 50;
const REQUEST_ID_MAX_IN_BATCH = 36;

/**
 * Turns operations into calls: several into batches, a single one into a separate call. Voids are always
 * separate, because a batch can't express them. Rule 28: every call carries its own idempotency value.
 */
export function callsOf(context: WriteContext, writes: readonly PlannedWrite[]): readonly PreparedCall[] {
  const together = writes.filter((write) => write.expected.kind !== "void");
  const groups: (readonly PlannedWrite[])[] = [];
  for (let at = 0; at < together.length; at += BATCH_MAX) groups.push(together.slice(at, at + BATCH_MAX));
  groups.push(...writes.filter((write) => write.expected.kind === "void").map((write) => [write]));
  return groups.map((group, index) => {
    const [first] = group;
    assert(first !== undefined, "a call without an operation");
    return group.length === 1 ? singleCall(context, first, context.key(index)) : batchCall(context, group, context.key(index));
  });
}

/** The id of an operation within a batch: at most 10 characters. */
export function batchIdOf({ operation, part }: Pick<PlannedWrite, "operation" | "part">): string {
  return `${operation}-${part}`;
}

function singleCall(context: WriteContext, write: PlannedWrite, key: string): PreparedCall {
  assert(key.length > 0 && key.length <= REQUEST_ID_MAX, "the request id is too long");
  const { kind } = write.expected;
  const operation = kind === "void" || kind === "delete" ? kind : undefined;
  const request = writeRequest(context, pathOf(write.entity), writeWire(write.body), key, operation);
  return { request, items: [preparedItem(write)], replays: true };
}

function batchCall(context: WriteContext, writes: readonly PlannedWrite[], key: string): PreparedCall {
  assert(key.length > 0 && key.length <= REQUEST_ID_MAX_IN_BATCH, "the request id is too long for a batch");
  const items: WireObject[] = writes.map((write) => ({
    bId: batchIdOf(write),
    operation: write.expected.kind,
    [write.entity]: write.body,
  }));
  const body = writeWire({ BatchItemRequest: items });
  return { request: writeRequest(context, "batch", body, key), items: writes.map(preparedItem), replays: true };
}
