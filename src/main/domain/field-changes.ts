import type { MappedRecord } from "#shared/model/mapped-record.ts";

/** A watched field that moved between two reads (rule 25): our own record, with no actor known. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Flat = Readonly<Record<string, string | null>>;

/** The watched fields of a record as flat text, lines and rates included. */
export function watchedFields(record: MappedRecord): Flat {
  if (record.kind === "document") return documentFields(record.value);
  if (record.kind === "payment") {
    const { amount, unapplied, status, date, partyId, accountId, allocations } = record.value;
    return {
      amount: `${amount.amount} ${amount.currency}`,
      unapplied: `${unapplied.amount} ${unapplied.currency}`,
      status,
      date,
      party: partyId ?? null,
      account: accountId ?? null,
      allocations: allocations.map((part) => `${part.toId} ${part.amount.amount}`).join("; "),
    };
  }
  if (record.kind === "journal") {
    return {
      date: record.value.date,
      postings: record.value.postings.map((posting) => `${posting.accountId} ${posting.amount.amount}`).join("; "),
    };
  }
  return Object.fromEntries(
    Object.entries(record.value)
      .filter(([name]) => !UNWATCHED.has(name))
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

const UNWATCHED = new Set(["id", "source", "sources", "receivable", "payable", "balance"]);

function documentFields(value: Extract<MappedRecord, { kind: "document" }>["value"]): Flat {
  const fields: Record<string, string | null> = {
    type: value.type,
    status: value.status,
    number: value.number ?? null,
    reference: value.reference ?? null,
    party: value.partyId ?? null,
    issueDate: value.issueDate,
    dueDate: value.dueDate ?? null,
    total: `${value.total.amount} ${value.currency}`,
    totalBase: value.totalBase === undefined ? null : `${value.totalBase.amount} ${value.totalBase.currency}`,
    outstanding: `${value.outstanding.amount} ${value.currency}`,
    exchangeRate: value.exchangeRate ?? null,
    approvalStatus: value.approvalStatus ?? null,
    memo: value.memo ?? null,
  };
  for (const line of value.lines) {
    const own = line.id.slice(value.id.length + 1);
    fields[`line ${own}`] = [
      line.description ?? "",
      line.accountId ?? "",
      line.itemId ?? "",
      line.net.amount,
      line.dimensions.map((d) => `${d.dimensionId}=${d.valueId}`).join(","),
    ].join(" | ");
  }
  return fields;
}

/** The fields that differ, in the order of the newer record, vanished ones last. */
export function fieldChanges(before: Flat, after: Flat): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [field, value] of Object.entries(after)) {
    const old = before[field] ?? null;
    if (old !== value) changes.push({ field, before: old, after: value });
  }
  for (const [field, value] of Object.entries(before)) {
    if (!(field in after) && value !== null) changes.push({ field, before: value, after: null });
  }
  return changes;
}
