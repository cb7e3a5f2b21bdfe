import type { SimTransaction } from "../../books/types.ts";
import { entityOf } from "../entities.ts";
import type { Application, View } from "../view.ts";

/** Payments that a document is linked to, by id and type, each once. */
export function linksTo(view: View, target: SimTransaction): { id: string; type: string }[] {
  const ids = (view.applicationsTo.get(target.id) ?? []).map(({ payerId }) => payerId);
  // Bills name every payment a check, whatever it was paid with.
  const type = target.kind === "purchase_bill" ? "BillPaymentCheck" : "Payment";
  return [...new Set(ids)].map((id) => ({ id, type }));
}

/** Entity name that a payment line gives for its target. */
export function targetType(application: Application): string {
  return entityOf(application.target.kind) ?? "Unknown";
}

/** Lines of a payment in a fixed order: by type and id of what is settled. */
export function inLineOrder(applications: readonly Application[]): Application[] {
  const key = (application: Application): string => `${targetType(application)}:${application.target.id}`;
  return applications.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
