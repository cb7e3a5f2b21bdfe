/** An id as words: `BillPayment:220` is `Bill payment 220`. */
export function recordWords(id: string): string {
  const [kind = "", own = ""] = id.split(/:(.*)/s);
  const words = kind.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${own}`.trim();
}
