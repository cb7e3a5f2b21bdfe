import { moneyName } from "#shared/kernel/readable.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";
import { contactAfter, recordName } from "#shared/model/labels/record-name.ts";
import type { MirroredRecord, WriteContext } from "../../writing.ts";
import { type Current, changedMeanwhile, contentOf, readCurrent } from "./current.ts";
import { idWithin, labelOf, type Noun, nouns } from "./nouns.ts";
import { type Asking, type At, Refused } from "./refused.ts";

/** The document that an operation changes: as the mirror saw it, and as the ledger has it now. */
export interface Target {
  readonly noun: Noun;
  readonly id: string;
  readonly document: MappedDocument;
  readonly current: Current;
  /** Its content, the same on both sides. */
  readonly content: string;
}

const STREAMS: Readonly<Record<string, string>> = {
  ACCREC: "invoices.accrec",
  ACCPAY: "invoices.accpay",
  ACCRECCREDIT: "credit-notes",
  ACCPAYCREDIT: "credit-notes",
  RECEIVE: "bank-transactions.receive",
  SPEND: "bank-transactions.spend",
};

const IN_LEDGER = "Make the change in the ledger, then sync.";

/** The stream that reads the records of a noun. */
export function streamOf({ typeWord }: Pick<Noun, "typeWord">): string {
  return typeWord === undefined ? "manual-journals" : (STREAMS[typeWord] as string);
}

/**
 * Reads the record that is to be changed. This ledger has no versions and lets the last writer win,
 * so that what is there now is compared with what was last seen before anything is sent.
 * @throws Refused
 */
export function* readTarget(context: WriteContext, recordId: string, seenHash: string | undefined, at: At): Asking<Target> {
  const mirrored = mirroredRecord(context, recordId, seenHash, at);
  const { document } = mirrored;
  if (document === undefined)
    throw new Refused({
      code: "not_supported",
      message: `${recordName(mirrored)} can't be changed from Tieout.`,
      field: at("id"),
      next: IN_LEDGER,
    });
  const noun = nouns[document.type];
  const id = idWithin(recordId, noun.entityType);
  if (document.unappliedKind !== undefined || id === undefined) {
    const message =
      document.unappliedKind === undefined
        ? `${recordName(mirrored)} can't be changed from Tieout.`
        : `This ledger creates every ${document.unappliedKind} from a bank transaction, so ${document.unappliedKind}s can't be changed on their own.`;
    throw new Refused({ code: "not_supported", message, field: at("id"), next: IN_LEDGER });
  }
  const current = yield* readCurrent(context, noun, id);
  const request = `GET /${noun.endpoint}/${id}`;
  if (current === null) throw changedMeanwhile(recordName(mirrored), request, mirrored.raw, null);
  const content = contentOf(context, streamOf(noun), current.text);
  const seen = contentOf(context, streamOf(noun), mirrored.raw);
  if (seen !== content) throw changedMeanwhile(recordName(mirrored), request, mirrored.raw, current, [seen, content]);
  return { noun, id, document, current, content };
}

/** The mirrored record that an operation names. @throws Refused when there is none, or another version was seen */
export function mirroredRecord(context: WriteContext, recordId: string, seenHash: string | undefined, at: At): MirroredRecord {
  const mirrored = context.record(recordId);
  if (mirrored === undefined) {
    throw new Refused({ code: "not_found", message: `Transaction ${recordId} isn't in this client's books.`, field: at("id") });
  }
  if (seenHash !== undefined && seenHash !== mirrored.changeHash) {
    const message = `${recordName(mirrored)} has changed since it was opened.`;
    throw new Refused({ code: "conflict", message, field: at("seenHash"), next: "Review the current record, then try again." });
  }
  return mirrored;
}

/** For people: "Bill OP-771 from Oak Paper, 1,170.00 NZD". */
export function titleOf(context: WriteContext, noun: Pick<Noun, "label">, document: MappedDocument): string {
  const name = document.number ?? document.reference ?? document.memo;
  const party = (document.partyId === undefined ? undefined : context.party(document.partyId)?.name) ?? document.partyName;
  const words = [labelOf(noun), name].filter((word) => word !== undefined);
  return `${words.join(" ")}${contactAfter(document.type, party)}, ${moneyName(document.total)}`;
}
