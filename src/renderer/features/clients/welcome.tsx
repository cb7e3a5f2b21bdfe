import { ArrowRight, Cable, FlaskConical } from "lucide-react";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import text from "../../styles/text.module.css";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./welcome.module.css";
import { WelcomePicture } from "./welcome-picture.tsx";

/** What a month is worked through with, in its order. */
const POINTS = [
  { title: t("Sync every ledger"), words: t("Keep a local copy of each client's books up to date.") },
  { title: t("Tie out the figures"), words: t("Compare them with each ledger's own reports, to the cent.") },
  { title: t("Close the month"), words: t("Sign off, then hand over a close pack.") },
] as const;

/** The first screen of a new firm: two ways to begin. */
export function Welcome() {
  const demo = useCoreCommand("demo.start");
  return (
    <div className={styles.welcome}>
      <div className={styles.inside}>
        <WelcomePicture />
        <h1 className={styles.title}>{t("All your clients' books, tied out and closed")}</h1>
        <ul className={styles.points}>
          {POINTS.map(({ title, words }) => (
            <li key={title}>
              <strong className={styles.point}>{title}</strong>
              <span className={text.muted}>{words}</span>
            </li>
          ))}
        </ul>
        <div className={styles.ways}>
          <button
            type="button"
            className={styles.way}
            disabled={demo.isPending}
            onClick={() =>
              demo.mutate({}, { onSuccess: ({ clients }) => announce(t("The demo firm is open with {clients} clients.", { clients })) })
            }
          >
            <FlaskConical size={20} aria-hidden />
            <span className={styles.wayTitle}>
              {demo.isPending ? t("Opening the demo firm…") : t("Open the demo firm")} <ArrowRight size={14} aria-hidden />
            </span>
            <span className={text.muted}>{t("Fourteen sample clients with two years of books. No sign-in or network needed.")}</span>
          </button>
          <a className={styles.way} href="#/connect">
            <Cable size={20} aria-hidden />
            <span className={styles.wayTitle}>
              {t("Connect a ledger")} <ArrowRight size={14} aria-hidden />
            </span>
            <span className={text.muted}>
              {t("Sign in to your clients' online ledgers in your own browser, or try a practice ledger first.")}
            </span>
          </a>
        </div>
        {demo.error === null ? null : <FailureNote failure={demo.error.failure} />}
        <p className={text.muted}>
          {t(
            "Connecting only reads from the ledger. Nothing in it changes, and synced data is kept only on your firm's computers and on its server, if it has one.",
          )}
        </p>
      </div>
    </div>
  );
}
