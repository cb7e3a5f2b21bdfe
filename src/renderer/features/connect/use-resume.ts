import { useEffect, useState } from "react";
import type { SignInView } from "#shared/contract/sign-in.ts";
import { changeWizard, resetWizard, type Step, useWizard } from "../../state/connect-wizard.ts";
import { useCoreQuery } from "../../state/core-query.ts";

/**
 * Takes up what is on its way: a sign-in that outlived the window, or a client that is connected and was
 * not read yet. True when the wizard can be shown for this client (null: for no certain one).
 */
export function useResume(clientId: string | null): boolean {
  const active = useCoreQuery("signIn.active", {});
  const list = useCoreQuery("clients.list", {});
  const [shownFor, setShownFor] = useState<string | null | undefined>(undefined);
  const waiting = active.isPending || list.isPending;
  const rows = list.data?.rows;
  useEffect(() => {
    if (waiting || shownFor === clientId) return;
    // Opened for another client than before: what was chosen for that one does not hold.
    if (useWizard.getState().forClientId !== clientId) resetWizard(clientId);
    const { signInId, connected } = useWizard.getState();
    const [found] = active.data ?? [];
    const row = rows?.find((candidate) => candidate.clientId === clientId);
    if (clientId !== null && row !== undefined && row.ledger !== null) changeWizard({ step: "found", connected: [clientId] });
    else if (found !== undefined && signInId === null && connected.length === 0)
      changeWizard({ signInId: found.signInId, profile: found.profile, step: stepOf(found) });
    setShownFor(clientId);
  }, [active.data, clientId, rows, shownFor, waiting]);
  return shownFor === clientId;
}

/** The step at which a sign-in stands. */
function stepOf({ state }: SignInView): Step {
  return state === "choose" || state === "connecting" || state === "done" ? "clients" : "sign-in";
}
