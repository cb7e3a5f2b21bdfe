import type { PeriodRow } from "#shared/contract/periods.ts";
import type { Tone } from "./sync-words.ts";

/** The states of a period, and what moves one there. */
export const PERIOD_WORDS: Readonly<Record<PeriodRow["status"], { readonly word: string; readonly tone: Tone; readonly move: string }>> = {
  open: { word: "Open", tone: "neutral", move: "Back to open" },
  in_close: { word: "In close", tone: "syncing", move: "Take into close" },
  closed: { word: "Closed", tone: "locked", move: "Close" },
  reopened: { word: "Reopened", tone: "warning", move: "Reopen" },
};
