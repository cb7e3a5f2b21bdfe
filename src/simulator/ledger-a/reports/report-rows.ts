import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { SimAccount } from "../../books/types.ts";
import type { JsonRecord } from "../json-text.ts";
import { vendorMoment } from "../vendor-time.ts";

/** A report as the ledger lays it out: presentation rows, every value a string. */
export interface ReportBody {
  readonly id: string;
  readonly name: string;
  readonly titles: readonly string[];
  readonly rows: readonly JsonRecord[];
}

export function reportNode(report: ReportBody, nowMs: number, today: CalendarDate): JsonRecord {
  return {
    ReportID: report.id,
    ReportName: report.name,
    ReportType: report.id,
    ReportTitles: report.titles,
    ReportDate: longDate(today),
    UpdatedDateUTC: vendorMoment(nowMs),
    Fields: [],
    Rows: report.rows,
  };
}

export function headerRow(...values: readonly string[]): JsonRecord {
  return { RowType: "Header", Cells: values.map((value) => ({ Value: value })) };
}

export function section(title: string, rows: readonly JsonRecord[]): JsonRecord {
  return { RowType: "Section", Title: title, Rows: rows };
}

/** Every cell of a record's row names the record. */
export function recordRow(attribute: string, id: string, ...values: readonly string[]): JsonRecord {
  return { RowType: "Row", Cells: values.map((value) => ({ Value: value, Attributes: [{ Value: id, Id: attribute }] })) };
}

/** Rows that the ledger computes name nothing. */
export function computedRow(...values: readonly string[]): JsonRecord {
  return { RowType: "Row", Cells: values.map((value) => ({ Value: value })) };
}

export function summaryRow(...values: readonly string[]): JsonRecord {
  return { RowType: "SummaryRow", Cells: values.map((value) => ({ Value: value })) };
}

export function accountLabel(account: SimAccount): string {
  return account.code === "" ? account.name : `${account.name} (${account.code})`;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** `31 October 2026`. */
export function longDate(date: CalendarDate): string {
  return `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** `31 Oct 2026`. */
export function shortDate(date: CalendarDate): string {
  return `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]?.slice(0, 3)} ${date.slice(0, 4)}`;
}
