import { canonicalDecimal, isDecimal } from "#shared/kernel/decimal.ts";
import { JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";
import { asSentence, dayName } from "#shared/kernel/readable.ts";
import { AnswerUnreadable, type LedgerResponse, type ReadContext, RecordMalformed } from "../../adapter.ts";
import { type ChangedField, changedBriefly } from "../../changed-in-ledger.ts";
import { changedParts } from "../../changed-lines.ts";
import { isIdField, movedField, movedValue } from "../../moved-field.ts";
import type { WriteContext } from "../../writing.ts";
import { decodePage } from "../decode.ts";
import { type InvoiceType, invoiceRecordsRequest, type PagedEndpoint, recordRequest } from "../requests.ts";
import { streams } from "../streams.ts";
import { verdict as verdictA } from "../verdicts.ts";
import { type JsonObject, readJsonObject } from "./json.ts";
import { type Asking, Refused } from "./refused.ts";

/** Where a record is read by its id. */
export interface Place {
  readonly endpoint: PagedEndpoint | "Invoices" | "BankTransactions";
  readonly typeWord?: string | undefined;
}

export interface Current {
  readonly text: string;
  readonly record: JsonObject;
}

/**
 * The record as the ledger has it now; null when it has none.
 * @throws Refused with the ledger's own words when it won't show it, AnswerUnreadable
 */
export function* readCurrent(context: WriteContext, place: Place, id: string): Asking<Current | null> {
  const { endpoint } = place;
  const answer = yield endpoint === "Invoices"
    ? // Rule 4: a single invoice needs its type as well.
      invoiceRecordsRequest(context, place.typeWord as InvoiceType, { ids: [id] })
    : recordRequest(context, endpoint, id);
  const verdict = verdictA(answer);
  if (verdict.kind === "rejected" && answer.status !== 404) {
    const ledgerError = { status: answer.status, body: new TextDecoder().decode(answer.body), request: `GET /${endpoint}/${id}` };
    throw new Refused({
      code: "ledger_rejected",
      message: `The ledger won't show the record. ${asSentence(verdict.message)}`,
      ledgerError,
    });
  }
  const bytes = recordsOf(answer, endpoint)[0];
  if (bytes === undefined) return null;
  const text = new TextDecoder().decode(bytes);
  return { text, record: readJsonObject(text) };
}

/** The records of an answer; a 404 means none. @throws AnswerUnreadable */
export function recordsOf(answer: LedgerResponse, collection: string): readonly Uint8Array[] {
  if (answer.status === 404) return [];
  if (answer.status >= 400) throw new AnswerUnreadable(`the ledger answered with status ${answer.status} when Tieout read ${collection}`);
  return decodePage(answer, collection).records;
}

/**
 * A record's content as comparable text: its normalized form without the time it was read. Two payloads of one
 * record may differ in fields that Tieout doesn't use, and such a difference is no change.
 */
export function contentOf(context: WriteContext, stream: string, payload: string): string {
  const reading = readingOf(context);
  const found = streams(reading).find(({ name }) => name === stream);
  try {
    const mapped = found?.map(reading, parseExactJson(payload)).records.map(({ value }) => value);
    if (mapped !== undefined && mapped.length > 0) return JSON.stringify(mapped, comparable);
  } catch (error) {
    if (!(error instanceof RecordMalformed || error instanceof JsonRefusal)) throw error;
  }
  // A payload that can't be mapped is compared as raw text.
  return JSON.stringify([{ payload }]);
}

const AMOUNTS = new Set(["amount", "quantity", "exchangeRate"]);

function comparable(name: string, value: unknown): unknown {
  if (name === "source") return undefined;
  return AMOUNTS.has(name) && typeof value === "string" && isDecimal(value) ? canonicalDecimal(value) : value;
}

/** Codes represent themselves: both payloads are mapped the same way, whatever the mirror contains. */
function readingOf(context: WriteContext): ReadContext {
  const { tenantId, profile, wantsJournals, pageSize, discovery } = context;
  return {
    tenantId,
    profile,
    wantsJournals,
    pageSize,
    discovery,
    fetchedAt: discovery.discoveredAt,
    accountIdByCode: (code) => `code ${code}`,
    itemIdByCode: (code) => `code ${code}`,
    item: () => undefined,
    account: () => undefined,
    moneyAccountOf: () => undefined,
  };
}

/** The record was deleted or changed since the mirror last read it. Nothing is sent, and both versions are shown. */
export function changedMeanwhile(
  title: string,
  request: string,
  mirrored: string,
  current: Current | null,
  contents?: readonly [string, string],
): Refused {
  if (current === null) {
    return new Refused({ code: "conflict", message: `${title} was deleted in the ledger.`, next: "Sync the client. Nothing was sent." });
  }
  const changes = contents === undefined ? "" : differences(...contents);
  const what = changes === "" ? "" : ` ${changes}`;
  return new Refused({
    code: "conflict",
    message: `${title} has changed in the ledger since Tieout last read it.${what}`,
    brief: changedBriefly(contents === undefined ? [] : changedBrieflyOf(...contents)),
    next: "Sync the client, review the record, then try again.",
    ledgerError: { status: 200, body: current.text, request: `${request}\nlast seen: ${mirrored}` },
  });
}

/** Two versions of a record, and the fields in which they differ. A payload belongs under the technical details, so it has none. */
function changedFields(before: string, now: string) {
  const [old, fresh] = [firstOf(before), firstOf(now)];
  const all = "payload" in old || "payload" in fresh ? [] : [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return { old, fresh, names: all.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name])) };
}

function changedBrieflyOf(before: string, now: string): ChangedField[] {
  const { old, fresh, names } = changedFields(before, now);
  return names.flatMap((name) => changedParts(name, fresh[name], old[name]));
}

function differences(before: string, now: string): string {
  const { old, fresh, names } = changedFields(before, now);
  return names
    .map((name) => {
      if (name === "bankReconciled")
        return fresh[name] === true ? "It's now reconciled with the bank." : "It isn't reconciled with the bank now.";
      const [was, is] = [shown(name, old[name]), shown(name, fresh[name])];
      const field = `The ${movedField(name)}`;
      return was === null || is === null ? `${field} changed.` : `${field} was ${was} and is now ${is}.`;
    })
    .join(" ");
}

function firstOf(content: string): Readonly<Record<string, unknown>> {
  return (JSON.parse(content) as readonly Record<string, unknown>[])[0] ?? {};
}

function shown(name: string, value: unknown): string | null {
  if (isIdField(name)) return null;
  if (value === undefined) return "empty";
  if (typeof value === "string")
    return isDecimal(value) ? value : value === dayName(value) ? `“${movedValue(name, value)}”` : dayName(value);
  if (value === null || typeof value !== "object") return String(value);
  return "amount" in value && typeof value.amount === "string" ? value.amount : null;
}
