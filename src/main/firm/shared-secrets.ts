import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { FirmGrants } from "./grants.ts";

/** The secret of one of the firm's own apps, as the firm's computers share it. */
export interface SharedSecret {
  /** Null: the firm has none. Failure: `secret_missing` where it isn't encrypted to this computer yet. */
  read(): Promise<Result<string | null, Failure>>;
  /** Replaces it for everybody who works on a client that is signed in with the app. */
  keep(secret: string): Promise<Result<null, Failure>>;
}

const PREFIX = "app/";

/** Under which key a grant is the secret of the app that belongs to a profile. */
export function appSecretKey(profile: string): string {
  return `${PREFIX}${profile}`;
}

/** The profile whose app's secret a grant is; null for a sign-in. */
export function profileOfKey(grantKey: string): string | null {
  return grantKey.startsWith(PREFIX) ? grantKey.slice(PREFIX.length) : null;
}

/**
 * Kept like a sign-in: encrypted to the computers of the people who work on the app's clients, and again when computers come and go.
 * @param clientsOf the clients that are signed in with the app
 */
export function sharedSecret(grants: FirmGrants, profile: string, clientsOf: () => Promise<readonly string[]>): SharedSecret {
  const key = appSecretKey(profile);
  return {
    read: async () => {
      const found = await grants.read(key);
      return found.ok ? ok(found.value?.token ?? null) : found;
    },
    keep: async (secret) => {
      const kept = await grants.renewing(key, await clientsOf(), (turn) => turn.keep(secret));
      return kept.ok ? ok(null) : fail(kept.failure);
    },
  };
}
