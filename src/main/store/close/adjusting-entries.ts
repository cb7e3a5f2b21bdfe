import { type DueEntry, dueEntries, entryRefusal } from "#main/domain/close/adjusting-schedule.ts";
import { currencyDigits } from "#main/domain/postings/account-sum.ts";
import { decimalsWords, hasMoreDecimals } from "#main/domain/schedules/schedule-refusal.ts";
import { type ScheduleMonth, scheduleTable } from "#main/domain/schedules/schedule-table.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { documentStatusCode } from "#main/store/records/codes.ts";
import { makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import { recognised } from "#main/store/schedules/recognised-entries.ts";
import { type StoredItem, scheduleItems } from "#main/store/schedules/schedule-items.ts";
import { removalRefusal } from "#main/store/schedules/unfinished-entries.ts";
import { type Act, notFound, ownDecisions } from "#main/store/work/own-decisions.ts";
import type { AdjustingDefinitionView, AdjustingEntryView } from "#shared/contract/close/adjustments.ts";
import { notInBooks, periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Period } from "#shared/model/books/period.ts";
import { type AdjustingEntry, adjustingEntry } from "#shared/model/close/adjusting-entry.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { JobItem, WriteOperation } from "#shared/model/ledger/write.ts";

type Span = Pick<Period, "id" | "label" | "start" | "end">;

export interface DueQuestion {
  readonly period: Span;
  /** Every ordinary period, ascending. */
  readonly periods: readonly Pick<Period, "start" | "end">[];
  readonly currency: string;
  readonly definitionId: string | null;
}

/** Current definitions, oldest first. */
export function listDefinitions(reader: MirrorReader): AdjustingDefinitionView[] {
  return ownDecisions(reader.db, "adjusting_entry", adjustingEntry).map(({ subject, decisionNo, person, at, body }) => ({
    ...{ definitionId: subject, decisionNo, person, at, entry: body },
  }));
}

export function saveDefinition(
  reader: MirrorReader,
  {
    definitionId,
    entry,
    currency,
    person,
    nowMs,
  }: Act & { readonly definitionId: string; readonly entry: AdjustingEntry; readonly currency: string },
): Result<{ readonly definitionId: string; readonly decisionNo: number }, Failure> {
  const refused = entryRefusal(entry);
  if (refused !== null) return fail({ code: "invalid_input", ...refused });
  const amounts = "lines" in entry ? entry.lines.map(({ amount }) => amount) : [entry.total];
  if (amounts.some((amount) => hasMoreDecimals(amount, currencyDigits(currency))))
    return fail({
      code: "invalid_input",
      message: decimalsWords(currencyDigits(currency)),
      field: "lines" in entry ? "lines" : "total",
    });
  const chart = chartOf(reader);
  const accounts = "lines" in entry ? entry.lines.map(({ accountId }) => accountId) : [entry.debitAccountId, entry.creditAccountId];
  const missing = accounts.find((id) => !chart.has(id));
  if (missing !== undefined) return fail({ code: "invalid_input", message: notInBooks("account", missing), field: "accountId" });
  return ok({
    definitionId,
    decisionNo: makeDecision(reader.db, { kind: "adjusting_entry", subject: definitionId, body: entry, person, nowMs }),
  });
}

/** Removes an adjusting entry, unless an entry of it is being sent; what was drafted or posted stays. */
export function removeDefinition(
  reader: MirrorReader,
  { definitionId, person, nowMs }: Act & { readonly definitionId: string },
): Result<{ readonly decisionNo: number }, Failure> {
  const standing = listDefinitions(reader).find((one) => one.definitionId === definitionId);
  if (standing === undefined) return fail(notFound(`Adjusting entry ${definitionId} doesn't exist.`, "definitionId"));
  const refused = removalRefusal(reader, definitionId, standing.entry.title);
  if (refused !== null) return fail(refused);
  undoDecision(reader.db, standing.decisionNo, person, nowMs);
  return ok({ decisionNo: standing.decisionNo });
}

interface EntryJob {
  readonly job_id: string;
  readonly action_id: string;
  readonly state: string;
  readonly items: string | null;
  readonly failure: string | null;
  readonly checks: string | null;
  readonly person: string | null;
  readonly operations: string;
}

/** An entry with the write that posts it. Its action id keeps it from being posted twice. */
export type DueAdjustment = AdjustingEntryView & { readonly actionId: string; readonly operation: WriteOperation };

/** States after which an entry may be posted again, under a new action id. */
const ENDED: ReadonlySet<string> = new Set(["cancelled", "rejected", "voided"]);

/** What asks for entries: an adjusting entry, or an item of a schedule. */
interface EntrySource {
  readonly definitionId: string;
  readonly kind: AdjustingEntryView["kind"];
  readonly entry: Pick<AdjustingEntry, "title" | "memo" | "entityId">;
  readonly person: string;
  readonly due: readonly SourceEntry[];
}

/** A due entry with the month that its action id names and the label of its period. */
type SourceEntry = DueEntry & { readonly month: string; readonly label: string };

/** The entries due in a period, each with the state of its write. */
export function dueAdjustments(reader: MirrorReader, { period, periods, currency, definitionId }: DueQuestion): DueAdjustment[] {
  const decimals = currencyDigits(currency);
  const month = period.end.slice(0, 7);
  const label = periodName(period.label);
  const set = listDefinitions(reader).map(({ definitionId: id, entry, person }): EntrySource => {
    const due = dueEntries(entry, period, periods, decimals).map((one) => ({ ...one, month, label }));
    return { definitionId: id, kind: entry.kind, entry, person, due };
  });
  const scheduled = scheduleItems(reader).map((stored) => {
    const months = scheduleTable(stored.item, decimals).filter(({ date }) => period.start <= date && date <= period.end);
    return itemSource(stored, months, () => label);
  });
  const items = entriesOf(reader, scheduled, currency);
  const itemIds = new Set(scheduled.map((item) => item.definitionId));
  // Which journal belongs to which of two equal items is decided among all of them, items first, as `itemEntries` has them alone.
  const known = recognised(reader, [...items, ...entriesOf(reader, set, currency)], (entry) => itemIds.has(entry.definitionId));
  const entries = [...known.slice(items.length), ...known.slice(0, items.length)];
  return entries.filter((one) => definitionId === null || one.definitionId === definitionId);
}

/** The entries of all schedule items by item, each with the state of its write. */
export function itemEntries(
  reader: MirrorReader,
  items: readonly (StoredItem & { readonly table: readonly ScheduleMonth[] })[],
  currency: string,
): Map<string, DueAdjustment[]> {
  const sources = items.map((item) => itemSource(item, item.table, periodName));
  return Map.groupBy(recognised(reader, entriesOf(reader, sources, currency)), ({ definitionId }) => definitionId);
}

/** Entries that are in the books already are due no more. */
function itemSource(
  { itemId, item, person }: StoredItem,
  months: readonly ScheduleMonth[],
  labelOf: (month: string) => string,
): EntrySource {
  const due = months
    .filter(({ date }) => item.bookedThrough === null || date > item.bookedThrough)
    .flatMap(({ month, entries }) => entries.map((entry) => ({ ...entry, month, label: labelOf(month) })));
  return { definitionId: itemId, kind: item.kind, entry: item, person, due };
}

function entriesOf(reader: MirrorReader, sources: readonly EntrySource[], currency: string): DueAdjustment[] {
  const chart = chartOf(reader);
  return sources.flatMap(({ definitionId: id, kind, entry, person, due: all }) => {
    const jobsByBase = all.length === 0 ? new Map<string, EntryJob[]>() : jobsOf(reader, id);
    return all.map((due): DueAdjustment => {
      const base = `adj-${id}-${due.month}-${due.part === "entry" ? "e" : "r"}`;
      const jobs = jobsByBase.get(base) ?? [];
      const job = jobs.at(-1);
      const standing = standingOf(reader, job);
      const again = job !== undefined && ENDED.has(standing.state);
      return {
        ...{ definitionId: id, kind, title: entry.title, part: due.part, date: due.date, currency },
        // Lines already sent don't follow later changes of the definition.
        lines: (job === undefined || again ? due.lines : linesOf(job)).map(({ accountId, amount, description }) => ({
          ...{ accountId, amount, account: chart.get(accountId)?.name ?? accountId, description: description ?? null },
        })),
        ...standing,
        preparer: job?.person ?? person,
        actionId: jobs.length === 0 ? base : again ? `${base}${jobs.length}` : (job?.action_id ?? base),
        operation: operationOf(entry, due, currency),
      };
    });
  });
}

/** The jobs of a definition by the month and part that they post, oldest first. */
function jobsOf(reader: MirrorReader, definitionId: string): Map<string, EntryJob[]> {
  const prefix = `adj-${definitionId}-`;
  const jobs = prepared(
    reader.db,
    `SELECT job_id, action_id, state, json_extract(body, '$.items') AS items, json_extract(body, '$.failure') AS failure,
       json_extract(body, '$.checks') AS checks, json_extract(body, '$.person') AS person,
       json_extract(body, '$.operations') AS operations
     FROM write_job WHERE action_id >= ? AND action_id < ? || ':' ORDER BY created_ms, action_id`,
  ).all(prefix, prefix) as EntryJob[];
  return Map.groupBy(jobs, ({ action_id }) => action_id.slice(0, prefix.length + "2026-10-e".length));
}

function linesOf({ operations }: EntryJob): DueEntry["lines"] {
  const [operation] = JSON.parse(operations) as WriteOperation[];
  if (operation?.kind !== "create_document") return [];
  return operation.document.lines.map(({ accountId, net, description }) => ({
    accountId: accountId ?? "",
    amount: net.amount,
    description,
  }));
}

function standingOf(reader: MirrorReader, job: EntryJob | undefined): Pick<AdjustingEntryView, "state" | "jobId" | "recordId" | "message"> {
  if (job === undefined) return { state: "due", jobId: null, recordId: null, message: null };
  const item = (job.items === null ? [] : (JSON.parse(job.items) as JobItem[]))[0];
  const recordId = item?.recordId ?? null;
  const confirmed = job.state === "accepted";
  const ended = confirmed && recordId !== null ? endedText(reader, recordId) : null;
  return {
    state: ended !== null ? "voided" : confirmed ? "confirmed" : (job.state as AdjustingEntryView["state"]),
    jobId: job.job_id,
    recordId,
    message: ended ?? messageOf(job, item),
  };
}

function messageOf({ failure, checks }: EntryJob, item: JobItem | undefined): string | null {
  const blocked = (checks === null ? [] : (JSON.parse(checks) as { outcome: string; message: string }[])).find(
    ({ outcome }) => outcome === "blocked",
  );
  const said = failure === null ? null : (JSON.parse(failure) as Failure).message;
  return item?.ledgerError?.body ?? said ?? blocked?.message ?? item?.message ?? null;
}

const DELETED = "Deleted in the ledger.";
/** What happened to a journal that no longer posts anything, by its status. */
const ENDED_TEXTS: ReadonlyMap<number, string> = new Map([
  [documentStatusCode.encode("voided"), "Voided in the ledger."],
  [documentStatusCode.encode("voided_or_zero"), "Voided or set to zero in the ledger."],
  [documentStatusCode.encode("deleted"), DELETED],
]);

/** What happened to a posted journal that is no longer in the books; null while it is. */
function endedText(reader: MirrorReader, recordId: string): string | null {
  const recNo = recordNumber(reader, recordId, "document");
  if (recNo === null) return null;
  const row = prepared(reader.db, "SELECT status, removed_ms FROM document JOIN source_record USING (rec_no) WHERE rec_no = ?").get(
    recNo,
  ) as {
    readonly status: number;
    readonly removed_ms: number | null;
  };
  return row.removed_ms !== null ? DELETED : (ENDED_TEXTS.get(row.status) ?? null);
}

function operationOf({ title, memo, entityId }: EntrySource["entry"], due: SourceEntry, currency: string): WriteOperation {
  const { date, lines, part, label } = due;
  const name = `${title}, ${label}${part === "reversal" ? ", reversal" : ""}`;
  return {
    kind: "create_document",
    document: {
      ...{ type: "journal", issueDate: date, currency, status: "open", memo: memo === undefined ? name : `${name}. ${memo}` },
      ...(entityId === undefined ? {} : { entityId }),
      lines: lines.map(({ accountId, amount, description }) => ({
        ...{ kind: "account" as const, accountId, net: { amount, currency }, description: description ?? name, dimensions: [] },
      })),
    },
  };
}
