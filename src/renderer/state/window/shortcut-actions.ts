import { t } from "../../language/t.ts";
import { SCREEN_LABELS } from "./screen-address.ts";

/** Where a key does what it does: on every screen, as the way to one, or with what is open. */
export type KeyGroup = "everywhere" | "go" | "here";

export interface KeyAction {
  readonly id: string;
  readonly group: KeyGroup;
  readonly words: string;
  /** Each of them does it: `ctrl+k`, `?`, or two one after the other, `g d`. */
  readonly keys: readonly string[];
}

export const KEY_GROUPS: Readonly<Record<KeyGroup, string>> = {
  everywhere: t("Anywhere"),
  go: t("Go to"),
  here: t("On the current screen"),
};

const SCREENS = [
  ["overview", "g o", "ctrl+1"],
  ["documents", "g d", "ctrl+2"],
  ["parties", "g v", "ctrl+3"],
  ["accounts", "g n", "ctrl+4"],
  ["statements", "g s", "ctrl+5"],
  ["aging", "g a", "ctrl+6"],
  ["tie-outs", "g t", "ctrl+7"],
  ["close", "g l", "ctrl+8"],
  ["flux", "g f", "ctrl+9"],
  ["bank", "g b"],
  ["schedules", "g m"],
  ["spend", "g p"],
  ["checks", "g k"],
  ["findings", "g x"],
  ["questions", "g u"],
  ["writes", "g w"],
  ["activity", "g h"],
  ["sync", "g y"],
  ["connection", "g e"],
] as const;

/** Everything that a key does outside of a table, with the keys it has until a person chooses others. */
export const KEY_ACTIONS: readonly KeyAction[] = [
  { id: "palette", group: "everywhere", words: t("Search or run a command"), keys: ["ctrl+k"] },
  { id: "switcher", group: "everywhere", words: t("Switch client"), keys: ["ctrl+o"] },
  { id: "filter", group: "everywhere", words: t("Go to the filter"), keys: ["/", "ctrl+f"] },
  { id: "period-before", group: "everywhere", words: t("Previous period"), keys: ["["] },
  { id: "period-after", group: "everywhere", words: t("Next period"), keys: ["]"] },
  { id: "sync-client", group: "everywhere", words: t("Sync this client"), keys: ["ctrl+r", "f5"] },
  { id: "print", group: "everywhere", words: t("Print this screen"), keys: ["ctrl+p"] },
  { id: "settings", group: "everywhere", words: t("Settings"), keys: ["ctrl+,"] },
  { id: "keys", group: "everywhere", words: t("Keyboard shortcuts"), keys: ["?"] },
  { id: "go-clients", group: "go", words: t("Clients"), keys: ["g c"] },
  { id: "go-inbox", group: "go", words: t("Inbox"), keys: ["g i"] },
  { id: "go-queue", group: "go", words: t("Queue"), keys: ["g q"] },
  { id: "go-group", group: "go", words: t("Groups"), keys: ["g r"] },
  ...SCREENS.map(([screen, ...keys]) => ({ id: `screen-${screen}`, group: "go" as const, words: SCREEN_LABELS[screen], keys })),
  { id: "provenance", group: "here", words: t("Source of the figure or transaction"), keys: ["p"] },
  { id: "raw", group: "here", words: t("Technical details of a transaction"), keys: ["r"] },
  { id: "history", group: "here", words: t("What changed in a transaction"), keys: ["h"] },
  { id: "note", group: "here", words: t("Add note or task"), keys: ["n"] },
  { id: "explain", group: "here", words: t("Explain a flux line"), keys: ["e"] },
  { id: "focus", group: "here", words: t("Open flux focus mode"), keys: ["f"] },
  { id: "sign", group: "here", words: t("Go to the sign-off button"), keys: ["s"] },
  { id: "next", group: "here", words: t("Next account to reconcile"), keys: ["."] },
  { id: "bank-undo", group: "here", words: t("Undo the match of a bank statement line"), keys: ["u"] },
  { id: "bank-find", group: "here", words: t("Find a match for a bank statement line"), keys: ["m"] },
  { id: "bank-create", group: "here", words: t("Create a transaction from a bank statement line"), keys: ["c"] },
  { id: "bank-import", group: "here", words: t("Import a bank statement"), keys: ["i"] },
  { id: "export", group: "here", words: t("Export this view"), keys: ["ctrl+shift+e"] },
  { id: "review", group: "here", words: t("Review what will be sent, or save a recurring transaction"), keys: ["ctrl+s"] },
  { id: "send", group: "here", words: t("Send the reviewed update or the bank account's drafts"), keys: ["ctrl+enter"] },
];
