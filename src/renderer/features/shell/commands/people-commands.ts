import { useQueryClient } from "@tanstack/react-query";
import { mayAs } from "#shared/model/close/person.ts";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import { askForPin } from "../../../state/window/screen-address.ts";
import type { PaletteCommand } from "./palette-commands.ts";

/**
 * A command for each other person: they sit down here, and what is decided from now on is theirs. It asks for their PIN, where they
 * have one. None on a computer that joined a firm, as it is one person's.
 */
export function usePeopleCommands(): readonly PaletteCommand[] {
  const client = useQueryClient();
  const people = useCoreQuery("people.list", {}).data ?? [];
  const firm = useCoreQuery("firm.status", {}).data;
  const required = useCoreQuery("people.pinRule", {}).data?.required ?? false;
  const mayUse = firm === undefined || firm.state === "alone";
  return people
    .filter(({ active, current }) => mayUse && active && !current)
    .map(({ name, role, hasPin }) => ({
      id: `person-${name}`,
      words: hasPin ? t("Switch user to {name}…", { name }) : t("Switch user to {name}", { name }),
      also: t("person user work as sit down"),
      run: () => {
        if (hasPin) {
          askForPin(name);
          return;
        }
        call("people.use", { name }).then(
          async () => {
            await client.invalidateQueries();
            announce(
              required && mayAs(role, "preparer")
                ? t("{name} is now the current user and can't sign off without a PIN. Set one under Settings › People.", { name })
                : t("{name} is now the current user.", { name }),
            );
          },
          (error: unknown) => announce(error instanceof Error ? error.message : String(error)),
        );
      },
    }));
}
