import type { PersonView } from "#shared/contract/clients/people.ts";
import type { FluxRow } from "#shared/contract/reports/flux.ts";
import { mayAs } from "#shared/model/close/person.ts";

/** What the main button of focus mode does with a row before it goes on; `write`: it waits for a text. */
export type NextStep =
  | { readonly kind: "save"; readonly sign: boolean }
  | { readonly kind: "sign"; readonly role: "preparer" | "reviewer" }
  | { readonly kind: "write"; readonly sign: boolean }
  | { readonly kind: "next" };

interface Standing {
  readonly row: FluxRow;
  /** The text in the field was changed and isn't empty. */
  readonly isChanged: boolean;
  /** The person signs off as preparer while saving. */
  readonly signs: boolean;
  readonly me: PersonView | null;
}

/** What comes next for this person: a preparer explains and signs, a reviewer signs what someone else prepared. */
export function nextStep({ row, isChanged, signs, me }: Standing): NextStep {
  const may = (role: "preparer" | "reviewer"): boolean => me !== null && mayAs(me.role, role);
  if (isChanged) return may("preparer") ? { kind: "save", sign: signs } : { kind: "next" };
  if (waits(row)) return { kind: "next" };
  if (row.status === "ready_for_review") {
    return may("reviewer") && !preparersOf(row).some((other) => isMe(other, me)) ? { kind: "sign", role: "reviewer" } : { kind: "next" };
  }
  if ((row.status === "needed" || row.status === "returned") && may("preparer")) return { kind: "write", sign: signs };
  // Below its threshold a row needs no explanation, but its figures may have moved since it was signed off.
  const isExplained = row.explanation !== null || !row.material;
  const isToSign = isExplained && (row.status === "draft" || row.status === "stale");
  return isToSign && signs && may("preparer") ? { kind: "sign", role: "preparer" } : { kind: "next" };
}

/** Whether a sign-off of the row is on its way to the firm's server. */
export function waits({ stamps }: Pick<FluxRow, "stamps">): boolean {
  return stamps.some(({ stale, waiting }) => waiting && !stale);
}

/** Who explained a row or signed it off as preparer: none of them reviews it. */
export function preparersOf({ explanation, stamps }: Pick<FluxRow, "explanation" | "stamps">): readonly (string | undefined)[] {
  return [explanation?.person, stamps.find(({ role }) => role === "preparer")?.person];
}

/** People are noted as `name@machine`. */
export function isMe(noted: string | undefined, me: PersonView | null): boolean {
  return noted !== undefined && noted.slice(0, noted.lastIndexOf("@")).toLowerCase() === me?.name.toLowerCase();
}
