import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { type LaidOutKind, type StatementLayout, statementLayout } from "#shared/model/reports/statement-layout.ts";

/** The layout that the firm made for a statement of this client, with who made it; null where the standard one applies. */
export function layoutDecision(reader: MirrorReader, kind: LaidOutKind): OwnDecision<StatementLayout> | null {
  return ownDecisions(reader.db, "statement_layout", statementLayout, { subject: kind }).at(-1) ?? null;
}

/** The same without who made it. */
export function layoutOf(reader: MirrorReader, kind: LaidOutKind): StatementLayout | null {
  return layoutDecision(reader, kind)?.body ?? null;
}
