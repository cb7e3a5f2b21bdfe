import type { PersonRole } from "#shared/model/close/person.ts";
import { t } from "../../language/t.ts";

/** Roles in words. */
export const ROLE_WORDS: Readonly<Record<PersonRole, { readonly word: string; readonly means: string }>> = {
  viewer: { word: t("Viewer"), means: t("Can view everything, export tables and data, and run tie-outs, but can't change anything") },
  preparer: {
    word: t("Preparer"),
    means: t(
      "Can do a client's work: connect ledgers, sync, draft and send ledger updates, reconcile, explain changes, handle exceptions, complete tasks, sign off as preparer, close periods once nothing is open, and create close packs",
    ),
  },
  reviewer: {
    word: t("Reviewer"),
    means: t(
      "Can do everything a preparer can, and sign off as reviewer, return work, raise and clear review notes, accept tie-out differences, close periods despite open work where the close policy allows it, change reconciliation policies and import review bundles",
    ),
  },
  admin: {
    word: t("Administrator"),
    means: t(
      "Can do everything a reviewer can, and manage people, firm settings, the close policy and access by apps, change ledger limits, disconnect ledgers, and restore or repair data",
    ),
  },
};
