import { useState } from "react";
import type { FirmRevoked, FirmServerStatus, KnownSignIn } from "#shared/contract/firm/server.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { ROLE_WORDS } from "../../format/labels/role-words.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { onlyAdminsCan } from "./admin-note.tsx";
import styles from "./settings-page.module.css";

/** Who works with the firm's server, and on which computers. */
export function FirmComputers({ status, onMoved }: { readonly status: FirmServerStatus; readonly onMoved: () => void }) {
  if (status.members.length === 0) return null;
  return (
    <>
      <Members status={status} />
      <Computers status={status} onMoved={onMoved} />
    </>
  );
}

function Members({ status: { members, role, person } }: { readonly status: FirmServerStatus }) {
  // The server tells only administrators which clients others work on.
  const isKnown = (member: string) => role === "admin" || member === person;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("Person")}</th>
          <th scope="col">{t("Role")}</th>
          <th scope="col">{t("Clients")}</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.person}>
            <th scope="row">{member.person}</th>
            <td>
              {member.disabledAt === null ? ROLE_WORDS[member.role].word : t("{role}, deactivated", { role: ROLE_WORDS[member.role].word })}
            </td>
            {isKnown(member.person) ? (
              <td className={styles.quiet}>{member.clients === null ? t("All clients") : member.clients.length}</td>
            ) : (
              <td className={styles.quiet} title={t("Only administrators can see this.")}>
                –
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Computers({ status, onMoved }: { readonly status: FirmServerStatus; readonly onMoved: () => void }) {
  const revoke = useCoreCommand("firm.revoke");
  const [leaving, setLeaving] = useState<FirmServerStatus["machines"][number] | null>(null);
  const remove = ({ machineId, name }: FirmServerStatus["machines"][number]) => {
    setLeaving(null);
    revoke.mutate(
      { machineId },
      {
        onSuccess: () => {
          announce(t("The computer {name} was removed from the firm.", { name }));
          onMoved();
        },
      },
    );
  };
  return (
    <>
      {revoke.error === null ? null : <FailureNote failure={revoke.error.failure} />}
      {revoke.data === undefined ? null : <KnownSignIns revoked={revoke.data} />}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("Computer")}</th>
            <th scope="col">{t("Person")}</th>
            <th scope="col">{t("Added")}</th>
            <th scope="col" className={styles.end}>
              {t("Access")}
            </th>
          </tr>
        </thead>
        <tbody>
          {status.machines.map((machine) => (
            <tr key={machine.machineId}>
              <th scope="row">{machine.name}</th>
              <td>{machine.person}</td>
              <td className={styles.quiet}>{formatMinute(machine.addedAt)}</td>
              <td className={styles.end}>
                <Access status={status} machine={machine} busy={revoke.isPending} onRemove={() => setLeaving(machine)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {leaving === null ? null : (
        <ConfirmDialog
          title={t("Remove the computer {name} ({person})?", { person: leaving.person, name: leaving.name })}
          act={t("Remove")}
          danger
          onClose={() => setLeaving(null)}
          onAct={() => remove(leaving)}
        >
          <p>{t("It loses access to the firm's server at once. To let it back in, create a new invitation.")}</p>
          <p>{t("Tieout then lists any ledger sign-ins that the computer had access to, so that you can revoke them.")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** A lost computer may still have what it could read: only the ledger can end that. New secrets come first, since signing in needs them. */
export function KnownSignIns({ revoked: { name, known } }: { readonly revoked: FirmRevoked }) {
  if (known.length === 0) return null;
  return (
    <div className={layout.mediumStack} role="status">
      <p>
        {t("The computer {name} had access to {count, plural, one {this ledger sign-in} other {these ledger sign-ins}}:", {
          name,
          count: known.length,
        })}
      </p>
      <ul className={layout.mediumStack}>
        {known.map((signIn) => (
          <li key={JSON.stringify(signIn)}>{signInWords(signIn)}</li>
        ))}
      </ul>
      {known.some(({ isApp }) => isApp) ? (
        <p>{t("For each client secret listed, create a new one on the ledger's developer site and enter it in Tieout.")}</p>
      ) : null}
      <p>{t("In each ledger listed, revoke Tieout's access, then sign in again.")}</p>
    </div>
  );
}

function signInWords({ isApp, ledger, clients }: KnownSignIn): string {
  const named = clients.filter((name) => name !== "");
  const values = { ledger: ledger ?? t("Ledger"), clients: named.join(", ") };
  if (named.length === 0) return isApp ? t("{ledger}: client secret of your app", values) : values.ledger;
  return isApp ? t("{ledger}: {clients} (client secret of your app)", values) : t("{ledger}: {clients}", values);
}

interface AccessProps {
  readonly status: FirmServerStatus;
  readonly machine: FirmServerStatus["machines"][number];
  readonly busy: boolean;
  readonly onRemove: () => void;
}

function Access({ status: { members, role, person }, machine, busy, onRemove }: AccessProps) {
  if (machine.isThisOne) return <Chip tone="ok" word={t("This computer")} />;
  if (machine.revokedAt !== null) return <span className={styles.quiet}>{t("Removed")}</span>;
  const mayRemove = role === "admin" || machine.person === person;
  const admins = members.filter((one) => one.role === "admin" && one.disabledAt === null).map((one) => one.person);
  return (
    <Button kind="quiet" danger disabled={!mayRemove || busy} title={mayRemove ? undefined : onlyAdminsCan(admins)} onClick={onRemove}>
      {t("Remove…")}
    </Button>
  );
}
