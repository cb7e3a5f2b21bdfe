import { X } from "lucide-react";
import { useEffect } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { endTour, useTour } from "../../../state/window/tour.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import styles from "./tour.module.css";
import { tourSteps } from "./tour-steps.ts";

/** Shows a person around the demo firm, a screen at a time; whatever is shown can be used meanwhile. */
export function Tour() {
  const { step } = useTour();
  const [, navigate] = useHashLocation();
  const rows = useCoreQuery("clients.list", {}, { enabled: step !== null }).data?.rows;
  const steps = rows === undefined ? [] : tourSteps(rows);
  const here = step === null ? undefined : steps[step];
  const address = here?.address;
  useEffect(() => {
    if (address !== undefined) navigate(address);
  }, [address, navigate]);
  if (step === null || here === undefined) return null;
  const last = step === steps.length - 1;
  const go = (to: number): void => useTour.setState({ step: to });
  return (
    <aside className={styles.tour} aria-label={t("Tour of the demo firm")} data-screen-only="">
      <div className={styles.head}>
        <h2 aria-live="polite">{here.title}</h2>
        <Button kind="quiet" aria-label={t("End tour")} icon={<X size={14} aria-hidden />} onClick={endTour} />
      </div>
      <p aria-live="polite">{here.words}</p>
      <div className={layout.line}>
        <span className={styles.quiet}>{t("{step} of {steps}", { step: step + 1, steps: steps.length })}</span>
        <Button disabled={step === 0} onClick={() => go(step - 1)}>
          {t("Back")}
        </Button>
        <Button kind="primary" onClick={() => (last ? endTour() : go(step + 1))}>
          {last ? t("Done") : t("Next")}
        </Button>
      </div>
    </aside>
  );
}
