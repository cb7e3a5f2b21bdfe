import { formField } from "#shared/model/labels/write-fields.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { WriteCheck } from "#shared/model/ledger/write.ts";
import { t } from "../../language/t.ts";
import type { FieldErrors } from "./transactions/transaction-draft.ts";

/** Whether the form draws a field, so that it can be highlighted. */
type IsShown = (field: string) => boolean;

/** What the form says below when the review came back with errors of its fields; null where it has none. */
export function checkedNote(found: FieldErrors, isShown: IsShown): string | null {
  const fields = Object.keys(found);
  const count = fields.length;
  if (!fields.every(isShown)) return markedNote(found, isShown);
  if (count === 0) return null;
  return t(
    "{count, plural, one {One of Tieout's checks failed. Fix the highlighted field.} other {Some checks failed. Fix the highlighted fields.}}",
    {
      count,
    },
  );
}

/** The same where the form itself found the errors or opens with them. What no field of it can show is said in words. */
export function markedNote(marked: FieldErrors, isShown: IsShown): string | null {
  const fields = Object.keys(marked);
  const words = fields.flatMap((field) => (isShown(field) ? [] : (marked[field] ?? [])));
  const all = [...new Set(words), ...(fields.some(isShown) ? [t("Fix the highlighted fields.")] : [])];
  return all.length === 0 ? null : all.join(" ");
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
