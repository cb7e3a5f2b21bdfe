import { Menu } from "lucide-react";
import { useId } from "react";
import { formatShortCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { CLIENT_SCREENS, type ClientScreen, clientAddress, SCREEN_LABELS } from "../../state/window/screen-address.ts";
import styles from "./client-frame.module.css";

/** A client's screens grouped by task; screens without a group come last. */
const GROUPS: readonly { readonly name: string; readonly screens: readonly ClientScreen[] }[] = [
  { name: t("Books"), screens: ["overview", "documents", "parties", "accounts"] },
  { name: t("Figures"), screens: ["statements", "aging", "spend"] },
  { name: t("Month end"), screens: ["close", "bank", "schedules", "flux", "tie-outs", "checks", "findings", "questions"] },
  { name: t("Ledger"), screens: ["writes", "activity", "sync", "connection"] },
];

interface ClientNavProps {
  readonly clientId: string;
  readonly screen: ClientScreen;
  /** How much there is to do on a screen. How much a screen holds is no number here: it would look like work. */
  readonly work: Partial<Record<ClientScreen, number>>;
}

/** The navigation between a client's screens. A number beside one is work that waits there. */
export function ClientNav({ clientId, screen, work }: ClientNavProps) {
  const id = useId();
  const grouped = new Set(GROUPS.flatMap(({ screens }) => screens));
  const others = CLIENT_SCREENS.filter((name) => !grouped.has(name));
  return (
    <>
      <button type="button" className={styles.menu} popoverTarget={id}>
        <Menu size={14} aria-hidden />
        {SCREEN_LABELS[screen]}
      </button>
      <nav id={id} popover="auto" data-tour="client-nav" className={styles.nav} aria-label={t("Client screens")}>
        {[...GROUPS, { name: t("More"), screens: others }]
          .filter(({ screens }) => screens.length > 0)
          .map(({ name: group, screens }) => (
            <div key={group} className={styles.group}>
              <span className={styles.groupName} aria-hidden="true">
                {group}
              </span>
              {screens.map((name) => (
                <a
                  key={name}
                  className={styles.link}
                  href={`#${clientAddress(clientId, name)}`}
                  onClick={(event) => hideMenu(event.currentTarget)}
                  {...(screen === name ? { "aria-current": "page" as const } : {})}
                >
                  {SCREEN_LABELS[name]}
                  {(work[name] ?? 0) === 0 ? null : <span className={styles.count}>{formatShortCount(work[name] ?? 0)}</span>}
                </a>
              ))}
            </div>
          ))}
      </nav>
    </>
  );
}

/** In a small window, following a link closes the menu it is in. */
function hideMenu(link: HTMLElement): void {
  link.closest<HTMLElement>(":popover-open")?.hidePopover();
}
