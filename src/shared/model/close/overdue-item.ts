/** Whether a reconciling item should have cleared by now: in a period that still runs, by yesterday, else by the period's last day. */
export function isOverdueItem(expected: string | null, periodEnd: string, today: string): boolean {
  return expected !== null && expected <= periodEnd && expected < today;
}
