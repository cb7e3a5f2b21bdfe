import { useState } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { settleLabel, settleRole, settleTip, useInboxActs } from "../../state/core/attention-actions.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useKeptOrder } from "../../state/views/kept-order.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { type NextAction, nextActions } from "./next-actions.ts";
import styles from "./overview-page.module.css";
import { useOpenItems, useOpenItemsLoaded } from "./use-open-items.ts";

/** As many as a person takes in at a glance. */
const SHOWN = 3;

interface NextActionsCardProps {
  readonly clientId: string;
  readonly row: ClientRow | undefined;
}

/** The most important things to do, each with the button that leads there; the others on request. */
export function NextActionsCard({ clientId, row }: NextActionsCardProps) {
  const [open, setOpen] = useState(false);
  const inbox = useCoreQuery("inbox.list", { clientId });
  const openItems = useOpenItemsLoaded(clientId);
  const isFailed = openItems === "failed" || inbox.isError;
  const isLoading = inbox.isPending || openItems === "loading";
  const items = inbox.data?.items ?? [];
  const actions = useKeptOrder(nextActions(items, useOpenItems(clientId, row)), keyOfAction, clientId);
  const { settle, pending } = useInboxActs(clientId);
  const shown = open ? actions : actions.slice(0, SHOWN);
  return (
    <section className={styles.card} aria-label={t("Next actions")} aria-busy={isLoading}>
      <h2>{t("Next actions")}</h2>
      {actions.length === 0 && isLoading ? <span className={styles.factRoom} /> : null}
      {actions.length === 0 && !isLoading ? (
        <p className={text.muted}>
          {isFailed
            ? t("Couldn't be loaded")
            : row?.asOf === null
              ? t("Nothing to do yet. Next actions appear here during the first sync.")
              : t("You're all caught up here.")}
        </p>
      ) : null}
      {shown.length === 0 ? null : (
        <ol className={styles.actions}>
          {shown.map((action, at) => (
            <Action key={action.key} action={action} first={at === 0} busy={pending === action.key} settle={settle} />
          ))}
        </ol>
      )}
      {actions.length <= SHOWN ? null : (
        <Button kind="quiet" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t("Show fewer") : t("Show all {count}", { count: actions.length })}
        </Button>
      )}
    </section>
  );
}

/** What kind of thing it is, in the color of what needs someone or failed. A chip would be louder than the title below it. */
const LOOKS: Readonly<Partial<Record<Tone, string | undefined>>> = {
  failed: text.error,
  warning: text.lateSmall,
  conflict: text.conflictSmall,
  sign_in: text.conflictSmall,
  awaiting: text.lateSmall,
};

const keyOfAction = ({ key }: NextAction): string => key;

interface ActionProps {
  readonly action: NextAction;
  readonly first: boolean;
  readonly busy: boolean;
  readonly settle: (item: InboxItem) => void;
}

function Action({ action, first, busy, settle }: ActionProps) {
  const { title, detail, tone, word, act, address, item } = action;
  const away = item === null ? null : settleLabel(item);
  return (
    <li className={styles.action}>
      <span className={classes(LOOKS[tone] ?? text.mutedSmall, text.medium)}>{word}</span>
      <p className={styles.actionTitle}>{title}</p>
      {detail === null ? null : <p className={styles.actionDetail}>{detail}</p>}
      <div className={layout.line}>
        <ButtonLink kind={first ? "primary" : "plain"} href={`#${address}`} aria-label={`${act}: ${title}`}>
          {act}
        </ButtonLink>
        {item === null || away === null ? null : (
          <Button
            needs={settleRole(item)}
            kind="quiet"
            disabled={busy}
            aria-label={`${away}: ${title}`}
            title={settleTip(item)}
            onClick={() => settle(item)}
          >
            {away}
          </Button>
        )}
      </div>
    </li>
  );
}
