import { useQueries } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useHashLocation } from "wouter/use-hash-location";
import type { SyncPlan } from "#shared/contract/sync/sync.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { changeWizard, resetWizard, useWizard } from "../../state/window/connect-wizard.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { dayLabel, durationLabel, planInputs, planTotal } from "./plan-labels.ts";
import step from "./step.module.css";
import { StepActs } from "./step-actions.tsx";
import styles from "./summary-step.module.css";

/** The last step: what the first read costs, before it starts. */
export function PlanStep() {
  const connected = useWizard((state) => state.connected);
  const list = useCoreQuery("clients.list", {});
  const asked = useQueries({
    queries: connected.map((clientId) => ({ queryKey: ["sync.plan", { clientId }], queryFn: () => call("sync.plan", { clientId }) })),
  });
  const plans = asked.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const waiting = asked.filter(({ isPending }) => isPending).length;
  const nameOf = (clientId: string) => list.data?.rows.find((row) => row.clientId === clientId)?.name ?? t("Client");
  return (
    <div className={step.form}>
      <p className={step.lead}>
        {t(
          "The first sync gets everything. You can start working right away, but figures are incomplete until it ends. It stays within the ledger's rate limits, and you can pause it at any time. Later syncs get only what changed.",
        )}
      </p>
      {plans.length === 0 ? null : <Total plans={plans} />}
      {waiting === 0 ? null : (
        <p className={step.quiet} role="status">
          {connected.length > 1
            ? t("Estimating the size of the books: {waiting, plural, one {1 client} other {# clients}} to go.", { waiting })
            : t("Estimating the size of the books.")}
        </p>
      )}
      {connected.map((clientId, index) => (
        <PlanCard
          key={clientId}
          name={nameOf(clientId)}
          plan={asked[index]?.data}
          error={asked[index]?.error ?? null}
          inTotals={plans.length > 0}
          onAgain={() => void asked[index]?.refetch()}
        />
      ))}
      <Start />
    </div>
  );
}

function Total({ plans }: { readonly plans: readonly SyncPlan[] }) {
  const { calls, pages, estimateSeconds, dayBudgets } = planTotal(plans);
  return (
    <dl className={styles.total} aria-label={t("First sync")}>
      <div>
        <dt>{t("Requests to the ledger")}</dt>
        <dd>{formatCount(calls)}</dd>
      </div>
      <div>
        <dt>{t("Pages of data")}</dt>
        <dd>{formatCount(pages)}</dd>
      </div>
      <div>
        <dt>{t("Duration")}</dt>
        <dd>{capitalized(durationLabel(estimateSeconds))}</dd>
      </div>
      <div>
        <dt>{t("When")}</dt>
        <dd>{dayLabel(dayBudgets)}</dd>
      </div>
    </dl>
  );
}

interface PlanCardProps {
  readonly name: string;
  readonly plan: SyncPlan | undefined;
  readonly error: Error | null;
  /** Totals of other clients are shown. */
  readonly inTotals: boolean;
  readonly onAgain: () => void;
}

function PlanCard({ name, plan, error, inTotals, onAgain }: PlanCardProps) {
  if (plan === undefined && error instanceof CallFailure)
    return (
      <FailureNote failure={error.failure}>
        <p>
          {inTotals
            ? t("There's no estimate for {name}, so the totals don't include this client. You can still start the sync.", { name })
            : t("There's no estimate for {name}. You can still start the sync.", { name })}{" "}
          <Button onClick={onAgain}>{t("Try again")}</Button>
        </p>
      </FailureNote>
    );
  if (plan === undefined) return null;
  const { streams, facts } = planInputs(plan);
  return (
    <details className={styles.more}>
      <summary>{t("How this was estimated for {name}", { name })}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("Data set")}</th>
            <th scope="col">{t("Records")}</th>
            <th scope="col">{t("Pages")}</th>
            <th scope="col">{t("Requests")}</th>
          </tr>
        </thead>
        <tbody>
          {streams.map((cost) => (
            <tr key={cost.stream}>
              <th scope="row">{cost.label ?? cost.stream}</th>
              <td>{cost.records === null ? t("Not reported") : formatCount(cost.records)}</td>
              <td>{formatCount(cost.pages)}</td>
              <td>{formatCount(cost.calls)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.inputs}>{capitalized(facts.join("; "))}.</p>
    </details>
  );
}

/** Begins the read; one client is looked at while it is read, several on the dashboard. */
function Start() {
  const [, navigate] = useHashLocation();
  const connected = useWizard((state) => state.connected);
  const start = useCoreCommand("sync.start");
  const [only] = connected;
  const begin = () =>
    start.mutate(
      { clientIds: [...connected] },
      {
        onSuccess: () => {
          announce(t("{count, plural, one {Sync started.} other {Sync started for {count} clients.}}", { count: connected.length }));
          navigate(connected.length === 1 && only !== undefined ? clientAddress(only, "sync") : "/");
          resetWizard(null);
        },
      },
    );
  return (
    <>
      {start.error === null ? null : <FailureNote failure={start.error.failure} />}
      <StepActs onBack={() => changeWizard({ step: "found" })}>
        <Button needs="preparer" kind="primary" autoFocus icon={<Play size={14} aria-hidden />} disabled={start.isPending} onClick={begin}>
          {t("Start sync")}
        </Button>
        <ButtonLink
          href="#/"
          title={t(
            "{count, plural, one {The client stays connected. The first sync starts automatically within about an hour while Tieout is open and automatic sync is on. You can also start it on the client's Sync screen.} other {The clients stay connected. Their first syncs start automatically within about an hour while Tieout is open and automatic sync is on. You can also start each one on the client's Sync screen.}}",
            { count: connected.length },
          )}
        >
          {t("Not now")}
        </ButtonLink>
      </StepActs>
    </>
  );
}
