import { ShieldAlert } from "lucide-react";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { Button } from "../../ui/controls/button.tsx";
import styles from "./safe-mode-bar.module.css";

/** Says that Tieout runs with as little as possible, why, and how to leave that. */
export function SafeModeBar() {
  const state = useCoreQuery("shell.state", {});
  const restart = useCoreCommand("shell.restart");
  const safeMode = state.data?.safeMode ?? null;
  if (safeMode === null) return null;
  return (
    <section className={styles.bar} aria-label={t("Safe mode")}>
      <ShieldAlert size={14} aria-hidden />
      <span>{t("{why} {leave}", { why: safeMode.why, leave: safeMode.leave })}</span>
      {state.data?.host === "desktop" ? (
        <Button kind="quiet" onClick={() => restart.mutate({}, { onError: (error) => announce(error.message) })}>
          {t("Restart normally")}
        </Button>
      ) : null}
    </section>
  );
}
