import { nameOfNoted } from "#shared/model/close/signature.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { setOverlay } from "../../state/window/screen-address.ts";
import { Button } from "../../ui/controls/button.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./settings-page.module.css";

/** What runs here, and as whom. */
export function AboutSection() {
  const about = useCoreQuery("app.about", {});
  if (about.error !== null) return <FailureNote failure={about.error.failure} />;
  if (about.data === undefined || about.data === null) return <div aria-busy={about.isPending} />;
  const { version, person, secrets } = about.data;
  return (
    <div className={styles.stack}>
      <Fact name={t("Version")} words={version} />
      <Fact name={t("Current user")} words={nameOfNoted(person)} tip={person} />
      <Fact
        name={t("Ledger sign-ins")}
        words={
          secrets === "keychain"
            ? t(
                "Saved in this computer's keychain, or encrypted on your firm's server if it has one. If a client's sign-in isn't saved, its Connection screen says so.",
              )
            : t(
                "Encrypted on your firm's server, if it has one. Without a server, sign-ins are kept in memory only and are lost when Tieout closes.",
              )
        }
      />
      <div className={styles.row}>
        <span>{t("Updates and crash reports")}</span>
        <div>
          <Button aria-haspopup="dialog" aria-label={t("Open updates and crash reports…")} onClick={() => setOverlay("about")}>
            {t("Open…")}
          </Button>
        </div>
      </div>
    </div>
  );
}

function Fact({ name, words, tip }: { readonly name: string; readonly words: string; readonly tip?: string }) {
  return (
    <div className={styles.row}>
      <span>{name}</span>
      <span className={styles.path} title={tip}>
        {words}
      </span>
    </div>
  );
}
