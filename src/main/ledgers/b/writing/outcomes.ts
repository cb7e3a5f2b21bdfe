import { compareDecimals, readDecimal } from "#shared/kernel/decimal.ts";
import { cutRecords } from "#shared/kernel/json-cut.ts";
import { JsonRefusal } from "#shared/kernel/json-exact.ts";
import type { LedgerResponse } from "../../adapter.ts";
import { decimalOf, isObject, parseWire, textOf, type WireObject } from "../../wire-json.ts";
import type { ItemResult, PreparedCall, PreparedItem } from "../../writing.ts";
import { verdictB } from "../verdicts.ts";
import { batchIdOf } from "./calls.ts";
import { expectationOf } from "./planned-write.ts";

type Replaced = { readonly field: string; readonly sent: string; readonly stored: string };

const utf8 = new TextDecoder();

/**
 * The outcome of each operation of a call. An operation that the answer doesn't settle (left out, throttled, an
 * internal error of the ledger, a proxy's page) has no result: its outcome is unknown.
 */
export function outcomesOf(call: PreparedCall, response: LedgerResponse): readonly ItemResult[] {
  const request = `${call.request.method} ${call.request.path}`;
  if (call.request.batch !== true) return call.items.flatMap((item) => outcomeOf(item, response, request));
  const verdict = verdictB(response);
  if (verdict.kind !== "accepted") return call.items.flatMap((item) => outcomeOf(item, response, request));
  const parts = batchParts(response.body);
  return call.items.flatMap((item) => {
    const body = parts.get(batchIdOf(item));
    return body === undefined ? [] : outcomeOf(item, { ...response, body }, `${request} (${batchIdOf(item)})`);
  });
}

function outcomeOf(item: PreparedItem, response: LedgerResponse, request: string): readonly ItemResult[] {
  const { operation, part } = item;
  const verdict = verdictB(response);
  const body = utf8.decode(response.body);
  switch (verdict.kind) {
    case "accepted":
      return acceptedOutcome(item, body);
    case "conflict":
    case "rejected": {
      const { kind: outcome, message } = verdict;
      return [{ operation, part, outcome, message, ledgerError: { status: response.status, body, request } }];
    }
    default:
      return [];
  }
}

function acceptedOutcome(item: PreparedItem, body: string): readonly ItemResult[] {
  const { operation, part, entityType } = item;
  const record = objectOf(body)?.[entityType];
  const ledgerId = isObject(record) ? textOf(record.Id) : undefined;
  if (!isObject(record) || ledgerId === undefined) return [];
  const replaced = replacedOf(item, record);
  return [{ operation, part, outcome: "accepted", entityType, ledgerId, ...(replaced.length === 0 ? {} : { replaced }) }];
}

/** Rule 21: values that the ledger stored differently from what was sent. */
function replacedOf(item: PreparedItem, record: WireObject): Replaced[] {
  const expected = expectationOf(item);
  if (expected.kind !== "create" && expected.kind !== "update") return [];
  const promised: { readonly number?: string | undefined; readonly tax?: string | undefined; readonly total?: string | undefined } =
    expected.promised;
  const tax = isObject(record.TxnTaxDetail) ? decimalOf(record.TxnTaxDetail.TotalTax) : undefined;
  // A received payment has its number in another field.
  const number = textOf(record.DocNumber) ?? textOf(record.PaymentRefNum);
  const pairs: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ["number", promised.number, number ?? ""],
    ["tax", promised.tax, tax ?? "0"],
    ["total", promised.total, decimalOf(record.TotalAmt)],
  ];
  return pairs.flatMap(([field, sent, stored]) =>
    sent === undefined || stored === undefined || isSame(field, sent, stored) ? [] : [{ field, sent, stored }],
  );
}

function isSame(field: string, sent: string, stored: string): boolean {
  const [a, b] = [readDecimal(sent), readDecimal(stored)];
  if (field === "number" || a === null || b === null) return sent === stored;
  return compareDecimals(a, b) === 0;
}

/** The bytes of each operation's answer by its id, verbatim; empty when the body isn't a batch answer. */
function batchParts(body: Uint8Array): Map<string, Uint8Array> {
  const slices = unlessUnreadable(() => cutRecords(body, ["BatchItemResponse"])) ?? [];
  const parts = slices.map(({ start, end }) => body.subarray(start, end));
  return new Map(parts.map((bytes): [string, Uint8Array] => [textOf(objectOf(utf8.decode(bytes))?.bId) ?? "", bytes]));
}

function objectOf(text: string): WireObject | null {
  const value = unlessUnreadable(() => parseWire(text));
  return isObject(value ?? undefined) ? (value as WireObject) : null;
}

/** Null for text that isn't JSON. */
function unlessUnreadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof JsonRefusal) return null;
    throw cause;
  }
}
