import { X } from "lucide-react";
import { useEffect, useState } from "react";
import type { Notice } from "#shared/contract/notices.ts";
import { subscribe } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import styles from "./notice-toasts.module.css";

const SHOWN_MAX = 3;

/** What needs a person, told while they look at the window; it stays until they have dealt with it or put it away. */
export function NoticeToasts() {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const drop = (key: string): void => setNotices((shown) => shown.filter((notice) => notice.key !== key));
  useEffect(
    () =>
      subscribe("notice.raised", (raised) =>
        setNotices((shown) => [raised, ...shown.filter(({ key }) => key !== raised.key)].slice(0, SHOWN_MAX)),
      ),
    [],
  );
  return (
    <div className={styles.stack} role="status" aria-live="polite" aria-label="Needs you">
      {notices.map((notice) => (
        <div key={notice.key} className={styles.toast}>
          <div className={styles.words}>
            <p className={styles.title}>{notice.title}</p>
            <p>{notice.body}</p>
            <a href={`#${notice.address}`} onClick={() => drop(notice.key)}>
              Show
            </a>
          </div>
          <Button
            kind="quiet"
            aria-label={`Put away: ${notice.title}`}
            icon={<X size={14} aria-hidden />}
            onClick={() => drop(notice.key)}
          />
        </div>
      ))}
    </div>
  );
}
