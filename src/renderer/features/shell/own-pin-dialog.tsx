import { useEffect } from "react";
import { failureOf } from "../../api/call-failure.ts";
import { call, connectPinDialog, subscribe } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { askForOwnPin, useOwnPin } from "../../state/window/own-pin.ts";
import { PinDialog } from "../../ui/dialogs/pin-dialog.tsx";

/** Asks the current user for their PIN, over any screen or dialog, when they sign off for the first time since the start. */
export function OwnPinDialog() {
  const answer = useOwnPin((state) => state.answer);
  const name = useCoreQuery("people.list", {}).data?.find((person) => person.current)?.name ?? "";
  useEffect(() => {
    connectPinDialog(askForOwnPin);
    return () => connectPinDialog(null);
  }, []);
  useEffect(() => {
    if (answer === null || name === "") return;
    // What one person wanted to sign off isn't signed off by the next.
    return subscribe("people.changed", ({ current }) => {
      if (current !== name) answer(false);
    });
  }, [answer, name]);
  if (answer === null) return null;
  return (
    <PinDialog
      title={t("Enter {name}'s PIN", { name })}
      act={t("Continue")}
      fields={[{ id: "pin", name: t("PIN") }]}
      onAct={async ({ pin = "" }) => {
        const failure = await failureOf(call("people.enterPin", { pin }));
        if (failure === null) answer(true);
        return failure;
      }}
      onClose={() => answer(false)}
    >
      <p>{t("Tieout asks once each time you start it. If you aren't {name}, cancel and switch users.", { name })}</p>
    </PinDialog>
  );
}
