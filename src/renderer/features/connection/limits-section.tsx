import { useState } from "react";
import type { LimitsView } from "#shared/contract/connections/connections.ts";
import { formatDay, withDays } from "../../format/dates/date.ts";
import { applies, byOrder, limitValue, limitWords } from "../../format/labels/limit-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import layout from "../../styles/layout.module.css";
import textStyles from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { draftOf, type LimitDraft, type ReadDraft, readDraft } from "./limit-edits.ts";
import styles from "./limits-section.module.css";

/** The limits that hold for the client, where each came from, and the way to change the connection's own. */
export function LimitsSection({ clientId }: { readonly clientId: string }) {
  const limits = useCoreQuery("connections.limits", { clientId });
  const [editing, setEditing] = useState(false);
  if (limits.data === undefined || limits.data === null)
    return limits.error === null ? null : <FailureNote failure={limits.error.failure} />;
  const { verifiedOn, warning } = limits.data;
  return (
    <section className={layout.stack} aria-label={t("Limits")}>
      <div className={styles.head}>
        <h2>{t("Limits")}</h2>
        <span className={styles.quiet}>
          {t("“Verified” limits were compared with the ledger's published ones on {verifiedOn}.", {
            verifiedOn: formatDay(verifiedOn),
          })}
        </span>
        {warning === null ? null : <Chip tone="warning" word={t("Not verified recently")} title={withDays(warning)} />}
        {editing ? null : (
          <Button needs="admin" onClick={() => setEditing(true)}>
            {t("Edit limits")}
          </Button>
        )}
      </div>
      {warning === null ? null : <p>{withDays(warning)}</p>}
      {editing ? (
        <LimitsForm
          clientId={clientId}
          limits={limits.data}
          onEnd={(saved) => {
            setEditing(false);
            if (saved) void limits.refetch();
          }}
        />
      ) : (
        <LimitsTable limits={limits.data} />
      )}
    </section>
  );
}

function LimitsTable({ limits }: { readonly limits: LimitsView }) {
  const values = limits.values.filter(({ name }) => applies(name, limits.values));
  return (
    <table className={styles.table}>
      <Head last={t("Source")} />
      <tbody>
        {byOrder(values).map(({ name, value, from, inFile }) => (
          <tr key={name}>
            <th scope="row" title={limitWords(name).means}>
              {limitWords(name).words}
            </th>
            <td className={styles.figure}>{limitValue(name, value)}</td>
            <td className={styles.quiet}>
              {from === "file"
                ? t("Verified")
                : t("Set for this connection (verified limit: {limit})", { limit: limitValue(name, inFile) })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head({ last }: { readonly last: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{t("Limit")}</th>
        <th scope="col" className={styles.figure}>
          {t("Value")}
        </th>
        <th scope="col">{last}</th>
      </tr>
    </thead>
  );
}

interface LimitsFormProps {
  readonly clientId: string;
  readonly limits: LimitsView;
  readonly onEnd: (saved: boolean) => void;
}

function LimitsForm({ clientId, limits, onEnd }: LimitsFormProps) {
  const [draft, setDraft] = useState<LimitDraft>(() => draftOf(limits.values));
  const [asking, setAsking] = useState(false);
  const save = useCoreCommand("connections.setLimits");
  const read = readDraft(limits.values, draft);
  const send = (yes: boolean) =>
    save.mutate(
      { clientId, limits: read.own, yes },
      {
        onSuccess: () => {
          announce(t("Limits saved. They apply the next time Tieout starts."));
          onEnd(true);
        },
      },
    );
  const wrong = Object.keys(read.problems).length > 0;
  return (
    <form
      className={layout.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong) return;
        if (read.beyond.length > 0) setAsking(true);
        else send(false);
      }}
    >
      <p className={styles.quiet}>
        {t(
          "Change a limit only if your agreement with the ledger's provider sets a different one. An empty field means no limit; some limits can't be left empty.",
        )}
      </p>
      <DraftTable limits={limits} draft={draft} read={read} onChange={(name, text) => setDraft({ ...draft, [name]: text })} />
      {save.error === null ? null : <FailureNote failure={save.error.failure} />}
      <div className={styles.acts}>
        <Button kind="primary" type="submit" disabled={wrong || save.isPending}>
          {t("Save limits")}
        </Button>
        <Button onClick={() => onEnd(false)}>{t("Cancel")}</Button>
        <span className={styles.quiet}>{t("Changes apply the next time Tieout starts.")}</span>
      </div>
      {asking ? (
        <ConfirmDialog
          title={t("Save limits that are less strict than the verified ones?")}
          act={t("Save anyway")}
          onAct={() => send(true)}
          onClose={() => setAsking(false)}
        >
          <p>
            {t(
              "The ledger rejects requests above its limits, and syncing this client then has to wait. Save these limits only if your agreement with the ledger's provider allows them. Less strict than the verified limits:",
            )}
          </p>
          <ul className={styles.beyond}>
            {read.beyond.map((name) => (
              <li key={name}>
                {limitWords(name).words}: {limitValue(name, read.own[name] ?? null)}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      ) : null}
    </form>
  );
}

interface DraftTableProps {
  readonly limits: LimitsView;
  readonly draft: LimitDraft;
  readonly read: ReadDraft;
  readonly onChange: (name: string, text: string) => void;
}

function DraftTable({ limits, draft, read, onChange }: DraftTableProps) {
  return (
    <table className={styles.table}>
      <Head last={t("Verified limit")} />
      <tbody>
        {byOrder(limits.values)
          .filter(({ name }) => draft[name] !== undefined)
          .map(({ name, inFile }) => {
            const { words, means, own, unit } = limitWords(name);
            const problem = read.problems[name];
            const note = problem ?? (read.beyond.includes(name) ? t("Less strict than the verified limit.") : undefined);
            return (
              <tr key={name}>
                <th scope="row">
                  <label htmlFor={`limit-${name}`} title={means}>
                    {unit === "ms" ? t("{limit}, in seconds", { limit: words }) : words}
                  </label>
                </th>
                <td className={styles.figure}>
                  <input
                    id={`limit-${name}`}
                    className={styles.input}
                    inputMode="numeric"
                    value={draft[name] ?? ""}
                    placeholder={own === "none" ? t("No limit") : ""}
                    aria-invalid={problem !== undefined}
                    aria-describedby={`limit-note-${name}`}
                    onChange={(event) => onChange(name, event.target.value)}
                  />
                </td>
                <td id={`limit-note-${name}`} className={styles.quiet}>
                  {limitValue(name, inFile)}
                  {note === undefined ? null : <span className={textStyles.failed}> {note}</span>}
                </td>
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}
