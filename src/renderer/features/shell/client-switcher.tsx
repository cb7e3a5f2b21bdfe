import { useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { shownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useOffline } from "../../state/core/offline.ts";
import { clientAddress, readAddress } from "../../state/window/screen-address.ts";
import textStyles from "../../styles/text.module.css";
import { SyncChip } from "../../ui/connection/status-chip.tsx";
import { PickDialog } from "../../ui/dialogs/pick-dialog.tsx";
import styles from "./client-switcher.module.css";

/** Picks another client and stays on the same screen. */
export function ClientSwitcher({ onClose }: { readonly onClose: () => void }) {
  const [address, navigate] = useHashLocation();
  const [text, setText] = useState("");
  const list = useCoreQuery("clients.list", {});
  return (
    <PickDialog
      title={t("Switch client")}
      label={t("Client name")}
      placeholder={t("Type part of a client's name")}
      text={text}
      onText={setText}
      items={found(list.data?.rows ?? [], text).map((row) => ({
        id: row.clientId,
        content: <SwitcherRow row={row} />,
        onPick: () => navigate(clientAddress(row.clientId, readAddress(address).screen)),
      }))}
      loading={list.isPending}
      empty={
        list.data === undefined
          ? (list.error?.failure.message ?? t("Loading…"))
          : text.trim() === ""
            ? t("No clients yet")
            : t("No client matches “{text}.”", { text })
      }
      onClose={onClose}
    />
  );
}

function SwitcherRow({ row }: { readonly row: ClientRow }) {
  const offline = useOffline();
  return (
    <span className={styles.row}>
      <span className={textStyles.oneLine}>{row.name}</span>
      <span className={styles.ledger}>{row.ledger ?? (shownState(row) === "connecting" ? "" : t("No ledger"))}</span>
      <SyncChip state={shownState(row, offline)} />
    </span>
  );
}

function found(rows: readonly ClientRow[], text: string): readonly ClientRow[] {
  const wanted = text.trim().toLocaleLowerCase();
  const kept = wanted === "" ? [...rows] : rows.filter((row) => row.name.toLocaleLowerCase().includes(wanted));
  return kept.sort((a, b) => a.name.localeCompare(b.name));
}
