import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { t } from "../../language/t.ts";
import { runsRightToLeft } from "../grid/use-grid-focus.ts";
import styles from "./panel-resizer.module.css";

const KEY = "tieout.panel-width";
const NARROWEST = 320;
/** What the list beside a panel keeps in any case. */
const LIST_KEEPS = 320;
const STEP = 24;

/** The width that a person gave to panels holds for every one of them, in every window of this computer. */
applyWidth(Number(globalThis.localStorage?.getItem(KEY) ?? 0));

/** The edge of the panel around it, drawn or moved by the arrows to make the panel wider; a double click gives the plain width back. */
export function PanelResizer() {
  const edge = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  const change = (next: number | null): void => {
    const kept = next === null ? 0 : Math.ceil(Math.max(NARROWEST, Math.min(window.innerWidth - LIST_KEEPS, next)));
    if (kept === 0) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, String(kept));
    applyWidth(kept);
    setWidth(edge.current?.parentElement?.offsetWidth ?? null);
  };
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const panel = event.currentTarget.parentElement;
    if (event.buttons !== 1 || panel === null) return;
    const box = panel.getBoundingClientRect();
    change(runsRightToLeft(panel) ? event.clientX - box.left : box.right - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const panel = event.currentTarget.parentElement;
    const seen = event.key === "ArrowLeft" ? 1 : event.key === "ArrowRight" ? -1 : 0;
    if (panel === null || seen === 0) return;
    event.preventDefault();
    change(panel.offsetWidth + STEP * (runsRightToLeft(panel) ? -seen : seen));
  };
  return (
    <div
      ref={edge}
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={t("Panel width")}
      aria-valuemin={NARROWEST}
      aria-valuemax={window.innerWidth - LIST_KEEPS}
      aria-valuenow={width ?? window.innerWidth / 2}
      tabIndex={0}
      title={t("Drag to resize; double-click to reset")}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => change(null)}
      onKeyDown={onKeyDown}
    />
  );
}

function applyWidth(px: number): void {
  if (typeof document === "undefined") return;
  if (px >= NARROWEST) document.documentElement.style.setProperty("--panel-width", `${px}px`);
  else document.documentElement.style.removeProperty("--panel-width");
}
