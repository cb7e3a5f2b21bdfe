import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Dimension, DimensionValue } from "#shared/model/books/dimension.ts";
import { type MappedSource, type ReadContext, RecordMalformed } from "../../adapter.ts";
import { asObject } from "../decode.ts";
import { dimensionValuePayload, type PreferencesPayload } from "../schemas.ts";
import { compact, isActive, isSet, mapped, readRecord, refValue, sentText, sourceRef } from "./fields.ts";

export type DimensionEntity = "Class" | "Department";

type AccountingPreferences = PreferencesPayload["AccountingInfoPrefs"];

/**
 * A dimension without its values, as the company's preferences define it. `active` is false when tracking is
 * switched off; lines may still carry older values.
 */
export function dimensionShape(entity: DimensionEntity, accounting: AccountingPreferences): Omit<Dimension, "values" | "source"> {
  if (entity === "Department") {
    const name = sentText(accounting?.DepartmentTerminology) ?? "Department";
    return { id: entity, name, fieldKey: "DepartmentRef", level: "header", ownedBy: "source", active: isSet(accounting?.TrackDepartments) };
  }
  const onHeader = isSet(accounting?.ClassTrackingPerTxn);
  const onLine = isSet(accounting?.ClassTrackingPerTxnLine);
  const level = onHeader && onLine ? "header_and_line" : onHeader ? "header" : "line";
  return { id: entity, name: "Class", fieldKey: "ClassRef", level, ownedBy: "source", active: onHeader || onLine };
}

/** One class or department as a value. @throws RecordMalformed */
export function dimensionValue(record: ExactJson): DimensionValue {
  const payload = readRecord(dimensionValuePayload, record);
  return compact({ id: payload.Id, name: payload.Name, parentId: refValue(payload.ParentRef), active: isActive(payload.Active) });
}

/**
 * The whole dimension from the composed record `{"Class":[…]}`: the ledger has one record per value, the model
 * one dimension with all of them.
 * @throws RecordMalformed
 */
export function mapDimension(entity: DimensionEntity, context: ReadContext, record: ExactJson): MappedSource {
  const values = asObject(record)?.[entity];
  if (!Array.isArray(values)) throw new RecordMalformed(`The list of ${entity} values is missing.`, entity);
  const known = context.discovery.capabilities.dimensions.find((dimension) => dimension.id === entity);
  const { values: _values, source: _source, ...shape } = known ?? { ...dimensionShape(entity, null), values: [] };
  const value: Dimension = { ...shape, values: values.map(dimensionValue), source: sourceRef(context, entity, entity) };
  return mapped(entity, entity, [{ kind: "dimension", value }]);
}
