import type { LedgerResponse } from "./adapter.ts";
import type { Profile } from "./profile.ts";

/** What a sign-in brought besides its tokens. */
export interface SignInFacts {
  readonly profile: Profile;
  /** Of the connection to be; placeholders are filled. */
  readonly baseUrl: string;
  /** Where a ledger lists the tenants of a grant; null where the profile names no such address. */
  readonly tenantsUrl: string | null;
  /** The redirect's parameters without code and state. */
  readonly redirect: Readonly<Record<string, string>>;
  /** What the person typed; empty where nothing is asked. */
  readonly account: string;
}

export interface FoundTenant {
  readonly tenantId: string;
  /** As the ledger calls it; its id where the ledger does not say. */
  readonly name: string;
}

/** A question with the fresh access token, outside any tenant's budget. */
export interface SignInRequest {
  readonly method: "GET" | "DELETE";
  /** Absolute. */
  readonly url: string;
}

/** An account as typed: the part of the ledger's addresses that it stands for, and the tenant's id. */
export interface TypedAccount {
  readonly host: string;
  readonly tenantId: string;
}

/** What only the adapter knows about getting and giving up a grant. */
export interface LedgerSignIn {
  /** One sign-in can bring several tenants, or one. */
  readonly tenants: "several" | "one";
  /** What a person types before signing in; null where the ledger tells by itself. */
  readonly account: { readonly label: string; read(text: string): TypedAccount | null } | null;
  /** A certificate can stand for a person. */
  readonly certificates: boolean;
  /** What ending a grant ends at the ledger: that grant, or everything that the person ever consented to for the app. */
  readonly revocation: "grant" | "consent";
  /** Requests may be signed with OAuth 1.0. */
  readonly oauth1: boolean;
  /** @throws AnswerUnreadable when the ledger's list is none */
  find(facts: SignInFacts): Generator<SignInRequest, readonly FoundTenant[], LedgerResponse>;
  /** Takes one tenant out of a grant that others still use; false where the ledger offers no such thing or said no. */
  leave(facts: Pick<SignInFacts, "tenantsUrl">, tenantId: string): Generator<SignInRequest, boolean, LedgerResponse>;
}
