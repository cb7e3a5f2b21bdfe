import { t } from "../../language/t.ts";
import { formatDay, formatMinute } from "../dates/date.ts";

/** Labels for the parts of a cursor that people understand; the other parts are technical. */
const PARTS: Readonly<Record<string, (value: string | number, timeZone: string | undefined) => string | null>> = {
  since: (value, timeZone) => t("after {value}", { value: moment(value, timeZone) }),
  after: (value, timeZone) => t("after {value}", { value: moment(value, timeZone) }),
  page: (value) => (value === 1 ? null : t("page {value}", { value })),
  at: (value) => (value === 1 ? null : t("row {value}", { value })),
  offset: (value) => (value === 0 ? null : t("after record {value}", { value })),
  last: (value) => t("after ID {value}", { value }),
  lastId: (value) => t("after ID {value}", { value }),
};

const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const ZONED = /(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * A stream's position for people: `through 20 Nov 2026, 23:58`, `after ID 4021, page 3`, `up to record 118`. During
 * a pass the position is an object with the parts its ledger needs; between passes it is the point up to which
 * everything was read. Unknown text is returned unchanged.
 */
export function placeLabel(cursor: string, timeZone?: string): string {
  if (isMoment(cursor)) return t("through {cursor}", { cursor: moment(cursor, timeZone) });
  if (/^\d+$/.test(cursor)) return t("up to record {cursor}", { cursor });
  const parts = readParts(cursor);
  if (parts === null) return cursor;
  const words = partWords(parts, timeZone);
  return words.length === 0 ? t("at the start") : words.join(", ");
}

/** A moment through which every change was read, as it is between passes. */
export function isMoment(cursor: string): boolean {
  return INSTANT.test(cursor);
}

/** A position beyond the start. */
export function hasPlace(cursor: string): boolean {
  const parts = isMoment(cursor) || /^\d+$/.test(cursor) ? null : readParts(cursor);
  return parts === null || partWords(parts, undefined).length > 0;
}

function partWords(parts: Readonly<Record<string, unknown>>, timeZone: string | undefined): readonly string[] {
  return Object.entries(PARTS).flatMap(([name, word]) => {
    const value = parts[name];
    return typeof value === "string" || typeof value === "number" ? (word(value, timeZone) ?? []) : [];
  });
}

function readParts(cursor: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(cursor);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A moment with a zone in local time; one without as the ledger wrote it, to the minute. */
function moment(value: string | number, timeZone: string | undefined): string {
  const text = String(value);
  if (!INSTANT.test(text)) return text;
  if (!ZONED.test(text) || Number.isNaN(Date.parse(text))) return `${formatDay(text.slice(0, 10))}, ${text.slice(11, 16)}`;
  return formatMinute(text, timeZone);
}
