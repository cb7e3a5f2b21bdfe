import type { Ports } from "#main/ports/index.ts";
import { certificateEnd } from "#main/signin/certificates.ts";
import { createClientCredentialsSource } from "#main/signin/client-credentials.ts";
import { clientSecretName, readSecret } from "#main/signin/client-secret.ts";
import { createOAuthRefreshSource, type Grant, type GrantSource } from "#main/signin/oauth-refresh.ts";
import { createOAuth1Source, oauth1Signer, type SignRequest } from "#main/signin/oauth1.ts";
import type { OAuthRefreshConfig } from "#main/signin/token-endpoint.ts";
import type { TokenMarks } from "#main/signin/token-marks.ts";
import { refreshTokenName } from "#main/signin/token-store.ts";
import { createBearerEnvSource, type TokenSource } from "#main/transport/tokens/token-source.ts";
import type { TokenStateView } from "#shared/contract/connections/token-state.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import type { StoredFile } from "./connection-file.ts";
import type { SharedSignIns } from "./firm-parts.ts";
import { SessionSecrets } from "./session-secrets.ts";
import { PRACTICE_CLIENT_ID } from "./sign-in/practice-app.ts";
import { tokenStateView } from "./token-state.ts";

/** Reads the text of a private key file of this computer. */
export type ReadKeyFile = (path: string) => Result<string, Failure>;

/** What signs a connection's requests. */
export interface ConnectionAuth {
  readonly source: TokenSource;
  /** Absent: the token alone is sent, as a bearer token. */
  readonly sign?: SignRequest;
}

/** The firm's own registration with a vendor, and the ledger that it is for. */
interface KeptApp {
  readonly profile: string;
  readonly system: LedgerSystem;
}

/** Under which name the secret store keeps a private key that was made or taken in here. */
export function privateKeyName(keyId: string): string {
  return `key/${keyId}/private_key`;
}

/** One source of tokens per grant for the life of the process, so that two refreshes can't race. */
export class TokenSources {
  readonly #ports: Ports;
  readonly #readKeyFile: ReadKeyFile;
  readonly #marks: TokenMarks;
  readonly #session: SessionSecrets;
  readonly #shared: SharedSignIns;
  readonly #sources = new Map<string, TokenSource>();
  /** Those of `#sources` that a sign-in renews. */
  readonly #grants = new Map<string, GrantSource>();
  readonly #appSecrets = new Map<string, string>();
  /** Connections that a person has ended. */
  readonly #ended = new Set<string>();

  /** @param shared how the machines of a firm share sign-ins and apps' secrets */
  constructor(
    ports: Ports,
    readKeyFile: ReadKeyFile,
    marks: TokenMarks,
    session = new SessionSecrets(ports.secrets),
    shared: SharedSignIns = { tokens: () => null, secret: () => null },
  ) {
    this.#ports = ports;
    this.#shared = shared;
    this.#readKeyFile = readKeyFile;
    this.#session = session;
    this.#marks = session.marks(marks, tokenName);
  }

  /** Where grants are kept has changed: each is read again from there. */
  startOver(): void {
    this.#sources.clear();
    this.#grants.clear();
    this.#appSecrets.clear();
  }

  authFor(connectionId: string, tenantId: string, file: StoredFile): ConnectionAuth {
    if (file.held?.endedAt === undefined) this.#ended.delete(connectionId);
    else this.#ended.add(connectionId);
    const key = grantKey(connectionId, file);
    const source = this.#sources.get(key) ?? this.#make(key, file);
    this.#sources.set(key, source);
    const gated = this.#unlessEnded(connectionId, source);
    if (file.auth.type !== "oauth1_token") return { source: gated };
    return { source: gated, sign: oauth1Signer(file.auth, tenantId, this.#ports) };
  }

  /** Takes a fresh grant for every connection that shares it. Failure: `keychain_unavailable`. */
  async adopt(connectionId: string, file: StoredFile, grant: Grant): Promise<Result<null, Failure>> {
    const { accessToken, refreshToken, seconds } = grant;
    const key = grantKey(connectionId, file);
    const placed = await this.#session.place(tokenName(key), isPractice(file));
    return placed.ok ? this.#grantSource(key, file).adopt({ accessToken, refreshToken, seconds }) : placed;
  }

  /** Why a grant for this connection could not be kept now, or null: asked before a person is sent to the ledger. */
  obstacle(file: StoredFile): Promise<Failure | null> {
    return this.#session.obstacle(isPractice(file));
  }

  /** Ends the use of a connection's tokens at once, also in what is under way. */
  end(connectionId: string): void {
    this.#ended.add(connectionId);
  }

  /** The secret of a registration was replaced; null: deleted here. A firm's other computers get the new one. */
  async appChanged(profile: string, secret: string | null): Promise<Result<null, Failure>> {
    this.#appSecrets.delete(profile);
    const shared = this.#shared.secret(profile);
    return shared === null || secret === null ? ok(null) : shared.keep(secret);
  }

  /** The firm's secret of an app counts before what this computer has kept, which the firm gets where it has none. */
  async #appSecret(app: string): Promise<Result<string | null, Failure>> {
    const shared = this.#shared.secret(app);
    const found = shared === null ? ok(null) : await shared.read();
    if (found.ok && found.value !== null) return found;
    const own = await readSecret(clientSecretName(app), this.#ports);
    if (!own.ok) return own;
    // One that isn't encrypted to this computer yet is of no use here, and isn't replaced either.
    if (own.value === null) return found;
    if (shared !== null && found.ok) await shared.keep(own.value);
    return own;
  }

  /** The newest refresh token, to end it at the ledger; null where there is none. Failure: `keychain_unavailable`. */
  async refreshToken(connectionId: string, file: StoredFile): Promise<Result<string | null, Failure>> {
    return isRenewed(file) ? this.#grantSource(grantKey(connectionId, file), file).refreshToken() : ok(null);
  }

  /** Deletes what was granted. Failure: `keychain_unavailable`; then it is still there. */
  async forget(connectionId: string, file: StoredFile): Promise<Result<null, Failure>> {
    const key = grantKey(connectionId, file);
    const forgotten = isRenewed(file) ? await this.#grantSource(key, file).forget() : ok(null);
    if (!forgotten.ok) return forgotten;
    this.#grants.delete(key);
    this.#sources.delete(key);
    return forgotten;
  }

  /** How a connection is signed in, without secrets. */
  async state(connectionId: string, file: StoredFile): Promise<TokenStateView> {
    const key = grantKey(connectionId, file);
    const isForSession = this.#session.holds(tokenName(key));
    const secrets = isForSession ? ({ kind: "memory" } as const) : this.#ports.secrets;
    const problem = isForSession ? null : await this.#session.problem();
    const mark = await this.#marks.read(key);
    const token = problem === null ? await this.refreshToken(connectionId, file) : ok(null);
    const { keyEndsAt } = file.held ?? {};
    const certificateWarning = keyEndsAt === undefined ? null : certificateEnd(Date.parse(keyEndsAt), this.#ports.clock.nowMs()).warning;
    const isShared = this.#shared.tokens(key) !== null;
    return tokenStateView({ file, secrets, problem, mark: mark.ok ? mark.value : null, token, certificateWarning, isShared });
  }

  #make(key: string, file: StoredFile): TokenSource {
    const { auth, held } = file;
    const ports = this.#ports;
    switch (auth.type) {
      case "bearer_env":
        return createBearerEnvSource(auth.variable, ports.env);
      case "oauth2_refresh":
      case "oauth2_authorization_code":
        return this.#grantSource(key, file);
      case "oauth1_token":
        return createOAuth1Source(auth, ports.env);
      case "oauth2_client_credentials": {
        const privateKey = async () => (held?.keyId === undefined ? this.#readKeyFile(auth.privateKeyFile) : this.#keptKey(held.keyId));
        return createClientCredentialsSource({ config: { ...auth, privateKey }, connectionId: key, ports });
      }
    }
  }

  async #keptKey(keyId: string): Promise<Result<string, Failure>> {
    const key = await readSecret(privateKeyName(keyId), this.#ports);
    if (!key.ok) return key;
    if (key.value !== null) return { ok: true, value: key.value };
    return fail({
      code: "secret_missing",
      message: "The private key of this connection isn't in this computer's keychain.",
      next: "Create a new certificate and upload it to the ledger. Then choose Disconnect on the Connection screen, select “Also remove the connection from this client,” and connect the client again.",
    });
  }

  #grantSource(key: string, { auth, held, system }: StoredFile): GrantSource {
    const known = this.#grants.get(key);
    if (known !== undefined) return known;
    const { tokenUrl, clientId, clientSecretEnv, refreshTokenEnv } = auth as OAuthRefreshConfig;
    const config = { tokenUrl, clientId, clientSecretEnv, refreshTokenEnv };
    const source =
      held?.app === undefined
        ? createOAuthRefreshSource({ config, ...this.#keeping(key) })
        : this.#withKeptSecret({ profile: held.app, system }, { tokenUrl, clientId }, key);
    this.#grants.set(key, source);
    return source;
  }

  /** Where a grant's tokens are kept. */
  #keeping(key: string) {
    const shared = this.#shared.tokens(key);
    return { connectionId: key, ports: this.#ports, marks: this.#marks, ...(shared === null ? {} : { shared }) };
  }

  /** The app's secret is read when a token is first asked for, and kept in memory as the access token is. */
  #withKeptSecret(app: KeptApp, config: { readonly tokenUrl: string; readonly clientId: string }, key: string): GrantSource {
    const { profile, system } = app;
    const variable = `the stored secret of ${profile}`;
    const env = (name: string) => (name === variable ? this.#appSecrets.get(profile) : this.#ports.env(name));
    const inner = createOAuthRefreshSource({
      ...{ config: { ...config, clientSecretEnv: variable } },
      ...this.#keeping(key),
      ports: { ...this.#ports, env },
    });
    const withSecret = async (act: () => Promise<Result<string, Failure>>): Promise<Result<string, Failure>> => {
      if (this.#appSecrets.has(profile)) return act();
      const secret = await this.#appSecret(profile);
      if (!secret.ok) return secret;
      if (secret.value === null) return fail(appSecretMissing(ledgerLabel(system)));
      this.#appSecrets.set(profile, secret.value);
      return act();
    };
    return {
      token: () => withSecret(() => inner.token()),
      refresh: (refused) => withSecret(() => inner.refresh(refused)),
      accepted: (token) => inner.accepted?.(token),
      adopt: (grant) => inner.adopt(grant),
      refreshToken: () => inner.refreshToken(),
      forget: () => inner.forget(),
    };
  }

  #unlessEnded(connectionId: string, source: TokenSource): TokenSource {
    const ended = () => this.#ended.has(connectionId);
    return {
      ...source,
      token: async () => (ended() ? fail(endedFailure()) : source.token()),
      refresh: async (refused) => (ended() ? fail(endedFailure()) : source.refresh(refused)),
      accepted: (token) => source.accepted?.(token),
    };
  }
}

function tokenName(key: string): string {
  return refreshTokenName(key, "a");
}

/** A practice ledger forgets its sign-ins when Tieout closes: they need no keychain. */
function isPractice({ auth }: StoredFile): boolean {
  return "clientId" in auth && auth.clientId === PRACTICE_CLIENT_ID;
}

/** Types whose refresh token is kept here. */
function isRenewed({ auth }: StoredFile): boolean {
  return auth.type === "oauth2_authorization_code" || auth.type === "oauth2_refresh";
}

/** What a grant is kept under: connections of one sign-in share it. */
function grantKey(connectionId: string, { held }: StoredFile): string {
  return held?.grant ?? connectionId;
}

function endedFailure(): Failure {
  return {
    code: "needs_sign_in",
    message: "This client was disconnected.",
    next: "Reconnect to the ledger to continue. The local copy is still available.",
  };
}

function appSecretMissing(ledger: string): Failure {
  return {
    code: "secret_missing",
    message: `The client secret of your firm's app for ${ledger} isn't in this computer's keychain.`,
    next: `Choose Connect a ledger, select ${ledger} and continue. Then choose Change beside App registration and enter the app's client secret again.`,
  };
}
