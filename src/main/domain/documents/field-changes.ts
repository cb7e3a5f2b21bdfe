import type { Allocation } from "#shared/model/books/allocation.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import type { Money } from "#shared/model/books/money.ts";
import type { TaxBreakdown } from "#shared/model/books/tax.ts";
import { amountByValue, stableText } from "./change-text.ts";

/** A watched field that moved between two reads (rule 25): our own record, with no actor known. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A watched field: as people read it, and as it compares (amounts by value, fetch times left out). */
interface Watched {
  readonly shown: string;
  readonly key: string;
}

type Fields = Readonly<Record<string, Watched | null>>;
type Value<K extends MappedRecord["kind"]> = Extract<MappedRecord, { readonly kind: K }>["value"];

/** The fields that differ in meaning, in the order of the newer record, vanished ones last. */
export function fieldChanges(before: MappedRecord, after: MappedRecord): FieldChange[] {
  const old = watchedFields(before);
  const now = watchedFields(after);
  const names = [...Object.keys(now), ...Object.keys(old).filter((name) => !(name in now))];
  return names.flatMap((field) => {
    const from = old[field] ?? null;
    const to = now[field] ?? null;
    return from?.key === to?.key ? [] : [{ field, before: from?.shown ?? null, after: to?.shown ?? null }];
  });
}

function watchedFields(record: MappedRecord): Fields {
  if (record.kind === "document") return documentFields(record.value);
  if (record.kind === "payment") return paymentFields(record.value);
  if (record.kind === "journal") return journalFields(record.value);
  const fields = Object.entries(record.value).filter(([name, value]) => !UNWATCHED.has(name) && value !== undefined);
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      { shown: typeof value === "string" ? value : JSON.stringify(value), key: stableText(value, name) },
    ]),
  );
}

const UNWATCHED = new Set(["id", "source", "sources", "receivable", "payable", "balance"]);

function documentFields(value: Value<"document">): Fields {
  const fields: Record<string, Watched | null> = {
    type: text(value.type),
    status: text(value.status),
    sourceStatus: text(value.sourceStatus),
    approvalStatus: text(value.approvalStatus),
    number: text(value.number),
    reference: text(value.reference),
    party: text(value.partyId),
    issueDate: text(value.issueDate),
    dueDate: text(value.dueDate),
    currency: text(value.currency),
    total: money(value.total),
    totalBase: money(value.totalBase),
    outstanding: money(value.outstanding),
    exchangeRate: amount(value.exchangeRate),
    tax: tax(value.tax),
    unapplied: text(value.unappliedKind),
    entity: text(value.entityId),
    period: text(value.periodId),
    "total account": text(value.totalAccountId),
    memo: text(value.memo),
  };
  for (const line of value.lines) fields[`line ${line.id.slice(value.id.length + 1)}`] = lineField(line);
  fields.allocations = allocations(value.allocations);
  return fields;
}

function paymentFields(value: Value<"payment">): Fields {
  return {
    direction: text(value.direction),
    status: text(value.status),
    sourceStatus: text(value.sourceStatus),
    currency: text(value.currency),
    amount: money(value.amount),
    unapplied: money(value.unapplied),
    exchangeRate: amount(value.exchangeRate),
    date: text(value.date),
    party: text(value.partyId),
    account: text(value.accountId),
    reference: text(value.reference),
    batch: text(value.batchId),
    entity: text(value.entityId),
    allocations: allocations(value.allocations),
  };
}

function journalFields(value: Value<"journal">): Fields {
  return {
    number: text(value.number),
    date: text(value.date),
    createdAt: text(value.createdAt),
    document: text(value.documentId),
    sourceType: text(value.sourceType),
    postings: list(
      value.postings.map((posting) =>
        parts([
          hidden(posting.id),
          text(posting.accountId),
          money(posting.amount),
          text(posting.entityId),
          text(posting.partyId),
          text(posting.description),
          dimensions(posting),
        ]),
      ),
    ),
  };
}

function lineField(line: DocumentLine): Watched {
  return parts([
    text(line.kind),
    text(line.description),
    text(line.accountId),
    text(line.itemId),
    amount(line.quantity),
    money(line.unitAmount),
    money(line.net),
    tax(line.tax),
    dimensions(line),
    text(line.billable === undefined ? undefined : `${line.billable.customerId} ${line.billable.status}`),
  ]);
}

function allocations(held: readonly Allocation[]): Watched | null {
  return held.length === 0
    ? null
    : list(held.map((part) => parts([hidden(part.fromKind), text(part.fromId), text(part.toId), money(part.amount), text(part.date)])));
}

function dimensions(line: Pick<DocumentLine, "dimensions">): Watched | null {
  if (line.dimensions.length === 0) return null;
  return text(line.dimensions.map((part) => `${part.dimensionId}=${part.valueId}${part.fannedFromHeader ? " (header)" : ""}`).join(", "));
}

function tax(value: TaxBreakdown): Watched {
  const components = value.components.map((part) => parts([text(part.code), text(part.name), amount(part.rate), money(part.amount)], " "));
  return parts([text(value.basis), money(value.amount), ...components], " ");
}

function text(value: string | undefined): Watched | null {
  return value === undefined ? null : { shown: value, key: value };
}

/** Compared, but of no use to a reader. */
function hidden(value: string): Watched {
  return { shown: "", key: value };
}

function amount(value: string | undefined): Watched | null {
  return value === undefined ? null : { shown: value, key: amountByValue(value) };
}

function money(value: Money | undefined): Watched | null {
  if (value === undefined) return null;
  return { shown: `${value.amount} ${value.currency}`, key: `${amountByValue(value.amount)} ${value.currency}` };
}

/** Several values as one: absent ones keep their place in the key and are not shown. */
function parts(values: readonly (Watched | null)[], divider = " | "): Watched {
  const present = values.filter((value) => value !== null && value.shown !== "");
  return { shown: present.map((value) => value?.shown).join(divider), key: JSON.stringify(values.map((value) => value?.key ?? null)) };
}

function list(values: readonly Watched[]): Watched {
  return { shown: values.map((value) => value.shown).join("; "), key: JSON.stringify(values.map((value) => value.key)) };
}
