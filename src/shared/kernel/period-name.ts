const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A period's label as people write it: `2026-10` is `Oct 2026`. A ledger's own name for a period stays as it is. */
export function periodName(label: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(label) ?? [];
  return month === undefined ? label : `${MONTHS[Number(month) - 1] ?? month} ${year}`;
}
