import { type ReactNode, useState } from "react";
import { t } from "../../language/t.ts";
import styles from "./technical-details.module.css";

interface TechnicalDetailsProps {
  /** The part of a panel that a key opens. */
  readonly part?: string;
  /** The key that opens it. */
  readonly shortcut?: string;
  readonly children: ReactNode;
}

/** Codes, payloads, HTTP and ids: closed until someone opens them, and asked for only then. */
export function TechnicalDetails({ part, shortcut, children }: TechnicalDetailsProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.details} data-part={part} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        {shortcut === undefined ? t("Technical details") : t("Technical details ({shortcut})", { shortcut })}
      </summary>
      {open ? <div className={styles.content}>{children}</div> : null}
    </details>
  );
}
