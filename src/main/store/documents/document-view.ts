import type { MirroredDocument, MirrorReader } from "#main/store/database/mirror-reader.ts";
import { ownAssignments, ownDimensions, ownValuesOf } from "#main/store/dimensions/own-dimensions.ts";
import { type DocumentView, type FieldChangeRow, taxNameKey } from "#shared/contract/books/documents.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import { statusRuleOf } from "#shared/model/books/status-rule.ts";
import type { TaxComponent, TaxRate } from "#shared/model/books/tax.ts";
import { findDocument } from "./documents.ts";
import { entityLabel } from "./record-names.ts";
import { recordNumber } from "./record-number.ts";
import { requireIntact } from "./verify-records.ts";

/**
 * A document with the names behind its ids, its history and its open findings; null when there is none.
 * @throws StoreRefusal with reason `damaged` when the record isn't what was stored
 */
export function documentView(
  reader: MirrorReader,
  id: string,
  unlistedTaxCodes: Readonly<Record<string, string>> = {},
): DocumentView | null {
  const document = findDocument(reader, id);
  const recNo = recordNumber(reader, id, "document");
  if (document === null || recNo === null) return null;
  requireIntact(reader, "document", recNo);
  const ids = new Set<string>();
  for (const line of document.lines) {
    for (const part of [line.accountId, line.itemId, line.billable?.customerId]) if (part !== undefined) ids.add(part);
  }
  const names = entityNames(reader, [...ids]);
  for (const dimension of [...dimensions(reader), ...ownDimensions(reader)]) {
    names[dimension.id] = dimension.name;
    for (const value of dimension.values) names[`${dimension.id}=${value.id}`] = value.name;
  }
  Object.assign(names, taxNames(reader, document, unlistedTaxCodes));
  for (const allocation of document.allocations)
    for (const other of [allocation.fromId, allocation.toId]) {
      const number = numberOf(reader, other);
      if (number !== null) names[other] ??= number;
    }
  const findings = reader.db.prepare("SELECT message FROM finding WHERE rec_no = ? AND resolved_ms IS NULL").pluck().all(recNo) as string[];
  const history = recordHistory(reader, id);
  for (const periodId of history.flatMap(({ field, before, after }) => (field === "period" ? [before, after] : []))) {
    const label = periodId === null ? null : entityLabel(reader, periodId);
    if (periodId !== null && label !== null) names[periodId] = label;
  }
  return { document, names, history, findings, statusRule: statusRuleOf(document), ownDimensions: ownLineValues(reader, document) };
}

/** What is kept here of the document's lines, beside what the ledger holds. */
function ownLineValues(reader: MirrorReader, document: MirroredDocument): DocumentView["ownDimensions"] {
  const assignments = ownAssignments(reader);
  if (assignments.length === 0) return [];
  const valuesOf = ownValuesOf(assignments);
  return document.lines.flatMap(({ id: lineId, accountId }) =>
    valuesOf({ lineId, accountId, partyId: document.party?.id }).map((value) => ({ lineId, ...value })),
  );
}

/** Before and after of one record's watched fields, newest first. */
export function recordHistory(reader: MirrorReader, id: string): FieldChangeRow[] {
  const rows = reader.db
    .prepare("SELECT field, before, after, detected_ms FROM field_change WHERE record_id = ? ORDER BY change_no DESC")
    .all(id) as {
    field: string;
    before: string | null;
    after: string | null;
    detected_ms: number;
  }[];
  return rows.map((row) => ({ field: row.field, before: row.before, after: row.after, detectedAt: instantFromMs(row.detected_ms) }));
}

function entityNames(reader: MirrorReader, ids: readonly string[]): Record<string, string> {
  const find = reader.db.prepare("SELECT body FROM entity WHERE id = ? AND kind IN ('account', 'item', 'party')").pluck();
  const names: Record<string, string> = {};
  for (const id of ids) {
    const body = find.get(id) as string | undefined;
    if (body === undefined) continue;
    const { code, name } = JSON.parse(body) as { code?: string; name: string };
    names[id] = code === undefined || code === name ? name : `${code} ${name}`;
  }
  return names;
}

/** Names of the tax codes on the lines and of the rates on the whole. Where both have the same number, a code has parts and a rate has none. */
function taxNames(
  reader: MirrorReader,
  { lines, tax }: MirroredDocument,
  unlisted: Readonly<Record<string, string>>,
): Record<string, string> {
  const bodies = reader.db.prepare("SELECT body FROM entity WHERE kind = 'tax_rate' ORDER BY id").pluck().all() as string[];
  const rates = bodies.map((body) => JSON.parse(body) as TaxRate);
  const names: Record<string, string> = {};
  const add = (level: "line" | "document", components: readonly TaxComponent[]) => {
    for (const { code } of components) {
      if (code === undefined) continue;
      const found = rates.filter(({ id, source }) => id === code || source.id === code);
      const best = found.find(({ parts }) => (parts !== undefined) === (level === "line")) ?? found[0];
      const name = best?.name ?? unlisted[code];
      if (name !== undefined) names[taxNameKey(level, code)] = name;
    }
  };
  for (const line of lines) add("line", line.tax.components);
  add("document", tax.components);
  return names;
}

function dimensions(reader: MirrorReader): Dimension[] {
  const bodies = reader.db.prepare("SELECT body FROM entity WHERE kind = 'dimension'").pluck().all() as string[];
  return bodies.map((body) => JSON.parse(body) as Dimension);
}

/** A document's number, or a payment's reference; null where it has none: an ID says nothing to people. */
function numberOf(reader: MirrorReader, id: string): string | null {
  const [document, payment] = [recordNumber(reader, id, "document"), recordNumber(reader, id, "payment")];
  const find = (sql: string, recNo: number) => reader.db.prepare(sql).pluck().get(recNo) as string | null | undefined;
  if (document !== null) return find("SELECT number FROM document WHERE rec_no = ?", document) ?? null;
  return payment === null ? null : (find("SELECT reference FROM payment WHERE rec_no = ?", payment) ?? null);
}
