import { X } from "lucide-react";
import { useEffect, useState } from "react";
import type { Notice } from "#shared/contract/app/notices.ts";
import { subscribe } from "../../api/client.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import styles from "./notice-toasts.module.css";

/** More than one would cover what a person is working on; the inbox has them all. */
const SHOWN_MAX = 1;
const KEPT_MAX = 99;
const INBOX = "/inbox";

/** What needs a person, told while they look at the window; it stays until they have dealt with it or put it away. */
export function NoticeToasts() {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const drop = (key: string): void => setNotices((shown) => shown.filter((notice) => notice.key !== key));
  useEffect(
    () =>
      subscribe("notice.raised", (raised) =>
        setNotices((shown) => [raised, ...shown.filter(({ key }) => key !== raised.key)].slice(0, KEPT_MAX)),
      ),
    [],
  );
  return (
    <div className={styles.stack} role="status" aria-live="polite" aria-label={t("Needs you")}>
      {notices.slice(0, SHOWN_MAX).map((notice) => (
        <div key={notice.key} className={styles.toast}>
          <div className={styles.words}>
            <p className={text.strong}>{notice.title}</p>
            <p>{notice.body}</p>
            <a href={`#${notice.address}`} onClick={() => drop(notice.key)}>
              {t("Show")}
            </a>
            {notices.length > SHOWN_MAX ? (
              <a href={`#${INBOX}`} onClick={() => setNotices([])}>
                {t("{notices} more in the inbox", { notices: formatCount(notices.length - SHOWN_MAX) })}
              </a>
            ) : null}
          </div>
          <Button
            kind="quiet"
            aria-label={t("Dismissed: {title}", { title: notice.title })}
            icon={<X size={14} aria-hidden />}
            onClick={() => drop(notice.key)}
          />
        </div>
      ))}
    </div>
  );
}
