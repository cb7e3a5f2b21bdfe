import { CircleAlert, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { subscribe } from "../../../api/client.ts";
import { later } from "../../../api/clock.ts";
import { t } from "../../../language/t.ts";
import { announce } from "../../../state/window/announcements.ts";
import {
  isListedOn,
  isToldOn,
  markRead,
  type Notification,
  noteRaised,
  stopTelling,
  toldWords,
  useNotifications,
} from "../../../state/window/notifications.ts";
import { readAddress } from "../../../state/window/screen-address.ts";
import { classes } from "../../../ui/controls/classes.ts";
import { NewsIcon } from "./news-icon.tsx";
import styles from "./toast.module.css";

const SHOWN_MS = 6_000;

/**
 * News on a line of its own below the screen, never over what a person works in; it leaves after six seconds, or as soon as another
 * client's books or the list that has it are opened, and the bell keeps it.
 */
export function Toast() {
  const last = useNotifications((state) => state.told);
  const [address] = useHashLocation();
  const { clientId } = readAddress(address);
  const heard = last !== null && isToldOn(last, clientId) ? last : null;
  const told = heard !== null && !isListedOn(heard, address) ? heard : null;
  useEffect(() => subscribe("notice.raised", noteRaised), []);
  useEffect(() => {
    if (last !== null && told === null) stopTelling();
  }, [last, told]);
  // A row that changes is seen and not heard: screen readers are told what the list has, too.
  useEffect(() => {
    if (heard !== null) announce(heard.tone === "failed" ? `${heard.title} ${heard.body}` : `${heard.body}: ${heard.title}`);
  }, [heard]);
  // Each has its own time: one that went away under the pointer doesn't hold the next.
  return (
    <div className={styles.place} data-news="" data-screen-only="">
      {told === null ? null : <Told key={`${told.key} ${told.at}`} told={told} />}
    </div>
  );
}

function Told({ told }: { readonly told: Notification }) {
  const [held, setHeld] = useState(false);
  const [first, then] = toldWords(told);
  useEffect(() => (held ? undefined : later(SHOWN_MS, stopTelling)), [held]);
  return (
    <section
      className={classes(styles.toast, told.tone === "failed" && styles.failed)}
      aria-label={t("New notification")}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {told.tone === "failed" ? <CircleAlert size={14} className={styles.icon} aria-hidden /> : <NewsIcon news={told} size={14} />}
      <a className={styles.words} href={`#${told.address ?? "/inbox"}`} onClick={() => markRead(told.key)}>
        <strong>{first}</strong> · {then}
      </a>
      <button type="button" className={styles.close} aria-label={t("Hide notification")} onClick={stopTelling}>
        <X size={14} aria-hidden />
      </button>
    </section>
  );
}
