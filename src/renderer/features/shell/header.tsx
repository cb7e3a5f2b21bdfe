import { ChevronsUpDown, Keyboard, Monitor, Moon, Sun } from "lucide-react";
import { AsOf } from "../../components/as-of.tsx";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { useCoreQuery } from "../../state/core-query.ts";
import { useLink } from "../../state/link.ts";
import { useNow } from "../../state/now.ts";
import { setOverlay } from "../../state/place.ts";
import { cycleTheme, useTheme } from "../../state/theme.ts";
import styles from "./header.module.css";

const THEMES = {
  system: { icon: Monitor, label: "Look: as the system" },
  light: { icon: Sun, label: "Look: light" },
  dark: { icon: Moon, label: "Look: dark" },
} as const;

/** The bar above every screen: where you are, as of when, and the few things that are always there. */
export function Header({ clientId }: { readonly clientId: string | null }) {
  const list = useCoreQuery("clients.list", {});
  const client = list.data?.rows.find((row) => row.clientId === clientId);
  const name = clientId === null ? "All clients" : (client?.name ?? "Client");
  return (
    <header className={styles.header}>
      <a className={styles.product} href="#/" aria-label="Tieout, to the clients">
        <span className={styles.mark} aria-hidden="true" />
        Tieout
      </a>
      <Button
        kind="quiet"
        className={styles.switcher ?? ""}
        aria-haspopup="dialog"
        title="Switch client (Ctrl+O)"
        onClick={() => setOverlay("switcher")}
      >
        <span className={styles.name}>{name}</span>
        <ChevronsUpDown size={14} aria-hidden />
      </Button>
      <span className={styles.space} />
      <Standing asOf={client === undefined ? (list.data?.asOf ?? null) : client.asOf} ofClient={client !== undefined} />
      <ThemeButton />
      <Button
        kind="quiet"
        aria-haspopup="dialog"
        aria-label="Keyboard map"
        title="Keyboard map (?)"
        icon={<Keyboard size={16} aria-hidden />}
        onClick={() => setOverlay("keys")}
      />
    </header>
  );
}

function Standing({ asOf, ofClient }: { readonly asOf: string | null; readonly ofClient: boolean }) {
  const nowMs = useNow();
  const { core, network } = useLink();
  return (
    <span className={styles.standing}>
      {core === "down" || core === "refused" ? <Chip tone="failed" word="Core not reached" /> : null}
      {core === "up" && !network ? (
        <Chip tone="offline" word="Offline" title="This machine has no network. Everything read so far is here." />
      ) : null}
      {asOf === null ? (
        ofClient ? (
          <span>Nothing read yet</span>
        ) : null
      ) : (
        <span>
          As of <AsOf instant={asOf} nowMs={nowMs} ago />
        </span>
      )}
    </span>
  );
}

function ThemeButton() {
  const theme = useTheme((state) => state.theme);
  const { icon: Icon, label } = THEMES[theme];
  return <Button kind="quiet" aria-label={label} title={label} icon={<Icon size={16} aria-hidden />} onClick={cycleTheme} />;
}
