import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { lookUp } from "#shared/kernel/look-up.ts";
import type { SourceRef } from "#shared/model/books/source-ref.ts";
import { type MappedRecord, type MappedSource, type MappingFinding, type ReadContext, RecordMalformed } from "../../adapter.ts";
import { FieldMisfit, type Reader } from "../fields.ts";

/** Rule 1: where a normalised record came from, in the ledger's own noun. */
export function sourceRef(context: ReadContext, entityType: string, id: string): SourceRef {
  return { system: "ledger_a", tenantId: context.tenantId, entityType, id, fetchedAt: context.fetchedAt };
}

/** The id of a normalised record. */
export function recordId(entityType: string, id: string): string {
  return `${entityType}:${id}`;
}

/** Like `recordId` where the ledger may have sent no id. */
export function optionalId(entityType: string, id: string | undefined): string | undefined {
  return id === undefined ? undefined : recordId(entityType, id);
}

/** Reads the fields of one record. @throws RecordMalformed naming the first field that does not fit */
export function readRow<Row>(reader: Reader<Row>, record: ExactJson, entityType: string): Row {
  try {
    return reader(record);
  } catch (misfit) {
    if (!(misfit instanceof FieldMisfit)) throw misfit;
    const { path, message } = misfit;
    throw new RecordMalformed(`${entityType}${path === "" ? "" : `: “${path}”`} ${message}.`, path);
  }
}

/** Leaves out the members that are undefined: optional fields of the model are absent, never empty. */
export function present<Fields extends object>(fields: Fields): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const kept: { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key] as Exclude<Fields[typeof key], undefined>;
  return kept;
}

/** What a record with one normalised record becomes. */
export function mapped(entityType: string, sourceId: string, record: MappedRecord, findings: readonly MappingFinding[] = []): MappedSource {
  const source = { entityType, sourceId, records: [record] };
  return findings.length === 0 ? source : { ...source, findings };
}

/** A record kept raw, because a field holds a word that this version does not know. */
export function keptRaw(entityType: string, sourceId: string, findings: readonly MappingFinding[]): MappedSource {
  return { entityType, sourceId, records: [], findings };
}

/** The finding for a field that holds an unknown word. */
export function unknownValue(entityType: string, field: string, value: string): MappingFinding {
  return { code: "unknown_value", message: `${entityType}: “${field}” has the unknown value “${value}”.`, field };
}

/** Findings for every field whose word is not a key of its table. */
export function unknownValues(
  entityType: string,
  words: readonly { readonly field: string; readonly value: string | undefined; readonly table: Readonly<Record<string, unknown>> }[],
): MappingFinding[] {
  const findings: MappingFinding[] = [];
  for (const { field, value, table } of words)
    if (value !== undefined && !Object.hasOwn(table, value)) findings.push(unknownValue(entityType, field, value));
  return findings;
}

/** The value of a word that `unknownValues` has let pass. @throws RecordMalformed */
export function known<Value>(table: Readonly<Record<string, Value>>, value: string, field: string): Value {
  const found = lookUp(table, value);
  if (found === undefined) throw new RecordMalformed(`“${field}” has the unknown value “${value}”.`, field);
  return found;
}
