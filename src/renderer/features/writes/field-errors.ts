import { formField } from "#shared/model/labels/write-fields.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteCheck } from "#shared/model/ledger/write.ts";
import { t } from "../../language/t.ts";
import type { FieldErrors } from "./transactions/transaction-draft.ts";

/** What the form says below when the review came back with errors of its fields; null where it has none. */
export function checkedNote(found: FieldErrors): string | null {
  const count = Object.keys(found).length;
  if (count === 0) return null;
  return t(
    "{count, plural, one {One of Tieout's checks failed. Fix the highlighted field.} other {Some checks failed. Fix the highlighted fields.}}",
    {
      count,
    },
  );
}

/** The same where the form opens with fields marked. */
export function markedNote(marked: FieldErrors): string | null {
  return Object.keys(marked).length === 0 ? null : t("Fix the highlighted fields.");
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
