import { useEffect, useState } from "react";
import type { SignInView } from "#shared/contract/connections/sign-in.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";
import { changeWizard, resetWizard, type Step, useWizard } from "../../state/window/connect-wizard.ts";

type Looked = { readonly clientId: string | null; readonly failure: Failure | null };

/**
 * Resumes what is in progress: a sign-in that outlived the window, or a connected client that wasn't read yet.
 * Null until the wizard can be shown for this client (null: no particular one).
 */
export function useResume(clientId: string | null): Looked | null {
  const [looked, setLooked] = useState<Looked | null>(null);
  useEffect(() => {
    let left = false;
    const found = (failure: Failure | null) => {
      if (!left) setLooked({ clientId, failure });
    };
    takeUp(clientId, () => left).then(
      () => found(null),
      (error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
        found(error.failure);
      },
    );
    return () => {
      left = true;
    };
  }, [clientId]);
  return looked?.clientId === clientId ? looked : null;
}

/** Asks the core each time, because what was in progress a minute ago may be over. */
async function takeUp(clientId: string | null, left: () => boolean): Promise<void> {
  const [{ rows }, active] = await Promise.all([call("clients.list", {}), call("signIn.active", {})]);
  if (left()) return;
  // Opened for another client than before: its choices don't apply.
  if (useWizard.getState().forClientId !== clientId) resetWizard(clientId);
  const { signInId, connected } = useWizard.getState();
  const row = rows.find((candidate) => candidate.clientId === clientId);
  const [found] = active;
  if (clientId !== null && row !== undefined && row.ledger !== null) changeWizard({ step: "found", connected: [clientId] });
  else if (found !== undefined && signInId === null && connected.length === 0)
    changeWizard({ signInId: found.signInId, profile: found.profile, step: stepOf(found) });
}

/** The wizard step of a sign-in. */
function stepOf({ state }: SignInView): Step {
  return state === "choose" || state === "connecting" || state === "done" ? "clients" : "sign-in";
}
