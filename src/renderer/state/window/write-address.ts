/** The forms that make something new. */
export const NEW_FORMS = ["bill", "invoice", "credit", "journal", "payment"] as const;
export type NewForm = (typeof NEW_FORMS)[number];

/** What the last part of the screen's address opens. */
export type WritePlace =
  | { readonly kind: "queue" }
  | { readonly kind: "repeating" }
  | { readonly kind: "template"; readonly templateId: string }
  | { readonly kind: "job" | "again" | "conflict"; readonly jobId: string }
  /** `accountId`: the bank account whose statement the draft was made from, to go back to. */
  | { readonly kind: "review"; readonly jobId: string; readonly accountId: string | null }
  | { readonly kind: "new"; readonly form: NewForm }
  | { readonly kind: DocumentAct; readonly documentId: string }
  /** A payment to be deleted, and the transaction it was opened from. */
  | { readonly kind: "unpay"; readonly paymentId: string; readonly documentId: string };

/** What can be begun from a document. */
const DOCUMENT_ACTS = ["change", "void", "delete", "copy", "credit", "pay", "repeat"] as const;
type DocumentAct = (typeof DOCUMENT_ACTS)[number];
/** No id of a ledger has it. */
const BETWEEN_IDS = "~";

/**
 * Reads the last part of the address: `repeating`, `template-<template>`, `new-bill`, `change-<document>` and the other acts on a document, `unpay-<document>~<payment>`, `again-<job>`, `review-<job>`, `conflict-<job>`, or a job by its id alone.
 */
export function readWritePlace(part: string | null): WritePlace {
  if (part === null || part === "") return { kind: "queue" };
  if (part === "repeating") return { kind: "repeating" };
  const [, word, rest] = /^(new|change|void|delete|copy|credit|pay|unpay|repeat|template|again|review|conflict)-(.+)$/.exec(part) ?? [];
  if (word === undefined || rest === undefined) return { kind: "job", jobId: part };
  if (word === "template") return { kind: "template", templateId: rest };
  if (word === "review") {
    const [jobId = "", accountId = null] = rest.split(BETWEEN_IDS);
    return { kind: "review", jobId, accountId };
  }
  if (word === "again" || word === "conflict") return { kind: word, jobId: rest };
  if (word === "unpay") {
    const [documentId = "", paymentId = ""] = rest.split(BETWEEN_IDS);
    return { kind: "unpay", documentId, paymentId };
  }
  const act = DOCUMENT_ACTS.find((name) => name === word);
  if (act !== undefined) return { kind: act, documentId: rest };
  const form = NEW_FORMS.find((name) => name === rest);
  return form === undefined ? { kind: "queue" } : { kind: "new", form };
}

/** The part of the address that deletes a payment of a document. */
export function unpayPart(documentId: string, paymentId: string): string {
  return `unpay-${documentId}${BETWEEN_IDS}${paymentId}`;
}

/** The part of the address that reviews a draft of a bank account's statement. */
export function reviewPart(jobId: string, accountId: string): string {
  return `review-${jobId}${BETWEEN_IDS}${accountId}`;
}
