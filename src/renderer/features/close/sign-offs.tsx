import { useState } from "react";
import type { CloseSignature, CloseStatus } from "#shared/contract/close/close.ts";
import { call } from "../../api/client.ts";
import { formatPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { ReasonDialog } from "../../ui/dialogs/reason-dialog.tsx";
import { DecidedBy } from "../../ui/notes/decided-by.tsx";
import styles from "./close.module.css";
import { ROLE_WORDS } from "./close-labels.ts";

const ROLES = ["preparer", "reviewer"] as const;

/** Who signed the period. A signature becomes stale when the books change, but stays visible. */
export function Signatures({ status }: { readonly status: CloseStatus }) {
  return (
    <section className={styles.phase} aria-label={t("Sign-offs")}>
      <h3>{t("Sign-offs")}</h3>
      <table className={styles.table} aria-label={t("Period sign-offs")}>
        <tbody>
          {ROLES.map((role) => (
            <SignatureRow key={role} status={status} role={role} signature={status.signatures.filter((one) => one.role === role).at(-1)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SignatureRow({
  status,
  role,
  signature,
}: {
  readonly status: CloseStatus;
  readonly role: (typeof ROLES)[number];
  readonly signature: CloseSignature | undefined;
}) {
  const [asking, setAsking] = useState(false);
  const { clientId, period } = status;
  const { perform, pending } = useActs(clientId);
  const name = formatPeriod(period.label);
  return (
    <tr>
      <td className={styles.state}>
        {signature === undefined ? (
          <Chip tone="neutral" word={t("Not signed off")} icon={null} />
        ) : signature.stale ? (
          <Chip tone="warning" word={t("Stale")} title={t("The books have changed since this was signed off. The sign-off is kept.")} />
        ) : (
          <Chip tone="ok" word={t("Signed off")} title={t("Signed on figures with hash {hash}", { hash: signature.hash })} />
        )}
      </td>
      <td>
        <div className={text.medium}>{ROLE_WORDS[role]}</div>
        <div className={styles.evidence}>
          {signature === undefined ? (
            t("No one has signed off yet.")
          ) : (
            <DecidedBy verb={t("signed off")} person={signature.person} at={signature.at} />
          )}
          {signature === undefined || signature.note === null ? null : ` "${signature.note}"`}
        </div>
      </td>
      <td className={styles.act}>
        <Button data-key="sign" disabled={pending !== null} onClick={() => setAsking(true)}>
          {signature === undefined ? t("Sign off as {role}…", { role }) : t("Sign off again as {role}…", { role })}
        </Button>
        {asking ? (
          <ReasonDialog
            title={t("Sign off {name} as {role}", { name, role })}
            act={t("Sign off")}
            required={false}
            onClose={() => setAsking(false)}
            onAct={(note) =>
              perform({
                key: role,
                words: t("{name} signed off as {role}.", { name, role }),
                run: () => call("close.sign", { clientId, period: period.id, role, ...(note === "" ? {} : { note }) }),
                undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
              })
            }
          >
            <p>{t("Your sign-off applies to the current figures. If any of them changes, it's marked as stale.")}</p>
          </ReasonDialog>
        ) : null}
      </td>
    </tr>
  );
}
