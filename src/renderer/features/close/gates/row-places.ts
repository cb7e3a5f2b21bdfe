/** The element id of a task's or review note's row on the close. A gate and a sign-off have one as tasks do: `gate:tasks`, `sign-off:reviewer`. */
export function rowId(subject: string, id: string): string {
  return `close-${subject}-${id}`;
}

/** Scrolls to a row of this screen and focuses the first thing in it that can be pressed. */
export function goToRow(subject: string, id: string): void {
  const row = document.getElementById(rowId(subject, id));
  row?.scrollIntoView({ block: "center" });
  row?.querySelector<HTMLElement>("button, a[href]")?.focus();
}
