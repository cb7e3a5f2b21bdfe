import { useRef, useState } from "react";
import type { SignInChoice } from "#shared/contract/connections/sign-in.ts";
import { profileName } from "#shared/model/ledger/ledger-label.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { changeWizard, useWizard } from "../../state/window/connect-wizard.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./ledger-step.module.css";
import { ResumeNote } from "./resume-note.tsx";
import { giveUpSignIn } from "./sign-in/cancel-sign-in.ts";
import step from "./step.module.css";

/** The first step: which kind of ledger. */
export function LedgerStep() {
  const choices = useCoreQuery("signIn.choices", {});
  if (choices.data === undefined)
    return choices.error === null ? (
      <div className={styles.waiting} aria-busy="true" />
    ) : (
      <>
        <FailureNote failure={choices.error.failure} />
        <OtherWays />
      </>
    );
  if (choices.data.length === 0)
    return (
      <EmptyState title={t("No ledger profiles found")}>
        <p>{t("Tieout can't find the profiles that tell it how to reach each ledger. Reinstall Tieout, or use a connection file.")}</p>
        <OtherWays />
      </EmptyState>
    );
  return <ChoiceForm choices={[...choices.data].sort((one, other) => one.ledger.localeCompare(other.ledger))} />;
}

function ChoiceForm({ choices }: { readonly choices: readonly SignInChoice[] }) {
  const before = useWizard((state) => state.profile);
  const [profile, setProfile] = useState(before ?? (choices.find((choice) => !choice.practice) ?? choices[0])?.profile ?? "");
  const first = useRef<HTMLInputElement>(null);
  const real = choices.filter((choice) => !choice.practice);
  const practice = choices.filter((choice) => choice.practice);
  const groups = [
    { legend: t("Your clients' ledgers"), choices: real },
    { legend: t("Practice ledgers on this computer"), choices: practice },
  ].filter((group) => group.choices.length > 0);
  return (
    <form
      className={step.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (profile !== before) {
          void giveUpSignIn();
          changeWizard({ account: "", journals: false, way: "browser" });
        }
        changeWizard({ step: "sign-in", profile });
      }}
    >
      <p className={step.lead}>
        {t(
          "Where are the books kept? Connecting doesn't change anything in the ledger. Tieout changes it only when you send a ledger update.",
        )}
      </p>
      <ResumeNote />
      {groups.map((group) => (
        <fieldset key={group.legend} className={step.group}>
          <legend>{group.legend}</legend>
          <div className={styles.choices}>
            {group.choices.map((choice) => (
              <label key={choice.profile} className={styles.choice}>
                <input
                  ref={choice.profile === profile ? first : null}
                  type="radio"
                  name="ledger"
                  value={choice.profile}
                  checked={choice.profile === profile}
                  // biome-ignore lint/a11y/noAutofocus: the step opens at its one question
                  autoFocus={choice.profile === profile}
                  onChange={() => setProfile(choice.profile)}
                />
                <span className={styles.name}>{profileName(choice)}</span>
                <span className={styles.what}>{whatFor(choice)}</span>
              </label>
            ))}
          </div>
          {group.choices.some(isUnregistered) ? <RegistrationNote /> : null}
        </fieldset>
      ))}
      <div className={step.acts}>
        <Button kind="primary" type="submit">
          {t("Continue")}
        </Button>
        <ButtonLink href="#/">{t("Back to clients")}</ButtonLink>
      </div>
      <OtherWays />
    </form>
  );
}

function whatFor({ practice, tenants, certificates }: SignInChoice): string {
  if (practice) return t("Sample books. No registration or internet connection needed.");
  const several = tenants === "several" ? t("One sign-in covers several companies.") : t("One company per sign-in.");
  return `${several}${certificates ? t(" You can also sign in with a certificate.") : ""}`;
}

/** The ledger lets nobody sign in yet: the firm has no app there. */
function isUnregistered({ practice, app }: SignInChoice): boolean {
  return !practice && app === null;
}

/** The longest step of connecting is told before it's met. */
function RegistrationNote() {
  return (
    <p className={step.quiet}>
      {t(
        "Before the first sign-in to each kind of ledger, register an app for your firm on the ledger's developer site. Then enter the app's client ID in Tieout.",
      )}{" "}
      <a href="#/help/connecting">{t("How to register an app")}</a>
    </p>
  );
}

function OtherWays() {
  const forClientId = useWizard((state) => state.forClientId);
  return (
    <p className={step.more}>
      {forClientId === null ? <a href="#/connect/list">{t("Add a list of clients")}</a> : null}
      <a href={forClientId === null ? "#/connect/file" : `#/connect/file/${encodeURIComponent(forClientId)}`}>
        {t("Use a connection file (advanced)")}
      </a>
    </p>
  );
}
