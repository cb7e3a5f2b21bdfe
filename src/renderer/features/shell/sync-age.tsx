import { useLayoutEffect } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { notSyncedYet, type ShownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useLink } from "../../state/core/core-link.ts";
import { useClientStanding } from "../../state/core/live-sync.ts";
import { tellBarAge } from "../../state/window/bar-age.ts";
import { useNow } from "../../state/window/now.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import styles from "./header.module.css";

interface FirmAgeProps {
  readonly list: { readonly rows: readonly ClientRow[]; readonly asOf: string | null } | undefined;
}

/** The oldest sync of all clients, and how many aren't synced yet, as the dashboard counts them. */
export function FirmAge({ list }: FirmAgeProps) {
  const nowMs = useNow();
  const { core } = useLink();
  const asOf = list?.asOf ?? null;
  const unread = asOf === null || core === "down" ? 0 : notSyncedYet(list?.rows ?? []);
  return (
    <span className={styles.standing}>
      <CoreDown />
      {asOf === null ? null : (
        <span
          className={unread === 0 ? undefined : styles.oldest}
          title={t("The oldest of all clients' latest syncs. Clients whose first sync isn't complete are left out.")}
        >
          {t("Oldest sync:")} <AsOf instant={asOf} nowMs={nowMs} />
        </span>
      )}
      {unread === 0 ? null : (
        <span className={styles.unread} title={t("Clients whose first sync hasn't started. “Oldest sync” leaves them out.")}>
          {t("{count} not synced yet", { count: formatCount(unread) })}
        </span>
      )}
    </span>
  );
}

interface ClientAgeProps {
  readonly clientId: string;
  readonly row: ClientRow | undefined;
}

/** How old a client's books are. Unless they are up to date, the state beside its name says what is going on, so this says "last". */
export function ClientAge({ clientId, row }: ClientAgeProps) {
  const nowMs = useNow();
  const { state, asOf } = useClientStanding(clientId, row);
  useLayoutEffect(() => tellBarAge(asOf), [asOf]);
  return (
    <span className={styles.standing}>
      <CoreDown />
      {asOf === null ? (
        firstSyncLabel(row, state)
      ) : (
        <span>
          {state === "up_to_date" ? t("Synced") : t("Last synced")} <AsOf instant={asOf} nowMs={nowMs} />
        </span>
      )}
    </span>
  );
}

function CoreDown() {
  const { core } = useLink();
  return core === "down" ? <Chip tone="failed" word={t("Tieout's background process isn't responding")} /> : null;
}

/** Why a client has no time of its last sync. */
function firstSyncLabel(row: ClientRow | undefined, state: ShownState | undefined): string | null {
  // The list's count of data sets comes later than its state. A client that no sync has begun for says so beside its name.
  const isBegun = (row?.streamsTotal ?? 0) > 0 || state === "syncing" || state === "queued" || state === "retrying";
  return isBegun ? t("First sync: figures incomplete") : null;
}
