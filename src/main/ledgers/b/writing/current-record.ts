import { canonicalDecimal } from "#shared/kernel/decimal.ts";
import { asSentence, counted } from "#shared/kernel/readable.ts";
import type { Money } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { LedgerRequest, LedgerResponse } from "../../adapter.ts";
import { changedBriefly } from "../../changed-in-ledger.ts";
import { decimalOf, isList, isNumeral, isObject, objectsIn, parseWireObject, textOf, type Wire, type WireObject } from "../../wire-json.ts";
import type { WriteContext } from "../../writing.ts";
import { memberBytes } from "../decode.ts";
import { recordRequest } from "../requests.ts";
import { verdictB } from "../verdicts.ts";
import { changedMembers } from "./changed-members.ts";
import { pathOf, type WrittenEntity } from "./entities.ts";
import { fieldNamer } from "./field-names.ts";
import { isSubtotal, lineIds } from "./patch-lines.ts";
import { WriteRefused } from "./refused.ts";

const OBJECT_GONE = "610";
const SHOWN_MAX = 12;
const UTF8 = new TextDecoder();

/** The current record in the ledger, with the text of the answer. */
export interface CurrentRecord {
  readonly record: WireObject;
  readonly text: string;
}

/**
 * `GET <entity>/{id}`. Null when the ledger doesn't have the record, or no longer does.
 * @throws WriteRefused with the ledger's own text when it refuses for another reason, AnswerUnreadable
 */
export function* readCurrent(
  context: WriteContext,
  entity: WrittenEntity,
  ledgerId: string,
): Generator<LedgerRequest, CurrentRecord | null, LedgerResponse> {
  const answer = yield { ...recordRequest(context, pathOf(entity), ledgerId), allowRejection: true };
  const verdict = verdictB(answer);
  if (verdict.kind === "rejected" && verdict.code === OBJECT_GONE) return null;
  if (verdict.kind === "rejected") {
    const ledgerError = { status: answer.status, body: UTF8.decode(answer.body), request: `GET ${pathOf(entity)}/${ledgerId}` };
    throw new WriteRefused({
      code: "ledger_rejected",
      message: `The ledger won't show the record. ${asSentence(verdict.message)}`,
      ledgerError,
    });
  }
  const text = UTF8.decode(memberBytes(answer.body, entity));
  return { record: parseWireObject(text), text };
}

/** The record's `SyncToken`, its version. */
export function tokenOf(record: WireObject): string {
  return textOf(record.SyncToken) ?? "";
}

/** True when someone changed anything visible since the record was last read. */
export function hasMoved(lastSeen: WireObject, current: WireObject): boolean {
  if (tokenOf(lastSeen) === tokenOf(current)) return false;
  const [before, now] = [leaves(lastSeen), leaves(current)];
  return [...new Set([...before.keys(), ...now.keys()])].some((path) => before.get(path) !== now.get(path));
}

/**
 * Rule 29: someone else changed the record. The message compares mine, theirs and the last seen version, member
 * by member; `ledgerError` keeps theirs as the ledger sent it.
 * @param mine the last seen record with the person's changes, or a description of the intended action
 */
export function conflictFailure(
  name: string,
  lastSeen: WireObject,
  theirs: CurrentRecord,
  mine: WireObject | string,
  { request, total }: { readonly request: string; readonly total: Money | undefined },
): Failure {
  const [seen, now] = [leaves(lastSeen), leaves(theirs.record)];
  const nameless = objectsIn(lastSeen.Line).filter((line) => idOf(line) === undefined && !isSubtotal(line)).length;
  const own = typeof mine === "string" ? seen : leaves(mine, nameless);
  const paths = [...new Set([...seen.keys(), ...now.keys(), ...own.keys()])].filter(
    (path) => seen.get(path) !== now.get(path) || seen.get(path) !== own.get(path),
  );
  const nameOf = fieldNamer([lastSeen, theirs.record, ...(typeof mine === "string" ? [] : [mine])]);
  const words = paths.slice(0, SHOWN_MAX).map((path) => {
    const ours = typeof mine === "string" ? "" : `yours ${shown(own.get(path))}, `;
    return `${nameOf(path)}: ${ours}in the ledger ${shown(now.get(path))}, at the last sync ${shown(seen.get(path))}.`;
  });
  const more = paths.length - SHOWN_MAX;
  const rest = more > 0 ? [`${counted(more, "more field differs", "more fields differ")}.`] : [];
  const lines = [linesOf(lastSeen), linesOf(theirs.record)] as const;
  const wanted = typeof mine === "string" ? ` Your update would ${mine} the record.` : "";
  return {
    code: "conflict",
    message: `The ledger's version of ${name} changed after Tieout last read it.${wanted} ${[...words, ...rest].join(" ")}`,
    brief: changedBriefly(changedMembers({ seen, now, lines, nameOf, currency: total?.currency, isNegative: isNegative(total) })),
    next: "Sync the client, compare both versions, then try again. Nothing was sent.",
    ledgerError: { status: 200, body: theirs.text, request },
  };
}

function isNegative(total: Money | undefined): boolean {
  return total?.amount.startsWith("-") === true;
}

/** How many lines people see. */
function linesOf({ Line }: WireObject): number {
  return lineIds("", objectsIn(Line)).size;
}

// The token itself, times, and what the ledger adds about its answer are no content.
const ignored = new Set(["SyncToken", "MetaData", "sparse", "domain"]);

/**
 * Every value of a record by its path, lines by their id: `Line[2].Amount`. Numbers are compared by value.
 * @param nameless how many lines without an id the ledger has; any after them are the person's own
 */
function leaves(record: WireObject, nameless = Number.POSITIVE_INFINITY): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: Wire | undefined, path: string): void => {
    if (value === undefined || value === null || value === "") return;
    if (isNumeral(value)) found.set(path, canonicalDecimal(decimalOf(value) ?? ("0" as never)));
    else if (isList(value)) for (const [key, element] of elements(value, path, nameless)) walk(element, `${path}[${key}]`);
    else if (isObject(value)) for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
    else found.set(path, String(value));
  };
  for (const [key, value] of Object.entries(record)) if (!ignored.has(key)) walk(value, key);
  return found;
}

/** The elements of a list by id or place. A subtotal isn't compared: it follows from the other lines, and nobody can set it. */
function elements(list: readonly Wire[], path: string, nameless: number): readonly (readonly [string, Wire])[] {
  if (!/(?:^|\.)Line$/.test(path)) return list.map((element, index) => [idOf(element) ?? String(index + 1), element]);
  let count = 0;
  const keyOf = (line: Wire): string => {
    const id = idOf(line);
    if (id !== undefined) return id;
    count += 1;
    // The third line may not be the one of id 3, and a new line of the person's is none that the ledger has.
    return path === "Line" && count > nameless ? `new ${count - nameless}` : `#${count}`;
  };
  return list.filter((line) => !isObject(line) || !isSubtotal(line)).map((line) => [keyOf(line), line]);
}

function idOf(value: Wire): string | undefined {
  return isObject(value) ? textOf(value.Id) : undefined;
}

function shown(value: string | undefined): string {
  return value === undefined ? "empty" : `“${value}”`;
}
