import { useState } from "react";
import type { CloseSignature, CloseStatus } from "#shared/contract/close/close.ts";
import { formatLongPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useIsMe, useMayAs } from "../../state/window/current-role.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { DecidedBy } from "../../ui/notes/decided-by.tsx";
import { PinEntered } from "../../ui/notes/pin-entered.tsx";
import { WaitingToSync } from "../../ui/notes/waiting-to-sync.tsx";
import styles from "./close.module.css";
import { ROLE_WORDS } from "./close-labels.ts";
import { blocked, blockedWords } from "./gates/gate-labels.ts";
import { rowId } from "./gates/row-places.ts";
import { SignDialog } from "./gates/sign-dialog.tsx";
import { SignReady } from "./gates/sign-ready.tsx";

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
      <div className={layout.actions}>
        <SignReady status={status} />
      </div>
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
  const bar = useSigningBar(status, role);
  return (
    <tr id={rowId("task", `sign-off:${role}`)}>
      <td className={styles.state}>
        {signature === undefined ? (
          <Chip quiet tone="neutral" word={t("Not signed off")} />
        ) : signature.stale ? (
          <Chip
            tone="failed"
            word={t("Sign off again")}
            title={t("The period's figures have changed since this sign-off. The sign-off stays on record, but no longer counts.")}
          />
        ) : signature.waiting ? (
          <WaitingToSync />
        ) : (
          <Chip
            quiet
            tone="ok"
            word={t("Signed off")}
            title={t("Signed off on exactly these figures. Hash of the figures: {hash}", { hash: signature.hash })}
          />
        )}
      </td>
      <td>
        <div className={styles.task}>
          <div className={classes(styles.taskTitle, text.medium)}>{ROLE_WORDS[role]}</div>
          <div className={styles.evidence}>
            {signature === undefined ? null : (
              <>
                <DecidedBy verb={t("Signed off")} person={signature.person} at={signature.at} />
                <PinEntered withPin={signature.withPin} />
                {signature.note === null ? "" : `: “${signature.note}”`}
              </>
            )}
            {bar === null ? null : <div>{bar}</div>}
          </div>
        </div>
      </td>
      <td className={styles.act}>
        <Button data-key="sign" disabled={bar !== null} title={bar ?? undefined} onClick={() => setAsking(true)}>
          {signature === undefined ? t("Sign off as {role}…", { role }) : t("Sign off again as {role}…", { role })}
        </Button>
        {asking ? <SignDialog status={status} role={role} onClose={() => setAsking(false)} /> : null}
      </td>
    </tr>
  );
}

/** Why the current user can't sign off in this role; null when they can, if need be with a reason. */
function useSigningBar({ gates, signatures, period }: CloseStatus, role: (typeof ROLES)[number]): string | null {
  const mayRole = useMayAs(role);
  const isAdmin = useMayAs("admin");
  const isMe = useIsMe();
  const isOwn = (of: (typeof ROLES)[number]) => signatures.some((one) => one.role === of && !one.stale && isMe(one.person));
  if (!mayRole)
    return role === "reviewer" ? t("Only reviewers and administrators can sign off as reviewer.") : t("Viewers can't sign off.");
  const label = formatLongPeriod(period.label);
  if (role === "preparer") return isOwn("reviewer") ? t("You reviewed {label}, so someone else must prepare it.", { label }) : null;
  if (!signatures.some((one) => one.role === "preparer" && !one.stale))
    return t("The preparer must sign off on the current figures first.");
  if (signatures.some((one) => one.role === "preparer" && one.waiting))
    return t("The firm's server hasn't accepted the preparer's sign-off yet. A reviewer can sign off once it has.");
  if (isOwn("preparer")) return t("You prepared {label}, so someone else must review it.", { label });
  const barred = blocked(gates.sign).filter(({ rule }) => rule === "never" || (rule === "admin" && !isAdmin));
  return barred.length === 0 ? null : t("Finish these first: {open}", { open: blockedWords(barred) });
}
