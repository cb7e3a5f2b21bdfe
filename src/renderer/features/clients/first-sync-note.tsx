import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { shownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useScreenBar } from "../../state/window/current-role.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";

/** Above rows that nobody has synced, for those who may start it: what will be in them, and what fills them. */
export function FirstSyncNote({ rows }: { readonly rows: readonly ClientRow[] }) {
  const bar = useScreenBar("preparer");
  const isUnread = rows.some(({ ledger }) => ledger !== null) && rows.every((row) => shownState(row) === "never_synced");
  if (!isUnread || bar !== null) return null;
  return (
    <p className={classes(layout.note, text.muted)}>{t("Figures appear here after a client's first sync. Choose “Sync all” to start.")}</p>
  );
}
