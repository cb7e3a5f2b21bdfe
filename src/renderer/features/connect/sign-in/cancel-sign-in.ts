import { CallFailure } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { changeWizard, useWizard } from "../../../state/window/connect-wizard.ts";

/**
 * Ends the sign-in that the wizard holds, if any: a grant that nobody will use must not lie around. What is
 * over already stays as it is.
 */
export async function giveUpSignIn(): Promise<void> {
  const { signInId } = useWizard.getState();
  if (signInId === null) return;
  changeWizard({ signInId: null });
  try {
    await call("signIn.cancel", { signInId });
  } catch (error) {
    // The core that held it is gone, and the sign-in with it: the next call says so where a person looks.
    if (!(error instanceof CallFailure)) throw error;
  }
}
