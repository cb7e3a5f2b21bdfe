import { t } from "../../language/t.ts";

export const SIDE_TITLES = { receivable: t("Receivables"), payable: t("Payables") } as const;

/** The columns of what is open, by the names that an aging has for them. */
export const OPEN_COLUMNS = [
  { id: "outstanding", word: t("Open") },
  { id: "90+", word: t("Over 90 days") },
  { id: "unappliedCash", word: t("Unapplied") },
] as const;
export type OpenColumn = (typeof OPEN_COLUMNS)[number]["id"];
