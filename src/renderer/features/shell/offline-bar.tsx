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
  const isPaused = isOff || schedule?.paused === true || client?.state === "paused";
  const words = linkText(core) ?? (offline ? offlineText(asOf ?? null, { ofClient: clientId !== null, isPaused }) : null);
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

/** `isPaused`: no sync of what is shown resumes until someone resumes it. */
export function offlineText(
  asOf: string | null,
  { ofClient, isPaused }: { readonly ofClient: boolean; readonly isPaused: boolean },
): string {
  if (asOf === null)
    return isPaused
      ? t("Offline. No sync has finished yet, so figures may be incomplete. Sync is paused.")
      : t("Offline. No sync has finished yet, so figures may be incomplete. Syncing resumes automatically.");
  const when = formatMinute(asOf);
  if (isPaused)
    return ofClient
      ? t("Offline. Figures are from {when}. Ledger updates resume automatically. Sync is paused.", { when })
      : t("Offline. The oldest figures are from {when}. Ledger updates resume automatically. Sync is paused.", { when });
  return ofClient
    ? t("Offline. Figures are from {when}. Syncing and ledger updates resume automatically.", { when })
    : t("Offline. The oldest figures are from {when}. Syncing and ledger updates resume automatically.", { when });
}
