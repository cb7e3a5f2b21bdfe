import { ArrowLeft, ExternalLink, X } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { unbroken } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { Button } from "../controls/button.tsx";
import { PanelResizer } from "./panel-resizer.tsx";
import { ScrollSection } from "./scroll-area.tsx";
import styles from "./side-panel.module.css";

interface SidePanelProps {
  /** The kind of thing shown, for example `Account`. */
  readonly kind: string;
  readonly title: string;
  readonly busy?: boolean;
  /** Goes back to what was open before it. */
  readonly onBack?: (() => void) | undefined;
  /** Opens the same in a separate window. */
  readonly onPopOut?: (() => void) | undefined;
  readonly onClose: () => void;
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** A panel next to the screen it was opened from. Esc goes back, or closes it. */
export function SidePanel({ kind, title, busy = false, onBack, onPopOut, onClose, ref, children }: SidePanelProps) {
  return (
    <aside ref={ref} data-panel="" className={styles.panel} aria-label={kind} aria-busy={busy}>
      <div className={styles.head}>
        {onBack === undefined ? null : (
          <Button
            kind="quiet"
            className={styles.back ?? ""}
            aria-label={t("Back")}
            title={t("Back to the previous panel (Esc)")}
            icon={<ArrowLeft size={16} aria-hidden />}
            onClick={onBack}
          />
        )}
        <h2 className={styles.title} title={title}>
          {unbroken(title)}
        </h2>
        {onPopOut === undefined ? null : (
          <Button
            kind="quiet"
            aria-label={t("Open in a new window")}
            title={t("Open in a new window (Shift+Enter)")}
            icon={<ExternalLink size={16} aria-hidden />}
            onClick={onPopOut}
          />
        )}
        <Button
          kind="quiet"
          aria-label={t("Close panel: {kind}", { kind })}
          title={onBack === undefined ? t("Close (Esc)") : t("Close")}
          icon={<X size={16} aria-hidden />}
          onClick={onClose}
        />
      </div>
      <ScrollSection className={styles.body} aria-label={title} data-panel-body="">
        {children}
      </ScrollSection>
      <PanelResizer />
    </aside>
  );
}
