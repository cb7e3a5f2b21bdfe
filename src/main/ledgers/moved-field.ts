import { fieldWords, valueWords } from "#shared/model/labels/change-words.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";

/** A record's fields under the names that its history has for them. */
const NAMES: Readonly<Record<string, string>> = {
  partyId: "party",
  accountId: "account",
  totalAccountId: "total account",
  entityId: "entity",
  periodId: "period",
  unappliedKind: "unapplied",
};

/** A field of a record, as accountants call it in a sentence. */
export function movedField(name: string): string {
  return fieldWords(NAMES[name] ?? name);
}

/** A code among a record's values as people know it; any other value as it is. */
export function movedValue(name: string, value: string): string {
  return name === "status" || name === "type" || name === "unappliedKind" ? codeLabel(value).toLowerCase() : valueWords(name, value);
}

/** True for a field whose value is an id, which says nothing to people. */
export function isIdField(name: string): boolean {
  return name.endsWith("Id");
}
