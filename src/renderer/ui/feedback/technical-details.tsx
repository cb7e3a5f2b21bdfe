import { type ReactNode, useState } from "react";
import { t } from "../../language/t.ts";
import { useKeyedTitle } from "../controls/kbd.tsx";
import styles from "./technical-details.module.css";

interface TechnicalDetailsProps {
  /** The part of a panel that a key opens, named like the key's action. */
  readonly part?: string;
  /** Content that costs nothing: in the page from the start, so that a search in the page finds it. */
  readonly kept?: boolean;
  readonly children: ReactNode;
}

/** Codes, payloads, HTTP and ids: closed until someone opens them, and asked for only then. */
export function TechnicalDetails({ part, kept = false, children }: TechnicalDetailsProps) {
  const [open, setOpen] = useState(false);
  const keyed = useKeyedTitle(part ?? "");
  return (
    <details className={styles.details} data-part={part} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary} title={part === undefined ? undefined : keyed(t("Technical details"))}>
        {t("Technical details")}
      </summary>
      {open || kept ? <div className={styles.content}>{children}</div> : null}
    </details>
  );
}
