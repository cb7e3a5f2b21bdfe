import { useState } from "react";
import type { ReconciliationRow, ReconciliationSignOff } from "#shared/contract/close/reconciliations.ts";
import { signOffStanding } from "#shared/contract/close/sign-off-standing.ts";
import { call } from "../../../api/client.ts";
import { keysText } from "../../../format/text/shortcut-label.ts";
import { t } from "../../../language/t.ts";
import { useClientSync } from "../../../state/core/live-sync.ts";
import { useActs } from "../../../state/core/undo.ts";
import { useNow } from "../../../state/window/now.ts";
import { useActionKeys } from "../../../state/window/shortcut-settings.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { useKeyedTitle } from "../../../ui/controls/kbd.tsx";
import { ReasonDialog } from "../../../ui/dialogs/reason-dialog.tsx";
import { AsOf } from "../../../ui/figures/as-of.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import { PinEntered } from "../../../ui/notes/pin-entered.tsx";
import { WaitingToSync } from "../../../ui/notes/waiting-to-sync.tsx";
import type { OneAccount } from "./reconciliation-form.ts";
import { AUTOMATIC, automaticWords, blockReason, changedWords } from "./reconciliation-labels.ts";
import styles from "./reconciliations.module.css";

const ROLES = ["preparer", "reviewer"] as const;
type Role = (typeof ROLES)[number];

/** The two sign-offs with what they were given on, and the buttons to give them; a disabled one says why. */
export function ReconciliationSignOffs({ clientId, period, row, onNext }: OneAccount & { readonly onNext: (() => void) | null }) {
  const isAutomatic = row.signOffs.some(({ decisionNo }) => decisionNo === null);
  return (
    <section className={styles.form} aria-label={t("Sign-offs")}>
      <h3>{t("Sign-offs")}</h3>
      {isAutomatic ? (
        <>
          <p>
            <Chip quiet tone="ok" word={AUTOMATIC} /> {automaticWords(row.policy)}
          </p>
          <Synced clientId={clientId} />
        </>
      ) : row.signOffs.length === 0 ? (
        <p className={text.muted}>{t("No one has signed off yet.")}</p>
      ) : (
        <ul className={styles.signOffs}>
          {row.signOffs.map((signOff) => (
            <SignOff key={signOff.role} signOff={signOff} signed={row.signed} />
          ))}
        </ul>
      )}
      {row.returned === null ? null : (
        <p className={styles.warning}>
          <DecidedBy verb={t("Returned")} person={row.returned.person} at={row.returned.at} />
          {`: “${row.returned.why}”`}
        </p>
      )}
      <SignButtons clientId={clientId} period={period} row={row} isAutomatic={isAutomatic} onNext={onNext} />
    </section>
  );
}

/** An automatic sign-off is given on the books as they were synced last. */
function Synced({ clientId }: { readonly clientId: string }) {
  const nowMs = useNow();
  const asOf = useClientSync(clientId).data?.asOf ?? null;
  return asOf === null ? null : (
    <p className={text.muted}>
      {t("Synced")} <AsOf instant={asOf} nowMs={nowMs} />
    </p>
  );
}

interface SignOffProps {
  readonly signOff: ReconciliationSignOff;
  readonly signed: ReconciliationRow["signed"];
}

/** One sign-off of an account, and whether it still counts. */
export function SignOff({ signOff, signed }: SignOffProps) {
  const { role, person, at, hash, changed, instead, withPin } = signOff;
  const standing = signOffStanding(signOff, signed);
  const again = standing === "changed" || standing === "overtaken";
  return (
    <li>
      {again ? (
        <Chip
          tone="failed"
          word={t("Sign off again")}
          title={
            standing === "changed"
              ? t("The balance, support, reconciling items, files or reconciliation type changed after sign-off.")
              : t("This sign-off no longer counts because the account was returned, or the preparer's sign-off changed.")
          }
        />
      ) : standing === "waiting" ? (
        <WaitingToSync />
      ) : (
        <Chip
          quiet
          tone="ok"
          word={t("Signed off")}
          title={t("Signed off on exactly these figures. Hash of the figures: {hash}", { hash })}
        />
      )}{" "}
      {person === null || at === null ? null : (
        <>
          <DecidedBy
            verb={standing === "counts" ? t("as {role}", { role }) : t("signed off as {role}", { role })}
            person={person}
            at={at}
          />
          <PinEntered withPin={withPin} />
        </>
      )}
      {instead === null ? null : (
        <p className={text.muted}>{t("In place of {named}: {why}", { named: instead.named, why: instead.why })}</p>
      )}
      {changed.length === 0 ? null : (
        <ul className={styles.changed}>
          {changed.map((one) => (
            <li key={one.what}>{changedWords(one)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Its key only moves the focus there: a sign-off takes a second press. */
function useSignTitle(): string {
  const [keys] = useActionKeys("sign");
  return keys === undefined ? t("Sign off") : t("Sign off ({keys}, then Enter)", { keys: keysText(keys) });
}

function NextAccount({ onNext }: { readonly onNext: () => void }) {
  const title = useKeyedTitle("next")(t("Next account"));
  return (
    <Button kind="quiet" data-key="next" className={styles.push ?? ""} title={title} onClick={onNext}>
      {t("Next account")}
    </Button>
  );
}

function SignButtons({
  clientId,
  period,
  row,
  isAutomatic,
  onNext,
}: OneAccount & { readonly isAutomatic: boolean; readonly onNext: (() => void) | null }) {
  const [returning, setReturning] = useState(false);
  const { perform, pending } = useActs(clientId);
  const signTitle = useSignTitle();
  const { accountId, label, blocked, signed } = row;
  const target = { clientId, period, accountId };
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  const reason = whyBlocked(row);
  return (
    <>
      {reason === null ? null : (
        <p className={text.muted} role="note">
          {reason}
        </p>
      )}
      <div className={styles.acts}>
        {ROLES.map((role) => (
          <Button
            key={role}
            needs={role}
            data-key="sign"
            kind={blocked[role] === null && (role === "preparer" || signed === "prepared") ? "primary" : "plain"}
            disabled={pending !== null || blocked[role] !== null}
            title={blocked[role] === null ? signTitle : blockReason(row, role)}
            onClick={() =>
              void perform({
                key: role,
                words: t("{label}: signed off as {role}.", { label, role }),
                run: () => call("reconciliations.sign", { ...target, role }),
                undo,
              })
            }
          >
            {t("Sign off as {role}", { role })}
          </Button>
        ))}
        <InPlace {...{ clientId, period, row }} />
        {!isAutomatic && (signed === "prepared" || signed === "reviewed") ? (
          <Button needs="reviewer" kind="quiet" disabled={pending !== null} onClick={() => setReturning(true)}>
            {t("Return to preparer…")}
          </Button>
        ) : null}
        {onNext === null ? null : <NextAccount onNext={onNext} />}
      </div>
      {returning ? (
        <ReasonDialog
          title={t("Return to preparer: {label}", { label })}
          act={t("Return to preparer")}
          onClose={() => setReturning(false)}
          onAct={(why) =>
            perform({
              key: "return",
              words: t("{label}: returned to preparer.", { label }),
              run: () => call("reconciliations.return", { ...target, why }),
              undo,
            })
          }
        />
      ) : null}
    </>
  );
}

/** The reason that matters next; null where somebody can sign, or nothing is left to sign. */
function whyBlocked(row: ReconciliationRow): string | null {
  if (row.signed === "reviewed") return null;
  const role = row.signed === "prepared" ? "reviewer" : "preparer";
  return row.blocked[role] === null ? null : blockReason(row, role);
}

/** A button for each role in which only the policy's own person may sign off. */
function InPlace(one: OneAccount) {
  return ROLES.filter((role) => one.row.blocked[role] === "named_person").map((role) => <SignInPlace key={role} {...one} role={role} />);
}

/** Signs off in place of the person whom the account's policy names, with a reason; the core asks the firm's policy. */
function SignInPlace({ clientId, period, row, role }: OneAccount & { readonly role: Role }) {
  const [asking, setAsking] = useState(false);
  const { perform } = useActs(clientId);
  const { accountId, label, policy } = row;
  const name = policy[role] ?? "";
  return (
    <>
      <Button needs={role} kind="quiet" onClick={() => setAsking(true)}>
        {t("Sign off in place of {name}…", { name })}
      </Button>
      {asking ? (
        <ReasonDialog
          title={t("Sign off in place of {name}: {label}", { name, label })}
          act={t("Sign off as {role}", { role })}
          onClose={() => setAsking(false)}
          onAct={(why) =>
            perform({
              key: role,
              words: t("{label}: signed off as {role}.", { label, role }),
              run: () => call("reconciliations.sign", { clientId, period, accountId, role, why }),
              undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
            })
          }
        >
          <p>{t("The sign-off and the close pack show your name, {name}'s name and your reason.", { name })}</p>
        </ReasonDialog>
      ) : null}
    </>
  );
}
