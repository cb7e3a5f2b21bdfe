import type { SimRequest } from "../types.ts";
import { runBatch } from "./batch.ts";
import type { Entity } from "./entities.ts";
import { type Fault, validation } from "./faults.ts";
import type { JsonObject } from "./json-writer.ts";
import { readJsonObject } from "./read-json.ts";
import { runWrite, type WriteSetting } from "./writes.ts";
import type { WriteEffect, WriteLogEntry } from "./writing/write-log.ts";

/** What the ledger remembers of write calls. */
export interface WriteMemory {
  /** First answers by request id, one memory for the whole company. */
  readonly replies: Map<string, { readonly answer: JsonObject; readonly atMs: number }>;
  readonly log: WriteLogEntry[];
}

export interface WriteLimits {
  readonly operationsPerBatch: number;
  /** How long a request id is remembered; null: forever. */
  readonly requestIdLifetimeMs: number | null;
}

const REQUEST_ID_MAX = 50;
const REQUEST_ID_MAX_IN_BATCH = 36;

interface Outcome {
  readonly answer: JsonObject | Fault;
  readonly effects: readonly WriteEffect[];
  readonly replayed: boolean;
}

/**
 * Runs a write call and notes it. A request id that was seen gets the first answer again, whatever
 * the body is now, and nothing is done; a call that was refused is not remembered.
 * @param timed puts the answer's time on it
 */
export function writeCall(
  setting: WriteSetting,
  memory: WriteMemory,
  limits: WriteLimits,
  request: SimRequest,
  target: Entity | "batch",
  timed: (body: JsonObject) => JsonObject,
): JsonObject | Fault {
  const requestid = request.query.get("requestid");
  const { answer, effects, replayed } = outcomeOf(setting, memory, limits, request, target, timed, requestid);
  memory.log.push({
    atMs: setting.nowMs,
    path: request.path,
    operation: request.query.get("operation"),
    requestid,
    body: request.body,
    status: typeof answer.status === "number" ? answer.status : 200,
    applied: effects.length > 0,
    replayed,
    effects,
  });
  return answer;
}

function outcomeOf(
  setting: WriteSetting,
  memory: WriteMemory,
  limits: WriteLimits,
  request: SimRequest,
  target: Entity | "batch",
  timed: (body: JsonObject) => JsonObject,
  requestid: string | null,
): Outcome {
  const most = target === "batch" ? REQUEST_ID_MAX_IN_BATCH : REQUEST_ID_MAX;
  if (requestid !== null && requestid.length > most)
    return refused(validation("2050", "String length specified does not match", `requestid has more than ${most} characters`));
  const known = requestid === null ? undefined : memory.replies.get(requestid);
  const lifetime = limits.requestIdLifetimeMs;
  if (known !== undefined && (lifetime === null || setting.nowMs - known.atMs < lifetime))
    return { answer: known.answer, effects: [], replayed: true };
  const { answer, effects } =
    target === "batch" ? runBatch(setting, request.body, limits.operationsPerBatch) : single(setting, request, target);
  if (typeof answer.status === "number") return refused(answer as Fault);
  const dated = timed(answer as JsonObject);
  if (requestid !== null) memory.replies.set(requestid, { answer: dated, atMs: setting.nowMs });
  return { answer: dated, effects, replayed: false };
}

function refused(fault: Fault): Outcome {
  return { answer: fault, effects: [], replayed: false };
}

function single(setting: WriteSetting, request: SimRequest, entity: Entity): Omit<Outcome, "replayed"> {
  const body = readJsonObject(request.body);
  if (body === null) return refused(validation("2010", "Request has invalid or unsupported property", "The body is not a JSON object"));
  const written = runWrite(setting, { entity, operation: request.query.get("operation"), body });
  return "fault" in written ? refused(written.fault) : { answer: written.answer, effects: [written.effect] };
}
