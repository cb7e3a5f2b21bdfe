import { capitalized } from "../text/capitalized.ts";

/** An id as words: `BillPayment:220` is `Bill payment 220`. */
export function recordWords(id: string): string {
  const [kind = "", own = ""] = id.split(/:(.*)/s);
  const words = kind.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return `${capitalized(words)} ${own}`.trim();
}
