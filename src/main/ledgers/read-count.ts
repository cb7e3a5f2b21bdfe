import { type ExactJson, JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";
import type { LedgerRequest, LedgerResponse } from "./adapter.ts";

/**
 * Asks a question whose small answer holds a count at a path of keys. A refusal or another shape is
 * no error: the plan then goes without the figure.
 */
export function* readCount(
  request: LedgerRequest,
  path: readonly (string | number)[],
): Generator<LedgerRequest, number | null, LedgerResponse> {
  const response = yield { ...request, allowRejection: true };
  if (response.status < 200 || response.status > 299) return null;
  try {
    let value: ExactJson | undefined = parseExactJson(new TextDecoder().decode(response.body));
    for (const key of path) {
      if (value === null || typeof value !== "object") return null;
      value = (value as { [key: string]: ExactJson })[String(key)];
    }
    return typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : null;
  } catch (error) {
    if (error instanceof JsonRefusal) return null;
    throw error;
  }
}
