import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { MappedRecord, MappedSource, MappingFinding, ReadContext } from "../../adapter.ts";
import { kindOf, otherPostings } from "../transaction-kinds.ts";
import { appliedAdvances } from "./allocations.ts";
import { mapDocument } from "./document.ts";
import { unknownValue } from "./findings.ts";
import { mapJournal } from "./journal.ts";
import { mapOrder } from "./order.ts";
import { mapPayment } from "./payment.ts";
import { documentStatusOf, orderStatusOf, statusLetter } from "./status.ts";
import { readHeader, type TransactionView, viewTransaction } from "./transaction-view.ts";
import { isTrue, sourceOf } from "./values.ts";

/**
 * A composed transaction: the document, payment, application or order, and what it posted. A type, status or
 * currency without meaning is a finding and the record stays raw.
 * @throws RecordMalformed
 */
export function mapTransaction(context: ReadContext, record: ExactJson): MappedSource {
  const { id, type, row } = readHeader(record);
  const source = { entityType: type, sourceId: id };
  const kept = (finding: MappingFinding): MappedSource => ({ ...source, records: [], findings: [finding] });
  const kind = kindOf(type);
  if (kind === undefined) return kept(unknownValue("type", type, `transaction ${id}`));
  const { currency, ...rest } = viewTransaction(context, kind, record, row, id);
  if (currency === undefined) return kept(unknownValue("currency", row.currency, `${type} ${id}`));
  const view: TransactionView = { ...rest, currency };
  const main = kind.role === "application" ? applicationRecord(view) : mainRecord(view);
  if (main === null) return kept(unknownValue("status", row.status, `${type} ${id}`));
  const journal = kind.posts ? mapJournal(view) : null;
  const records: MappedRecord[] = journal === null ? [main] : [main, { kind: "journal", value: journal }];
  return { ...source, records, ...(view.findings.length === 0 ? {} : { findings: view.findings }) };
}

/** A transaction that is no document of the model: only what it posted. @throws RecordMalformed */
export function mapOtherPosting(context: ReadContext, record: ExactJson): MappedSource {
  const { id, type, row } = readHeader(record);
  const view = viewTransaction(context, { ...otherPostings, type }, record, row, id);
  const journal = mapJournal({ ...view, currency: view.currency ?? view.baseCurrency });
  return { entityType: type, sourceId: id, records: journal === null ? [] : [{ kind: "journal", value: journal }] };
}

function applicationRecord(view: TransactionView): MappedRecord {
  const { id, date, header, kind } = view;
  const settles = !isTrue(header, "voided") && (header.posting === undefined || isTrue(header, "posting"));
  const source = sourceOf(view.context, kind.type, view.sourceId);
  return { kind: "application", value: { id, date, allocations: settles ? appliedAdvances(view) : [], source } };
}

/** Null when the status has no meaning for the type. */
function mainRecord(view: TransactionView): MappedRecord | null {
  const { kind, header } = view;
  const letter = statusLetter(kind, header.status);
  if (letter === undefined) return null;
  if (kind.direction !== undefined) return { kind: "payment", value: mapPayment(view, kind.direction, letter) };
  if (kind.documentType !== undefined) {
    const status = documentStatusOf(kind, letter, header);
    return status === undefined ? null : { kind: "document", value: mapDocument(view, kind.documentType, letter, status) };
  }
  const status = orderStatusOf(letter, header);
  return status === undefined ? null : { kind: "order", value: mapOrder(view, letter, status) };
}
