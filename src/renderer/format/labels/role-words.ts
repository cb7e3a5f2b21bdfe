import type { PersonRole } from "#shared/model/close/person.ts";
import { t } from "../../language/t.ts";

/** Roles in words. */
export const ROLE_WORDS: Readonly<Record<PersonRole, { readonly word: string; readonly means: string }>> = {
  viewer: { word: t("Viewer"), means: t("Can view, but can't change anything") },
  preparer: {
    word: t("Preparer"),
    means: t("Can also connect ledgers, sync, draft and send ledger updates, explain changes, handle exceptions and sign off as preparer"),
  },
  reviewer: {
    word: t("Reviewer"),
    means: t("Can also accept differences, raise and clear review notes, return work, sign off as reviewer and import review bundles"),
  },
  admin: { word: t("Administrator"), means: t("Can also disconnect ledgers and manage people, firm settings, limits and backups") },
};
