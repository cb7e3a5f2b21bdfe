import { useState } from "react";
import type { CloseSignature, CloseStatus } from "#shared/contract/close.ts";
import { call } from "../../api/client.ts";
import { DecidedBy } from "../../blocks/decided-by.tsx";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { WhyDialog } from "../../components/why-dialog.tsx";
import { formatPeriod } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/last-act.ts";
import styles from "./close.module.css";
import { ROLE_WORDS } from "./close-words.ts";

const ROLES = ["preparer", "reviewer"] as const;

/** Who signed the period as it stands; a signature goes stale when the books under it move, and keeps its stamp. */
export function Signatures({ status }: { readonly status: CloseStatus }) {
  return (
    <section className={styles.phase} aria-label={t("Signatures")}>
      <h3>{t("Signatures")}</h3>
      <table className={styles.table} aria-label={t("Signatures of the period")}>
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
          <Chip tone="neutral" word={t("Not signed")} icon={null} />
        ) : signature.stale ? (
          <Chip tone="warning" word={t("Stale")} title={t("The books have moved since this was signed. The stamp stays.")} />
        ) : (
          <Chip tone="ok" word={t("Signed")} title={t("Bound to {hash}", { hash: signature.hash })} />
        )}
      </td>
      <td>
        <div className={styles.plainTitle}>{ROLE_WORDS[role]}</div>
        <div className={styles.evidence}>
          {signature === undefined ? (
            t("Nobody has signed yet.")
          ) : (
            <DecidedBy verb={t("signed")} person={signature.person} at={signature.at} />
          )}
          {signature === undefined || signature.note === null ? null : ` "${signature.note}"`}
        </div>
      </td>
      <td className={styles.act}>
        <Button data-key="sign" disabled={pending !== null} onClick={() => setAsking(true)}>
          {signature === undefined ? t("Sign as {role}…", { role }) : t("Sign again as {role}…", { role })}
        </Button>
        {asking ? (
          <WhyDialog
            title={t("Sign {name} as {role}", { name, role })}
            act={t("Sign")}
            required={false}
            onClose={() => setAsking(false)}
            onAct={(note) =>
              perform({
                key: role,
                words: t("{name} signed as {role}.", { name, role }),
                run: () => call("close.sign", { clientId, period: period.id, role, ...(note === "" ? {} : { note }) }),
                undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
              })
            }
          >
            <p>{t("The signature is bound to the figures as they stand now. When one of them moves, it becomes stale and says so.")}</p>
          </WhyDialog>
        ) : null}
      </td>
    </tr>
  );
}
