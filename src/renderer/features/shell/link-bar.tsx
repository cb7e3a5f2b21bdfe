import { CloudOff } from "lucide-react";
import { useHashLocation } from "wouter/use-hash-location";
import { formatMinute } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useLink } from "../../state/link.ts";
import { useOffline } from "../../state/offline.ts";
import { readAddress } from "../../state/place.ts";
import styles from "./link-bar.module.css";

/** A grey bar while the core or the ledgers can not be reached: what is shown stays readable, as of when it was read. */
export function LinkBar() {
  const { core } = useLink();
  const offline = useOffline();
  const [address] = useHashLocation();
  const { clientId } = readAddress(address);
  const list = useCoreQuery("clients.list", {}).data;
  const asOf = clientId === null ? list?.asOf : list?.rows.find((row) => row.clientId === clientId)?.asOf;
  const words = linkWords(core) ?? (offline ? offlineWords(asOf ?? null, clientId !== null) : null);
  if (words === null) return null;
  return (
    <section className={styles.bar} aria-label={t("Connection")}>
      <CloudOff size={14} aria-hidden />
      {words}
    </section>
  );
}

function linkWords(core: string): string | null {
  if (core === "down")
    return t("The core of Tieout does not answer. What is shown was read before; it goes on by itself when the core is back.");
  return null;
}

function offlineWords(asOf: string | null, ofClient: boolean): string {
  if (asOf === null) return t("Offline. Figures are those of the last read. Reading goes on by itself.");
  const when = formatMinute(asOf);
  return ofClient
    ? t("Offline, figures as of {when}. Reading goes on by itself; what is sent waits.", { when })
    : t("Offline, figures as of {when} or later, at each client its own. Reading goes on by itself; what is sent waits.", { when });
}
