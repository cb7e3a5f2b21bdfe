import type { ConnectionView } from "#shared/contract/clients/clients.ts";
import { withDays, yearEndLabel } from "../../format/dates/date.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { changeWizard, useWizard } from "../../state/window/connect-wizard.ts";
import { CapabilityTable } from "../../ui/connection/capability-table.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { Fact, Facts } from "../../ui/layout/facts.tsx";
import step from "./step.module.css";
import { StepActs } from "./step-actions.tsx";
import styles from "./summary-step.module.css";

/** The fourth step: what the ledger said about itself, for each client that was connected. */
export function FoundStep() {
  const connected = useWizard((state) => state.connected);
  return (
    <div className={step.form}>
      <p className={step.lead}>
        {t(
          "This is what the ledger reported. If a feature isn't supported, the Alternative column shows what Tieout does instead. You can see this again on the client's Connection screen.",
        )}
      </p>
      {connected.map((clientId) => (
        <FoundCard key={clientId} clientId={clientId} open={connected.length === 1} />
      ))}
      <StepActs>
        <Button kind="primary" autoFocus onClick={() => changeWizard({ step: "plan" })}>
          {t("Continue")}
        </Button>
      </StepActs>
    </div>
  );
}

interface FoundCardProps {
  readonly clientId: string;
  readonly open: boolean;
}

function FoundCard({ clientId, open }: FoundCardProps) {
  const connection = useCoreQuery("connections.show", { clientId });
  const report = useCoreQuery("connections.capabilities", { clientId });
  const failure = connection.error ?? report.error;
  if (failure !== null) return <FailureNote failure={failure.failure} />;
  if (connection.data === undefined || connection.data === null) return <div className={step.card} aria-busy="true" />;
  const rows = report.data?.rows ?? [];
  const asked = rows.filter((row) => row.on !== null);
  const off = asked.filter((row) => row.on === false).length;
  const lock = rows.find((row) => row.name === "periodLock");
  return (
    <section className={styles.card} aria-label={connection.data.organisation?.name ?? connection.data.name}>
      <Books connection={connection.data} locked={lock === undefined ? null : withDays(lock.value)} />
      {rows.length === 0 ? null : (
        <details open={open} className={styles.more}>
          <summary>
            {t("Ledger features supported: {supported} of {total}", { supported: asked.length - off, total: asked.length })}
            {off === 0
              ? ""
              : t(", with {off, plural, one {an alternative for the other one} other {alternatives for the other #}}", { off })}
          </summary>
          <CapabilityTable rows={rows} />
        </details>
      )}
    </section>
  );
}

function Books({ connection, locked }: { readonly connection: ConnectionView; readonly locked: string | null }) {
  const { organisation, ledger } = connection;
  const facts: readonly (readonly [string, string])[] = [
    [t("Ledger"), ledger],
    ...(organisation === null
      ? []
      : ([
          [t("Base currency"), organisation.baseCurrency],
          [t("Fiscal year ends"), yearEndLabel(organisation)],
          ...(organisation.entities.length > 1 ? ([[t("Entities"), String(organisation.entities.length)]] as const) : []),
        ] as const)),
    ...(locked === null ? [] : ([[t("Lock date"), capitalized(locked)]] as const)),
  ];
  return (
    <>
      <h2>{organisation?.name ?? connection.name}</h2>
      <Facts>
        {facts.map(([name, words]) => (
          <Fact key={name} name={name}>
            {words}
          </Fact>
        ))}
      </Facts>
    </>
  );
}
