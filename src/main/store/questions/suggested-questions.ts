import { vendorsWithoutTaxId } from "#main/store/contacts/vendors-without-tax-id.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { DocumentRow, PaymentRow } from "#main/store/database/schema-client.ts";
import { entityLabel, namedType } from "#main/store/documents/record-names.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { uncategorisedLines } from "#main/store/documents/uncategorised-lines.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { directionCode } from "#main/store/records/codes.ts";
import type { QuestionReason, QuestionSubject, QuestionSuggestion } from "#shared/contract/close/questions.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { Period } from "#shared/model/books/period.ts";
import { DOCUMENT_QUESTIONS, taxIdQuestion } from "#shared/model/close/question-texts.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { Organisation } from "#shared/model/ledger/capabilities.ts";
import { listQuestions, questionNumber } from "./questions.ts";

/** How a kind of question reads when nobody changes it. */
export function questionText(reason: Exclude<QuestionReason, "other">, organisation: Organisation): string {
  return reason === "missing_tax_id" ? taxIdQuestion(organisation) : DOCUMENT_QUESTIONS[reason];
}

/**
 * Questions that a period's books call for and that nobody has asked: one for each transaction with uncategorized lines,
 * and one for each paid vendor without a tax ID. They come from the lists that the close checklist counts.
 */
export function suggestedQuestions(reader: MirrorReader, period: Period, organisation: Organisation): QuestionSuggestion[] {
  const asked = new Set(listQuestions(reader).map(({ questionId }) => questionId));
  const documents = [...new Set(uncategorisedLines(reader, period).map(({ documentId }) => documentId))];
  const suggestions = [
    ...documents.map((id) => suggestion("uncategorized", documentSubject(reader, id), organisation)),
    ...vendorsWithoutTaxId(reader, period).map(({ partyId }) => suggestion("missing_tax_id", partySubject(reader, partyId), organisation)),
  ];
  return suggestions.filter((one) => one !== null).filter(({ reason, about, text }) => !asked.has(questionNumber(reason, about, text)));
}

function suggestion(
  reason: Exclude<QuestionReason, "other">,
  about: QuestionSubject | null,
  organisation: Organisation,
): QuestionSuggestion | null {
  return about === null ? null : { reason, text: questionText(reason, organisation), about };
}

/** A transaction or contact as a client should recognize it; null for an id that names neither. */
export function subjectOf(reader: MirrorReader, id: string): QuestionSubject | null {
  return documentSubject(reader, id) ?? partySubject(reader, id);
}

function documentSubject(reader: MirrorReader, id: string): QuestionSubject | null {
  const documentNo = recordNumber(reader, id, "document");
  if (documentNo !== null) {
    const row = prepared(reader.db, "SELECT * FROM document WHERE rec_no = ?").get(documentNo) as DocumentRow;
    const number = row.number ?? row.reference;
    const amount = unpackAmount(row.total, row.scales, 0, "total", row.exact);
    const label = codeLabel(namedType(row));
    return subject(reader, id, row, { label: number === null ? label : `${label} ${number}`, day: row.issue_day, amount });
  }
  const paymentNo = recordNumber(reader, id, "payment");
  if (paymentNo === null) return null;
  const row = prepared(reader.db, "SELECT * FROM payment WHERE rec_no = ?").get(paymentNo) as PaymentRow;
  const amount = unpackAmount(row.amount, row.scales, 0, "amount", row.exact);
  const label = codeLabel(directionCode.decode(row.direction) === "received" ? "receipt" : "payment");
  return subject(reader, id, row, { label: row.reference === null ? label : `${label} ${row.reference}`, day: row.day, amount });
}

function subject(
  reader: MirrorReader,
  id: string,
  row: Pick<DocumentRow, "party_word" | "party_name" | "currency_word">,
  { label, day, amount }: { readonly label: string; readonly day: number; readonly amount: DecimalString | undefined },
): QuestionSubject {
  const contact = row.party_word === null ? null : entityLabel(reader, reader.words.text(row.party_word));
  return {
    ...{ kind: "document", id, label, contact: contact ?? row.party_name, date: fromDayNumber(day) },
    amount: amount === undefined ? null : { amount, currency: reader.words.text(row.currency_word) },
  };
}

function partySubject(reader: MirrorReader, id: string): QuestionSubject | null {
  const label = prepared(reader.db, "SELECT label FROM entity WHERE id = ? AND kind = 'party'").pluck().get(id) as string | undefined;
  return label === undefined ? null : { kind: "party", id, label, contact: null, date: null, amount: null };
}
