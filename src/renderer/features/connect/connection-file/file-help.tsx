import { t } from "../../../language/t.ts";
import { Button } from "../../../ui/controls/button.tsx";
import styles from "./file-page.module.css";

const KEYS: readonly (readonly [string, string])[] = [
  ["system", t("Which ledger: ledger_a, ledger_b or ledger_c.")],
  ["name", t("What you call this connection.")],
  ["tenantId", t("The ledger's own ID for the books: letters, digits, - and _.")],
  ["baseUrl", t("The ledger's API address. It must be https, except on this machine.")],
  ["profile", t('The naming of the ledger\'s fields. Leave empty for "neutral".')],
  ["auth", t("How to sign in: bearer_env, oauth2_refresh, oauth2_authorization_code or oauth2_client_credentials.")],
  ["limits", t("Only if your agreement with the ledger differs from its usual limits.")],
  ["journals", t("true where the ledger has granted its journal feed.")],
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
        <Button onClick={() => onExample(EXAMPLE)}>{t("Insert an example")}</Button>
      </div>
      <h2>{t("Token storage")}</h2>
      <p>
        {t(
          "Not in the file: it only names the environment variables that hold the tokens when Tieout starts. Tokens renewed by a ledger are kept in this machine's keychain. They never reach this window, the local copy or a log.",
        )}
      </p>
      <h2>{t("What happens next")}</h2>
      <p>
        {t(
          "Tieout asks the ledger who it is and what it can do, saves the connection only if it answers, and shows what it found. Syncing starts when you say so.",
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
