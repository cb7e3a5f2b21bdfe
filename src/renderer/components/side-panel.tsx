import { ArrowLeft, X } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import styles from "./side-panel.module.css";

interface SidePanelProps {
  /** What kind of thing stands here, for example `Account`. */
  readonly kind: string;
  readonly title: string;
  readonly busy?: boolean;
  /** Goes back to what was open before it. */
  readonly onBack?: (() => void) | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One thing at the side of the screen it was opened from. Esc closes it. */
export function SidePanel({ kind, title, busy = false, onBack, onClose, children }: SidePanelProps) {
  return (
    <aside className={styles.panel} aria-label={kind} aria-busy={busy}>
      <div className={styles.head}>
        {onBack === undefined ? null : (
          <Button
            kind="quiet"
            className={styles.back ?? ""}
            aria-label={t("Back")}
            title={t("Back to what was open before")}
            icon={<ArrowLeft size={16} aria-hidden />}
            onClick={onBack}
          />
        )}
        <h2 className={styles.title} title={title}>
          {title}
        </h2>
        <Button
          kind="quiet"
          aria-label={t("Close: {kind}", { kind })}
          title={t("Close (Esc)")}
          icon={<X size={16} aria-hidden />}
          onClick={onClose}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
      <section className={styles.body} tabIndex={0} aria-label={title}>
        {children}
      </section>
    </aside>
  );
}
