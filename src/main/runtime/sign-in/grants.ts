import type { Profile } from "#main/ledgers/profile.ts";
import { signInFor } from "#main/ledgers/registry.ts";
import type { SignInFacts } from "#main/ledgers/sign-in.ts";
import type { Ports } from "#main/ports/index.ts";
import { signInByCode } from "#main/signin/authorization-code.ts";
import { type Revocation, revokeGrant } from "#main/signin/revoke.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import type { StoredFile } from "../connection-file.ts";
import type { TokenSources } from "../token-sources.ts";
import { findTenants } from "./tenant-lookup.ts";

export interface GrantsOptions {
  readonly ports: Ports;
  readonly tokens: TokenSources;
  readonly readProfile: (name: string) => Result<Profile, Failure>;
}

/** A connection that is there or about to be. */
export interface Connecting {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly file: StoredFile;
}

/** Signs a person in for one known connection. */
export class Grants {
  readonly #options: GrantsOptions;

  constructor(options: GrantsOptions) {
    this.#options = options;
  }

  /**
   * Where the connection's type wants a person, opens the browser and keeps the grant; other types have
   * nothing to do here. A grant for other books than the connection's is ended at the ledger and not kept.
   * The mirror and its cursors know nothing of it. Failures as `signInByCode`, `invalid_input` for other
   * books, `keychain_unavailable`.
   */
  async signIn(connecting: Connecting, signal: AbortSignal): Promise<Result<null, Failure>> {
    const { file, connectionId } = connecting;
    if (file.auth.type !== "oauth2_authorization_code") return ok(null);
    const { ports, tokens } = this.#options;
    // A grant that can't be kept is no reason to send anybody to the ledger.
    const obstacle = await tokens.obstacle(file);
    if (obstacle !== null) return fail(obstacle);
    const config = { ...file.auth, app: file.held?.app };
    const grant = await signInByCode({ config, ports, signal });
    if (!grant.ok) return grant;
    const other = await this.#otherBooks(connecting, grant.value.redirect, grant.value.accessToken, signal);
    if (other === null) return tokens.adopt(connectionId, file, grant.value);
    // Where ending one grant ends the person's whole consent, it would take other connections with it.
    if (signInFor(file.system).revocation === "grant") await this.revoke(file, grant.value.refreshToken ?? grant.value.accessToken);
    return fail(other);
  }

  /** Ends a grant at the ledger. */
  revoke(file: StoredFile, token: string): Promise<Revocation> {
    const { auth, held } = file;
    if (auth.type !== "oauth2_authorization_code" && auth.type !== "oauth2_refresh") return Promise.resolve("not_offered");
    return revokeGrant({ ...auth, app: held?.app }, token, this.#options.ports);
  }

  async #otherBooks(
    { file, tenantId }: Connecting,
    redirect: Readonly<Record<string, string>>,
    accessToken: string,
    signal: AbortSignal,
  ): Promise<Failure | null> {
    const facts = this.#facts(file, tenantId, redirect);
    if (!facts.ok) return facts.failure;
    const found = await findTenants(file.system, facts.value, { accessToken, ports: this.#options.ports, signal });
    // A ledger that does not tell here tells when it is asked for the tenant.
    if (!found.ok) return found.failure.code === "cancelled" ? found.failure : null;
    if (found.value.some((tenant) => tenant.tenantId === tenantId)) return null;
    const names = found.value.map(({ name }) => name).join(", ");
    return {
      code: "invalid_input",
      message: `The sign-in to ${ledgerLabel(file.system)} didn't include ${names === "" ? "any books" : `${file.name}, only ${names}`}.`,
      field: "tenantId",
      next: `Sign in again and choose ${file.name}.`,
    };
  }

  #facts(file: StoredFile, tenantId: string, redirect: Readonly<Record<string, string>>): Result<SignInFacts, Failure> {
    const profile = this.#options.readProfile(file.profile);
    if (!profile.ok) return profile;
    const own = file.auth.type === "oauth2_authorization_code" ? file.auth.tenantsUrl : undefined;
    const tenantsUrl = own ?? profile.value.signIn?.tenantsUrl ?? null;
    return ok({ profile: profile.value, baseUrl: file.baseUrl, tenantsUrl, redirect, account: tenantId });
  }
}
