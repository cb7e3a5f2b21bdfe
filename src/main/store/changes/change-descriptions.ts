import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { documentNameOf, type EntityNames, fieldName, withNames } from "#main/store/documents/record-names.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { dayName } from "#shared/kernel/readable.ts";
import type { Period } from "#shared/model/books/period.ts";
import { fieldWords, valueWords } from "#shared/model/labels/change-words.ts";

export type ChangedKind = "document" | "payment" | "journal" | "lock" | "period" | "party" | "account" | "record";

/** A change as people read it: the record's name, its field, and names instead of ids. */
export interface ChangeDescription {
  readonly recordKind: ChangedKind;
  readonly label: string;
  readonly shown: { readonly field: string; readonly before: string | null; readonly after: string | null };
}

/** What describing a change needs: the record's number in the mirror, and the table it is in. */
interface ChangeToTell {
  readonly recNo: number;
  readonly recordId: string;
  /** Null for a record that is neither document nor payment. */
  readonly recordName: string | null;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly holds: "document" | "payment" | null;
}

const KINDS: ReadonlySet<string> = new Set<ChangedKind>(["period", "party", "account"]);

/** Describes one change; names come from the mirror's current state. */
export function describeChange(reader: MirrorReader, row: ChangeToTell, entities: EntityNames): ChangeDescription {
  const named = (value: string | null) => valueWords(row.field, value === null ? null : withNames(reader, value, entities));
  const shown = { field: fieldWords(fieldName(reader, row.recNo, row.field)), before: named(row.before), after: named(row.after) };
  if (row.holds !== null) return { recordKind: row.holds, label: row.recordName ?? row.recordId, shown };
  return { ...otherRecord(reader, row), shown };
}

function otherRecord(reader: MirrorReader, { recNo, ...row }: ChangeToTell): Pick<ChangeDescription, "recordKind" | "label"> {
  if (row.field === "lockedThrough") return { recordKind: "lock", label: lockLabel(reader, recNo, row.recordId) };
  const journal = prepared(reader.db, "SELECT number, day, document_id FROM journal WHERE rec_no = ?").get(recNo) as
    | { readonly number: string | null; readonly day: number; readonly document_id: string | null }
    | undefined;
  if (journal !== undefined) {
    const document = journal.document_id === null ? null : documentNameOf(reader, journal.document_id);
    const name = `Journal entry${journal.number === null ? "" : ` ${journal.number}`} of ${dayName(fromDayNumber(journal.day))}`;
    const posting = document === null ? name : `Posting of ${document.charAt(0).toLowerCase()}${document.slice(1)}`;
    return { recordKind: "journal", label: posting };
  }
  const entity = prepared(reader.db, "SELECT kind, label FROM entity WHERE id = ? ORDER BY kind").get(row.recordId) as
    | { readonly kind: string; readonly label: string }
    | undefined;
  if (entity === undefined) return { recordKind: "record", label: row.recordId };
  return { recordKind: KINDS.has(entity.kind) ? (entity.kind as ChangedKind) : "record", label: entity.label };
}

/** A period's lock is called by the period's name, any other lock by its own. */
function lockLabel(reader: MirrorReader, recNo: number, lockId: string): string {
  const body = prepared(reader.db, "SELECT body FROM entity WHERE rec_no = ? AND kind = 'period'").pluck().get(recNo) as string | undefined;
  if (body !== undefined) return `Lock on ${(JSON.parse(body) as Period).label}`;
  const name = lockId.replaceAll("_", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} lock`;
}
