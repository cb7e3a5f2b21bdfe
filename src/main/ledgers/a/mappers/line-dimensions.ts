import type { Dimension, LineDimension } from "#shared/model/books/dimension.ts";
import type { ReadContext } from "../../adapter.ts";
import type { TrackingRow } from "../schemas.ts";
import { recordId } from "./source.ts";

/**
 * Tracking of a line in the order of the discovered dimensions. It is held on the line, so nothing
 * is ever fanned down (rule 10). Ids count; names only help where an answer leaves the ids out.
 */
export function lineDimensions(context: ReadContext, rows: readonly TrackingRow[]): LineDimension[] {
  const known = context.discovery.capabilities.dimensions;
  // As most lines have it.
  if (rows.length === 1) {
    const only = lineDimension(known, rows[0] as TrackingRow);
    return only === undefined ? [] : [only];
  }
  const found = rows.map((row) => lineDimension(known, row)).filter((dimension) => dimension !== undefined);
  if (found.length < 2) return found;
  const rank = (entry: LineDimension) => {
    const at = known.findIndex((dimension) => dimension.id === entry.dimensionId);
    return at < 0 ? known.length : at;
  };
  return found.sort((a, b) => rank(a) - rank(b));
}

function lineDimension(known: readonly Dimension[], row: TrackingRow): LineDimension | undefined {
  const dimensionId =
    row.TrackingCategoryID === undefined
      ? known.find((dimension) => dimension.name === row.Name)?.id
      : recordId("TrackingCategory", row.TrackingCategoryID);
  if (dimensionId === undefined) return undefined;
  const valueId = row.TrackingOptionID ?? optionNamed(known, dimensionId, row.Option);
  return valueId === undefined ? undefined : { dimensionId, valueId, fannedFromHeader: false };
}

function optionNamed(known: readonly Dimension[], dimensionId: string, name: string | undefined): string | undefined {
  return known.find(({ id }) => id === dimensionId)?.values.find((value) => value.name === name)?.id;
}
