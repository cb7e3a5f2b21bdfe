import type { PeriodRow } from "#shared/contract/books/periods.ts";
import { t } from "../../language/t.ts";
import type { Tone } from "../labels/sync-labels.ts";

/** The states of a period, and what moves one there. */
export const PERIOD_WORDS: Readonly<Record<PeriodRow["status"], { readonly word: string; readonly tone: Tone; readonly move: string }>> = {
  open: { word: t("Open"), tone: "open", move: t("Cancel close") },
  in_close: { word: t("In close"), tone: "current", move: t("Start close") },
  closed: { word: t("Closed"), tone: "locked", move: t("Close") },
  reopened: { word: t("Reopened"), tone: "warning", move: t("Reopen") },
};
