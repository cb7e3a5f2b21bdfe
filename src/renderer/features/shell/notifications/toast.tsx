import { TriangleAlert, X } from "lucide-react";
import { useEffect, useState } from "react";
import { subscribe } from "../../../api/client.ts";
import { later } from "../../../api/clock.ts";
import { t } from "../../../language/t.ts";
import { announce } from "../../../state/window/announcements.ts";
import { markRead, noteRaised, stopTelling, useNotifications } from "../../../state/window/notifications.ts";
import styles from "./toast.module.css";

const SHOWN_MS = 6_000;

/** News in the free part of the bar, never over what a person works in; it leaves after six seconds, and the bell keeps it. */
export function Toast() {
  const told = useNotifications((state) => state.told);
  const [held, setHeld] = useState(false);
  useEffect(() => subscribe("notice.raised", noteRaised), []);
  useEffect(() => {
    if (told !== null) announce(`${told.title}: ${told.body}`);
  }, [told]);
  useEffect(() => {
    if (told === null || held) return;
    return later(SHOWN_MS, stopTelling);
  }, [told, held]);
  if (told === null) return <span className={styles.gap} />;
  return (
    <div
      className={styles.gap}
      role="group"
      aria-label={t("New notification")}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.toast}>
        <TriangleAlert size={14} aria-hidden />
        <a
          className={styles.words}
          href={`#${told.address ?? "/inbox"}`}
          title={`${told.title}: ${told.body}`}
          onClick={() => markRead(told.key)}
        >
          <strong>{told.title}</strong> {told.body}
        </a>
        <button type="button" className={styles.close} aria-label={t("Close: {title}", { title: told.title })} onClick={stopTelling}>
          <X size={14} aria-hidden />
        </button>
      </div>
    </div>
  );
}
