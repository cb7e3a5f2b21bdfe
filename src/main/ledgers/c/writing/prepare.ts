import { assert } from "#shared/kernel/assert.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { recordTitle } from "#shared/model/labels/record-name.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import type { LedgerRequest, LedgerResponse } from "../../adapter.ts";
import { numeral, parseWireObject, type WireObject, writeWire } from "../../wire-json.ts";
import type { PreparedCall, WriteContext } from "../../writing.ts";
import { documentBody, ownId, paymentBody, ref } from "./record-body.ts";
import { type RecordName, recordOfDocument, recordOfType } from "./record-types.ts";
import { patchBody } from "./update-body.ts";
import { movedSinceSeen } from "./whole-record.ts";

type Preparing<T> = Generator<LedgerRequest, Result<T, Failure>, LedgerResponse>;
const UTF8 = new TextDecoder();

/** One call an operation: the record service takes no batches. */
export function* prepareCalls(context: WriteContext, operations: readonly WriteOperation[]): Preparing<readonly PreparedCall[]> {
  const calls: PreparedCall[] = [];
  for (const [index, operation] of operations.entries()) {
    const call = yield* prepareOne(context, operation, index);
    if (!call.ok) return call;
    calls.push(call.value);
  }
  return ok(calls);
}

function* prepareOne(context: WriteContext, operation: WriteOperation, index: number): Preparing<PreparedCall> {
  switch (operation.kind) {
    case "create_document": {
      const record = recordOfDocument(operation.document.type);
      const reference = context.reference(index, 0);
      const body = documentBody(context, record, operation.document, reference);
      return ok(creation(context, record, body, index, reference, titleOf(operation.document.type, operation.document.number)));
    }
    case "create_payment": {
      const record = recordOfType(operation.payment.direction === "received" ? "CustPymt" : "VendPymt") as RecordName;
      const reference = context.reference(index, 0);
      const body = paymentBody(context, operation.payment, reference);
      return ok(creation(context, record, body, index, reference, `Payment ${operation.payment.direction}`));
    }
    case "update_document":
      return yield* prepareUpdate(context, operation, index);
    case "approve": {
      const moved = yield* movedSinceSeen(context, operation.id);
      if (moved !== null) return fail(moved);
      return ok(change(context, operation.id, index, { approvalStatus: { id: APPROVED } }, "Approve"));
    }
    case "apply_credit": {
      const moved = yield* movedSinceSeen(context, operation.fromId);
      if (moved !== null) return fail(moved);
      const items = operation.allocations.map(({ toId, amount }) => ({ doc: ref(toId), apply: true, amount: numeral(amount.amount) }));
      return ok(change(context, operation.fromId, index, { apply: { items } }, "Apply"));
    }
    case "delete": {
      const moved = yield* movedSinceSeen(context, operation.id);
      if (moved !== null) return fail(moved);
      const record = recordOf(operation.id);
      const request: LedgerRequest = { method: "DELETE", path: `${recordPath(context, record)}/${ownId(operation.id)}` };
      const item = {
        operation: index,
        part: 0,
        title: `Delete ${mirroredTitle(context, operation.id)}`,
        reference: null,
        entityType: record.type,
      };
      return ok({ request, replays: false, items: [{ ...item, ledgerId: ownId(operation.id), expected: null }] });
    }
    default:
      return fail({ code: "not_supported", message: `Ledger C can't ${operation.kind.replaceAll("_", " ")}.` });
  }
}

/** The usual identity of the approved state. */
const APPROVED = "2";

function* prepareUpdate(
  context: WriteContext,
  operation: Extract<WriteOperation, { readonly kind: "update_document" }>,
  index: number,
): Preparing<PreparedCall> {
  const record = recordOf(operation.id);
  const mirrored = context.record(operation.id)?.document;
  assert(mirrored !== undefined, `no stored document ${operation.id}`);
  const response = yield {
    method: "GET",
    path: `${recordPath(context, record)}/${ownId(operation.id)}`,
    query: { expandSubResources: "true" },
  };
  const patch = patchBody(context, record, mirrored, operation.changes, parseWireObject(UTF8.decode(response.body)));
  if (!patch.ok) return patch;
  return ok(change(context, operation.id, index, patch.value.body, "Edit", patch.value.replaced));
}

/** Rule 28: the ledger knows no idempotency; the reference in the record is what a lost answer is looked up by. */
function creation(
  context: WriteContext,
  record: RecordName,
  body: WireObject,
  operation: number,
  reference: string,
  title: string,
): PreparedCall {
  const request: LedgerRequest = {
    method: "POST",
    path: recordPath(context, record),
    headers: strictNames(context),
    body: writeWire(body),
  };
  const item = { operation, part: 0, title, reference, entityType: record.type, ledgerId: null };
  return { request, replays: false, items: [item] };
}

function change(
  context: WriteContext,
  id: string,
  operation: number,
  body: WireObject,
  verb: string,
  replaced: readonly string[] = [],
): PreparedCall {
  const record = recordOf(id);
  const request: LedgerRequest = {
    method: "PATCH",
    path: `${recordPath(context, record)}/${ownId(id)}`,
    ...(replaced.length === 0 ? {} : { query: { replace: replaced.join(",") } }),
    headers: strictNames(context),
    body: writeWire(body),
  };
  // The text is kept, because stored calls are plain JSON and a numeral is more than a float.
  const item = {
    operation,
    part: 0,
    title: `${verb} ${mirroredTitle(context, id)}`,
    reference: null,
    entityType: record.type,
    ledgerId: ownId(id),
  };
  return { request, replays: false, items: [{ ...item, expected: writeWire(body) }] };
}

/** Without it the record service drops a misspelt field and says nothing. */
function strictNames(context: WriteContext): Readonly<Record<string, string>> {
  return { [context.profile.c.nameValidationHeader]: "Error" };
}

export function recordPath(context: WriteContext, record: RecordName): string {
  const { restPrefix, recordPath: path } = context.profile.c;
  return `${restPrefix}${path}/${record.path}`;
}

/** For people; an id only where the mirror doesn't have the record. */
function mirroredTitle(context: WriteContext, id: string): string {
  const mirrored = context.record(id);
  return mirrored === undefined ? id : recordTitle(mirrored);
}

/** The record that a mirrored document or payment is. Checked by `refusal` before. */
export function recordOf(id: string): RecordName {
  const record = recordOfType(id.slice(0, id.indexOf(":")));
  assert(record !== undefined, `${id} can't be written`);
  return record;
}

function titleOf(type: string, number: string | undefined): string {
  return `New ${codeLabel(type).toLowerCase()}${number === undefined ? "" : ` ${number}`}`;
}
