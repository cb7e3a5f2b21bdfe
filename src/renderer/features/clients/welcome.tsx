import { ArrowRight, Cable, FlaskConical } from "lucide-react";
import { FailureNote } from "../../components/failure-note.tsx";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import styles from "./welcome.module.css";

/** The first screen of a new firm: two ways to begin. */
export function Welcome() {
  const demo = useCoreCommand("demo.start");
  return (
    <div className={styles.welcome}>
      <div className={styles.inside}>
        <h1 className={styles.title}>{t("Every client's books, in one window")}</h1>
        <p className={styles.lead}>
          {t(
            "Tieout reads your clients' online ledgers into files on this machine, keeps them fresh, and shows at each figure as of when it is.",
          )}
        </p>
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
              {demo.isPending ? t("Opening the demo firm") : t("Open the demo firm")} <ArrowRight size={14} aria-hidden />
            </span>
            <span className={styles.wayText}>
              {t(
                "A dozen made-up clients on simulated ledgers inside this app. Two years of books, read before your eyes. No sign-in, no network.",
              )}
            </span>
          </button>
          <a className={styles.way} href="#/connect">
            <Cable size={20} aria-hidden />
            <span className={styles.wayTitle}>
              {t("Connect a ledger")} <ArrowRight size={14} aria-hidden />
            </span>
            <span className={styles.wayText}>
              {t(
                "A real client on Ledger A, B or C: you sign in at the ledger, in your own browser. Or try the way there first, with a practice ledger on this machine.",
              )}
            </span>
          </a>
        </div>
        {demo.error === null ? null : <FailureNote failure={demo.error.failure} />}
        <p className={styles.note}>{t("Tieout only reads here. Nothing is written to a ledger, and no figure leaves this machine.")}</p>
      </div>
    </div>
  );
}
