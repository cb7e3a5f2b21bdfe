import type { LedgerResponse } from "../adapter.ts";

/** A header of an answer, whatever case its name came in. */
export function headerOf(response: LedgerResponse, name: string): string | undefined {
  const direct = response.headers[name];
  if (direct !== undefined) return direct;
  return Object.entries(response.headers).find(([key]) => key.toLowerCase() === name)?.[1];
}
