import { z } from "zod";
import { sourceRef } from "./source-ref.ts";

/** A value that a dimension can take. */
export const dimensionValue = z.object({
  id: z.string(),
  name: z.string(),
  parentId: z.string().optional(),
  active: z.boolean(),
});
export type DimensionValue = z.infer<typeof dimensionValue>;

/**
 * A reporting dimension found in the ledger's metadata (rule 20): a tracking category, class,
 * department, location or custom segment. `fieldKey` is the ledger's own field. `ownedBy` is `us`
 * only for a dimension that the service keeps at the reporting layer.
 */
export const dimension = z.object({
  id: z.string(),
  name: z.string(),
  fieldKey: z.string(),
  level: z.enum(["line", "header", "header_and_line"]),
  ownedBy: z.enum(["source", "us"]),
  active: z.boolean(),
  values: z.array(dimensionValue),
  source: sourceRef.optional(),
});
export type Dimension = z.infer<typeof dimension>;

/**
 * A dimension value on a line. `fannedFromHeader` records that the ledger holds it on the header
 * and that it was copied down (rule 10): it is never written back per line.
 */
export const lineDimension = z.object({
  dimensionId: z.string(),
  valueId: z.string(),
  fannedFromHeader: z.boolean(),
});
export type LineDimension = z.infer<typeof lineDimension>;
