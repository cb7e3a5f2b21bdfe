import { t } from "../../../language/t.ts";
import { Button } from "../../../ui/controls/button.tsx";
import styles from "./file-page.module.css";

const KEYS: readonly (readonly [string, string])[] = [
  ["system", t("The ledger: ledger_a, ledger_b or ledger_c.")],
  ["name", t("What you want to call this connection, such as “Main books.”")],
  ["tenantId", t("The ledger's own ID for the books: letters, digits, - and _.")],
  ["baseUrl", t("The ledger's API address. It must start with https unless the ledger runs on this computer.")],
  [
    "profile",
    t(
      "The profile with the ledger's addresses and names: the name of a profile that comes with Tieout, or the path of your own file. If this is left out, Tieout uses the “neutral” profile.",
    ),
  ],
  [
    "auth",
    t(
      "How Tieout signs in. Its “type” is bearer_env, oauth2_refresh, oauth2_authorization_code, oauth2_client_credentials or oauth1_token. Each type has its own fields. The example shows those for bearer_env.",
    ),
  ],
  ["limits", t("Your own rate limits, if they differ from the ledger's standard ones.")],
  ["journals", t("Set this to true if the ledger has granted access to its general-ledger feed.")],
];

const EXAMPLE = `{
  "system": "ledger_b",
  "name": "Main books",
  "tenantId": "4620816365",
  "baseUrl": "https://ledger.example/api",
  "auth": {
    "type": "bearer_env",
    "variable": "LEDGER_TOKEN"
  }
}
`;

/** What a connection file holds and where tokens live, beside the form. */
export function FileHelp({ onExample }: { readonly onExample: (text: string) => void }) {
  return (
    <aside className={styles.help} aria-label={t("About connection files")}>
      <h2>{t("What's in the file")}</h2>
      <dl>
        {KEYS.map(([key, meaning]) => (
          <Entry key={key} name={key} meaning={meaning} />
        ))}
      </dl>
      <div>
        <Button onClick={() => onExample(EXAMPLE)}>{t("Use the example")}</Button>
      </div>
      <h2>{t("Token storage")}</h2>
      <p>
        {t(
          "The file doesn't contain tokens or keys. It only says where they are: in environment variables or in a key file. If you sign in through the browser, Tieout gets the token from the ledger instead. Renewed tokens are kept in this computer's keychain or, if your firm has a server, encrypted on the server. If the keychain can't be used, they can be kept only until Tieout closes. Tokens never reach this window, the local copy or a log.",
        )}
      </p>
      <h2>{t("What happens next")}</h2>
      <p>
        {t(
          "Tieout asks the ledger which books these are and what the ledger supports. If the ledger answers, Tieout saves the connection and shows you the answers. Then you start the first sync. If you don't, it starts automatically within about an hour while Tieout is open and automatic sync is on.",
        )}
      </p>
    </aside>
  );
}

function Entry({ name, meaning }: { readonly name: string; readonly meaning: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{meaning}</dd>
    </>
  );
}
