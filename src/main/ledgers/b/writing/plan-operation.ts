import { assert } from "#shared/kernel/assert.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import { recordName } from "#shared/model/labels/record-name.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import type { LedgerRequest, LedgerResponse } from "../../adapter.ts";
import { parseWireObject, textOf, type WireObject } from "../../wire-json.ts";
import type { MirroredRecord, WriteContext } from "../../writing.ts";
import { recordRequest } from "../requests.ts";
import { type CurrentRecord, conflictFailure, hasMoved, readCurrent, tokenOf } from "./current-record.ts";
import { type NewRecord, newDocument, titleOf } from "./document-body.ts";
import { canBeVoided, pathOf, readRecordId, type WrittenEntity } from "./entities.ts";
import { integrationItemBody } from "./integration-item.ts";
import { patchDocument } from "./patch-document.ts";
import { newCreditLink, newPayment } from "./payment-body.ts";
import type { PlannedWrite } from "./planned-write.ts";
import { refusalOf } from "./refusal.ts";
import { refuseInput, WriteRefused } from "./refused.ts";

type Existing = Extract<WriteOperation, { readonly kind: "update_document" | "void" | "delete" }>;

/**
 * Works one operation out. Changes of existing records read the record first (rule 29).
 * @throws WriteRefused when it can't be written, or someone else changed the record
 */
export function* planOperation(
  context: WriteContext,
  operation: WriteOperation,
  index: number,
): Generator<LedgerRequest, PlannedWrite, LedgerResponse> {
  const refusal = refusalOf(context, operation);
  if (refusal !== null) throw new WriteRefused(refusal);
  const reference = context.reference(index, 0);
  switch (operation.kind) {
    case "create_document":
      return created(index, newDocument(context, operation.document, reference), reference);
    case "create_payment":
      return created(index, newPayment(context, operation.payment, reference), reference);
    case "apply_credit":
      return created(index, newCreditLink(context, operation, reference), reference);
    case "create_integration_item":
      return newItem(context, operation.name, operation.accountId, index);
    default:
      assert(operation.kind !== "approve", "approvals are refused");
      return yield* changed(context, operation, index);
  }
}

function created(operation: number, { entity, body, title, promised }: NewRecord, reference: string): PlannedWrite {
  const date = textOf(body.TxnDate);
  const expected = { kind: "create", promised, ...(date === undefined ? {} : { date }) } as const;
  return { operation, part: 0, expected, entity, body, title, reference, ledgerId: null };
}

function newItem(context: WriteContext, name: string, accountId: string, operation: number): PlannedWrite {
  const body = integrationItemBody(context, name, accountId);
  const expected = { kind: "create", promised: {}, name: body.Name } as const;
  // The name is unique in the ledger, so it is the reference as well.
  return {
    operation,
    part: 0,
    expected,
    entity: "Item",
    body,
    title: `New item ${body.Name}`,
    reference: body.Name,
    ledgerId: null,
  };
}

function* changed(context: WriteContext, operation: Existing, index: number): Generator<LedgerRequest, PlannedWrite, LedgerResponse> {
  const { mirrored, entity, ledgerId, title, name } = existing(context, operation);
  const lastSeen = parseWireObject(mirrored.raw);
  // Invalid input is reported before the ledger is asked for anything.
  const mine = operation.kind === "update_document" ? patched(context, operation, mirrored, lastSeen).record : operation.kind;
  const path = recordRequest(context, pathOf(entity), ledgerId).path;
  const current = yield* readCurrent(context, entity, ledgerId);
  if (current === null) throw gone(name);
  if (hasMoved(lastSeen, current.record)) {
    const total = mirrored.document?.total ?? mirrored.payment?.amount;
    throw new WriteRefused(conflictFailure(insideSentence(name), lastSeen, current, mine, { request: `GET ${path}`, total }));
  }
  const base = { operation: index, part: 0, entity, title, reference: null, ledgerId, version: tokenOf(current.record) };
  if (operation.kind !== "update_document") return { ...base, expected: { kind: operation.kind }, body: identityOf(current) };
  const { record, changed: members, isFull } = patched(context, operation, mirrored, current.record);
  if (members.length === 0) refuseInput("changes", "There are no changes to save.");
  const number = members.includes("DocNumber") ? textOf(record.DocNumber) : undefined;
  const tax = operation.changes.tax?.amount?.amount;
  return {
    ...base,
    expected: {
      kind: "update",
      changed: [...members],
      promised: { ...(number === undefined ? {} : { number }), ...(tax === undefined ? {} : { tax }) },
    },
    body: isFull ? { ...record, sparse: false } : sparse(current, record, members),
  };
}

function patched(
  context: WriteContext,
  operation: Extract<Existing, { readonly kind: "update_document" }>,
  mirrored: MirroredRecord,
  record: WireObject,
) {
  const { document } = mirrored;
  if (document === undefined)
    return refuseInput("id", `${recordName(mirrored)} can't be changed from Tieout.`, "Make the change in the ledger, then sync.");
  return patchDocument(context, document, operation.changes, record);
}

/** What is needed to name a record and the version that is meant. */
function identityOf({ record }: CurrentRecord): WireObject {
  return { Id: record.Id, SyncToken: record.SyncToken };
}

/** Header members alone: what is not sent stays as it is. */
function sparse(current: CurrentRecord, record: WireObject, members: readonly string[]): WireObject {
  return { ...identityOf(current), sparse: true, ...Object.fromEntries(members.map((member) => [member, record[member]])) };
}

interface ExistingRecord {
  readonly mirrored: MirroredRecord;
  readonly entity: WrittenEntity;
  readonly ledgerId: string;
  readonly title: string;
  /** Where a sentence begins. */
  readonly name: string;
}

function existing(context: WriteContext, { kind, id, seenHash }: Existing): ExistingRecord {
  const mirrored = context.record(id);
  const named = readRecordId(id);
  if (mirrored === undefined || named === null)
    throw new WriteRefused({
      code: "not_found",
      message: `Transaction ${id} isn't in this client's books or can't be changed from Tieout.`,
      field: "id",
    });
  const name = recordName(mirrored);
  if (seenHash !== undefined && seenHash !== mirrored.changeHash) {
    const next = "Review the current record, then try again. Nothing was sent.";
    throw new WriteRefused({ code: "conflict", message: `${name} has changed since it was opened.`, field: "seenHash", next });
  }
  const status = mirrored.document?.status ?? mirrored.payment?.status;
  if (status === "deleted") refuseInput("id", `${name} was deleted in the ledger.`);
  if (status === "voided" && kind === "void") refuseInput("id", `${name} is already voided.`);
  if (status === "voided" && kind !== "delete") refuseInput("id", `${name} is voided, so it can't be changed.`);
  assert(kind !== "void" || canBeVoided(named.entity), "refused before");
  return { mirrored, entity: named.entity, ledgerId: named.ledgerId, title: titleOfRecord(context, named.entity, mirrored), name };
}

function titleOfRecord(context: WriteContext, entity: WrittenEntity, { document, payment }: MirroredRecord): string {
  const partyId = document?.partyId ?? payment?.partyId;
  const party = partyId === undefined ? undefined : context.party(partyId);
  const total = document?.total ?? payment?.amount;
  return titleOf(entity, document?.number ?? payment?.reference, party, total?.amount, total?.currency ?? "");
}

function gone(name: string): WriteRefused {
  return new WriteRefused({
    code: "conflict",
    message: `${name} was deleted in the ledger.`,
    next: "Sync the client. Nothing was sent.",
  });
}
