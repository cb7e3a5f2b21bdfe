import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Books } from "../../books/types.ts";
import type { SimRequest, SimResponse } from "../../types.ts";
import { answer, envelope, notFound, validationFailure } from "../answers.ts";
import type { JsonNode, JsonRecord } from "../json-text.ts";
import { readStyle } from "../lists/list-request.ts";
import type { WriteEntry } from "./write-log.ts";
import { readObjects, type Sent, type WriteContext } from "./write-request.ts";
import { type WriteTarget, writeTarget } from "./write-targets.ts";

const MAX_OBJECTS = 50;
const MAX_KEY_LENGTH = 128;

/** The state that writes work on: the books, the user, remembered keys, and the log. */
export interface WriteSetting {
  readonly books: Books;
  readonly adviser: boolean;
  /** How long an idempotency key is remembered after its first use. */
  readonly keyLifetimeMs: number;
  readonly keys: Map<string, { readonly request: string; readonly response: SimResponse; readonly atMs: number }>;
  readonly log: WriteEntry[];
}

interface Written {
  readonly response: SimResponse;
  readonly applied: readonly string[];
  readonly replayed: boolean;
}

/** Answers PUT and POST. A request repeated with its key gets the first answer again and changes nothing. */
export function writeAnswer(setting: WriteSetting, request: SimRequest, path: readonly string[], nowMs: number): SimResponse {
  const key = request.headers["idempotency-key"] ?? null;
  const written = key === null ? write(setting, request, path, nowMs) : writeOnce(setting, key, request, path, nowMs);
  const { response, applied, replayed } = written;
  const { method, body } = request;
  setting.log.push({ method, path: request.path, key, body, status: response.status, applied, replayed, atMs: nowMs });
  return response;
}

function writeOnce(setting: WriteSetting, key: string, request: SimRequest, path: readonly string[], nowMs: number): Written {
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) return refused("Idempotency-Key must have 1 to 128 characters");
  const fingerprint = [request.method, ...path, request.query.toString(), request.body].join("\n");
  const known = setting.keys.get(key);
  if (known !== undefined && nowMs - known.atMs < setting.keyLifetimeMs) {
    if (known.request !== fingerprint) return refused("Idempotency-Key was used with another request");
    return { response: known.response, applied: [], replayed: true };
  }
  const written = write(setting, request, path, nowMs);
  setting.keys.set(key, { request: fingerprint, response: written.response, atMs: nowMs });
  return written;
}

function refused(message: string): Written {
  return { response: validationFailure(message), applied: [], replayed: false };
}

function write({ books, adviser }: WriteSetting, request: SimRequest, path: readonly string[], nowMs: number): Written {
  const target = writeTarget(books, request.method, path);
  if (target === null) return { response: notFound(), applied: [], replayed: false };
  const objects = readObjects(request.body, target.key);
  if (objects === null || objects.length === 0) return refused("The body could not be read as JSON objects");
  if (objects.length > MAX_OBJECTS) return refused(`At most ${MAX_OBJECTS} objects are taken in one call`);
  const context: WriteContext = { nowMs, adviser, claimed: new Map() };
  const style = readStyle(request.query, true);
  const summarize = request.query.get("summarizeErrors")?.toLowerCase() !== "false";
  const outcome = summarize ? allOrNothing(target, objects, context) : eachByItself(target, objects, context);
  if (outcome.refused !== undefined) return { response: outcome.refused, applied: [], replayed: false };
  const nodes = outcome.saved.map((entry): JsonRecord => {
    if (entry.id === null) return failedNode(entry);
    const node = target.render(entry.id, style);
    return summarize ? node : { ...node, StatusAttributeString: "OK", ValidationErrors: [], Warnings: [] };
  });
  const applied = outcome.saved.flatMap(({ id }) => (id === null ? [] : [id]));
  return { response: envelope(target.key, nodes, nowMs), applied, replayed: false };
}

interface Entry {
  readonly sent: Sent;
  readonly id: string | null;
  readonly errors: readonly string[];
}

interface Outcome {
  readonly saved: readonly Entry[];
  readonly refused?: SimResponse;
}

/** One bad object refuses the whole call, and nothing is saved. */
function allOrNothing(target: WriteTarget, objects: readonly Sent[], context: WriteContext): Outcome {
  const plans = objects.map((sent) => ({ sent, plan: target.plan(sent, context) }));
  const bad = plans.flatMap(({ sent, plan }) => ("errors" in plan ? [{ ...sent, ...validationErrors(plan.errors) }] : []));
  if (bad.length > 0) return { saved: [], refused: validationFailure("A validation exception occurred", bad) };
  return { saved: plans.flatMap(({ sent, plan }) => ("apply" in plan ? [{ sent, id: plan.apply(), errors: [] }] : [])) };
}

/** Each object succeeds or fails on its own, in the order sent. */
function eachByItself(target: WriteTarget, objects: readonly Sent[], context: WriteContext): Outcome {
  const saved = objects.map((sent): Entry => {
    // Earlier objects are already in the books, so nothing else is claimed.
    const plan = target.plan(sent, { ...context, claimed: new Map() });
    return "errors" in plan ? { sent, id: null, errors: plan.errors } : { sent, id: plan.apply(), errors: [] };
  });
  return { saved };
}

function failedNode({ sent, errors }: Entry): JsonRecord {
  return { ...echo(sent), StatusAttributeString: "ERROR", HasErrors: true, ...validationErrors(errors), Warnings: [] };
}

function validationErrors(errors: readonly string[]): JsonRecord {
  return { ValidationErrors: errors.map((message) => ({ Message: message })) };
}

function echo(sent: Sent): JsonRecord {
  return sent as { readonly [key: string]: ExactJson & JsonNode };
}

export function methodNotAllowed(): SimResponse {
  return answer(405, { Title: "Method Not Allowed", Status: 405, Detail: "MethodNotAllowed" });
}
