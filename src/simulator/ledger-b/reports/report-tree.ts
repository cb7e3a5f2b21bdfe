import type { DecimalString } from "#shared/kernel/decimal.ts";
import { isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import type { JsonNode, JsonObject } from "../json-writer.ts";
import { pacificDay, pacificTime } from "../pacific-time.ts";

/** One cell; only names carry the id of their account or party. */
export interface Cell {
  readonly value: string;
  readonly id?: string;
}

export interface Column {
  readonly title: string;
  readonly type: string;
  readonly key: string;
}

/** What a report says about itself. */
export interface ReportHead {
  readonly name: string;
  readonly basis?: string;
  readonly start?: string;
  readonly end: string;
  readonly currency: string;
  readonly columns: readonly Column[];
  readonly nowMs: number;
  readonly options?: readonly { readonly name: string; readonly value: string }[];
}

/** A whole report body. An empty one keeps its sections and says so. */
export function report(head: ReportHead, rows: readonly JsonNode[], isEmpty: boolean): JsonObject {
  const options = [...(head.options ?? []), { name: "NoReportData", value: String(isEmpty) }];
  return {
    Header: {
      Time: pacificTime(head.nowMs),
      ReportName: head.name,
      ReportBasis: head.basis,
      StartPeriod: head.start ?? head.end,
      EndPeriod: head.end,
      SummarizeColumnsBy: head.basis === undefined ? undefined : "Total",
      Currency: head.currency,
      Option: options.map(({ name, value }) => ({ Name: name, Value: value })),
    },
    Columns: {
      Column: head.columns.map(({ title, type, key }) => ({ ColTitle: title, ColType: type, MetaData: [{ Name: "ColKey", Value: key }] })),
    },
    Rows: { Row: rows },
  };
}

export function cells(list: readonly Cell[]): JsonObject {
  return { ColData: list.map(({ value, id }) => ({ value, id })) };
}

export function dataRow(list: readonly Cell[]): JsonObject {
  return { ...cells(list), type: "Data" };
}

/** An amount cell: empty text for nothing. */
export function money(value: DecimalString): Cell {
  return { value: isZero(value) ? "" : value };
}

export function total(values: Iterable<DecimalString>): DecimalString {
  return sumDecimals(["0.00" as DecimalString, ...values]);
}

/** A section with a name, rows and a sum below them. */
export function section(group: string, title: string, rows: readonly JsonNode[], sum: Cell, sumTitle = `Total ${title}`): JsonObject {
  return {
    Header: cells([{ value: title }, { value: "" }]),
    Rows: rows.length > 0 ? { Row: rows } : undefined,
    Summary: cells([{ value: sumTitle }, sum]),
    type: "Section",
    group,
  };
}

/** A computed row that belongs to no account. */
export function summaryRow(group: string, title: string, sum: DecimalString): JsonObject {
  return { Summary: cells([{ value: title }, { value: sum }]), type: "Section", group };
}

/** The period a report is asked for; without dates this month to date. */
export function periodOf(query: URLSearchParams, nowMs: number): { start: string; end: string } {
  const today = pacificDay(nowMs);
  const end = query.get("end_date") ?? today;
  return { start: query.get("start_date") ?? `${end.slice(0, 8)}01`, end };
}
