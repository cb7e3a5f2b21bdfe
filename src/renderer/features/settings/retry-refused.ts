import type { FirmExchange } from "#shared/contract/firm/exchange.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { CallFailure } from "../../api/call-failure.ts";

/** What came of sending refused changes again. */
export interface RetryOutcome {
  /** Changes that the firm's server still doesn't have. */
  readonly left: number;
  /** Why some couldn't even be sent; the first such reason. */
  readonly failure: Failure | null;
}

/**
 * Sends each client's refused changes again: they go together, since one may need another, such as a sign-off its figures. What fails
 * for one client doesn't stop the others.
 */
export async function retryAll(
  refused: readonly Pick<FirmExchange["refused"][number], "clientId">[],
  retry: (clientId: string) => Promise<{ readonly refused: number }>,
): Promise<RetryOutcome> {
  let left = 0;
  let failure: Failure | null = null;
  for (const [clientId, records] of Map.groupBy(refused, (record) => record.clientId)) {
    try {
      left += (await retry(clientId)).refused;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      left += records.length;
      failure ??= error.failure;
    }
  }
  return { left, failure };
}
