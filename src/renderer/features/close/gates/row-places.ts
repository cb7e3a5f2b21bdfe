/** The element id of a task's or review note's row on the close. */
export function rowId(subject: string, id: string): string {
  return `close-${subject}-${id}`;
}

/** Scrolls to a row of this screen and focuses the first thing in it that can be pressed. */
export function goToRow(subject: string, id: string): void {
  const row = document.getElementById(rowId(subject, id));
  row?.scrollIntoView({ block: "center" });
  row?.querySelector<HTMLElement>("button, a[href]")?.focus();
}
