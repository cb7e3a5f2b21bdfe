import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf, entityLabel } from "#main/store/documents/record-names.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import { type OwnAssignment, ownAssignments, ownDimensions } from "./own-dimensions.ts";

/** Every dimension of a client, and what is assigned to those that are kept here. */
export interface DimensionBook {
  readonly dimensions: Dimension[];
  readonly assignments: (OwnAssignment & { readonly targetName: string })[];
}

/** The ledger's dimensions as its metadata tells them, then the service's own (rule 20). */
export function dimensionBook(reader: MirrorReader): DimensionBook {
  const bodies = prepared(
    reader.db,
    "SELECT body FROM entity JOIN source_record USING (rec_no) WHERE kind = 'dimension' AND removed_ms IS NULL ORDER BY id",
  )
    .pluck()
    .all() as string[];
  return {
    dimensions: [...bodies.map((body) => JSON.parse(body) as Dimension), ...ownDimensions(reader)],
    assignments: ownAssignments(reader).map((assignment) => ({ ...assignment, targetName: targetName(reader, assignment.target) })),
  };
}

function targetName(reader: MirrorReader, { kind, id }: OwnAssignment["target"]): string {
  if (kind !== "line") return entityLabel(reader, id) ?? id;
  const slash = id.lastIndexOf("/");
  return `A line of ${documentNameOf(reader, id.slice(0, slash)) ?? id.slice(0, slash)}`;
}
