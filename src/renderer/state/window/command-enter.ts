import type { KeyboardEvent } from "react";
import type { PersonRole } from "#shared/model/close/person.ts";
import { useMayAs } from "./current-role.ts";
import { isOwnKey } from "./use-escape.ts";

/** Whether the key is Ctrl+Enter or Cmd+Enter, which presses the main button of what a person writes in. */
export function isCommandEnter({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">): boolean {
  return key === "Enter" && (ctrlKey || metaKey);
}

/**
 * Ctrl+Enter of a form whose button takes a role: the button is disabled for others, so the key does nothing for them.
 * @param needs the same role as the button's
 */
export function useCommandEnter(needs: PersonRole, act: (event: KeyboardEvent) => void): (event: KeyboardEvent) => void {
  const may = useMayAs(needs);
  return (event) => {
    if (!isOwnKey(event) || !isCommandEnter(event)) return;
    event.preventDefault();
    if (may) act(event);
  };
}
