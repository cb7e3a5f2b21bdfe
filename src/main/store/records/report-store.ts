import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { instantMs } from "#shared/kernel/instant.ts";
import { type AccountingBasis, type LedgerReport, type LedgerReportKind, ledgerReport } from "#shared/model/reports/ledger-report.ts";
import { openBlock, packBlock } from "./record-store.ts";

/** How many reports of one kind and span are kept: the newest is current, the others show what the ledger said before. */
const KEPT = 3;
/** For how many days a report to date is kept after its day. Month ends stay, and so does what was read after its day was over. */
const DAILY_KEPT = 35;
const DAY_MS = 86_400_000;

/** Identifies a report: `from` applies to reports of a span, and is left out for those at a date. */
export interface ReportKey {
  readonly kind: LedgerReportKind;
  readonly from?: CalendarDate;
  readonly to: CalendarDate;
  readonly basis: AccountingBasis;
  /** Left out: the whole company. */
  readonly entityId?: string | undefined;
}

/** Stores a report with its original text, and deletes the oldest ones of the same span and those to a date long past. */
export function saveReport(db: Sqlite, report: LedgerReport, raw: string): void {
  const { kind, from, to, basis, entityId } = report;
  const key = [kind, dayNumber(from), dayNumber(to), basis, entityId ?? null] as const;
  const save = db.transaction(() => {
    prepared(
      db,
      "INSERT INTO ledger_report (kind, from_day, to_day, basis, entity_id, body, raw, fetched_ms) VALUES (?,?,?,?,?,?,?,?)",
    ).run(...key, JSON.stringify(report), packBlock(Buffer.from(raw)), instantMs(report.fetchedAt));
    prepared(
      db,
      `DELETE FROM ledger_report WHERE kind = ? AND from_day = ? AND to_day = ? AND basis = ? AND entity_id IS ? AND report_no NOT IN
         (SELECT report_no FROM ledger_report WHERE kind = ? AND from_day = ? AND to_day = ? AND basis = ? AND entity_id IS ?
          ORDER BY fetched_ms DESC, report_no DESC LIMIT ${KEPT})`,
    ).run(...key, ...key);
    prepared(
      db,
      `DELETE FROM ledger_report WHERE kind = ? AND to_day < ? AND fetched_ms < (to_day + 2) * ${DAY_MS}
         AND strftime('%d', (to_day + 1) * 86400, 'unixepoch') <> '01'`,
    ).run(kind, Math.floor(instantMs(report.fetchedAt) / DAY_MS) - DAILY_KEPT);
  });
  save.immediate();
}

/** The newest stored report of a kind and date, or null. */
export function newestReport(db: Sqlite, { kind, from, to, basis, entityId }: ReportKey): LedgerReport | null {
  const first = from === undefined ? null : dayNumber(from);
  const body = prepared(
    db,
    `SELECT body FROM ledger_report WHERE kind = ? AND to_day = ? AND basis = ? AND entity_id IS ? AND (? IS NULL OR from_day = ?)
     ORDER BY fetched_ms DESC, report_no DESC LIMIT 1`,
  )
    .pluck()
    .get(kind, dayNumber(to), basis, entityId ?? null, first, first);
  return body === undefined ? null : ledgerReport.parse(JSON.parse(body as string));
}

/** When a report of this kind and date was last read; null if never. Doesn't read the body. */
export function reportReadMs(db: Sqlite, { kind, from, to, basis, entityId }: ReportKey): number | null {
  const first = from === undefined ? null : dayNumber(from);
  return prepared(
    db,
    "SELECT MAX(fetched_ms) FROM ledger_report WHERE kind = ? AND to_day = ? AND basis = ? AND entity_id IS ? AND (? IS NULL OR from_day = ?)",
  )
    .pluck()
    .get(kind, dayNumber(to), basis, entityId ?? null, first, first) as number | null;
}

/** The original text of the newest report of a kind and date. */
export function reportText(
  db: Sqlite,
  { kind, to, basis, entityId }: ReportKey,
): { readonly raw: string; readonly fetchedMs: number } | null {
  const row = prepared(
    db,
    "SELECT raw, fetched_ms FROM ledger_report WHERE kind = ? AND to_day = ? AND basis = ? AND entity_id IS ? ORDER BY fetched_ms DESC, report_no DESC LIMIT 1",
  ).get(kind, dayNumber(to), basis, entityId ?? null) as { readonly raw: Buffer; readonly fetched_ms: number } | undefined;
  return row === undefined ? null : { raw: textOf(row.raw).toString("utf8"), fetchedMs: row.fetched_ms };
}

/** Reports of earlier releases are stored as they came, and no report begins as a compressed block does. */
function textOf(stored: Buffer): Buffer {
  return stored.subarray(0, 4).equals(BLOCK_BEGIN) ? openBlock(stored) : stored;
}

const BLOCK_BEGIN = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** A stored report in its original text. */
export interface ReportText {
  readonly kind: string;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly basis: string;
  /** Null: the whole company. */
  readonly entityId: string | null;
  readonly fetchedMs: number;
  readonly raw: Buffer;
}

/** Every stored report at a date, in its original text, by kind and age. */
export function reportTextsAt(db: Sqlite, to: CalendarDate): ReportText[] {
  const rows = prepared(
    db,
    "SELECT kind, from_day, to_day, basis, entity_id, fetched_ms, raw FROM ledger_report WHERE to_day = ? ORDER BY kind, from_day, basis, entity_id, fetched_ms, report_no",
  ).all(dayNumber(to)) as {
    kind: string;
    from_day: number;
    to_day: number;
    basis: string;
    entity_id: string | null;
    fetched_ms: number;
    raw: Buffer;
  }[];
  return rows.map((row) => ({
    kind: row.kind,
    from: fromDayNumber(row.from_day),
    to: fromDayNumber(row.to_day),
    basis: row.basis,
    entityId: row.entity_id,
    fetchedMs: row.fetched_ms,
    raw: textOf(row.raw),
  }));
}
