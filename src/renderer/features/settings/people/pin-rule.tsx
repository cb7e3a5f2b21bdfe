import type { PersonView } from "#shared/contract/clients/people.ts";
import { mayAs } from "#shared/model/close/person.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import { useMayAs } from "../../../state/window/current-role.ts";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import styles from "../settings-page.module.css";

/** Whether signing off requires a PIN here: the administrators' choice, suggested where several people share the computer. */
export function PinRuleChoice({ people }: { readonly people: readonly PersonView[] }) {
  const rule = useCoreQuery("people.pinRule", {});
  const save = useCoreCommand("people.requirePins");
  const isAdmin = useMayAs("admin");
  const required = rule.data?.required ?? false;
  const hasOwn = people.some(({ current, hasPin }) => current && hasPin);
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
  return (
    <>
      {failure === null ? null : <FailureNote failure={failure.failure} />}
      <label className={styles.check} title={isAdmin ? undefined : t("Only administrators can change this.")}>
        <input
          type="checkbox"
          checked={required}
          disabled={!isAdmin || !hasOwn || rule.data === undefined || save.isPending}
          onChange={(event) => choose(event.target.checked)}
        />
        {t("Require a PIN to sign off")}
      </label>
      {rule.data === undefined ? null : (
        <p className={styles.quiet}>
          {required ? requiredWords(people) : offWords(people)}
          {isAdmin && !hasOwn ? ` ${t("To change this, set your own PIN first.")}` : ""}
        </p>
      )}
    </>
  );
}

/** Suggests a PIN once, after the person was added who makes this computer a shared one. @param before the people until then */
export function adviceOnAdding(name: string, before: readonly PersonView[], isOff: boolean): string | null {
  if (!isOff || before.filter(({ active }) => active).length !== 1) return null;
  return t(
    "{name} added. To keep one person from signing off as both preparer and reviewer, require a PIN to sign off, under PINs below.",
    { name },
  );
}

function requiredWords(people: readonly PersonView[]): string {
  const names = people.filter(({ role, hasPin }) => mayAs(role, "preparer") && !hasPin).map(({ name }) => name);
  const what = t(
    "Tieout asks for your PIN once after each start, before you first sign off, approve, override, close or reopen a period, export a close pack, import a review bundle or reset a PIN.",
  );
  return names.length === 0 ? what : `${what} ${t("Can't sign off until they set a PIN: {names}.", { names: names.join(", ") })}`;
}

function offWords(people: readonly PersonView[]): string {
  return people.length < 2
    ? t("Signing off doesn't require a PIN.")
    : t("Recommended: without it, the same person can sign off as preparer and, after switching users, as reviewer.");
}
