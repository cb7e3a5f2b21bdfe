import { useState } from "react";
import type { FirmExchange } from "#shared/contract/firm/exchange.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { useNow } from "../../state/window/now.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import styles from "./settings-page.module.css";

type Refused = FirmExchange["refused"][number];

/** Whose record it is: a client's, or the firm's own where there is no client. */
export function useNameOf(): (clientId: string) => string {
  const clients = useCoreQuery("clients.list", {});
  return (clientId) => (clientId === "" ? t("The firm") : (clients.data?.rows.find((row) => row.clientId === clientId)?.name ?? clientId));
}

/** What the firm's server refused, with who could do it instead. */
export function RefusedRecords() {
  const exchange = useCoreQuery("firm.exchange", {});
  const nameOf = useNameOf();
  const refused = exchange.data?.refused ?? [];
  if (refused.length === 0) return null;
  return (
    <section className={styles.stack} aria-label={t("Not accepted")}>
      <h4>{t("Not accepted")}</h4>
      <p className={styles.quiet}>{t("The firm's server didn't accept these changes, so they aren't shared with your colleagues.")}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("Change")}</th>
            <th scope="col">{t("Client")}</th>
            <th scope="col">{t("Reason")}</th>
            <th scope="col">{t("Actions")}</th>
          </tr>
        </thead>
        <tbody>
          {refused.map((record) => (
            <RefusedRow key={`${record.clientId} ${record.itemKey}`} record={record} client={nameOf(record.clientId)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RefusedRow({ record, client }: { readonly record: Refused; readonly client: string }) {
  const { clientId, itemKey, title, message, at } = record;
  const nowMs = useNow();
  const retry = useCoreCommand("firm.retry");
  const discard = useCoreCommand("firm.discard");
  const [asking, setAsking] = useState(false);
  const failure = retry.error ?? discard.error;
  const busy = retry.isPending || discard.isPending;
  return (
    <tr>
      <th scope="row">
        {title}
        <div className={styles.quiet}>
          <AsOf instant={at} nowMs={nowMs} />
        </div>
      </th>
      <td>{client}</td>
      <td>
        {message}
        {failure === null ? null : <FailureNote failure={failure.failure} />}
      </td>
      <td>
        <span className={layout.wrappingLine}>
          <Button disabled={busy} onClick={() => retry.mutate({ clientId })}>
            {t("Try again")}
          </Button>
          <Button kind="quiet" disabled={busy} onClick={() => setAsking(true)}>
            {t("Discard…")}
          </Button>
        </span>
        {asking ? (
          <ConfirmDialog
            title={t("Discard this change?")}
            act={t("Discard")}
            onClose={() => setAsking(false)}
            onAct={() => {
              setAsking(false);
              discard.mutate({ clientId, itemKey }, { onSuccess: () => announce(t("Discarded: {title}.", { title })) });
            }}
          >
            {itemKey.startsWith("decision/")
              ? t("“{title}” won't count on this computer.", { title })
              : t("The change is removed from this list. It stays on this computer, but your colleagues won't see it.")}
          </ConfirmDialog>
        ) : null}
      </td>
    </tr>
  );
}
