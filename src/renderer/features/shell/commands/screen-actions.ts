import { KEY_ACTIONS, type KeyAction } from "../../../state/window/shortcut-actions.ts";

/** Presses, or brings into focus, what the screen marks with the action's name (`data-key`); false when there is nothing marked. */
export function actHere(actionId: string): boolean {
  const element = markedWith(actionId);
  if (element === undefined) return false;
  // A signature is given by the person: its key leads to the button, and Enter presses it.
  const presses = actionId !== "sign" && (element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement);
  if (presses) element.click();
  else {
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
  }
  return true;
}

/** What can be done with what is open on this screen. */
export function actionsHere(): readonly KeyAction[] {
  return KEY_ACTIONS.filter(({ id, group }) => group === "here" && markedWith(id) !== undefined);
}

/** The first that can be used; in the nearest dialog, when one is open that is not the palette, else in the panel that a person is in. */
function markedWith(actionId: string): HTMLElement | undefined {
  const scope =
    document.querySelector(`[role="dialog"] [data-key="${actionId}"]`)?.closest('[role="dialog"]') ?? panelWith(actionId) ?? document;
  return [...scope.querySelectorAll<HTMLElement>(`[data-key="${actionId}"]`)].find(
    (element) => element.checkVisibility() && !(element instanceof HTMLButtonElement && element.disabled),
  );
}

function panelWith(actionId: string): Element | null {
  return document.activeElement?.closest(`[data-panel]:has([data-key="${actionId}"])`) ?? null;
}
