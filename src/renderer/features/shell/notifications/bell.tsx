import { Bell } from "lucide-react";
import { useId, useRef } from "react";
import { formatCount } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { clearNotifications, markRead, type Notification, stopTelling, useNotifications } from "../../../state/window/notifications.ts";
import { useNow } from "../../../state/window/now.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { AsOf } from "../../../ui/figures/as-of.tsx";
import styles from "./bell.module.css";
import { NewsIcon } from "./news-icon.tsx";

const INBOX = "/inbox";

/** More digits would hide the bell; its title says the number. */
const MOST = 9;

/** All notifications since the window opened, including failed actions, behind one bell. */
export function NotificationBell() {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const items = useNotifications((state) => state.items);
  const unread = items.filter(({ read }) => !read).length;
  const words = unread === 0 ? t("Notifications") : t("Notifications, {unread} unread", { unread: formatCount(unread) });
  return (
    <div className={styles.place}>
      <button type="button" className={styles.bell} popoverTarget={id} aria-label={words} title={words}>
        <Bell size={16} aria-hidden />
        {unread === 0 ? null : (
          <span className={styles.unread} aria-hidden="true">
            {unread > MOST ? `${formatCount(MOST)}+` : formatCount(unread)}
          </span>
        )}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className={styles.list}
        role="group"
        aria-label={t("Notifications")}
        // The list has what was just told.
        onToggle={({ newState }) => {
          if (newState === "open") stopTelling();
        }}
      >
        <div className={styles.head}>
          <h2>{t("Notifications")}</h2>
          {items.length === 0 ? null : (
            <>
              <Button kind="quiet" disabled={unread === 0} onClick={() => markRead()}>
                {t("Mark all as read")}
              </Button>
              <Button kind="quiet" onClick={clearNotifications}>
                {t("Clear all")}
              </Button>
            </>
          )}
        </div>
        {items.length === 0 ? (
          <EmptyState title={t("No notifications")}>
            <p>{t("Problems appear here as they come up while this window is open.")}</p>
          </EmptyState>
        ) : (
          <ul className={styles.items}>
            {items.map((item) => (
              <Item key={item.key} item={item} onGo={() => list.current?.hidePopover()} />
            ))}
          </ul>
        )}
        <a className={styles.foot} href={`#${INBOX}`} onClick={() => list.current?.hidePopover()}>
          {t("Open the inbox")}
        </a>
      </div>
    </div>
  );
}

function Item({ item, onGo }: { readonly item: Notification; readonly onGo: () => void }) {
  const nowMs = useNow();
  const { key, title, body, address, at, read } = item;
  const go = (): void => {
    markRead(key);
    onGo();
  };
  return (
    <li className={classes(styles.item, !read && styles.new)}>
      <NewsIcon news={item} size={16} />
      <div className={styles.words}>
        <p className={read ? undefined : text.strong}>{title}</p>
        <p className={text.muted}>{body}</p>
        <p className={styles.acts}>
          <span className={text.muted}>
            <AsOf alone instant={at} nowMs={nowMs} />
          </span>
          {address === null ? null : (
            <a href={`#${address}`} onClick={go}>
              {t("Open")}
            </a>
          )}
          {read ? null : (
            <Button kind="quiet" className={styles.mark} onClick={() => markRead(key)}>
              {t("Mark as read")}
            </Button>
          )}
        </p>
      </div>
    </li>
  );
}
