import { movedInputs } from "#main/domain/close/input-diff.ts";
import { MOVES_FIGURES } from "#main/store/changes/moving-changes.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { isDocument } from "#main/store/documents/record-number.ts";
import { readSignedInput } from "#main/store/records/signed-input-store.ts";
import type { FluxMover } from "#shared/contract/reports/flux.ts";
import { calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { instantMs } from "#shared/kernel/instant.ts";
import type { Stamp } from "./flux-acts-read.ts";
import type { FluxFigure } from "./flux-figures.ts";
import { fluxInput } from "./flux-inputs.ts";

const NAMED_MAX = 50;

/**
 * The records that made a signature stale, with their contribution then and now. A balance also depends on all
 * earlier days: their changed records are listed without amounts.
 */
export function movedBehind(
  reader: MirrorReader,
  { statement }: FluxFigure,
  stamp: Stamp,
  inputNow: string,
): { readonly movedBy: FluxMover[]; readonly movedCount: number } {
  const text = readSignedInput(reader.db, stamp.body.hash);
  if (text === null) return { movedBy: [], movedCount: 0 };
  const then = fluxInput.parse(JSON.parse(text));
  const now = fluxInput.parse(JSON.parse(inputNow));
  const moved = movedInputs(
    then.spans.map(({ inputs }) => inputs),
    now.spans.map(({ inputs }) => inputs),
  );
  const named = moved.slice(0, NAMED_MAX).map(({ recordId, before, after, difference }) => ({
    ...{ documentId: recordId, isDocument: isDocument(reader, recordId), label: documentNameOf(reader, recordId) ?? recordId },
    ...{ before, after, difference },
  }));
  const first = now.spans[0]?.from;
  const openingMoved = statement === "balance_sheet" && then.comparative !== now.comparative && first !== undefined;
  const older = openingMoved ? changedBefore(reader, calendarDate(first), instantMs(stamp.at)) : [];
  return { movedBy: [...named, ...older].slice(0, NAMED_MAX), movedCount: moved.length + older.length };
}

/** Records of earlier days that have changed since. */
function changedBefore(reader: MirrorReader, day: ReturnType<typeof calendarDate>, sinceMs: number): FluxMover[] {
  const ids = prepared(
    reader.db,
    `SELECT DISTINCT record_id FROM field_change WHERE day < ? AND detected_ms > ? AND ${MOVES_FIGURES} LIMIT ${NAMED_MAX}`,
  )
    .pluck()
    .all(dayNumber(day), sinceMs) as string[];
  return ids.flatMap((documentId) => {
    const label = documentNameOf(reader, documentId);
    if (label === null) return [];
    return [{ documentId, isDocument: isDocument(reader, documentId), label, before: null, after: null, difference: null }];
  });
}
