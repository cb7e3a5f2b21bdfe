import { type DocumentStatus, type DocumentType, documentStatuses, documentTypes } from "#shared/model/books/document.ts";

// Small integers stand for closed lists of words. The order is part of the file format: append only.
const paymentDirections = ["received", "made"] as const;
const paymentStatuses = ["posted", "voided", "deleted"] as const;
const unappliedKinds = ["overpayment", "prepayment", "deposit"] as const;
const lineKinds = ["account", "item"] as const;
const billableStatuses = ["billable", "billed", "not_billable"] as const;
const allocationFromKinds = ["payment", "document"] as const;

export const documentTypeCode = coder<DocumentType>(documentTypes);
export const documentStatusCode = coder<DocumentStatus>(documentStatuses);
export const directionCode = coder(paymentDirections);
export const paymentStatusCode = coder(paymentStatuses);
export const unappliedKindCode = coder(unappliedKinds);
export const lineKindCode = coder(lineKinds);
export const billableStatusCode = coder(billableStatuses);
export const fromKindCode = coder(allocationFromKinds);

export interface Coder<T extends string> {
  encode(word: T): number;
  decode(code: number): T;
}

function coder<T extends string>(words: readonly T[]): Coder<T> {
  const codes = new Map(words.map((word, code) => [word, code]));
  return {
    encode: (word) => codes.get(word) as number,
    decode: (code) => words[code] as T,
  };
}
