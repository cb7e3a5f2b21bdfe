import type { ConnectionView } from "#shared/contract/clients/clients.ts";
import { t } from "../../language/t.ts";

interface SignInLabel {
  /** How the connection signs in. */
  readonly how: string;
  /** Where what it signs in with is kept. */
  readonly kept: string;
  /** The credentials are where tokens are stored, which may be memory. */
  readonly held: boolean;
  /** A person can sign in again through the browser. */
  readonly browser: boolean;
}

/** Tieout never stores the key that a connection file names. */
const KEY_FILE = { kept: t("The private key is in a file. The connection file says where that file is."), held: false };

/** The token of a practice ledger is Tieout's own: there is nothing to set up or renew. */
const DEMO: SignInLabel = {
  how: t("Practice ledger on this computer"),
  kept: t("The books are fictional."),
  held: false,
  browser: false,
};

const WORDS: Readonly<Record<string, SignInLabel>> = {
  oauth2_authorization_code: {
    how: t("Signs in through the browser"),
    kept: t("The sign-in is kept encrypted and renews automatically."),
    held: true,
    browser: true,
  },
  oauth2_client_credentials: {
    how: t("Signs in with a certificate, so no one has to be present"),
    kept: t("The private key is in the keychain of the computer where the certificate was set up."),
    held: true,
    browser: false,
  },
  oauth2_refresh: {
    how: t("Signs in with a token that Tieout renews automatically"),
    kept: t("The latest token is kept encrypted."),
    held: true,
    browser: false,
  },
  bearer_env: {
    how: t("Signs in with a token set up on this computer"),
    kept: t("Tieout reads the token each time it starts, and never stores it."),
    held: false,
    browser: false,
  },
  oauth1_token: {
    how: t("Signs in with a token from an older integration"),
    kept: t("Tieout reads the token each time it starts, and never stores it."),
    held: false,
    browser: false,
  },
};

/** A demo client signs in without a person, unless its practice ledger asks for one in the browser. */
export function isDemoToken(authType: string, demo: boolean): boolean {
  return demo && authType === "bearer_env";
}

/** How a connection signs in, by the type in its connection file. */
export function signInLabel({ authType, keyFile }: Pick<ConnectionView, "authType" | "keyFile">, demo = false): SignInLabel {
  if (isDemoToken(authType, demo)) return DEMO;
  const label = WORDS[authType] ?? { how: authType, kept: "", held: false, browser: false };
  return keyFile ? { ...label, ...KEY_FILE } : label;
}
