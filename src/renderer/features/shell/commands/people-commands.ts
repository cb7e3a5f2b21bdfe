import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import type { PaletteCommand } from "./palette-commands.ts";

/** A command for each other person of the firm: they sit down here, and what is decided from now on is theirs. */
export function usePeopleCommands(): readonly PaletteCommand[] {
  const client = useQueryClient();
  const people = useCoreQuery("people.list", {}).data ?? [];
  return people
    .filter(({ active, current }) => active && !current)
    .map(({ name }) => ({
      id: `person-${name}`,
      words: t("Switch to {name}", { name }),
      also: t("person user work as sit down"),
      run: () => {
        call("people.use", { name }).then(
          async () => {
            await client.invalidateQueries();
            announce(t("{name} is now the current user.", { name }));
          },
          (error: unknown) => announce(error instanceof Error ? error.message : String(error)),
        );
      },
    }));
}
