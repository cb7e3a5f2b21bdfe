import { KeyRound, Pause, Play, Plug, RefreshCw } from "lucide-react";
import { useHashLocation } from "wouter/use-hash-location";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { shownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core/core-query.ts";
import { useRoleBar } from "../../state/window/current-role.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import styles from "./row-action.module.css";

/** The one action that fits the row's state: connect, start, pause or resume. */
export function RowAction({ row, tabIndex }: { readonly row: ClientRow; readonly tabIndex: 0 | -1 }) {
  const [, navigate] = useHashLocation();
  const bar = useRoleBar("preparer");
  const start = useCoreCommand("sync.start");
  const pause = useCoreCommand("sync.pause");
  const resume = useCoreCommand("sync.resume");
  // The demo connects its ledger automatically: there is nothing to do, but the cell stays reachable by keyboard.
  if (shownState(row) === "connecting")
    return (
      <span className={styles.none} tabIndex={tabIndex}>
        <HiddenText>{t("Nothing to do yet: the ledger is being connected")}</HiddenText>
      </span>
    );
  const act = (() => {
    if (row.ledger === null) return { words: t("Connect a ledger"), icon: Plug, run: () => navigate(`/connect/${row.clientId}`) };
    if (row.state === "needs_sign_in")
      return { words: t("Reconnect"), icon: KeyRound, run: () => navigate(clientAddress(row.clientId, "connection")) };
    if (row.state === "paused") return { words: t("Resume sync"), icon: Play, run: () => resume.mutate({ clientId: row.clientId }) };
    if (row.state === "syncing" || row.state === "queued")
      return { words: t("Pause sync"), icon: Pause, run: () => pause.mutate({ clientId: row.clientId }) };
    return { words: t("Sync now"), icon: RefreshCw, run: () => start.mutate({ clientIds: [row.clientId] }) };
  })();
  const failure = (start.error ?? pause.error ?? resume.error)?.failure.message;
  const words = `${act.words}: ${row.name}`;
  return (
    <button
      type="button"
      className={styles.action}
      tabIndex={tabIndex}
      aria-label={words}
      title={bar ?? failure ?? act.words}
      disabled={bar !== null || start.isPending || pause.isPending || resume.isPending}
      onClick={(event) => {
        event.stopPropagation();
        act.run();
      }}
    >
      <act.icon size={14} aria-hidden />
    </button>
  );
}
