import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import type { SourceRef } from "#shared/model/books/source-ref.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { trackingCategorySchema } from "../schemas.ts";
import { keptRaw, mapped, readRow, recordId, sourceRef, unknownValues } from "./source.ts";

const active: Readonly<Record<string, boolean>> = { ACTIVE: true, ARCHIVED: false, DELETED: false };

/** A tracking category with its options. @throws RecordMalformed */
export function mapTrackingCategory(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "TrackingCategory";
  const row = readRow(trackingCategorySchema, record, entityType);
  const unknown = unknownValues(entityType, [
    { field: "Status", value: row.Status, table: active },
    ...row.Options.map((option) => ({ field: "Options.Status", value: option.Status, table: active })),
  ]);
  if (unknown.length > 0) return keptRaw(entityType, row.TrackingCategoryID, unknown);
  const value = dimensionOf(record, sourceRef(context, entityType, row.TrackingCategoryID));
  return mapped(entityType, row.TrackingCategoryID, { kind: "dimension", value });
}

/**
 * The dimension that a tracking category stands for. Anything but ACTIVE can no longer be chosen,
 * yet stays, because older lines still carry it. @throws RecordMalformed
 */
export function dimensionOf(record: ExactJson, source: SourceRef): Dimension {
  const row = readRow(trackingCategorySchema, record, "TrackingCategory");
  return {
    id: recordId("TrackingCategory", row.TrackingCategoryID),
    name: row.Name,
    fieldKey: "Tracking",
    level: "line",
    ownedBy: "source",
    active: row.Status === "ACTIVE",
    values: row.Options.map((option) => ({
      id: option.TrackingOptionID,
      name: option.Name,
      active: (option.Status ?? row.Status) === "ACTIVE",
    })),
    source,
  };
}
