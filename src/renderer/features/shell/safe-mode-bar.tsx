import { ShieldAlert } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import styles from "./safe-mode-bar.module.css";

/** Says that Tieout runs with as little as possible, why, and how to leave that. */
export function SafeModeBar() {
  const state = useCoreQuery("shell.state", {});
  const restart = useCoreCommand("shell.restart");
  const safeMode = state.data?.safeMode ?? null;
  if (safeMode === null) return null;
  return (
    <section className={styles.bar} aria-label="Safe mode">
      <ShieldAlert size={14} aria-hidden />
      <span>
        Safe mode. {safeMode.why} {safeMode.leave}
      </span>
      {state.data?.host === "desktop" ? (
        <Button kind="quiet" onClick={() => restart.mutate({}, { onError: (error) => announce(error.message) })}>
          Start normally
        </Button>
      ) : null}
    </section>
  );
}
