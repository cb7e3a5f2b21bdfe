import { type ReactNode, useState } from "react";
import { t } from "../../language/t.ts";
import { KeyHint } from "../controls/kbd.tsx";
import styles from "./technical-details.module.css";

interface TechnicalDetailsProps {
  /** The part of a panel that a key opens, named like the key's action. */
  readonly part?: string;
  readonly children: ReactNode;
}

/** Codes, payloads, HTTP and ids: closed until someone opens them, and asked for only then. */
export function TechnicalDetails({ part, children }: TechnicalDetailsProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.details} data-part={part} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        {t("Technical details")}
        {part === undefined ? null : <KeyHint action={part} />}
      </summary>
      {open ? <div className={styles.content}>{children}</div> : null}
    </details>
  );
}
