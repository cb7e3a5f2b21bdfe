import { useState } from "react";
import type { PersonView } from "#shared/contract/clients/people.ts";
import { mayAs } from "#shared/model/close/person.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import { useMayAs } from "../../../state/window/current-role.ts";
import { classes } from "../../../ui/controls/classes.ts";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import styles from "../settings-page.module.css";
import { isSoleAdmin, SetPinDialog } from "./pin-dialogs.tsx";

interface PinRuleProps {
  /** The active ones. */
  readonly people: readonly PersonView[];
  readonly onMoved: () => void;
}

/** Whether signing off requires a PIN here: the administrators' choice, suggested where several people share the computer. */
export function PinRuleChoice({ people, onMoved }: PinRuleProps) {
  const rule = useCoreQuery("people.pinRule", {});
  const save = useCoreCommand("people.requirePins");
  const isAdmin = useMayAs("admin");
  /** What an administrator without a PIN chose, while they set one. */
  const [waiting, setWaiting] = useState<boolean | null>(null);
  const required = rule.data?.required ?? false;
  const own = people.find(({ current }) => current);
  const isBare = isAdmin && own?.hasPin === false;
  const failure = rule.error ?? save.error;
  const choose = (next: boolean): void =>
    save.mutate(
      { required: next },
      {
        onSuccess: () => {
          announce(next ? t("Signing off now requires a PIN.") : t("Signing off no longer requires a PIN."));
          void rule.refetch();
        },
      },
    );
  const isSuggested = isAdmin && rule.data !== undefined && !required && people.length > 1;
  return (
    <div className={classes(styles.stack, isSuggested && styles.note)}>
      {failure === null ? null : <FailureNote failure={failure.failure} />}
      <label className={styles.check} title={isAdmin ? undefined : t("Only administrators can change this.")}>
        <input
          type="checkbox"
          checked={required}
          disabled={!isAdmin || own === undefined || rule.data === undefined || save.isPending}
          onChange={(event) => (isBare ? setWaiting(event.target.checked) : choose(event.target.checked))}
        />
        {t("Require a PIN to sign off")}
      </label>
      {rule.data === undefined ? null : (
        <p className={styles.quiet}>
          {required ? requiredWords(people) : offWords(people)}
          {isBare ? ` ${required ? t("Set your own PIN to turn this off.") : t("Set your own PIN to turn this on.")}` : ""}
        </p>
      )}
      {waiting === null || own === undefined ? null : (
        <SetPinDialog
          person={own}
          isSoleAdmin={isSoleAdmin(people, own)}
          onDone={() => {
            onMoved();
            choose(waiting);
          }}
          onClose={() => setWaiting(null)}
        />
      )}
    </div>
  );
}

/** Suggests a PIN once, after the person was added who makes this computer a shared one. @param before the people until then */
export function adviceOnAdding(name: string, before: readonly PersonView[], isOff: boolean): string | null {
  if (!isOff || before.filter(({ active }) => active).length !== 1) return null;
  return t(
    "{name} added. To keep one person from signing off as both preparer and reviewer, turn on “Require a PIN to sign off” below the table.",
    { name },
  );
}

function requiredWords(people: readonly PersonView[]): string {
  const names = people.filter(({ role, hasPin }) => mayAs(role, "preparer") && !hasPin).map(({ name }) => name);
  const what = t(
    "Tieout asks for your PIN once after each start, before your first sign-off, approval, override or similar step. Closing a period and creating a close pack count, too.",
  );
  return names.length === 0 ? what : `${what} ${t("Can't sign off until they set a PIN: {names}.", { names: names.join(", ") })}`;
}

function offWords(people: readonly PersonView[]): string {
  return people.length < 2
    ? t("Signing off doesn't require a PIN.")
    : t("Recommended: without it, one person can sign off as preparer, switch users, and sign off as reviewer.");
}
