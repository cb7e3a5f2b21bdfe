import type { CertificateView, TenantOutcome } from "#shared/contract/connections/sign-in.ts";
import { assert } from "#shared/kernel/assert.ts";
import { ok } from "#shared/kernel/result.ts";
import type { StoredFile } from "../connection-file.ts";
import type { SignInTools } from "./connect-tenants.ts";
import type { FilledProfile } from "./ledger-choices.ts";

export interface CertificateUse {
  readonly clientId: string;
  readonly filled: FilledProfile;
  /** What the connection file names: the words of the ledger. */
  readonly profileName: string;
  /** The app's client ID at the ledger. */
  readonly app: string;
  readonly certificateId: string;
  readonly certificate: CertificateView;
}

/** Connects a client with a key of this machine; the ledger's answer to the first questions decides. */
export async function connectByCertificate({ connections }: SignInTools, use: CertificateUse): Promise<TenantOutcome> {
  const { clientId, filled, certificate } = use;
  const { tenantId, system, baseUrl, tokenUrl, profile } = filled;
  assert(tenantId !== null, "ledgers with certificates ask for the account ID");
  const file: StoredFile = {
    system,
    name: tenantId,
    tenantId,
    baseUrl,
    profile: use.profileName,
    auth: {
      type: "oauth2_client_credentials",
      tokenUrl,
      clientId: use.app,
      certificateId: use.certificateId,
      // The key is in the secret store, under `held.keyId`.
      privateKeyFile: "",
      algorithm: certificate.algorithm,
      scopes: profile.oauth.scopes,
    },
    held: { keyId: certificate.keyId, keyEndsAt: certificate.notAfter },
  };
  const added = await connections.addWith(clientId, file, async () => ok(null));
  return {
    tenantId,
    clientId,
    state: added.ok ? "connected" : "failed",
    connectionId: added.ok ? added.value.connectionId : null,
    failure: added.ok ? null : added.failure,
  };
}
