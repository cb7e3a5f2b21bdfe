import { RefreshCw } from "lucide-react";
import type { CapabilityReport } from "#shared/contract/capabilities.ts";
import type { ConnectionView } from "#shared/contract/clients.ts";
import { AsOf } from "../../components/as-of.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { CapabilityTable } from "../../components/capability-table.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatMinute } from "../../format/date.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import { useNow } from "../../state/now.ts";
import { ConnectedAs } from "./connected-as.tsx";
import { ConnectionFacts } from "./connection-facts.tsx";
import styles from "./connection-page.module.css";
import { LimitsSection } from "./limits-section.tsx";

/** Who we are connected as, what the ledger can do, and which limits hold. */
export function ConnectionPage({ clientId }: { readonly clientId: string }) {
  const connection = useCoreQuery("connections.show", { clientId });
  if (connection.data === undefined)
    return (
      <div className={styles.page}>
        {connection.error === null ? (
          <div className={styles.waiting} aria-busy="true" />
        ) : (
          <FailureNote failure={connection.error.failure} />
        )}
      </div>
    );
  if (connection.data === null) return <NotConnected clientId={clientId} />;
  return (
    <div className={styles.page}>
      <ConnectedAs connection={connection.data} />
      <ConnectionFacts connection={connection.data} />
      <Capabilities connection={connection.data} />
      <LimitsSection clientId={clientId} />
    </div>
  );
}

function NotConnected({ clientId }: { readonly clientId: string }) {
  return (
    <EmptyNote title={t("No ledger is connected yet")}>
      <p>{t("Here stands who we are connected as, what the ledger can do, and which of its limits hold.")}</p>
      <ButtonLink kind="primary" href={`#/connect/${encodeURIComponent(clientId)}`}>
        {t("Connect a ledger")}
      </ButtonLink>
    </EmptyNote>
  );
}

function Capabilities({ connection: { clientId, ledger } }: { readonly connection: ConnectionView }) {
  const report = useCoreQuery("connections.capabilities", { clientId });
  const again = useCoreCommand("connections.rediscover");
  const nowMs = useNow();
  const lookAgain = () =>
    again.mutate(
      { clientId },
      {
        onSuccess: () => {
          announce(t("{ledger} was asked again what it can do.", { ledger }));
          void report.refetch();
        },
      },
    );
  const failure = again.error ?? report.error;
  return (
    <section className={styles.section} aria-label={t("What this ledger can do")} aria-busy={report.isPending}>
      <div className={styles.head}>
        <h2>{t("What this ledger can do")}</h2>
        {report.data === undefined || report.data === null ? null : (
          <span className={styles.quiet}>
            <Sentence
              text="asked {asOf}, again after {nextCheckAt}"
              values={{
                asOf: <AsOf instant={report.data.checkedAt} nowMs={nowMs} ago />,
                nextCheckAt: formatMinute(report.data.nextCheckAt),
              }}
            />
          </span>
        )}
        <span className={styles.space} />
        <Button icon={<RefreshCw size={14} aria-hidden />} disabled={again.isPending} onClick={lookAgain}>
          {again.isPending ? t("Asking the ledger") : t("Ask again")}
        </Button>
      </div>
      {failure === null ? null : <FailureNote failure={failure.failure} />}
      {report.data === null ? <p className={styles.quiet}>{t("The ledger has not been asked yet.")}</p> : null}
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
          <ul className={styles.changes}>
            {report.changes.map((change) => (
              <li key={`${change.at}/${change.name}`}>
                <span className={styles.quiet}>{formatMinute(change.at)}</span>{" "}
                {t("{title}: {from}, now {to}.", { title: change.title, from: change.from, to: change.to })}{" "}
                <span className={styles.quiet}>{change.how}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
