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
  const retry = useCoreCommand("firm.retry");
  if (refused.length === 0) return null;
  // A client's changes are sent together: one may need another, such as a sign-off its figures.
  const again = async () => {
    for (const clientId of new Set(refused.map((record) => record.clientId))) await retry.mutateAsync({ clientId });
  };
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
            <RefusedRow
              key={`${record.clientId} ${record.itemKey}`}
              record={record}
              client={nameOf(record.clientId)}
              isRetried={retry.isPending}
            />
          ))}
        </tbody>
      </table>
      {retry.error === null ? null : <FailureNote failure={retry.error.failure} />}
      <div className={layout.buttons}>
        {/* The note above says why where it fails. */}
        <Button disabled={retry.isPending} onClick={() => void again().catch(() => undefined)}>
          {refused.length === 1 ? t("Try again") : t("Try all again")}
        </Button>
      </div>
    </section>
  );
}

interface RefusedRowProps {
  readonly record: Refused;
  readonly client: string;
  /** It is on its way to the server again. */
  readonly isRetried: boolean;
}

function RefusedRow({ record, client, isRetried }: RefusedRowProps) {
  const { clientId, itemKey, title, message, at } = record;
  const nowMs = useNow();
  const discard = useCoreCommand("firm.discard");
  const [asking, setAsking] = useState(false);
  const { error } = discard;
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
        {error === null ? null : <FailureNote failure={error.failure} />}
      </td>
      <td>
        <Button danger disabled={isRetried || discard.isPending} onClick={() => setAsking(true)}>
          {t("Discard…")}
        </Button>
        {asking ? (
          <ConfirmDialog
            title={t("Discard this change?")}
            act={t("Discard")}
            danger
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
