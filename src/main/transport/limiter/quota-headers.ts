import type { RemainingQuota } from "./call-budget.ts";

const NAMES = [
  ["minute", "x-minlimit-remaining"],
  ["day", "x-daylimit-remaining"],
  ["app", "x-appminlimit-remaining"],
] as const;

/** What an answer says is left; headers that are absent or make no sense are left out. */
export function remainingQuota(headers: Readonly<Record<string, string>>): RemainingQuota {
  const quota: { -readonly [Key in keyof RemainingQuota]: number } = {};
  for (const [scope, name] of NAMES) {
    const text = headers[name]?.trim();
    if (text !== undefined && /^\d{1,9}$/.test(text)) quota[scope] = Number(text);
  }
  return quota;
}
