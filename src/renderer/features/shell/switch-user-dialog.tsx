import { useQueryClient } from "@tanstack/react-query";
import { failureOf } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { announce } from "../../state/window/announcements.ts";
import { PinDialog } from "../../ui/dialogs/pin-dialog.tsx";

/** Asks for a person's PIN before they become the current user. */
export function SwitchUserDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const client = useQueryClient();
  return (
    <PinDialog
      title={t("Switch user to {name}", { name })}
      act={t("Switch user")}
      fields={[
        {
          id: "pin",
          name: t("PIN"),
          hint: t("If it's forgotten, only an administrator can reset it, under Settings › People."),
        },
      ]}
      onAct={async ({ pin }) => {
        const failure = await failureOf(call("people.use", { name, pin }));
        if (failure !== null) return failure;
        await client.invalidateQueries();
        announce(t("{name} is now the current user.", { name }));
        return null;
      }}
      onClose={onClose}
    />
  );
}
