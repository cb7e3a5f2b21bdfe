import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import { Button } from "../../ui/controls/button.tsx";
import step from "./step.module.css";

/** The row of buttons below a step: back on the left of what goes on. */
export function StepActs({ onBack, children }: { readonly onBack?: () => void; readonly children?: ReactNode }) {
  return (
    <div className={step.acts}>
      {children}
      {onBack === undefined ? null : (
        <Button kind={children === undefined ? "plain" : "quiet"} icon={<ArrowLeft size={14} aria-hidden />} onClick={onBack}>
          {t("Back")}
        </Button>
      )}
    </div>
  );
}
