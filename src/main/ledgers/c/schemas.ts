import { z } from "zod";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { RecordMalformed } from "../adapter.ts";

const id = z.string().regex(/^-?\d+$/, "not a whole number");

/** Required members; any other text column passes and reads as optional. */
const row = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).catchall(z.string());

export const accountRow = row({ id, accttype: z.string() });
export const partyRow = row({ id });
export const itemRow = row({ id });
export const periodRow = row({ id, periodname: z.string(), startdate: z.string(), enddate: z.string() });
export const currencyRow = row({ id, symbol: z.string() });
export const subsidiaryRow = row({ id, name: z.string() });
export const valueRow = row({ id });
export const transactionRow = row({ id, type: z.string(), trandate: z.string() });
export const lineRow = row({ transaction: id, id });
export const accountingLineRow = row({ transaction: id, transactionline: id });
export const linkRow = row({ previousdoc: id, nextdoc: id });
export const dimensionRow = row({ id: z.string(), name: z.string(), fieldkey: z.string(), entitytype: z.string() });

/** A row as the mappers see it: lower-case names, texts as sent, absent columns undefined. */
export type Row = Readonly<Record<string, string>>;

/**
 * Checks one row. Names are compared without case (the surfaces of Ledger C disagree about it);
 * nulls and empty texts count as absent; unknown columns pass.
 * @throws RecordMalformed naming the first wrong column
 */
export function readRow<Schema extends z.ZodType>(schema: Schema, record: ExactJson | undefined, noun: string): z.infer<Schema> {
  if (record === undefined || record === null || typeof record !== "object" || Array.isArray(record)) {
    throw new RecordMalformed(`The ledger sent a record that Tieout can't read (${noun}).`);
  }
  const parsed = schema.safeParse(lowerRow(record));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  throw new RecordMalformed(
    `The ledger sent a record that Tieout can't read (${noun}${field === "" ? "" : `, field ${field}`}: ${issue?.message ?? "unreadable"}).`,
    field,
  );
}

/** Rows of one member of a composed record; an absent member is an empty list. @throws RecordMalformed */
export function readRows<Schema extends z.ZodType>(schema: Schema, list: ExactJson | undefined, noun: string): z.infer<Schema>[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw new RecordMalformed(`The ledger sent records that Tieout can't read (${noun}).`);
  return list.map((record) => readRow(schema, record, noun));
}

/** A member of a composed record whose names are ours. @throws RecordMalformed when the record is not an object */
export function member(record: ExactJson, name: string): ExactJson | undefined {
  if (record === null || typeof record !== "object" || Array.isArray(record)) {
    throw new RecordMalformed("The ledger sent a record that Tieout can't read.");
  }
  return record[name];
}

function lowerRow(record: { [key: string]: ExactJson }): Row {
  const lower: Record<string, string> = {};
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === "string" && value !== "") lower[name.toLowerCase()] = value;
    else if (typeof value === "boolean") lower[name.toLowerCase()] = value ? "T" : "F";
  }
  return lower;
}
