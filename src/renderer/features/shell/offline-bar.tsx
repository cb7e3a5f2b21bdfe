import { CloudOff } from "lucide-react";
import { useHashLocation } from "wouter/use-hash-location";
import { formatMinute } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useLink } from "../../state/core/core-link.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useOffline } from "../../state/core/offline.ts";
import { readAddress } from "../../state/window/screen-address.ts";
import styles from "./offline-bar.module.css";

/** A gray bar while the core or the ledgers can't be reached. The screen stays readable, with the as-of of its data. */
export function LinkBar() {
  const { core } = useLink();
  const offline = useOffline();
  const [address] = useHashLocation();
  const { clientId } = readAddress(address);
  const list = useCoreQuery("clients.list", {}).data;
  const client = list?.rows.find((row) => row.clientId === clientId);
  const asOf = clientId === null ? list?.asOf : client?.asOf;
  const schedule = useCoreQuery("schedule.list", {}, { enabled: core === "up" }).data;
  // In safe mode nobody has paused it, and it doesn't resume either.
  const isOff = schedule?.rows.some(({ state }) => state === "off") === true;
  const isCut = client?.state === "needs_sign_in" || schedule?.rows.find((row) => row.clientId === clientId)?.state === "not_connected";
  const sync = isOff ? "off" : isCut ? "unconnected" : schedule?.paused === true || client?.state === "paused" ? "paused" : "resumes";
  const words = linkText(core) ?? (offline ? offlineText(asOf ?? null, { ofClient: clientId !== null, sync }) : null);
  if (words === null) return null;
  return (
    <section className={styles.bar} aria-label={t("Connection")}>
      <CloudOff size={14} aria-hidden />
      {words}
    </section>
  );
}

function linkText(core: string): string | null {
  if (core === "down")
    return t("Tieout's background process isn't responding. You're seeing the last loaded data. Tieout reconnects automatically.");
  return null;
}

/**
 * `paused`: no sync of what is shown resumes until someone resumes it. `unconnected`: nor before its ledger is connected.
 * `off`: in safe mode.
 */
export function offlineText(
  asOf: string | null,
  { ofClient, sync }: { readonly ofClient: boolean; readonly sync: keyof typeof NEXT },
): string {
  const figures =
    asOf === null
      ? t("The books aren't fully synced yet, so figures may be incomplete.")
      : ofClient
        ? t("Figures are from {when}.", { when: formatMinute(asOf) })
        : t("The oldest figures are from {when}.", { when: formatMinute(asOf) });
  return t("Offline. {figures} {next}", { figures, next: NEXT[sync] });
}

const NEXT = {
  resumes: t("Once you're online, syncing resumes and queued ledger updates are sent."),
  paused: t("Queued ledger updates are sent once you're online. Sync stays paused until someone resumes it."),
  unconnected: t("Until this client is connected to its ledger, nothing is synced and no ledger updates are sent."),
  off: t("In safe mode, Tieout doesn't sync or send queued ledger updates automatically."),
};
