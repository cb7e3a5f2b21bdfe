import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { PeriodLock } from "#shared/model/books/period.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { preferencesPayload } from "../schemas.ts";
import { readRecord, sentDay, sentText, sourceRef } from "./fields.ts";

const ENTITY = "Preferences";

/**
 * The company's preferences: the book close date as a lock (rule 8) and as a date that is watched,
 * because moving it leaves no other trace. @throws RecordMalformed
 */
export function mapCompany(context: ReadContext, record: ExactJson): MappedSource {
  const payload = readRecord(preferencesPayload, record);
  const sourceId = sentText(payload.Id) ?? ENTITY;
  const closed = sentDay(payload.AccountingInfoPrefs?.BookCloseDate, "AccountingInfoPrefs.BookCloseDate");
  const watched = { bookCloseDate: closed ?? null };
  if (closed === undefined) return { entityType: ENTITY, sourceId, records: [], watched };
  const value: PeriodLock = {
    id: "book_close",
    scope: { module: "all" },
    lockedThrough: closed,
    source: sourceRef(context, ENTITY, sourceId),
  };
  return { entityType: ENTITY, sourceId, records: [{ kind: "lock", value }], watched };
}
