import { X } from "lucide-react";
import { type CSSProperties, useEffect } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActionKeys } from "../../../state/window/shortcut-settings.ts";
import { endTour, showTourStep, useTour } from "../../../state/window/tour.ts";
import { useEscape } from "../../../state/window/use-escape.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import styles from "./tour.module.css";
import { tourSteps } from "./tour-steps.ts";
import { useTarget } from "./use-target.ts";

/** A tour, one screen at a time, which points at what it explains; the screens stay usable. */
export function Tour() {
  const { step } = useTour();
  const [shown, navigate] = useHashLocation();
  const rows = useCoreQuery("clients.list", {}, { enabled: step !== null }).data?.rows;
  const [searchKeys] = useActionKeys("palette");
  const steps = rows === undefined ? [] : tourSteps(rows, searchKeys);
  const number = Math.min(step ?? 0, Math.max(steps.length - 1, 0));
  const here = step === null ? undefined : steps[number];
  const address = here?.address;
  useEscape(here === undefined ? null : () => endTour());
  useEffect(() => {
    if (address !== undefined) navigate(address);
  }, [address, navigate]);
  // The same selector would point at something else on a screen that the person opened meanwhile.
  const isHere = address !== undefined && (shown === address || (address !== "/" && shown.startsWith(`${address}/`)));
  const place = useTarget(isHere ? here?.target : undefined);
  if (here === undefined) return null;
  return (
    <>
      {place === null ? null : <div className={styles.ring} style={ringAround(place)} aria-hidden="true" data-screen-only="" />}
      <aside className={styles.tour} style={cardBeside(place)} aria-label={t("Tour")} data-screen-only="">
        <div className={styles.head}>
          <h2 aria-live="polite">{here.title}</h2>
          <Button kind="quiet" aria-label={t("Skip the tour")} icon={<X size={14} aria-hidden />} onClick={() => endTour()} />
        </div>
        {isHere ? <p aria-live="polite">{here.words}</p> : null}
        <div className={layout.line}>
          <span className={styles.quiet}>{t("{step} of {steps}", { step: number + 1, steps: steps.length })}</span>
          {isHere ? <Moves number={number} last={number === steps.length - 1} /> : <Resume onResume={() => navigate(here.address)} />}
        </div>
      </aside>
    </>
  );
}

function Moves({ number, last }: { readonly number: number; readonly last: boolean }) {
  return (
    <>
      {last ? null : (
        <Button kind="quiet" onClick={() => endTour()}>
          {t("Skip tour")}
        </Button>
      )}
      <Button disabled={number === 0} onClick={() => showTourStep(number - 1)}>
        {t("Back")}
      </Button>
      <Button kind="primary" onClick={() => (last ? endTour(true) : showTourStep(number + 1))}>
        {last ? t("Done") : t("Next")}
      </Button>
    </>
  );
}

/** On another screen, the tour takes little room and leads back. */
function Resume({ onResume }: { readonly onResume: () => void }) {
  return (
    <>
      <Button kind="quiet" onClick={() => endTour()}>
        {t("Skip tour")}
      </Button>
      <Button kind="primary" onClick={onResume}>
        {t("Resume tour")}
      </Button>
    </>
  );
}

const CARD = { width: 340, height: 160 } as const;
const GAP = 12;
/** Its distance from the window's end in the corner, as in the styles. */
const CORNER = 48;

/**
 * Inside the window also where what is pointed at ends with it, so that the ring is closed. What is wide has neighbors close by: the ring
 * lies on its own edges, without round corners that its lines would stick out of.
 */
function ringAround(place: DOMRect): CSSProperties {
  const isWide = place.width > window.innerWidth / 2;
  const away = isWide ? 0 : 4;
  const [left, top] = [Math.max(0, place.left - away), Math.max(0, place.top - away)];
  const right = Math.min(window.innerWidth, place.right + away);
  const bottom = Math.min(window.innerHeight, place.bottom + away);
  return { left, top, width: right - left, height: bottom - top, ...(isWide ? { borderRadius: 0 } : {}) };
}

/** Below what is pointed at, or beside it; in its corner where neither has room. */
function cardBeside(place: DOMRect | null): CSSProperties | undefined {
  if (place === null) return undefined;
  const [width, height] = [window.innerWidth, window.innerHeight];
  if (place.bottom + GAP + CARD.height < height)
    return {
      left: Math.max(GAP, Math.min(place.left, width - CARD.width - GAP)),
      top: place.bottom + GAP,
      insetInlineEnd: "auto",
      bottom: "auto",
    };
  if (place.right + GAP + CARD.width < width)
    return { left: place.right + GAP, top: Math.max(place.top, 60), insetInlineEnd: "auto", bottom: "auto" };
  // Inside the ring: it doesn't lie half on what follows.
  return { bottom: Math.max(CORNER, height - place.bottom + GAP) };
}
