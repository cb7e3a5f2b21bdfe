import type { z } from "zod";
import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, readDecimal } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Money } from "#shared/model/books/money.ts";
import type { SourceRef } from "#shared/model/books/source-ref.ts";
import { type ConnectionFacts, type MappedSource, type MappingFinding, type ReadContext, RecordMalformed } from "../../adapter.ts";
import { asObject } from "../decode.ts";
import { deletedStub, type ReferencePayload } from "../schemas.ts";

/** A numeral, text or reference as it arrives: null, missing and empty all mean absent. */
type Sent = string | null | undefined;

/** The record in its ledger's shape. @throws RecordMalformed naming the field that is not */
export function readRecord<S extends z.ZodType>(schema: S, record: ExactJson): z.output<S> {
  const parsed = schema.safeParse(record);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  const why = `${field === "" ? "" : `field “${field}”: `}${issue?.message ?? "unreadable"}`;
  throw new RecordMalformed(`The ledger sent a record that Tieout can't read (${why}).`, field === "" ? undefined : field);
}

/** A deleted stub of the change feed as a mapped source; null for a record that is whole. */
export function deletedSource(entityType: string, record: ExactJson): MappedSource | null {
  // Asked of every record, so a look at one field decides before any schema is tried.
  if (asObject(record)?.status !== "Deleted") return null;
  return { entityType, sourceId: readRecord(deletedStub, record).Id, deleted: true, records: [] };
}

/** The provenance of a record of this tenant (rule 1). */
export function sourceRef(
  context: Pick<ConnectionFacts, "tenantId"> & Pick<ReadContext, "fetchedAt">,
  entityType: string,
  id: string,
): SourceRef {
  return { system: "ledger_b", tenantId: context.tenantId, entityType, id, fetchedAt: context.fetchedAt };
}

/** Text, or undefined when it is absent or empty. */
export function sentText(value: Sent): string | undefined {
  return value === null || value === "" ? undefined : value;
}

/** A numeral as sent. @throws RecordMalformed when it is text of another kind */
export function sentDecimal(value: Sent, field: string): DecimalString | undefined {
  const text = sentText(value);
  if (text === undefined) return undefined;
  const number = readDecimal(text);
  if (number === null) throw new RecordMalformed(`“${field}” isn't a number: ${text}.`, field);
  return number;
}

/** A numeral that must be there. @throws RecordMalformed */
export function requiredDecimal(value: Sent, field: string): DecimalString {
  const number = sentDecimal(value, field);
  if (number === undefined) throw new RecordMalformed(`“${field}” is missing.`, field);
  return number;
}

/** A day; a zone or time after it is not part of it. @throws RecordMalformed */
export function sentDay(value: Sent, field: string): CalendarDate | undefined {
  const text = sentText(value);
  if (text === undefined) return undefined;
  const day = /^.{10}(?:$|[TZ+-])/.test(text) ? readCalendarDate(text.slice(0, 10)) : null;
  if (day === null) throw new RecordMalformed(`“${field}” isn't a date: ${text}.`, field);
  return day;
}

/** A day that must be there. @throws RecordMalformed */
export function requiredDay(value: Sent, field: string): CalendarDate {
  const day = sentDay(value, field);
  if (day === undefined) throw new RecordMalformed(`“${field}” is missing.`, field);
  return day;
}

/** The id inside a reference. */
export function refValue(ref: ReferencePayload): string | undefined {
  return sentText(ref?.value);
}

/** A reference as a normalised id: `Account:63`. */
export function refId(entityType: string, ref: ReferencePayload): string | undefined {
  const value = refValue(ref);
  return value === undefined ? undefined : `${entityType}:${value}`;
}

/** Flags default to true where the ledger leaves them out of active records. */
export function isActive(value: boolean | "true" | "false" | null | undefined): boolean {
  return value !== false && value !== "false";
}

export function isSet(value: boolean | "true" | "false" | null | undefined): boolean {
  return value === true || value === "true";
}

export function money(amount: DecimalString, currency: string): Money {
  return { amount, currency };
}

type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without its undefined members: an absent field is an absent key. */
export function compact<T extends object>(value: T): Compact<T> {
  const kept: Partial<T> = {};
  for (const key in value) if (value[key] !== undefined) kept[key] = value[key];
  return kept as unknown as Compact<T>;
}

/** A mapped source; findings only where there are some. */
export function mapped(
  entityType: string,
  sourceId: string,
  records: MappedSource["records"],
  findings: readonly MappingFinding[] = [],
): MappedSource {
  return findings.length === 0 ? { entityType, sourceId, records } : { entityType, sourceId, records, findings };
}

/** The finding for a value that this adapter has no meaning for. */
export function unknownValue(recordId: string, field: string, value: string | undefined): MappingFinding {
  return {
    code: "unknown_value",
    field,
    message: `${recordId}: “${field}” ${value === undefined ? "has no value" : `has the unknown value “${value}”`}.`,
  };
}
