import { useState } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { FoundTenantView, SignInView, TenantOutcome } from "#shared/contract/connections/sign-in.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand } from "../../../state/core/core-query.ts";
import { useKeepForSession } from "../../../state/core/keychain.ts";
import { announce } from "../../../state/window/announcements.ts";
import { changeWizard, useWizard } from "../../../state/window/connect-wizard.ts";
import { KeychainSession } from "../../../ui/connection/keychain-session.tsx";
import { Button } from "../../../ui/controls/button.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { focusInvalid } from "../focus-invalid.ts";
import step from "../step.module.css";
import { StepActs } from "../step-actions.tsx";
import { proposedChoices, readChoices, type TenantChoice, type TenantChoices, withoutLedger } from "./tenant-choices.ts";
import styles from "./tenant-row.module.css";
import { TenantLine } from "./tenant-row.tsx";

interface TenantFormProps {
  readonly signIn: SignInView;
  readonly rows: readonly ClientRow[];
}

/** The books that were found, each with its client. They are connected one at a time; failed ones can be retried. */
export function TenantForm({ signIn, rows }: TenantFormProps) {
  const { forClientId, expected } = useWizard();
  const [choices, setChoices] = useState<TenantChoices>(() => proposedChoices(signIn.tenants, rows, forClientId, expected));
  const [tried, setTried] = useState(false);
  const connect = useCoreCommand("signIn.connect");
  const outcomes = new Map(signIn.outcomes.map((outcome) => [outcome.tenantId, outcome]));
  // When every selected one is connected, the sign-in is over; connecting more books takes another sign-in.
  const open = signIn.state === "done" ? [] : signIn.tenants.filter((tenant) => isOpen(tenant, outcomes.get(tenant.tenantId)));
  const read = readChoices(open, choices, rows);
  const busy = connect.isPending || signIn.state === "connecting";
  const connected = connectedClients(signIn);
  const submit = () => {
    setTried(true);
    if (busy || read.tenants.length === 0 || Object.keys(read.problems).length > 0) return;
    connect.mutate({ signInId: signIn.signInId, tenants: read.tenants }, { onSuccess: (view) => goOn(view, setTried) });
  };
  return (
    <form
      className={step.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
        focusInvalid(event.currentTarget);
      }}
    >
      <p className={step.lead}>
        {leadText(
          signIn,
          open.length,
          signIn.tenants.every((tenant) => !isOpen(tenant, outcomes.get(tenant.tenantId))),
        )}
      </p>
      <TenantList
        tenants={signIn.tenants}
        outcomes={outcomes}
        choices={choices}
        problems={tried ? read.problems : {}}
        rows={withoutLedger(rows)}
        busy={busy}
        onChange={setChoices}
      />
      <WentWrong failure={connect.error?.failure ?? signIn.failure} />
      {tried && !busy ? <Wrong chosen={read.tenants.length} problems={Object.keys(read.problems).length} /> : null}
      <StepActs {...(busy || connected.length > 0 ? {} : { onBack: () => changeWizard({ step: "sign-in" }) })}>
        {open.length === 0 ? null : (
          <Button needs="preparer" kind={connected.length > 0 ? "plain" : "primary"} type="submit" disabled={busy}>
            {busy ? t("Connecting…") : connectText(read.tenants, outcomes)}
          </Button>
        )}
        {connected.length > 0 && !busy ? (
          <Button kind="primary" onClick={() => changeWizard({ step: "found", connected })}>
            {t("{count, plural, one {Continue with 1 client} other {Continue with {count} clients}}", { count: connected.length })}
          </Button>
        ) : null}
      </StepActs>
    </form>
  );
}

/** Shows the failure, whatever its source. Without a keychain it offers an alternative right here. */
function WentWrong({ failure }: { readonly failure: Failure | null }) {
  const session = useKeepForSession();
  if (failure === null) return null;
  return (
    <>
      <FailureNote failure={failure} />
      {failure.code === "keychain_unavailable" ? <KeychainSession {...session} /> : null}
    </>
  );
}

function isOpen(tenant: FoundTenantView, outcome: TenantOutcome | undefined): boolean {
  return tenant.connectedTo === null && outcome?.state !== "connected";
}

function Wrong({ chosen, problems }: { readonly chosen: number; readonly problems: number }) {
  if (chosen === 0) return <p className={step.problem}>{t("Select at least one set of books.")}</p>;
  if (problems === 0) return null;
  return (
    <p className={step.problem}>
      {t("Fix the problem shown for {problems, plural, one {1 selected set of books} other {{problems} selected sets of books}}.", {
        problems,
      })}
    </p>
  );
}

/** How many fit the screen; others are found by name. */
const FEW = 12;

/** Continues to the next step if all went well; otherwise the failed ones stay to be retried. */
function goOn(view: SignInView, setTried: (tried: boolean) => void): void {
  const failed = view.outcomes.filter((outcome) => outcome.state === "failed").length;
  const connected = connectedClients(view);
  setTried(false);
  announce(
    failed > 0
      ? t("{connected, plural, one {1 client} other {# clients}} connected, {failed} failed.", { connected: connected.length, failed })
      : t("{connected, plural, one {1 client} other {# clients}} connected.", { connected: connected.length }),
  );
  if (failed === 0) changeWizard({ step: "found", connected });
}

function connectedClients(view: SignInView): readonly string[] {
  return view.outcomes.flatMap(({ state, clientId }) => (state === "connected" && clientId !== null ? [clientId] : []));
}

function leadText({ ledger, tenants }: SignInView, open: number, all: boolean): string {
  if (open === 0 && !all) return t("The {ledger} books you selected are connected. To connect others, sign in again.", { ledger });
  if (open === 0)
    return t(
      "All the {ledger} books you gave Tieout access to already belong to clients. If one of these clients is disconnected, reconnect it on its Connection screen.",
      { ledger },
    );
  if (tenants.length === 1)
    return t("You gave Tieout access to one set of books in {ledger}. Choose the client it belongs to.", { ledger });
  return t("You gave Tieout access to {tenants} sets of books in {ledger}. Select the ones to connect and choose a client for each.", {
    ledger,
    tenants: tenants.length,
  });
}

function connectText(selected: readonly { readonly tenantId: string }[], outcomes: ReadonlyMap<string, TenantOutcome>): string {
  const count = selected.length;
  if (count === 0) return t("Connect");
  return selected.every(({ tenantId }) => outcomes.get(tenantId)?.state === "failed")
    ? t("{count, plural, one {Try again for 1 client} other {Try again for # clients}}", { count })
    : t("{count, plural, one {Connect 1 client} other {Connect # clients}}", { count });
}

interface TenantListProps {
  readonly tenants: readonly FoundTenantView[];
  readonly outcomes: ReadonlyMap<string, TenantOutcome>;
  readonly choices: TenantChoices;
  readonly problems: Readonly<Record<string, string>>;
  readonly rows: readonly ClientRow[];
  readonly busy: boolean;
  readonly onChange: (choices: TenantChoices) => void;
}

function TenantList({ tenants, outcomes, choices, problems, rows, busy, onChange }: TenantListProps) {
  const [filter, setFilter] = useState("");
  const shown = tenants.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  const choosable = shown.filter(({ tenantId }) => choices[tenantId] !== undefined);
  const all = choosable.length > 0 && choosable.every(({ tenantId }) => choices[tenantId]?.chosen);
  const change = (tenantId: string, choice: TenantChoice) => onChange({ ...choices, [tenantId]: choice });
  const chooseAll = (chosen: boolean) => {
    const changed = choosable.flatMap(({ tenantId }) => {
      const choice = choices[tenantId];
      return choice === undefined ? [] : [[tenantId, { ...choice, chosen }] as const];
    });
    onChange({ ...choices, ...Object.fromEntries(changed) });
  };
  return (
    <fieldset className={step.group} disabled={busy}>
      <legend>{t("Books")}</legend>
      {tenants.length <= FEW ? null : <TenantFilter filter={filter} shown={shown.length} of={tenants.length} onFilter={setFilter} />}
      {choosable.length < 2 ? null : (
        <label className={step.check}>
          <input type="checkbox" checked={all} onChange={(event) => chooseAll(event.target.checked)} />
          {filter === "" ? t("Select all") : t("Select all that match the name")}
        </label>
      )}
      <ul className={styles.list}>
        {shown.map((tenant, index) => (
          <TenantLine
            key={tenant.tenantId}
            tenant={tenant}
            choice={choices[tenant.tenantId]}
            outcome={outcomes.get(tenant.tenantId)}
            problem={problems[tenant.tenantId]}
            rows={rows}
            first={index === 0 && filter === ""}
            onChange={(choice) => change(tenant.tenantId, choice)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface TenantFilterProps {
  readonly filter: string;
  readonly shown: number;
  readonly of: number;
  readonly onFilter: (filter: string) => void;
}

function TenantFilter({ filter, shown, of, onFilter }: TenantFilterProps) {
  return (
    <div className={step.line}>
      <input
        className={step.input}
        type="search"
        aria-label={t("Find books by name")}
        placeholder={t("Find by name")}
        value={filter}
        onChange={(event) => onFilter(event.target.value)}
        // Searching for a name must not connect the selected books.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <span className={step.quiet} role="status">
        {shown === of ? t("{total} sets of books", { total: of }) : t("{shown} of {total} sets of books", { shown, total: of })}
      </span>
    </div>
  );
}
