import { useId } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { FoundTenantView, TenantOutcome } from "#shared/contract/connections/sign-in.ts";
import { t } from "../../../language/t.ts";
import { Chip } from "../../../ui/controls/chip.tsx";
import { HiddenText } from "../../../ui/controls/hidden-text.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import step from "../step.module.css";
import type { TenantChoice } from "./tenant-choices.ts";
import styles from "./tenant-row.module.css";

/** What ends without anyone is plain text. */
const OUTCOMES = {
  waiting: { tone: "queued", word: t("Waiting"), quiet: "always" },
  connecting: { tone: "syncing", word: t("Connecting"), quiet: "always" },
  connected: { tone: "ok", word: t("Connected") },
  failed: { tone: "failed", word: t("Failed") },
} as const;
const NEW = "";

interface TenantLineProps {
  readonly tenant: FoundTenantView;
  /** Absent for books that can no longer be selected. */
  readonly choice: TenantChoice | undefined;
  readonly outcome: TenantOutcome | undefined;
  readonly problem: string | undefined;
  /** Clients that can take a ledger. */
  readonly rows: readonly ClientRow[];
  readonly first: boolean;
  readonly onChange: (choice: TenantChoice) => void;
}

/** One set of books: whether it is connected, and to which client. */
export function TenantLine({ tenant, choice, outcome, problem, rows, first, onChange }: TenantLineProps) {
  const id = useId();
  const settled = choice === undefined || outcome?.state === "connected";
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        {settled ? (
          <span className={styles.name}>{tenant.name}</span>
        ) : (
          <label className={styles.name}>
            <input
              type="checkbox"
              checked={choice.chosen}
              // biome-ignore lint/a11y/noAutofocus: the step opens at its first choice
              autoFocus={first && choice.newName !== ""}
              onChange={(event) => onChange({ ...choice, chosen: event.target.checked })}
            />
            {tenant.name}
          </label>
        )}
        {tenant.connectedTo === null ? null : (
          <span className={step.quiet}>{t("{name} already has a connection to these books", { name: tenant.connectedTo.name })}</span>
        )}
        {outcome === undefined ? null : <Chip {...OUTCOMES[outcome.state]} />}
      </div>
      {settled || !choice.chosen ? null : (
        <Target id={id} tenant={tenant} choice={choice} problem={problem} rows={rows} first={first} onChange={onChange} />
      )}
      {outcome?.failure === null || outcome?.failure === undefined ? null : <FailureNote failure={outcome.failure} />}
    </li>
  );
}

type TargetProps = Pick<TenantLineProps, "tenant" | "problem" | "rows" | "first" | "onChange"> & {
  readonly id: string;
  readonly choice: TenantChoice;
};

function Target({ id, tenant, choice, problem, rows, first, onChange }: TargetProps) {
  return (
    <div className={styles.target}>
      <label>
        <HiddenText>{t("Client for {name}", { name: tenant.name })}</HiddenText>
        <select
          className={styles.select}
          value={choice.clientId ?? NEW}
          onChange={(event) => onChange({ ...choice, clientId: event.target.value === NEW ? null : event.target.value })}
        >
          <option value={NEW}>{t("New client named")}</option>
          {rows.map((row) => (
            <option key={row.clientId} value={row.clientId}>
              {row.name}
            </option>
          ))}
        </select>
      </label>
      {choice.clientId === null ? (
        <input
          className={step.input}
          aria-label={t("Name of the new client for {name}", { name: tenant.name })}
          placeholder={t("Client name")}
          // biome-ignore lint/a11y/noAutofocus: the ledger gave no name
          autoFocus={first && choice.newName === ""}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          value={choice.newName}
          onChange={(event) => onChange({ ...choice, newName: event.target.value })}
        />
      ) : null}
      <span id={`${id}-problem`} className={step.problem}>
        {problem}
      </span>
    </div>
  );
}
