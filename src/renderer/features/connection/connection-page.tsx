import { RefreshCw } from "lucide-react";
import { useState } from "react";
import type { ConnectionView } from "#shared/contract/clients/clients.ts";
import type { CapabilityReport } from "#shared/contract/connections/capabilities.ts";
import type { DisconnectOutcome } from "#shared/contract/connections/sign-in.ts";
import { formatMinute, withDays } from "../../format/dates/date.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { useNow } from "../../state/window/now.ts";
import layout from "../../styles/layout.module.css";
import textStyles from "../../styles/text.module.css";
import { CapabilityTable } from "../../ui/connection/capability-table.tsx";
import { NotConnected } from "../../ui/connection/not-connected.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { ScreenTitle } from "../../ui/layout/screen-title.tsx";
import { ConnectedAs, Ended } from "./connected-as.tsx";
import { ConnectionFacts } from "./connection-facts.tsx";
import styles from "./connection-page.module.css";
import { LimitsSection } from "./limits-section.tsx";

/** Who we are connected as, what the ledger can do, and which limits hold. */
export function ConnectionPage({ clientId }: { readonly clientId: string }) {
  const connection = useCoreQuery("connections.show", { clientId });
  const demo = useCoreQuery("clients.list", {}).data?.rows.find((row) => row.clientId === clientId)?.demo ?? false;
  // Kept by the page: a connection that was removed has no card left that could say what came of it.
  const [ended, setEnded] = useState<DisconnectOutcome | null>(null);
  if (connection.data === undefined)
    return (
      <div className={styles.page}>
        <div className={styles.top}>
          <div className={styles.titleLine}>
            <ScreenTitle screen="connection" />
          </div>
          {connection.error === null ? (
            <div className={styles.waiting} aria-busy="true" />
          ) : (
            <FailureNote failure={connection.error.failure} />
          )}
        </div>
      </div>
    );
  if (connection.data === null) return <NoConnection clientId={clientId} ended={ended} />;
  return (
    <div className={styles.page}>
      <ConnectedAs connection={connection.data} demo={demo} ended={ended} onEnded={setEnded} />
      <ConnectionFacts connection={connection.data} demo={demo} />
      <Capabilities connection={connection.data} />
      <LimitsSection clientId={clientId} />
    </div>
  );
}

interface NoConnectionProps {
  readonly clientId: string;
  /** What ending the connection that was removed came to. */
  readonly ended: DisconnectOutcome | null;
}

export function NoConnection({ clientId, ended }: NoConnectionProps) {
  const note = (
    <NotConnected clientId={clientId}>
      {t("This page will show how Tieout is connected, what the ledger supports and which limits apply.")}
    </NotConnected>
  );
  if (ended === null) return note;
  return (
    <div className={styles.page}>
      <Ended outcome={ended} />
      {note}
    </div>
  );
}

function Capabilities({ connection: { clientId, ledger } }: { readonly connection: ConnectionView }) {
  const report = useCoreQuery("connections.capabilities", { clientId });
  const again = useCoreCommand("connections.rediscover");
  const nowMs = useNow();
  const isFirst = report.data === null;
  const lookAgain = () =>
    again.mutate(
      { clientId },
      {
        onSuccess: () => {
          announce(isFirst ? t("Features of {ledger} checked.", { ledger }) : t("Features of {ledger} checked again.", { ledger }));
          void report.refetch();
        },
      },
    );
  const failure = again.error ?? report.error;
  return (
    <section className={layout.stack} aria-label={t("Ledger features")} aria-busy={report.isPending}>
      <div className={styles.head}>
        <h2>{t("Ledger features")}</h2>
        {report.data === undefined || report.data === null ? null : (
          <span className={textStyles.muted}>
            <Sentence
              text="Checked {asOf}. Tieout checks again at the first sync after {nextCheckAt}."
              values={{
                asOf: <AsOf instant={report.data.checkedAt} nowMs={nowMs} />,
                nextCheckAt: formatMinute(report.data.nextCheckAt),
              }}
            />
          </span>
        )}
        <span className={layout.grow} />
        <Button icon={<RefreshCw size={14} aria-hidden />} disabled={again.isPending} onClick={lookAgain}>
          {again.isPending ? t("Checking the ledger…") : isFirst ? t("Check now") : t("Check again")}
        </Button>
      </div>
      {failure === null ? null : <FailureNote failure={failure.failure} />}
      {isFirst ? <p className={textStyles.muted}>{t("The ledger's features haven't been checked yet.")}</p> : null}
      {report.data === undefined || report.data === null ? null : <Found report={report.data} />}
    </section>
  );
}

function Found({ report }: { readonly report: CapabilityReport }) {
  return (
    <>
      <CapabilityTable rows={report.rows} />
      {report.changes.length === 0 ? null : (
        <>
          <h3 className={styles.title}>{t("What changed")}</h3>
          <ul className={layout.closeStack}>
            {report.changes.map((change) => (
              <li key={`${change.at}/${change.name}`}>
                <span className={textStyles.muted}>{formatMinute(change.at)}</span>{" "}
                {t("{title}: was {from}, now {to}.", { title: change.title, from: withDays(change.from), to: withDays(change.to) })}{" "}
                <span className={textStyles.muted}>{withDays(change.how)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
