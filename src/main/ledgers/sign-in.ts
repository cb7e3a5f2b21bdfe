import type { LedgerResponse } from "./adapter.ts";
import type { Profile } from "./profile.ts";

/** What a sign-in returned besides its tokens. */
export interface SignInFacts {
  readonly profile: Profile;
  /** Base URL of the new connection, with placeholders filled. */
  readonly baseUrl: string;
  /** Lists the tenants of a grant; null where the profile has no such address. */
  readonly tenantsUrl: string | null;
  /** The redirect's parameters without code and state. */
  readonly redirect: Readonly<Record<string, string>>;
  /** What the person typed; empty where nothing is asked for. */
  readonly account: string;
}

export interface FoundTenant {
  readonly tenantId: string;
  /** The ledger's name for the tenant; its id where there is none. */
  readonly name: string;
}

/** A request with the new access token, which counts against no tenant's budget. */
export interface SignInRequest {
  readonly method: "GET" | "DELETE";
  /** Absolute. */
  readonly url: string;
}

/** An account as typed: its part of the ledger's host name, and the tenant's id. */
export interface TypedAccount {
  readonly host: string;
  readonly tenantId: string;
}

/** Ledger-specific steps of getting and ending a grant. */
export interface LedgerSignIn {
  /** One sign-in can bring several tenants, or one. */
  readonly tenants: "several" | "one";
  /** What a person types before signing in; null where the ledger reports it. */
  readonly account: { readonly label: string; read(text: string): TypedAccount | null } | null;
  /** The ledger accepts a certificate in place of a person's sign-in. */
  readonly certificates: boolean;
  /** What revoking ends at the ledger: this grant, or everything the person ever consented to for the app. */
  readonly revocation: "grant" | "consent";
  /** Requests may be signed with OAuth 1.0. */
  readonly oauth1: boolean;
  /** @throws AnswerUnreadable when the answer isn't a list of tenants */
  find(facts: SignInFacts): Generator<SignInRequest, readonly FoundTenant[], LedgerResponse>;
  /** Removes one tenant from a grant that others still use; false where the ledger doesn't offer it or refused. */
  leave(facts: Pick<SignInFacts, "tenantsUrl">, tenantId: string): Generator<SignInRequest, boolean, LedgerResponse>;
}
