import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { DocumentRow, PaymentRow } from "#main/store/database/schema-client.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { directionCode, documentTypeCode } from "#main/store/records/codes.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { TieOutDocument, TieOutRun } from "#shared/model/reports/tie-out.ts";
import { partyName, unappliedKindOf } from "./record-names.ts";
import { recordNumber } from "./record-number.ts";

/** A run with what each of its documents is: its type, its party and its own total, as the mirror has them now. */
export function namedRun(reader: MirrorReader, run: TieOutRun): TieOutRun {
  const known = new Map<string, TieOutDocument>();
  const named = (document: TieOutDocument): TieOutDocument => {
    const own = known.get(document.id) ?? whatItIs(reader, document);
    known.set(document.id, own);
    return { ...own, ...document };
  };
  return {
    ...run,
    checks: run.checks.map((check) => ({
      ...check,
      lines: check.lines.map((line) => ({ ...line, documents: line.documents.map(named) })),
      documents: check.documents.map(named),
    })),
  };
}

function typeOf(row: DocumentRow): Pick<TieOutDocument, "type" | "unappliedKind"> {
  const unappliedKind = unappliedKindOf(row);
  return { type: documentTypeCode.decode(row.type), ...(unappliedKind === undefined ? {} : { unappliedKind }) };
}

function whatItIs(reader: MirrorReader, document: TieOutDocument): TieOutDocument {
  const recNo = recordNumber(reader, document.id, "document");
  if (recNo !== null) {
    const row = prepared(reader.db, "SELECT * FROM document WHERE rec_no = ?").get(recNo) as DocumentRow;
    return {
      ...document,
      ...typeOf(row),
      party: partyName(reader, row),
      ...totalOf(reader, row, unpackAmount(row.total, row.scales, 0, "total", row.exact)),
    };
  }
  const paymentNo = recordNumber(reader, document.id, "payment");
  if (paymentNo === null) return document;
  const row = prepared(reader.db, "SELECT * FROM payment WHERE rec_no = ?").get(paymentNo) as PaymentRow;
  return {
    ...document,
    type: directionCode.decode(row.direction) === "received" ? "receipt" : "payment",
    party: partyName(reader, row),
    ...totalOf(reader, row, unpackAmount(row.amount, row.scales, 0, "amount", row.exact)),
  };
}

function totalOf(
  reader: MirrorReader,
  row: Pick<DocumentRow, "currency_word">,
  amount: DecimalString | undefined,
): Pick<TieOutDocument, "total"> {
  return amount === undefined ? {} : { total: { amount, currency: reader.words.text(row.currency_word) } };
}
