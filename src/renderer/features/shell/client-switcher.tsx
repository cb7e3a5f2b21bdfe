import { useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { ClientRow } from "#shared/contract/clients.ts";
import { SyncChip } from "../../components/chip.tsx";
import { classes } from "../../components/classes.ts";
import { Dialog } from "../../components/dialog.tsx";
import { shownState } from "../../format/sync-words.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { clientAddress, readAddress } from "../../state/place.ts";
import styles from "./client-switcher.module.css";

/** Picks another client and stays on the same screen. A combobox over a list: type, arrows, Enter. */
export function ClientSwitcher({ onClose }: { readonly onClose: () => void }) {
  const [address, navigate] = useHashLocation();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const list = useCoreQuery("clients.list", {});
  const rows = found(list.data?.rows ?? [], text);
  const index = Math.min(at, rows.length - 1);
  const choose = (row: ClientRow | undefined) => {
    if (row === undefined) return;
    onClose();
    navigate(clientAddress(row.clientId, readAddress(address).screen));
  };
  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setAt(next);
    document.getElementById(`switch-${rows[next]?.clientId}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <Dialog title="Switch client" onClose={onClose}>
      <div className={styles.search}>
        <input
          className={styles.input}
          type="text"
          role="combobox"
          aria-label="Client name"
          aria-expanded="true"
          aria-controls="switch-list"
          aria-autocomplete="list"
          {...(rows[index] === undefined ? {} : { "aria-activedescendant": `switch-${rows[index].clientId}` })}
          placeholder="Type a part of the name"
          data-first-focus=""
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") move(index + 1);
            else if (event.key === "ArrowUp") move(index - 1);
            else if (event.key === "PageDown") move(index + 8);
            else if (event.key === "PageUp") move(index - 8);
            else if (event.key === "Enter") choose(rows[index]);
            else return;
            event.preventDefault();
          }}
        />
      </div>
      <div id="switch-list" role="listbox" aria-label="Clients" tabIndex={-1} className={styles.list}>
        {rows.map((row, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox above
          <div
            key={row.clientId}
            id={`switch-${row.clientId}`}
            role="option"
            aria-selected={place === index}
            className={classes(styles.option, place === index && styles.chosen)}
            onClick={() => choose(row)}
          >
            <span className={styles.name}>{row.name}</span>
            <span className={styles.ledger}>{row.ledger ?? (shownState(row) === "connecting" ? "" : "no ledger")}</span>
            <SyncChip state={shownState(row)} />
          </div>
        ))}
        {rows.length === 0 ? <p className={styles.none}>No client has "{text}" in its name.</p> : null}
      </div>
    </Dialog>
  );
}

function found(rows: readonly ClientRow[], text: string): readonly ClientRow[] {
  const wanted = text.trim().toLocaleLowerCase();
  const kept = wanted === "" ? [...rows] : rows.filter((row) => row.name.toLocaleLowerCase().includes(wanted));
  return kept.sort((a, b) => a.name.localeCompare(b.name));
}
