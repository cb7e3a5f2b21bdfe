import type { InboxView } from "#shared/contract/clients/inbox.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { useOffline } from "../../state/core/offline.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./needs-attention-page.module.css";

type Outage = InboxView["outages"][number];

const NAMED_MAX = 6;

/** Which ledgers don't answer, or only with errors, and for whom. Offline, that's this computer's trouble, which the bar above the screen tells. */
export function Outages({ outages }: { readonly outages: readonly Outage[] }) {
  if (useOffline() || outages.length === 0) return null;
  return (
    <div className={styles.outages}>
      {outages.map((outage) => (
        <OutageNote key={outage.ledger} outage={outage} />
      ))}
    </div>
  );
}

function OutageNote({ outage: { ledger, clients } }: { readonly outage: Outage }) {
  const named = clients.slice(0, NAMED_MAX);
  const more = clients.length - named.length;
  const message = t("{ledger} is unavailable for {count, plural, one {1 client} other {{clients} clients}}.", {
    ledger: ledgerLabel(ledger),
    count: clients.length,
    clients: formatCount(clients.length),
  });
  return (
    <FailureNote failure={{ message }} quiet>
      <p className={layout.wrappingLine}>
        {named.map(({ clientId, name }) => (
          <a key={clientId} href={`#${clientAddress(clientId, "sync")}`}>
            {name}
          </a>
        ))}
        {more === 0 ? null : <span>{t("and {count} more", { count: formatCount(more) })}</span>}
      </p>
      <p>
        {t(
          "The ledger may be down or busy. The next sync continues where the last one stopped. If this keeps happening, check the ledger's status page.",
        )}
      </p>
    </FailureNote>
  );
}
