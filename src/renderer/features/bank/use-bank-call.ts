import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { CallFailure } from "../../api/call-failure.ts";

/** The answer of a call, or why it was refused. */
export async function attempt<T>(act: () => Promise<T>): Promise<{ readonly value: T | null; readonly failure: Failure | null }> {
  try {
    return { value: await act(), failure: null };
  } catch (error) {
    if (error instanceof CallFailure) return { value: null, failure: error.failure };
    throw error;
  }
}

/** A call from a dialog: a refusal is shown there, and after a success everything shown of bank accounts is asked for again. */
export function useBankCall() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = async <T>(act: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    const done = await attempt(act);
    setBusy(false);
    setFailure(done.failure);
    if (done.failure === null)
      await client.invalidateQueries({ predicate: ({ queryKey: [method] }) => String(method).startsWith("bank.") });
    return done.value;
  };
  return { busy, failure, setFailure, run };
}
