import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { changeWizard, STEP_WORDS, STEPS, type Step, useWizard } from "../../state/window/connect-wizard.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { ClientsStep } from "./clients/clients-step.tsx";
import styles from "./connect-page.module.css";
import { LedgerStep } from "./ledger-step.tsx";
import { PlanStep } from "./plan-step.tsx";
import { SignInStep } from "./sign-in/sign-in-step.tsx";
import { FoundStep } from "./summary-step.tsx";
import { useResume } from "./use-resume.ts";

const PAGES: Readonly<Record<Step, () => ReactNode>> = {
  ledger: () => <LedgerStep />,
  "sign-in": () => <SignInStep />,
  clients: () => <ClientsStep />,
  found: () => <FoundStep />,
  plan: () => <PlanStep />,
};

/** From choosing a ledger to the first sync, step by step. With an id, for an existing client. */
export function ConnectPage({ clientId }: { readonly clientId: string | null }) {
  const step = useWizard((state) => state.step);
  const resumed = useResume(clientId);
  const row = useCoreQuery("clients.list", {}).data?.rows.find((client) => client.clientId === clientId);
  if (resumed === null) return <div className={styles.page} aria-busy="true" />;
  if (resumed.failure !== null)
    return (
      <div className={styles.page}>
        <FailureNote failure={resumed.failure} />
      </div>
    );
  if (row !== undefined && row.ledger !== null && row.state !== "never_synced") return <ConnectedAlready client={row} />;
  return (
    <div className={styles.page}>
      <div className={styles.inside}>
        <Rail step={step} />
        <StepFrame key={step} step={step}>
          {PAGES[step]()}
        </StepFrame>
      </div>
    </div>
  );
}

function ConnectedAlready({ client: { clientId, name, ledger } }: { readonly client: ClientRow }) {
  return (
    <EmptyState page title={t("{name} already has a connection to {ledger}", { name, ledger })}>
      <p>
        {t(
          "A client has one connection at a time, always to the same books. To renew or end the connection, go to the Connection screen. To replace it, for example to use a new certificate, choose Disconnect there, select “Also remove the connection from this client,” and connect the client again. To connect other books, add another client.",
        )}
      </p>
      <ButtonLink kind="primary" href={`#${clientAddress(clientId, "connection")}`}>
        {t("Go to connection")}
      </ButtonLink>
      <ButtonLink href="#/connect">{t("Connect another client")}</ButtonLink>
    </EmptyState>
  );
}

/** The steps, which of them are done, and which one is open. */
function Rail({ step }: { readonly step: Step }) {
  const at = STEPS.indexOf(step);
  const connected = useWizard((state) => state.connected.length > 0);
  return (
    <nav aria-label={t("Steps")} className={styles.rail}>
      <ol>
        {STEPS.map((name, index) => {
          const done = index < at;
          // Connected books stay connected, so going back is limited to steps with choices left.
          const open = done && (!connected || index >= STEPS.indexOf("found"));
          const words = (
            <>
              <span className={styles.number} aria-hidden="true">
                {done ? <Check size={12} strokeWidth={3} /> : index + 1}
              </span>
              {STEP_WORDS[name]}
              {done ? <HiddenText>{t(", done")}</HiddenText> : null}
            </>
          );
          return (
            <li key={name} className={styles.step} {...(index === at ? { "aria-current": "step" as const } : {})} data-done={done}>
              {open ? (
                <button type="button" onClick={() => changeWizard({ step: name })}>
                  {words}
                </button>
              ) : (
                <span>{words}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The heading of a step. It takes the focus when the step opens, so that keyboard and screen reader start there. */
function StepFrame({ step, children }: { readonly step: Step; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const forClientId = useWizard((state) => state.forClientId);
  const list = useCoreQuery("clients.list", {});
  const client = list.data?.rows.find((row) => row.clientId === forClientId);
  useEffect(() => {
    announce(t("Step {number} of {steps}: {name}.", { number: STEPS.indexOf(step) + 1, steps: STEPS.length, name: STEP_WORDS[step] }));
    // Don't take the focus from an autofocused field.
    if (heading.current?.parentElement?.contains(document.activeElement) !== true) heading.current?.focus();
  }, [step]);
  return (
    <section className={layout.section}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {STEP_WORDS[step]}
      </h1>
      {client === undefined ? null : <p className={styles.for}>{t("For {name}", { name: client.name })}</p>}
      {children}
    </section>
  );
}
