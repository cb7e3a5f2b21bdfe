import type { Clock, Log, SecretStore } from "#main/ports/index.ts";
import { SecretsUnavailable } from "#main/ports/index.ts";
import { keyIdOf, makeKeyPair, publicKeyOf, signText } from "#main/signatures/ed25519.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { PersonKey } from "#shared/model/close/signature.ts";
import type { People } from "./people.ts";
import type { SessionSecrets } from "./session-secrets.ts";

export interface SigningParts {
  readonly pool: WorkerPool;
  readonly people: People;
  readonly session: Pick<SessionSecrets, "place">;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** A key that can sign now. */
export interface Signer {
  readonly key: PersonKey;
  /** @returns an Ed25519 signature in base64 */
  sign(text: string): string;
}

/**
 * The key of the current user on this machine, made when it is first needed: the private part is in the keychain only, the
 * public part on the firm's list. Where the keychain can't be used nothing is signed, and nothing is stopped by that.
 */
export class SigningKeys {
  readonly #parts: SigningParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: SigningParts) {
    this.#parts = parts;
  }

  /** The current user's key; null while the keychain can't be used. One at a time, so that no key is made twice. */
  current(): Promise<Signer | null> {
    const next = this.#last.then(() => this.#current());
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #current(): Promise<Signer | null> {
    try {
      return await this.#found();
    } catch (error) {
      if (!(error instanceof SecretsUnavailable)) throw error;
      this.#parts.log.warn("signing.unavailable", { reason: error.reason });
      return null;
    }
  }

  async #found(): Promise<Signer | null> {
    const { pool, people, secrets } = this.#parts;
    const { name, machine } = people;
    const keys = await pool.must("firm.personKeys", {});
    const own = keys.findLast((key) => key.person.toLowerCase() === name.toLowerCase() && key.machine === machine && key.ended === null);
    if (own === undefined) return this.#made();
    const privateKey = await secrets.get(secretName(own.keyId));
    // A keychain that was emptied, or a data folder that came from another machine of the same name: the key is not here.
    if (privateKey === null || publicKeyOf(privateKey) !== own.publicKey) return this.#made();
    return signer(own, privateKey);
  }

  async #made(): Promise<Signer | null> {
    const { pool, people, secrets, session, clock, log } = this.#parts;
    const { keyId, publicKey, privateKey } = makeKeyPair();
    const placed = await session.place(secretName(keyId));
    if (!placed.ok) {
      log.warn("signing.unavailable", { reason: placed.failure.code });
      return null;
    }
    await secrets.set(secretName(keyId), privateKey);
    const { name: person, machine, noted: by } = people;
    const key = await pool.must("firm.addPersonKey", { keyId, publicKey, person, machine, by, nowMs: clock.nowMs() });
    log.info("signing.key_made", { keyId: keyIdOf(publicKey) });
    return signer(key, privateKey);
  }
}

function signer(key: PersonKey, privateKey: string): Signer {
  return { key, sign: (text) => signText(privateKey, text) };
}

function secretName(keyId: string): string {
  return `signing/${keyId}/private_key`;
}
