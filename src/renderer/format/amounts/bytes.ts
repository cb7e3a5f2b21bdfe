const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** A size in steps of a thousand: `812 B`, `4.2 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const text = unit === 0 || value >= 100 ? String(Math.floor(value)) : String(Math.floor(value * 10) / 10);
  return `${text} ${UNITS[unit]}`;
}
