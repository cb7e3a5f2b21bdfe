import { Undo2, X } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { later } from "../../api/clock.ts";
import { t } from "../../language/t.ts";
import { forgetLastAct, openUndoPlace, undoPlaceOf, useLastAct, useUndoPlaces } from "../../state/core/undo.ts";
import { Button } from "../controls/button.tsx";
import { FailureNote } from "./failure-message.tsx";
import styles from "./undo-message.module.css";

const SHOWN_MS = 15_000;

/** Where the window says what was just done: a line of its own below the screen or a dialog, so that it covers nothing people work with. */
export function UndoPlace({ of }: { readonly of: "screen" | "dialog" }) {
  const open = useCallback((place: HTMLElement | null) => (place === null ? undefined : openUndoPlace(of, place)), [of]);
  return <div ref={open} className={of === "screen" ? styles.place : styles.inDialog} data-screen-only="" />;
}

/** What was just done, with Undo (also Ctrl+Z). */
export function UndoMessage({ clientId }: { readonly clientId: string }) {
  const place = undoPlaceOf(useLastAct(), useUndoPlaces());
  // What was decided in another section is not what Undo means in the next one.
  useEffect(() => forgetLastAct, []);
  return place === null ? null : createPortal(<Message clientId={clientId} />, place);
}

/** It stays while it is pointed at, or has the focus. */
function Message({ clientId }: { readonly clientId: string }) {
  const act = useLastAct();
  const [held, setHeld] = useState(false);
  const [busy, setBusy] = useState(false);
  const shown = act.clientId === clientId && (act.words !== "" || act.failure !== null);
  useEffect(() => {
    if (!shown || held || busy || act.failure !== null) return;
    return later(SHOWN_MS, forgetLastAct);
  }, [shown, held, busy, act]);
  const undo = act.undo;
  const undoNow = async (): Promise<void> => {
    if (undo === null) return;
    setBusy(true);
    await undo();
    setBusy(false);
  };
  useEffect(() => {
    if (undo === null || busy) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select, [contenteditable]");
      if (typing || event.key !== "z" || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void undoNow();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
  if (!shown) return <div role="status" />;
  return (
    <section
      className={styles.note}
      aria-label={t("Last action")}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {act.words === "" ? null : <p role="status">{act.words}</p>}
      {act.failure === null ? null : <FailureNote failure={act.failure} />}
      {undo === null ? null : (
        <Button icon={<Undo2 size={14} aria-hidden />} disabled={busy} onClick={() => void undoNow()} title={t("Undo (Ctrl+Z)")}>
          {t("Undo")}
        </Button>
      )}
      <Button kind="quiet" aria-label={t("Dismiss message")} icon={<X size={14} aria-hidden />} onClick={forgetLastAct} />
    </section>
  );
}
