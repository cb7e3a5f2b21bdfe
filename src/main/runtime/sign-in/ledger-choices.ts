import type { Profile } from "#main/ledgers/profile.ts";
import { signInFor } from "#main/ledgers/registry.ts";
import type { SignInChoice } from "#shared/contract/connections/sign-in.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import { isLedgerAddress } from "../connection-file.ts";
import type { RegisteredApp } from "./app-registry.ts";
import { PRACTICE_CLIENT_ID } from "./practice-app.ts";

/** Simulated ledgers of this machine that can be signed in to as if they were real; started when first asked. */
export interface PracticeLedgers {
  readonly list: readonly { readonly profile: string; readonly label: string; readonly system: LedgerSystem; readonly account: string }[];
  start(): Promise<readonly Profile[]>;
}

/** The one registration of every practice ledger. */
export const PRACTICE_APP: RegisteredApp = { clientId: PRACTICE_CLIENT_ID, redirect: "loopback", hasSecret: false };

/** Below what every practice ledger allows. */
export const PRACTICE_LIMITS = { requestsPerWindow: 900 } as const;

/** The port is free on most machines; what counts is that the same address is registered. */
const PROPOSED_LOOPBACK = "http://localhost:47615/signed-in";

/** What can be signed in to with a profile; null for a profile that holds words only. */
export function profileChoice(profile: Profile, app: RegisteredApp | null): SignInChoice | null {
  const { signIn, oauth, name } = profile;
  if (signIn === undefined) return null;
  const ledger = signInFor(signIn.system);
  return {
    profile: name,
    label: signIn.label,
    system: signIn.system,
    ledger: ledgerLabel(signIn.system),
    practice: false,
    redirect: signIn.redirect,
    proposedRedirect: { loopback: "loopback", registered: PROPOSED_LOOPBACK, https: "" }[signIn.redirect],
    clientSecret: signIn.clientSecret,
    account: ledger.account === null ? null : { label: ledger.account.label, proposal: "" },
    journals: oauth.journalsScope !== undefined,
    tenants: ledger.tenants,
    certificates: ledger.certificates,
    app,
  };
}

export function practiceChoice({ profile, label, system, account }: PracticeLedgers["list"][number]): SignInChoice {
  const ledger = signInFor(system);
  return {
    profile,
    label,
    system,
    ledger: ledgerLabel(system),
    practice: true,
    redirect: "loopback",
    proposedRedirect: "loopback",
    clientSecret: "none",
    account: ledger.account === null ? null : { label: ledger.account.label, proposal: account },
    journals: ledger.tenants === "several",
    tenants: ledger.tenants,
    certificates: ledger.certificates,
    app: PRACTICE_APP,
  };
}

/** The addresses of a profile with the typed account in place. */
export interface FilledProfile {
  readonly profile: Profile;
  readonly system: LedgerSystem;
  readonly baseUrl: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string | undefined;
  readonly tenantsUrl: string | undefined;
  /** Of the typed account; null where the tenant comes out of the sign-in. */
  readonly tenantId: string | null;
}

/**
 * Puts the account into the addresses of a profile.
 * Failures: `invalid_input` naming `account`, or `profile` when its addresses are no addresses.
 */
export function fillProfile(profile: Profile, account: string): Result<FilledProfile, Failure> {
  const { signIn, oauth } = profile;
  if (signIn === undefined || oauth.authorizeUrl === undefined || oauth.tokenUrl === undefined)
    return fail({ code: "invalid_input", message: `The profile ${profile.name} has no sign-in settings.`, field: "profile" });
  const ledger = signInFor(signIn.system);
  const typed = ledger.account === null ? null : ledger.account.read(account);
  if (ledger.account !== null && typed === null) return fail(badAccount(ledger.account.label));
  const fill = (address: string) => address.replaceAll("{host}", typed?.host ?? "");
  const addresses = [signIn.baseUrl, oauth.authorizeUrl, oauth.tokenUrl, oauth.revokeUrl, signIn.tenantsUrl].map((address) =>
    address === undefined ? undefined : fill(address),
  );
  const wrong = addresses.find((address) => address !== undefined && !isLedgerAddress(address));
  if (wrong !== undefined)
    return fail({ code: "invalid_input", message: `The profile ${profile.name} has an invalid address: ${wrong}.`, field: "profile" });
  const [baseUrl = "", authorizeUrl = "", tokenUrl = "", revokeUrl, tenantsUrl] = addresses;
  const tenantId = typed?.tenantId ?? null;
  return ok({ profile, system: signIn.system, baseUrl, authorizeUrl, tokenUrl, revokeUrl, tenantsUrl, tenantId });
}

function badAccount(label: string): Failure {
  return {
    code: "invalid_input",
    message: `${label} must have 1 to 40 characters: letters, digits, and single - or _ between them.`,
    field: "account",
    next: "You'll find it in the address bar when you're signed in to the ledger.",
  };
}
