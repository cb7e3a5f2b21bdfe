import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import layout from "../../styles/layout.module.css";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./settings-page.module.css";

/** The profiles: which ledgers can be signed in to, and with which registration of the firm. */
export function LedgerSection() {
  const choices = useCoreQuery("signIn.choices", {});
  if (choices.error !== null) return <FailureNote failure={choices.error.failure} />;
  const real = (choices.data ?? []).filter((choice) => !choice.practice).sort((one, other) => one.ledger.localeCompare(other.ledger));
  const registered = real.some(({ app }) => app !== null);
  return (
    <div className={styles.stack} aria-busy={choices.isPending}>
      <AppWords />
      {real.length === 0 && !choices.isPending ? (
        <p className={styles.quiet}>{t("No ledger profiles found. You can still connect a client with a connection file.")}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("Ledger")}</th>
              <th scope="col">{t("Software")}</th>
              <th scope="col">{t("App registration")}</th>
              {registered ? <th scope="col">{t("Redirect address")}</th> : null}
            </tr>
          </thead>
          <tbody>
            {real.map(({ profile, label, ledger, app }) => (
              <tr key={profile}>
                <th scope="row">{ledger}</th>
                <td>{label}</td>
                <td>
                  {app === null ? (
                    <p className={styles.quiet}>{t("None yet. Tieout asks for it when you first sign in.")}</p>
                  ) : (
                    <>
                      <code>{app.clientId}</code>{" "}
                      <span className={styles.quiet}>{app.hasSecret ? t("with a client secret") : t("without a client secret")}</span>
                    </>
                  )}
                </td>
                {registered ? (
                  <td className={styles.path}>{app === null ? <span className={styles.quiet}>–</span> : app.redirect}</td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes(layout.wrappingLine, styles.below)}>
        <ButtonLink needs="preparer" href="#/connect">
          {t("Connect a ledger")}
        </ButtonLink>
        <ButtonLink needs="preparer" href="#/connect/list">
          {t("Add a list of clients")}
        </ButtonLink>
      </div>
    </div>
  );
}

/** What a registration is, whether the firm needs one, and what it takes. */
function AppWords() {
  return (
    <>
      <p className={styles.quiet}>
        {t(
          "To sign in through the browser, Tieout uses an app that your firm registers on the ledger's developer site. The registration is your firm's own, so no other company comes between you and the books.",
        )}
      </p>
      <p className={styles.quiet}>
        <Sentence
          text="You register one app for each kind of ledger. The ledger may review your app before you can use it, limit how many companies it can connect to, or charge a fee. Check the ledger's terms before you register. Tieout stays within the {limits}."
          values={{ limits: <a href="#/settings/limits">{t("ledger limits")}</a> }}
        />{" "}
        <a href="#/help/connecting">{t("How to register an app")}</a>
      </p>
    </>
  );
}
