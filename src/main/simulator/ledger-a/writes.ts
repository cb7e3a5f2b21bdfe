import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Books } from "../books/types.ts";
import type { SimRequest, SimResponse } from "../types.ts";
import { answer, envelope, notFound, validationFailure } from "./answers.ts";
import { viewOf } from "./books-view.ts";
import type { JsonNode, JsonRecord } from "./json-text.ts";
import { renderPayment } from "./render-cash.ts";
import { FULL_STYLE } from "./render-common.ts";
import { renderInvoice } from "./render-invoice.ts";
import { planInvoice } from "./write-invoice.ts";
import { planPayment, planPaymentDeletion } from "./write-payment.ts";
import { type Plan, readObjects, type Sent, type WriteContext } from "./write-request.ts";

const MAX_OBJECTS = 50;
const MAX_KEY_LENGTH = 128;

/** Answers given to idempotency keys; a repeat gets the first answer again and does nothing. */
export type KeyLedger = Map<string, { readonly request: string; readonly response: SimResponse }>;

type Planner = (sent: Sent, context: WriteContext) => Plan;

/** Answers PUT and POST to `Invoices` and `Payments`. */
export function writeAnswer(
  books: Books,
  keys: KeyLedger,
  adviser: boolean,
  request: SimRequest,
  path: readonly string[],
  nowMs: number,
): SimResponse {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return write(books, adviser, request, path, nowMs);
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) return validationFailure("Idempotency-Key must have 1 to 128 characters");
  const fingerprint = [request.method, ...path, request.query.toString(), request.body].join("\n");
  const known = keys.get(key);
  if (known && known.request !== fingerprint) return validationFailure("Idempotency-Key was used with another request");
  if (known) return known.response;
  const response = write(books, adviser, request, path, nowMs);
  keys.set(key, { request: fingerprint, response });
  return response;
}

function write(books: Books, adviser: boolean, request: SimRequest, path: readonly string[], nowMs: number): SimResponse {
  const [key = "", id] = path;
  const planner = plannerFor(books, request.method, key, id);
  if (planner === null) return notFound();
  const objects = readObjects(request.body, key);
  if (objects === null || objects.length === 0) return validationFailure("The body could not be read as JSON objects");
  if (objects.length > MAX_OBJECTS) return validationFailure(`At most ${MAX_OBJECTS} objects are taken in one call`);
  const context: WriteContext = { nowMs, adviser, claimed: new Map() };
  const summarize = request.query.get("summarizeErrors")?.toLowerCase() !== "false";
  const outcome = summarize ? allOrNothing(planner, objects, context) : eachByItself(planner, objects, context);
  if (outcome.refused !== undefined) return outcome.refused;
  return envelope(
    key,
    outcome.saved.map((entry) => savedNode(books, key, entry, !summarize)),
    nowMs,
  );
}

function plannerFor(books: Books, method: string, key: string, id: string | undefined): Planner | null {
  if (key === "Invoices") {
    const named = (sent: Sent): Sent => (id === undefined ? sent : { ...sent, InvoiceID: id });
    if (method === "PUT" && id !== undefined) return null;
    return (sent, context) => planInvoice(books, named(sent), context, method === "POST");
  }
  if (key !== "Payments") return null;
  if (id === undefined) return (sent, context) => planPayment(books, sent, context);
  return method === "POST" ? (sent, context) => planPaymentDeletion(books, id, sent, context) : null;
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
function allOrNothing(planner: Planner, objects: readonly Sent[], context: WriteContext): Outcome {
  const plans = objects.map((sent) => ({ sent, plan: planner(sent, context) }));
  const bad = plans.flatMap(({ sent, plan }) => ("errors" in plan ? [{ ...sent, ...validationErrors(plan.errors) }] : []));
  if (bad.length > 0) return { saved: [], refused: validationFailure("A validation exception occurred", bad) };
  return { saved: plans.flatMap(({ sent, plan }) => ("apply" in plan ? [{ sent, id: plan.apply(), errors: [] }] : [])) };
}

/** Each object succeeds or fails by itself, in the order sent. */
function eachByItself(planner: Planner, objects: readonly Sent[], context: WriteContext): Outcome {
  const saved = objects.map((sent): Entry => {
    // What earlier objects claimed is in the books by now.
    const plan = planner(sent, { ...context, claimed: new Map() });
    return "errors" in plan ? { sent, id: null, errors: plan.errors } : { sent, id: plan.apply(), errors: [] };
  });
  return { saved };
}

function savedNode(books: Books, key: string, { sent, id, errors }: Entry, withStatus: boolean): JsonRecord {
  if (id === null) return { ...echo(sent), StatusAttributeString: "ERROR", HasErrors: true, ...validationErrors(errors), Warnings: [] };
  const view = viewOf(books);
  const record = view.transactions.get(id);
  if (!record) throw new RangeError(`record ${id} was saved and is gone`);
  const node = key === "Payments" ? renderPayment(view, record, FULL_STYLE) : renderInvoice(view, record, FULL_STYLE);
  return withStatus ? { ...node, StatusAttributeString: "OK", ValidationErrors: [], Warnings: [] } : node;
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
