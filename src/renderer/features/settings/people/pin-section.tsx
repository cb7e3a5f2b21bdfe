import { useState } from "react";
import type { PersonView } from "#shared/contract/clients/people.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { HiddenText } from "../../../ui/controls/hidden-text.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import styles from "../settings-page.module.css";
import { RemovePinDialog, SetPinDialog } from "./pin-dialogs.tsx";
import { PinRuleChoice } from "./pin-rule.tsx";

interface Asked {
  readonly act: "set" | "remove" | "reset";
  readonly person: PersonView;
}

/** Who has a PIN, and whether signing off requires one. People set their own; administrators can only reset one. */
export function PinSection({ people, onMoved }: { readonly people: readonly PersonView[]; readonly onMoved: () => void }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const reset = useCoreCommand("people.resetPin");
  const { data: rule } = useCoreQuery("people.pinRule", {});
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
  // Alone there is no one to switch to; but while signing off requires a PIN, one can be set here, and the rule turned off.
  if (active.length < 2 && !active.some(({ hasPin }) => hasPin) && rule?.required !== true) return null;
  const openAdmin = active.some(({ hasPin }) => hasPin) ? active.find(({ role, hasPin }) => role === "admin" && !hasPin) : undefined;
  return (
    <div className={styles.part}>
      <h3>{t("PINs")}</h3>
      {reset.error === null ? null : <FailureNote failure={reset.error.failure} />}
      <PinRuleChoice people={active} />
      {openAdmin === undefined ? null : (
        <p className={styles.quiet}>
          {t("{name} is an administrator without a PIN, so anyone here can switch to {name} and reset other PINs.", {
            name: openAdmin.name,
          })}
        </p>
      )}
      {active.some(({ current, hasPin }) => !current && !hasPin) ? (
        <p className={styles.quiet}>{t("People set their own PIN while they're the current user.")}</p>
      ) : null}
      <table className={classes(styles.table, styles.onOneLine, styles.named)}>
        <thead>
          <tr>
            <th scope="col">{t("Person")}</th>
            <th scope="col">{t("PIN")}</th>
            <th scope="col" className={styles.end}>
              <HiddenText>{t("Action")}</HiddenText>
            </th>
          </tr>
        </thead>
        <tbody>
          {active.map((person) => (
            <PinRow key={person.name} person={person} busy={reset.isPending} onAct={(act) => setAsked({ act, person })} />
          ))}
        </tbody>
      </table>
      {asked?.act === "set" ? (
        <SetPinDialog person={asked.person} isSoleAdmin={isSoleAdmin(active, asked.person)} onDone={onMoved} onClose={close} />
      ) : null}
      {asked?.act === "remove" ? <RemovePinDialog onDone={onMoved} onClose={close} /> : null}
      {asked?.act === "reset" ? <ResetDialog name={asked.person.name} onReset={resetOf} onClose={close} /> : null}
    </div>
  );
}

interface PinRowProps {
  readonly person: PersonView;
  readonly busy: boolean;
  readonly onAct: (act: Asked["act"]) => void;
}

function PinRow({ person: { name, current, hasPin }, busy, onAct }: PinRowProps) {
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {name}
      </th>
      <td>{hasPin ? <Chip tone="locked" word={t("PIN set")} quiet /> : <span className={styles.quiet}>{t("No PIN")}</span>}</td>
      <td className={styles.end}>
        <span className={classes(layout.wrappingLine, styles.acts)}>
          {current ? <OwnActs hasPin={hasPin} onAct={onAct} /> : null}
          {!current && hasPin ? (
            <Button
              needs="admin"
              kind="quiet"
              className={styles.toEdge}
              disabled={busy}
              aria-label={t("Reset PIN of {name}…", { name })}
              onClick={() => onAct("reset")}
            >
              {t("Reset PIN…")}
            </Button>
          ) : null}
        </span>
      </td>
    </tr>
  );
}

function OwnActs({ hasPin, onAct }: Pick<PinRowProps, "onAct"> & { readonly hasPin: boolean }) {
  if (!hasPin) return <Button onClick={() => onAct("set")}>{t("Set PIN…")}</Button>;
  return (
    <>
      <Button onClick={() => onAct("set")}>{t("Change PIN…")}</Button>
      <Button kind="quiet" className={styles.toEdge} onClick={() => onAct("remove")}>
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
    <ConfirmDialog title={t("Reset PIN of {name}", { name })} act={t("Reset PIN")} danger onAct={() => onReset(name)} onClose={onClose}>
      <p>
        {t(
          "The PIN is removed. Until {name} sets a new one, anyone using this computer account can switch to {name}. The reset is listed under Settings › Activity.",
          { name },
        )}
      </p>
    </ConfirmDialog>
  );
}

/** Whether no one else could reset this person's PIN. */
function isSoleAdmin(active: readonly PersonView[], { name, role }: PersonView): boolean {
  return role === "admin" && !active.some((other) => other.role === "admin" && other.name !== name);
}
