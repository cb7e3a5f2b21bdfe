import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteCheck } from "#shared/model/ledger/write.ts";
import type { FieldErrors } from "./transactions/transaction-draft.ts";

/**
 * The form field that a check's or failure's field refers to, without its path
 * (`operations[0].changes.lines[1].net.amount` is `lines[1].net`).
 */
export function formField(field: string): string {
  const bare = field.replace(/^operations(?:\[\d+\]|\.\d+)\.?/, "").replace(/^(?:document|changes|payment)\./, "");
  const indexed = bare.replaceAll(/\.(\d+)(?=\.|$)/g, "[$1]");
  return indexed
    .replace(/^party$/, "party.id")
    .replace(/^(lines\[\d+\])\.itemId$/, "$1.accountId")
    .replace(/^(lines\[\d+\])\.(net|unitAmount)\..*$/, "$1.$2")
    .replace(/^(lines\[\d+\])\.tax.*$/, "$1.taxCode")
    .replace(/^(lines\[\d+\])\.dimensions.*$/, "$1.dimensions")
    .replace(/^(allocations\[\d+\]).*$/, "$1.amount");
}

/** The errors that remain after some fields were edited: an edited field is checked again at the review. */
export function withoutEdited(errors: FieldErrors, edited: object): FieldErrors {
  const names = new Set(Object.keys(edited).map((name) => (name === "account" ? "accountId" : name === "amounts" ? "allocations" : name)));
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !names.has(field.replace(/[.[].*$/, ""))));
}

/** Messages of blocked checks by form field; `known` maps fields that the form names differently. */
export function checkErrors(checks: readonly WriteCheck[], known: Readonly<Record<string, string>> = {}): FieldErrors {
  const errors: Record<string, string> = {};
  for (const check of checks) {
    if (check.outcome !== "blocked" || check.field === undefined) continue;
    const field = formField(check.field);
    errors[known[field] ?? field] ??= check.message;
  }
  return errors;
}

/** The failure's message for its field. */
export function failureErrors(failure: Failure, known: Readonly<Record<string, string>> = {}): FieldErrors {
  if (failure.field === undefined) return {};
  const field = formField(failure.field);
  return { [known[field] ?? field]: failure.message };
}
