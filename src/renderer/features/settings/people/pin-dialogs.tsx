import type { PersonView } from "#shared/contract/clients/people.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { failureOf } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import { PinDialog } from "../../../ui/dialogs/pin-dialog.tsx";

interface OwnPinProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface SetPinProps extends OwnPinProps {
  readonly person: PersonView;
  /** No one else could reset the PIN. */
  readonly isSoleAdmin: boolean;
}

/** Sets the current user's PIN, or changes it, which takes the present one. */
export function SetPinDialog({ person: { hasPin }, isSoleAdmin, onDone, onClose }: SetPinProps) {
  const current = hasPin ? [{ id: "currentPin", name: t("Current PIN") }] : [];
  return (
    <PinDialog
      title={hasPin ? t("Change PIN") : t("Set PIN")}
      act={hasPin ? t("Change PIN") : t("Set PIN")}
      fields={[
        ...current,
        { id: "newPin", name: t("New PIN"), hint: t("4 to 12 digits"), isNew: true },
        { id: "again", name: t("Confirm new PIN"), isNew: true },
      ]}
      onAct={async ({ currentPin, newPin = "", again }) => {
        if (newPin !== again) return differing();
        const failure = await failureOf(call("people.setPin", { newPin, currentPin }));
        if (failure !== null) return failure;
        announce(hasPin ? t("PIN changed.") : t("PIN set."));
        onDone();
        return null;
      }}
      onClose={onClose}
    >
      <p>
        {isSoleAdmin
          ? t(
              "Tieout asks for this PIN when someone on this computer switches to you. If you forget it, no one can reset it, because you're the only administrator.",
            )
          : t("Tieout asks for this PIN when someone on this computer switches to you. If you forget it, an administrator can reset it.")}
      </p>
    </PinDialog>
  );
}

/** Removes the current user's PIN, which takes the PIN. */
export function RemovePinDialog({ onDone, onClose }: OwnPinProps) {
  const { data: rule } = useCoreQuery("people.pinRule", {});
  return (
    <PinDialog
      title={t("Remove PIN")}
      act={t("Remove PIN")}
      danger
      fields={[{ id: "pin", name: t("Current PIN") }]}
      onAct={async ({ pin = "" }) => {
        const failure = await failureOf(call("people.removePin", { pin }));
        if (failure !== null) return failure;
        announce(t("PIN removed."));
        onDone();
        return null;
      }}
      onClose={onClose}
    >
      <p>{withoutPin(rule?.required === true)}</p>
    </PinDialog>
  );
}

/** Whether no one else could reset this person's PIN. */
export function isSoleAdmin(active: readonly PersonView[], { name, role }: PersonView): boolean {
  return role === "admin" && !active.some((other) => other.role === "admin" && other.name !== name);
}

/** What someone without a PIN is told. */
export function withoutPin(isRequired: boolean): string {
  const words = t("Without a PIN, anyone using this computer account can switch to you and work in your name.");
  return isRequired ? `${words} ${t("You can't sign off without one.")}` : words;
}

function differing(): Failure {
  return { code: "invalid_input", message: t("The new PINs don't match."), field: "again" };
}
