import { CallFailure } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { changeWizard, useWizard } from "../../../state/window/connect-wizard.ts";

/** Cancels the wizard's sign-in, if any, so that no unused grant is left behind. A finished sign-in stays as it is. */
export async function giveUpSignIn(): Promise<void> {
  const { signInId } = useWizard.getState();
  if (signInId === null) return;
  changeWizard({ signInId: null });
  try {
    await call("signIn.cancel", { signInId });
  } catch (error) {
    // The core was closed, and the sign-in with it; the next call reports that where it is visible.
    if (!(error instanceof CallFailure)) throw error;
  }
}
