import { useState } from "react";
import type { FirmExchange } from "#shared/contract/firm/exchange.ts";
import { call } from "../../api/client.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { useNow } from "../../state/window/now.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { type RetryOutcome, retryAll } from "./retry-refused.ts";
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
  const [isRetried, setRetried] = useState(false);
  const [outcome, setOutcome] = useState<RetryOutcome | null>(null);
  if (refused.length === 0) return null;
  const again = async () => {
    setRetried(true);
    setOutcome(null);
    try {
      const found = await retryAll(refused, (clientId) => call("firm.retry", { clientId }));
      setOutcome(found);
      announce(retryWords(found.left));
    } finally {
      setRetried(false);
    }
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
              isRetried={isRetried}
            />
          ))}
        </tbody>
      </table>
      {outcome?.failure == null ? null : <FailureNote failure={outcome.failure} />}
      <div className={classes(layout.buttons, styles.below)}>
        <Button disabled={isRetried} aria-busy={isRetried} onClick={() => void again()}>
          {refused.length === 1 ? t("Try again") : t("Try all again")}
        </Button>
        {outcome === null ? null : <span className={styles.quiet}>{retryWords(outcome.left)}</span>}
      </div>
    </section>
  );
}

function retryWords(left: number): string {
  return left === 0
    ? t("No rejected changes are left.")
    : t("{left, plural, one {1 change still isn't accepted.} other {{shown} changes still aren't accepted.}}", {
        left,
        shown: formatCount(left),
      });
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
              ? t("“{title}” will be undone on this computer.", { title })
              : t("The change is removed from this list. It stays on this computer, but your colleagues won't see it.")}
          </ConfirmDialog>
        ) : null}
      </td>
    </tr>
  );
}
