import { type ReactNode, useState } from "react";
import type { PersonView } from "#shared/contract/clients/people.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import styles from "../settings-page.module.css";
import { isSoleAdmin, RemovePinDialog, SetPinDialog } from "./pin-dialogs.tsx";
import { PinRuleChoice } from "./pin-rule.tsx";

interface Asked {
  readonly act: "set" | "remove" | "reset";
  readonly person: PersonView;
}

/** What sets, changes, removes or resets a PIN in the table of people. People set their own; administrators can only reset one. */
export interface PinActs {
  readonly ask: (act: Asked["act"], person: PersonView) => void;
  readonly busy: boolean;
  /** Its dialog, and why the last reset failed. */
  readonly shown: ReactNode;
}

/**
 * Whether PINs are of use: alone there is no one to switch to, but while signing off requires a PIN, one can be set, and the rule turned
 * off.
 */
export function usesPins(people: readonly PersonView[], required: boolean): boolean {
  const active = people.filter((person) => person.active);
  return active.length > 1 || required || active.some(({ hasPin }) => hasPin);
}

export function usePinActs(people: readonly PersonView[], onMoved: () => void): PinActs {
  const [asked, setAsked] = useState<Asked | null>(null);
  const reset = useCoreCommand("people.resetPin");
  const close = () => setAsked(null);
  const resetOf = (name: string) =>
    reset.mutate(
      { name },
      {
        onSuccess: () => {
          announce(t("PIN reset: {name}", { name }));
          onMoved();
        },
      },
    );
  const active = people.filter((person) => person.active);
  return {
    ask: (act, person) => setAsked({ act, person }),
    busy: reset.isPending,
    shown: (
      <>
        {reset.error === null ? null : <FailureNote failure={reset.error.failure} />}
        {asked?.act === "set" ? (
          <SetPinDialog person={asked.person} isSoleAdmin={isSoleAdmin(active, asked.person)} onDone={onMoved} onClose={close} />
        ) : null}
        {asked?.act === "remove" ? <RemovePinDialog onDone={onMoved} onClose={close} /> : null}
        {asked?.act === "reset" ? <ResetDialog name={asked.person.name} onReset={resetOf} onClose={close} /> : null}
      </>
    ),
  };
}

/** Whether signing off requires a PIN, below the table of people, and who should have one first. */
export function PinSection({ people, onMoved }: { readonly people: readonly PersonView[]; readonly onMoved: () => void }) {
  const active = people.filter((person) => person.active);
  const openAdmin = active.some(({ hasPin }) => hasPin) ? active.find(({ role, hasPin }) => role === "admin" && !hasPin) : undefined;
  return (
    <div className={styles.part}>
      <PinRuleChoice people={active} onMoved={onMoved} />
      {openAdmin === undefined ? null : (
        <p className={styles.quiet}>
          {t("{name} is an administrator without a PIN, so anyone here can switch to {name} and reset other PINs.", {
            name: openAdmin.name,
          })}
        </p>
      )}
    </div>
  );
}

interface PinCellProps {
  readonly person: PersonView;
  readonly acts: PinActs;
}

/** Whether somebody has a PIN, with what administrators can do about it. */
export function PinCell({ person, acts }: PinCellProps) {
  const { name, active, current, hasPin } = person;
  if (!active) return <span className={styles.quiet}>–</span>;
  if (!hasPin)
    return (
      <span className={styles.quiet} title={current ? undefined : t("People set their own PIN while they're the current user.")}>
        {t("Not set")}
      </span>
    );
  if (current) return t("Set");
  return (
    <span className={layout.line}>
      {t("Set")}
      <Button
        needs="admin"
        kind="quiet"
        className={styles.toEdge}
        disabled={acts.busy}
        aria-label={t("Reset {name}'s PIN…", { name })}
        onClick={() => acts.ask("reset", person)}
      >
        {t("Reset…")}
      </Button>
    </span>
  );
}

/** What the current user can do about their own PIN, among the actions of their row. */
export function OwnPinActs({ person, acts }: PinCellProps) {
  if (!person.hasPin)
    return (
      <Button kind="quiet" className={styles.toEdge} onClick={() => acts.ask("set", person)}>
        {t("Set PIN…")}
      </Button>
    );
  return (
    <>
      <Button kind="quiet" onClick={() => acts.ask("set", person)}>
        {t("Change PIN…")}
      </Button>
      <Button kind="quiet" className={styles.toEdge} onClick={() => acts.ask("remove", person)}>
        {t("Remove PIN…")}
      </Button>
    </>
  );
}

interface ResetDialogProps {
  readonly name: string;
  readonly onReset: (name: string) => void;
  readonly onClose: () => void;
}

function ResetDialog({ name, onReset, onClose }: ResetDialogProps) {
  return (
    <ConfirmDialog title={t("Reset {name}'s PIN?", { name })} act={t("Reset PIN")} danger onAct={() => onReset(name)} onClose={onClose}>
      <p>
        {t(
          "The PIN is removed. Until {name} sets a new one, anyone using this computer account can switch to {name}. The reset is listed under Settings › Activity.",
          { name },
        )}
      </p>
    </ConfirmDialog>
  );
}
