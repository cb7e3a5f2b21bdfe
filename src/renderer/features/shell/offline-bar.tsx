import { CloudOff } from "lucide-react";
import { useHashLocation } from "wouter/use-hash-location";
import type { ScheduleRow, ScheduleView } from "#shared/contract/sync/schedule.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useLink } from "../../state/core/core-link.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useOffline } from "../../state/core/offline.ts";
import { useSafeMode } from "../../state/core/safe-mode.ts";
import { readAddress } from "../../state/window/screen-address.ts";
import styles from "./offline-bar.module.css";

/** A gray bar while the core or the ledgers can't be reached. The screen stays readable, with the as-of of its data. */
export function LinkBar() {
  const { core } = useLink();
  const offline = useOffline();
  const [address] = useHashLocation();
  const { clientId } = readAddress(address);
  const list = useCoreQuery("clients.list", {}).data;
  const hasClients = list === undefined ? null : list.rows.length > 0;
  const client = list?.rows.find((row) => row.clientId === clientId);
  const asOf = clientId === null ? list?.asOf : client?.asOf;
  const schedule = useCoreQuery("schedule.list", {}, { enabled: core === "up" }).data;
  const sync = nextSync({ isSafeMode: useSafeMode(), schedule, client, clientId });
  const words = linkText(core) ?? (offline ? offlineText(asOf ?? null, { hasClients, ofClient: clientId !== null, sync }) : null);
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

interface Around {
  readonly isSafeMode: boolean;
  /** Undefined while it isn't known. */
  readonly schedule: (Pick<ScheduleView, "paused"> & { readonly rows: readonly Pick<ScheduleRow, "clientId" | "state">[] }) | undefined;
  readonly client: { readonly state: string } | undefined;
  /** Null where all clients are shown. */
  readonly clientId: string | null;
}

/** What becomes of syncing once the ledgers can be reached. */
export function nextSync({ isSafeMode, schedule, client, clientId }: Around): keyof typeof NEXT {
  // Nobody has paused it then, and it doesn't resume either.
  if (isSafeMode) return "off";
  const rows = schedule?.rows ?? [];
  if (rows.some(({ state }) => state === "off")) return "stopped";
  const own = rows.find((row) => row.clientId === clientId);
  if (client?.state === "needs_sign_in" || own?.state === "not_connected") return "unconnected";
  return schedule?.paused === true || client?.state === "paused" ? "paused" : "resumes";
}

interface Shown {
  /** Null while it isn't known. */
  readonly hasClients: boolean | null;
  readonly ofClient: boolean;
  readonly sync: keyof typeof NEXT;
}

/**
 * What the bar says while the ledgers can't be reached; null while the clients aren't known.
 * `paused`: no sync of what is shown resumes until someone resumes it. `unconnected`: nor before its ledger is connected.
 * `off`: in safe mode. `stopped`: after a defect, until Tieout is restarted.
 */
export function offlineText(asOf: string | null, { hasClients, ofClient, sync }: Shown): string | null {
  if (hasClients === null) return null;
  if (!hasClients) return t("Offline. Once you're online, you can sign in to your clients' ledgers.");
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
  unconnected: t("Nothing is synced or sent until this client is connected to its ledger."),
  off: t("In safe mode, Tieout doesn't sync or send queued ledger updates automatically."),
  stopped: t("Automatic sync has stopped. To start it again, restart Tieout."),
};
