import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteCheck } from "#shared/model/ledger/write.ts";
import type { FieldErrors } from "./transactions/transaction-draft.ts";

/**
 * The name of a form's field for the field that a check or a refusal names: without the way to it
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

/** What still stands wrong once some fields were edited: an edited field is judged anew at the review. */
export function withoutEdited(errors: FieldErrors, edited: object): FieldErrors {
  const names = new Set(Object.keys(edited).map((name) => (name === "account" ? "accountId" : name === "amounts" ? "allocations" : name)));
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !names.has(field.replace(/[.[].*$/, ""))));
}

/** What blocked checks say, by the form's fields; `known` renames fields that a form calls otherwise. */
export function checkErrors(checks: readonly WriteCheck[], known: Readonly<Record<string, string>> = {}): FieldErrors {
  const errors: Record<string, string> = {};
  for (const check of checks) {
    if (check.outcome !== "blocked" || check.field === undefined) continue;
    const field = formField(check.field);
    errors[known[field] ?? field] ??= check.message;
  }
  return errors;
}

/** What a refusal says of a field. */
export function failureErrors(failure: Failure, known: Readonly<Record<string, string>> = {}): FieldErrors {
  if (failure.field === undefined) return {};
  const field = formField(failure.field);
  return { [known[field] ?? field]: failure.message };
}
