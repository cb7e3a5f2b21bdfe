import { t } from "../language/t.ts";

interface SignInWords {
  /** How the connection signs in. */
  readonly how: string;
  /** Where what it signs in with is kept. */
  readonly kept: string;
  /** What signs in lies where tokens are kept, which is memory where a start says so. */
  readonly held: boolean;
  /** A person can sign in again through the browser. */
  readonly browser: boolean;
}

const WORDS: Readonly<Record<string, SignInWords>> = {
  oauth2_authorization_code: {
    how: t("A person signed in through the browser"),
    kept: t("The token is in the keychain of this machine and is renewed by itself."),
    held: true,
    browser: true,
  },
  oauth2_client_credentials: {
    how: t("A certificate signs in, no person is needed"),
    kept: t("The private key is in the keychain of this machine."),
    held: true,
    browser: false,
  },
  oauth2_refresh: {
    how: t("A token that the ledger renews"),
    kept: t("The newest one is in the keychain of this machine."),
    held: true,
    browser: false,
  },
  bearer_env: {
    how: t("A token from the environment of this machine"),
    kept: t("It is read at each start and stored nowhere."),
    held: false,
    browser: false,
  },
  oauth1_token: {
    how: t("A token of an older integration"),
    kept: t("It is read from the environment at each start and stored nowhere."),
    held: false,
    browser: false,
  },
};

/** How a connection signs in, by the type in its connection file. */
export function signInWords(authType: string): SignInWords {
  return WORDS[authType] ?? { how: authType, kept: "", held: false, browser: false };
}
