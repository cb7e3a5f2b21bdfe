import { z } from "zod";
import type { WireObject } from "../../wire-json.ts";
import type { ItemKey, PreparedItem } from "../../writing.ts";
import type { WrittenEntity } from "./entities.ts";

const text = z.string().optional();

/** What is kept beside a stored call, to judge its answer and to find again what it may have done. */
export const expectation = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("create"),
    /** Numbers that the ledger may replace (rule 21). */
    promised: z.object({ number: text, tax: text, total: text }),
    /** Transactions: the day under which it is looked for. */
    date: text,
    /** Integration items: the name under which it is looked for. */
    name: text,
  }),
  z.object({ kind: z.literal("update"), changed: z.array(z.string()), promised: z.object({ number: text, tax: text }) }),
  z.object({ kind: z.enum(["void", "delete"]) }),
]);
export type Expectation = z.infer<typeof expectation>;

/** One operation, worked out, before it is put into a call. */
export interface PlannedWrite extends ItemKey {
  readonly expected: Expectation;
  readonly entity: WrittenEntity;
  readonly body: WireObject;
  readonly title: string;
  readonly reference: string | null;
  readonly ledgerId: string | null;
  readonly version?: string;
}

/** The part of a planned write that is stored with its call. */
export function preparedItem({ operation, part, title, reference, entity, ledgerId, version, expected }: PlannedWrite): PreparedItem {
  const item = { operation, part, title, reference, entityType: entity, ledgerId, expected };
  return version === undefined ? item : { ...item, version };
}

/** Reads back what `preparedItem` stored. @throws ZodError when it was not stored by this adapter */
export function expectationOf(item: PreparedItem): Expectation {
  return expectation.parse(item.expected);
}
