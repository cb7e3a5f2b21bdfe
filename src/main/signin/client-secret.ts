import type { Ports } from "#main/ports/index.ts";
import { secretMissing } from "#main/transport/tokens/token-source.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Where an app's secret is, when it has one. */
export interface ClientSecretPlace {
  /** A variable of the environment. */
  readonly clientSecretEnv?: string | undefined;
  /** The profile whose registration is kept here; its secret is in the secret store. */
  readonly app?: string | undefined;
}

/** Under which name the secret store keeps the secret of the firm's own registration. */
export function clientSecretName(profile: string): string {
  return `app/${profile}/client_secret`;
}

/**
 * The app's secret; null for an app without one.
 * Failures: `secret_missing` (names the variable), `keychain_unavailable`.
 */
export async function readClientSecret(
  place: ClientSecretPlace,
  ports: Pick<Ports, "env" | "secrets" | "log">,
): Promise<Result<string | null, Failure>> {
  if (place.clientSecretEnv !== undefined) {
    const secret = ports.env(place.clientSecretEnv);
    return secret === undefined || secret === "" ? fail(secretMissing(place.clientSecretEnv, "the app's client secret")) : ok(secret);
  }
  return place.app === undefined ? ok(null) : readSecret(clientSecretName(place.app), ports);
}

/** Reads from the secret store. A store that can't be used is never taken for an empty one. */
export async function readSecret(name: string, { secrets, log }: Pick<Ports, "secrets" | "log">): Promise<Result<string | null, Failure>> {
  try {
    return ok(await secrets.get(name));
  } catch (error) {
    log.error("auth.read_failed", error, { name });
    return fail(keychainFailure(error));
  }
}

/** Writes to, or with null deletes from, the secret store. */
export async function keepSecret(
  name: string,
  value: string | null,
  { secrets, log }: Pick<Ports, "secrets" | "log">,
): Promise<Result<null, Failure>> {
  try {
    if (value === null) await secrets.delete(name);
    else await secrets.set(name, value);
    return ok(null);
  } catch (error) {
    log.error("auth.store_failed", error, { name });
    return fail(keychainFailure(error));
  }
}

/** What a store that says more than "no" says; otherwise words that hold for every store. */
function keychainFailure(error: unknown): Failure {
  const told = (error as { readonly failure?: Failure } | null)?.failure;
  return told ?? { code: "keychain_unavailable", message: "The keychain isn't available.", next: "Unlock the keychain and try again." };
}
