import { useEffect } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { shellCommand } from "#shared/contract/app/shell.ts";
import { subscribe } from "../../../api/client.ts";
import { runShellCommand } from "./run-shell-command.ts";

/** Does what the menu of the shell asks. What is no command of the contract is not done. */
export function useShellCommands(): void {
  const [, navigate] = useHashLocation();
  useEffect(
    () =>
      subscribe("shell.command", (payload: unknown) => {
        const asked = shellCommand.safeParse(payload);
        if (asked.success) runShellCommand(asked.data, navigate);
      }),
    [navigate],
  );
}
