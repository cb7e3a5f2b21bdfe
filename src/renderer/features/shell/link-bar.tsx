import { CloudOff } from "lucide-react";
import { t } from "../../language/t.ts";
import { useLink } from "../../state/link.ts";
import styles from "./link-bar.module.css";

/** A grey bar while the core can not be reached, or the machine has no network: what is shown stays readable. */
export function LinkBar() {
  const { core, network } = useLink();
  const words = linkWords(core, network);
  if (words === null) return null;
  return (
    <section className={styles.bar} aria-label={t("Connection")}>
      <CloudOff size={14} aria-hidden />
      {words}
    </section>
  );
}

function linkWords(core: string, network: boolean): string | null {
  if (core === "refused") return t("This page is not connected to the Tieout that runs now.");
  if (core === "down")
    return t("The core of Tieout does not answer. What is shown was read before; it goes on by itself when the core is back.");
  if (core === "up" && !network)
    return t("Offline. Figures are those of the last read, with the time at each client. Reading goes on by itself.");
  return null;
}
